// The one way from a function table into our code: exceptions stop here, since one that crossed into Rust would end the
// user's app.
#pragma once

#include "abi.h"

#include <exception>
#include <string>

namespace qtmcp {

// Set when the part is loaded, and alive for the rest of the process. Each part has its own copy.
inline const QtmcpHost *host = nullptr;

template <auto Function>
struct Guard;

// What a function answers when an exception came out of it.
template <typename R>
constexpr R failure() {
    return R();
}
template <>
constexpr void failure<void>() {}
template <>
constexpr QtmcpResult failure<QtmcpResult>() {
    return QTMCP_FAILED;
}
template <>
constexpr QtmcpAimResult failure<QtmcpAimResult>() {
    return QTMCP_AIM_UNSUPPORTED;
}

inline void report(const char *where, const char *what) noexcept {
    if (host && host->exception)
        host->exception(where, what);
}

// The function's name out of the compiler's description of the guard around it, which ends in `= qtmcp::name]`.
inline std::string guardedName(const std::string &pretty) {
    const size_t begin = pretty.rfind("= ");
    return begin == pretty.npos ? pretty : pretty.substr(begin + 2, pretty.find_first_of(";]", begin) - begin - 2);
}

template <typename R, typename... A, R (*Function)(A...)>
struct Guard<Function> {
    static R call(A... arguments) noexcept {
        try {
            return Function(arguments...);
        } catch (const std::exception &exception) {
            tell(__PRETTY_FUNCTION__, exception.what());
        } catch (...) {
            tell(__PRETTY_FUNCTION__, "an exception of unknown type");
        }
        return failure<R>();
    }

private:
    static void tell(const char *pretty, const char *what) noexcept {
        try {
            report(guardedName(pretty).c_str(), what);
        } catch (...) {
            report("", what);
        }
    }
};

// `guarded<&f>` has f's type, and never throws.
template <auto Function>
constexpr auto guarded = &Guard<Function>::call;

}  // namespace qtmcp
