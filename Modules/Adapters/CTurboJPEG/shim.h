#include <dlfcn.h>
#include <turbojpeg.h>

// libturbojpeg's functions, by their types. The library is loaded by the first picture, so that a program that
// shows none does not pay for it and runs without it.

/// The library, or null where there is none.
static inline void *cturbojpeg_library(void) {
#ifdef __APPLE__
  return dlopen("libturbojpeg.0.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  return dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
#endif
}

/// Calls a function of the library. There is one wherever `cturbojpeg_library` has found it.
#define CTURBOJPEG_CALL(name, ...)                                                \
  return ((__typeof__(&name))dlsym(cturbojpeg_library(), #name))(__VA_ARGS__)

static inline tjhandle cturbojpeg_init(void) {
  CTURBOJPEG_CALL(tjInitDecompress);
}

static inline int cturbojpeg_destroy(tjhandle handle) {
  CTURBOJPEG_CALL(tjDestroy, handle);
}

static inline int cturbojpeg_header(
    tjhandle handle, const unsigned char *bytes, unsigned long count, int *width, int *height) {
  int sampling, colors;
  CTURBOJPEG_CALL(tjDecompressHeader3, handle, bytes, count, width, height, &sampling, &colors);
}

static inline tjscalingfactor *cturbojpeg_factors(int *count) {
  CTURBOJPEG_CALL(tjGetScalingFactors, count);
}

/// The length of a side after scaling; a macro in the library's header.
static inline int cturbojpeg_scaled(int length, tjscalingfactor factor) {
  return TJSCALED(length, factor);
}

/// Decodes to red, green and blue. A file that ends early or has hundreds of scans is an error.
static inline int cturbojpeg_decode(
    tjhandle handle, const unsigned char *bytes, unsigned long count, unsigned char *pixels,
    int width, int height) {
  CTURBOJPEG_CALL(
      tjDecompress2, handle, bytes, count, pixels, width, 0, height, TJPF_RGB,
      TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS);
}

static inline const char *cturbojpeg_problem(tjhandle handle) {
  CTURBOJPEG_CALL(tjGetErrorStr2, handle);
}
