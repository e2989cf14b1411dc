// A program without Qt, which a preload must leave alone: prints the LD_PRELOAD it sees.
#include <cstdio>
#include <cstdlib>

int main() {
    const char *preload = std::getenv("LD_PRELOAD");
    std::printf("plain %s\n", preload ? preload : "");
    return 0;
}
