// An empty library.
int hidden(void) { return 1; }
