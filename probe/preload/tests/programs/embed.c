// Asks for the probe without having Qt.
#include <qtmcp.h>

int main(void) { return qtmcp_start(); }
