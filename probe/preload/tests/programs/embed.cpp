// Starts the probe by itself as its arguments say: each `start` prints the code, each `stop` stops, `app` makes the
// application object.
#include <QCoreApplication>
#include <cstdio>
#include <cstring>
#include <qtmcp.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        if (!std::strcmp(argv[i], "start")) std::printf("%d\n", qtmcp_start());
        if (!std::strcmp(argv[i], "stop")) qtmcp_stop();
        if (!std::strcmp(argv[i], "app")) new QCoreApplication(argc, argv);
    }
}
