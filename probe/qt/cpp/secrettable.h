// The functions of a QtmcpSecretTable, and the table itself. The widgets and the quick part each have their own.
#pragma once

#include "abi.h"
#include "guard.h"

namespace qtmcp {

void findSecrets();
bool guards(const void *object);
bool secretText(const void *field, const QtmcpSink *sink);
void adoptSecret(const void *object);

inline constexpr QtmcpSecretTable secretTable = {guarded<&findSecrets>, guarded<&guards>, guarded<&secretText>,
                                                 guarded<&adoptSecret>};

}  // namespace qtmcp
