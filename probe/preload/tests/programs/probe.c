// Stands in for libqtmcp-probe.so: notes each start and stop in the file that PROBE_NOTES names.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void note(const char *line) {
    const char *path = getenv("PROBE_NOTES");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (file) {
        fputs(line, file);
        fclose(file);
    }
}

// The real probe loads its parts while it starts.
__attribute__((constructor)) static void load_something(void) { dlopen("libm.so.6", RTLD_NOW); }

int qtmcp_probe_start(unsigned major, const char *dir) {
    char line[4200];
    load_something();
    snprintf(line, sizeof line, "start %u %s\n", major, dir);
    note(line);
    return getenv("PROBE_FAILS") ? 1 : 0;
}

void qtmcp_probe_stop(void) { note("stop\n"); }

// The real probe keeps its own message handler in Qt. This one keeps nothing, notes that it was asked, and says that Qt's
// own function is to be called; with PROBE_INSTALLS_NOTHING one that does not reach Qt.
static const void *install_nothing(const void *handler) {
    (void)handler;
    return NULL;
}

const void *qtmcp_probe_stand_in(const void *real) {
    Dl_info info;
    note(dladdr(real, &info) && info.dli_fname ? info.dli_fname : "nowhere");
    note("\n");
    return getenv("PROBE_INSTALLS_NOTHING") ? (const void *)install_nothing : real;
}
