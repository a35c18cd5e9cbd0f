#include <stddef.h>

/// Sends `count` GET requests, `concurrency` at a time, with one `curl_multi` loop, and reads each body into
/// memory.
///
/// - Parameter latencies: gets the seconds of each request; `count` of them.
/// - Returns: the number of requests that were answered with status 200.
size_t plain_curl(const char *url, size_t concurrency, size_t count, double *latencies);

/// Sends `count` GET requests, one after the other, each handed to a thread that runs a `curl_multi` loop,
/// as a caller does who must not wait in libcurl.
///
/// - Parameter latencies: gets the seconds of each request; `count` of them.
/// - Returns: the number of requests that were answered with status 200.
size_t plain_curl_thread(const char *url, size_t count, double *latencies);

/// Returns a port of 127.0.0.1 that accepts connections and never answers, or 0.
int silent_port(void);

/// Makes glibc keep large buffers instead of giving them back after each response.
void keep_large_buffers(void);

/// Sends a request over http and then one over https, and returns the seconds of the latter, or -1.
///
/// - Parameter certificates: a file with the certificates that are trusted.
double plain_first(const char *plain, const char *secure, const char *certificates);
