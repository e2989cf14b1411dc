// What a part answers about its elements, as the ABI has it: the widgets part and the quick part each define all of
// these.
#pragma once

#include "abi.h"
#include "guard.h"

namespace qtmcp {

bool describe(const QtmcpElement *element, const QtmcpDescription *description);
bool contents(const QtmcpElement *element, bool everything, const QtmcpElements *elements);
bool container(const QtmcpElement *element, QtmcpElement *container);
bool focused(QtmcpElement *focused);
bool elementAt(const void *window, double x, double y, QtmcpElement *found);
bool fullText(const QtmcpElement *element, const QtmcpSink *sink);
bool options(const QtmcpElement *element, const QtmcpSink *sink);
bool itemNamed(const QtmcpElement *of, const char16_t *text, size_t length, int32_t column, QtmcpElement *found);
bool itemAt(const QtmcpElement *of, uint64_t row, uint32_t column, QtmcpElement *found);
QtmcpResult assign(const QtmcpElement *element, const QtmcpNode *nodes, size_t count, const QtmcpSink *error);
void commit(const QtmcpElement *element);
QtmcpResult expand(const QtmcpElement *element, bool open);
bool checkPlace(const QtmcpElement *element, double *x, double *y);
QtmcpAimResult aim(const QtmcpElement *element, bool hasPlace, double x, double y, QtmcpAim *aim,
                   const void **obstacle);
QtmcpAimResult focus(const QtmcpElement *element, const void **obstacle);

inline constexpr QtmcpElementTable elementTable = {
    guarded<&describe>, guarded<&contents>, guarded<&container>,  guarded<&focused>, guarded<&elementAt>,
    guarded<&fullText>, guarded<&options>,  guarded<&itemNamed>,  guarded<&itemAt>,  guarded<&assign>,
    guarded<&commit>,   guarded<&expand>,   guarded<&checkPlace>, guarded<&aim>,     guarded<&focus>,
};

}  // namespace qtmcp
