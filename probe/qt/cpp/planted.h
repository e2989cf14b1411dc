// Faults on purpose, for the runs under AddressSanitizer and valgrind: each first shows that it sees one in our own
// code. Nothing unless it is built with QTMCP_PLANT_FAULT, which no release is.
#pragma once

namespace qtmcp {

#ifdef QTMCP_PLANT_FAULT
// Commits the fault that the name of a property stands for; any other name means nothing.
void commitPlanted(const char *name);
#else
inline void commitPlanted(const char *) {}
#endif

}  // namespace qtmcp
