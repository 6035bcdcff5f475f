// A library of Windows that Rust's standard library takes random bytes from, and Wine 8 lacks.
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
    return RtlGenRandom(bytes, count);
}
