#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>

// The sources need its options: the newest one is `CURLOPT_QUICK_EXIT`.
#if LIBCURL_VERSION_NUM < 0x075700
#error "The build needs libcurl 7.87 or newer."
#endif

// The header checks the types of arguments by macros of these names.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_share_setopt
#undef curl_multi_setopt

// libcurl's functions, by their types. The library is loaded by the first use: with some thirty libraries of
// its own it would slow each start of a program that may never use the network (`make bench`, start), and
// without it the program still runs. What Swift can't import, functions with variable arguments, has a version
// for each type of an argument. Threads that look up a function at the same time find the same address.

/// The library, or null where there is none.
static inline void *ccurl_library(void) {
  static void *library;
#ifdef __APPLE__
  if (!library) library = dlopen("libcurl.4.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  if (!library) library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
#endif
  return library;
}

/// Calls a function of the library. There is one wherever `ccurl_library` has found it.
#define CCURL_CALL(name, ...)                                                     \
  static __typeof__(&name) function;                                              \
  if (!function) function = (__typeof__(&name))dlsym(ccurl_library(), #name);     \
  return function(__VA_ARGS__)

static inline CURLcode ccurl_global_init(long flags) {
  CCURL_CALL(curl_global_init, flags);
}

static inline curl_version_info_data * ccurl_version_info(CURLversion version) {
  CCURL_CALL(curl_version_info, version);
}

/// What the library was built with, such as `CURL_VERSION_BROTLI`.
static inline int ccurl_features(void) { return ccurl_version_info(CURLVERSION_NOW)->features; }

/// The version of the library, such as 0x075801 for 7.88.1.
static inline unsigned int ccurl_version(void) { return ccurl_version_info(CURLVERSION_NOW)->version_num; }

static inline CURL * ccurl_easy_init(void) {
  CCURL_CALL(curl_easy_init);
}

static inline void ccurl_easy_reset(CURL *handle) {
  CCURL_CALL(curl_easy_reset, handle);
}

static inline void ccurl_easy_cleanup(CURL *handle) {
  CCURL_CALL(curl_easy_cleanup, handle);
}

static inline CURLcode ccurl_easy_pause(CURL *handle, int directions) {
  CCURL_CALL(curl_easy_pause, handle, directions);
}

static inline const char * ccurl_easy_strerror(CURLcode code) {
  CCURL_CALL(curl_easy_strerror, code);
}

static inline struct curl_slist * ccurl_slist_append(struct curl_slist *list, const char *line) {
  CCURL_CALL(curl_slist_append, list, line);
}

static inline void ccurl_slist_free_all(struct curl_slist *list) {
  CCURL_CALL(curl_slist_free_all, list);
}

static inline CURLM * ccurl_multi_init(void) {
  CCURL_CALL(curl_multi_init);
}

static inline CURLMcode ccurl_multi_cleanup(CURLM *multi) {
  CCURL_CALL(curl_multi_cleanup, multi);
}

static inline CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *handle) {
  CCURL_CALL(curl_multi_add_handle, multi, handle);
}

static inline CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *handle) {
  CCURL_CALL(curl_multi_remove_handle, multi, handle);
}

static inline CURLMcode ccurl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events, int *running) {
  CCURL_CALL(curl_multi_socket_action, multi, socket, events, running);
}

static inline CURLMsg * ccurl_multi_info_read(CURLM *multi, int *left) {
  CCURL_CALL(curl_multi_info_read, multi, left);
}

static inline CURLSH * ccurl_share_init(void) {
  CCURL_CALL(curl_share_init);
}

static inline CURLSHcode ccurl_share_cleanup(CURLSH *share) {
  CCURL_CALL(curl_share_cleanup, share);
}

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  CCURL_CALL(curl_easy_setopt, handle, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  CCURL_CALL(curl_easy_setopt, handle, option, value);
}

/// The text is copied.
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
  CCURL_CALL(curl_easy_setopt, handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
  CCURL_CALL(curl_easy_setopt, handle, option, value);
}

/// Reads or writes the bytes of a body, or a line of the header.
typedef size_t (*ccurl_transfer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_transfer(CURL *handle, CURLoption option, ccurl_transfer value) {
  CCURL_CALL(curl_easy_setopt, handle, option, value);
}

/// Moves to a position in the body of a request.
typedef int (*ccurl_seek)(void *context, curl_off_t offset, int origin);

static inline CURLcode ccurl_set_seek(CURL *handle, ccurl_seek value) {
  CCURL_CALL(curl_easy_setopt, handle, CURLOPT_SEEKFUNCTION, value);
}

static inline CURLcode ccurl_set_opening(CURL *handle, curl_opensocket_callback value) {
  CCURL_CALL(curl_easy_setopt, handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode ccurl_set_prerequest(CURL *handle, curl_prereq_callback value) {
  CCURL_CALL(curl_easy_setopt, handle, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
  CCURL_CALL(curl_easy_getinfo, handle, info, value);
}

static inline CURLcode ccurl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  CCURL_CALL(curl_easy_getinfo, handle, info, value);
}

static inline CURLcode ccurl_get_socket(CURL *handle, CURLINFO info, curl_socket_t *value) {
  CCURL_CALL(curl_easy_getinfo, handle, info, value);
}

static inline CURLcode ccurl_get_pointer(CURL *handle, CURLINFO info, void **value) {
  CCURL_CALL(curl_easy_getinfo, handle, info, value);
}

/// The context that was given to the handle (CURLOPT_PRIVATE).
static inline void *ccurl_context(CURL *handle) {
  void *context = NULL;
  ccurl_get_pointer(handle, CURLINFO_PRIVATE, &context);
  return context;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  CCURL_CALL(curl_multi_setopt, multi, option, value);
}

static inline CURLMcode ccurl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
  CCURL_CALL(curl_multi_setopt, multi, option, value);
}

static inline CURLMcode ccurl_multi_set_sockets(CURLM *multi, curl_socket_callback value) {
  CCURL_CALL(curl_multi_setopt, multi, CURLMOPT_SOCKETFUNCTION, value);
}

static inline CURLMcode ccurl_multi_set_timer(CURLM *multi, curl_multi_timer_callback value) {
  CCURL_CALL(curl_multi_setopt, multi, CURLMOPT_TIMERFUNCTION, value);
}

static inline CURLSHcode ccurl_share(CURLSH *share, curl_lock_data data) {
  CCURL_CALL(curl_share_setopt, share, CURLSHOPT_SHARE, data);
}

/// The result of a finished transfer; a union in Swift.
static inline CURLcode ccurl_result(const CURLMsg *message) { return message->data.result; }

/// A thread.
struct ccurl_thread {
  pthread_t value;
};

/// Starts a thread with a stack of this many bytes, which is to be joined; 0 on success.
static inline int ccurl_thread_start(struct ccurl_thread *thread, size_t stack, void *(*run)(void *), void *context) {
  pthread_attr_t attributes;
  int code = pthread_attr_init(&attributes);
  if (code) return code;
  code = pthread_attr_setstacksize(&attributes, stack);
  if (!code) code = pthread_create(&thread->value, &attributes, run, context);
  pthread_attr_destroy(&attributes);
  return code;
}

static inline void ccurl_thread_join(struct ccurl_thread thread) {
  pthread_join(thread.value, NULL);
}

/// Names the thread that calls this, for a debugger.
static inline void ccurl_thread_name(const char *name) {
#ifdef __APPLE__
  pthread_setname_np(name);
#else
  pthread_setname_np(pthread_self(), name);
#endif
}
