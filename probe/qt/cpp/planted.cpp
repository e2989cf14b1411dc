// The faults themselves. Built with QTMCP_PLANT_FAULT only.

#include "planted.h"

#include <cstdlib>
#include <cstring>

namespace qtmcp {

namespace {

// Volatile, so that no compiler sees through it.
char *volatile block = nullptr;
volatile int seen = 0;

void readFreed() {
    block = static_cast<char *>(std::malloc(64));
    std::free(block);
    seen = block[8];
}

void writePast() {
    block = static_cast<char *>(std::malloc(64));
    block[64] = 1;
    std::free(block);
}

void branchOnNothing() {
    block = static_cast<char *>(std::malloc(64));
    if (block[8] == 'x')
        seen = 1;
    std::free(block);
}

void lose() {
    block = static_cast<char *>(std::malloc(4711));
    block = nullptr;
}

}  // namespace

void commitPlanted(const char *name) {
    if (std::strcmp(name, "qtmcpPlantedRead") == 0)
        readFreed();
    else if (std::strcmp(name, "qtmcpPlantedWrite") == 0)
        writePast();
    else if (std::strcmp(name, "qtmcpPlantedBranch") == 0)
        branchOnNothing();
    else if (std::strcmp(name, "qtmcpPlantedLeak") == 0)
        lose();
}

}  // namespace qtmcp
