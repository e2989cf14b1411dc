// A program without Qt that loads the plugins given, local to each, and runs the last one. With HOST_THREADS every
// plugin is loaded by many threads at once.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *load(void *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    dlopen("libm.so.6", RTLD_NOW);
    return handle;
}

int main(int argc, char **argv) {
    void *last = NULL;
    pthread_t threads[16];
    const int count = getenv("HOST_THREADS") ? 16 : 0;
    for (int i = 1; i < argc; ++i) {
        for (int t = 0; t < count; ++t) pthread_create(&threads[t], NULL, load, argv[i]);
        for (int t = 0; t < count; ++t) pthread_join(threads[t], NULL);
        last = load(argv[i]);
        if (!last) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
    }
    int (*run)(void) = (int (*)(void))dlsym(last, "run");
    return run ? run() : 2;
}
