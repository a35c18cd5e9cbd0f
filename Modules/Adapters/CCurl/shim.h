#include <curl/curl.h>

// What Swift can't import: functions with variable arguments. One for each type of an argument.

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

/// The text is copied.
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

/// Reads or writes the bytes of a body, or a line of the header.
typedef size_t (*ccurl_transfer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_transfer(CURL *handle, CURLoption option, ccurl_transfer value) {
  return curl_easy_setopt(handle, option, value);
}

/// Moves to a position in the body of a request.
typedef int (*ccurl_seek)(void *context, curl_off_t offset, int origin);

static inline CURLcode ccurl_set_seek(CURL *handle, ccurl_seek value) {
  return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, value);
}

static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(handle, info, value);
}

/// The number that was given to the handle (CURLOPT_PRIVATE).
static inline size_t ccurl_number(CURL *handle) {
  void *number = NULL;
  curl_easy_getinfo(handle, CURLINFO_PRIVATE, &number);
  return (size_t)number;
}

static inline void ccurl_set_number(CURL *handle, size_t number) {
  curl_easy_setopt(handle, CURLOPT_PRIVATE, (void *)number);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_sockets(CURLM *multi, curl_socket_callback value) {
  return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}

static inline CURLMcode ccurl_multi_set_timer(CURLM *multi, curl_multi_timer_callback value) {
  return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}

static inline CURLSHcode ccurl_share(CURLSH *share, curl_lock_data data) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, data);
}

/// The result of a finished transfer; a union in Swift.
static inline CURLcode ccurl_result(const CURLMsg *message) { return message->data.result; }
