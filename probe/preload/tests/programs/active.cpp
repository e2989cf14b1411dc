// Prints what QtGui says about whether somebody reads the app by its accessibility: to the program, to each library
// given, then to all of them in a fork. `close` unloads the library before. With GUI it is instead a QtGui that says
// yes. Without QtGui's header: the function alone is needed.
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

class __attribute__((visibility("default"))) QAccessible {
public:
    static bool isActive();
};

#ifdef GUI
bool QAccessible::isActive() { return true; }
#else
using Ask = bool (*)();

static const char *said(bool is) { return is ? "yes" : "no"; }

// Twice, since the second answer may come another way.
static void askTwice(Ask ask) {
    const bool first = ask();
    std::printf("%s %s, ", said(first), said(ask()));
}

static bool own() {
    const volatile bool is = QAccessible::isActive();
    return is;
}

int main(int argc, char **argv) {
    std::vector<Ask> all{own};
    askTwice(own);
    void *library = nullptr;
    for (int i = 1; i < argc; ++i) {
        if (!std::strcmp(argv[i], "close")) {
            dlclose(library);
            all.pop_back();
            continue;
        }
        library = dlopen(argv[i], RTLD_NOW);
        if (!library) {
            std::fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        all.push_back(reinterpret_cast<Ask>(dlsym(library, "asks")));
        askTwice(all.back());
    }
    std::fflush(stdout);
    if (fork()) {
        wait(nullptr);
        return 0;
    }
    std::printf("fork:");
    for (const Ask ask : all)
        std::printf(" %s", said(ask()));
    std::fflush(stdout);
    _exit(0);
}
#endif
