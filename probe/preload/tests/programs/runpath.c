// Loads a library that only this program's own RUNPATH leads to, then one that is nowhere, and prints why not.
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
    if (!dlopen("libhidden.so", RTLD_NOW)) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    puts(dlerror() ? "an error is left" : "clean");
    puts(dlopen("libnowhere.so", RTLD_NOW) ? "loaded" : dlerror());
    return 0;
}
