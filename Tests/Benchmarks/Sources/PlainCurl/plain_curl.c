#include "plain_curl.h"

#include <curl/curl.h>
#include <arpa/inet.h>
#include <malloc.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

struct transfer {
  CURL *handle;
  char *body;
  size_t size, capacity;
  double start;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  struct transfer *transfer = context;
  size_t length = size * count;
  if (transfer->size + length > transfer->capacity) {
    size_t capacity = transfer->capacity ? transfer->capacity : 16384;
    while (capacity < transfer->size + length) capacity *= 2;
    char *body = realloc(transfer->body, capacity);
    if (!body) return 0;
    transfer->body = body;
    transfer->capacity = capacity;
  }
  memcpy(transfer->body + transfer->size, bytes, length);
  transfer->size += length;
  return length;
}

int silent_port(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  int listening = socket(AF_INET, SOCK_STREAM, 0);
  if (listening < 0 || bind(listening, (struct sockaddr *)&address, length) != 0 ||
      listen(listening, 256) != 0 || getsockname(listening, (struct sockaddr *)&address, &length) != 0)
    return 0;
  return ntohs(address.sin_port);
}

void keep_large_buffers(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 64 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

// The receive buffer of the app's client (CurlHandle.swift); libcurl's default one is a quarter of it.
static const long buffer_size = 60 << 10;

size_t plain_curl(const char *url, size_t concurrency, size_t count, double *latencies) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM *multi = curl_multi_init();
  struct transfer *transfers = calloc(concurrency, sizeof *transfers);
  size_t started = 0, done = 0, good = 0;
  for (size_t i = 0; i < concurrency; i++) {
    CURL *handle = curl_easy_init();
    transfers[i].handle = handle;
    curl_easy_setopt(handle, CURLOPT_URL, url);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, buffer_size);
    // The others ask for compression, too: the requests are the same.
    curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfers[i]);
    curl_easy_setopt(handle, CURLOPT_PRIVATE, (void *)&transfers[i]);
    if (started < count) {
      started++;
      transfers[i].start = now();
      curl_multi_add_handle(multi, handle);
    }
  }
  while (done < count) {
    int running = 0, left = 0;
    curl_multi_perform(multi, &running);
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL *handle = message->easy_handle;
      struct transfer *transfer = NULL;
      curl_easy_getinfo(handle, CURLINFO_PRIVATE, (char **)&transfer);
      long status = 0;
      curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
      if (message->data.result == CURLE_OK && status == 200 && transfer->size > 0) good++;
      latencies[done++] = now() - transfer->start;
      // The next one gets a buffer of its own, as the caller keeps the body.
      free(transfer->body);
      transfer->body = NULL;
      transfer->size = transfer->capacity = 0;
      curl_multi_remove_handle(multi, handle);
      if (started < count) {
        started++;
        transfer->start = now();
        curl_multi_add_handle(multi, handle);
      }
    }
    if (done < count) curl_multi_poll(multi, NULL, 0, 100, NULL);
  }
  for (size_t i = 0; i < concurrency; i++) {
    free(transfers[i].body);
    curl_easy_cleanup(transfers[i].handle);
  }
  free(transfers);
  curl_multi_cleanup(multi);
  return good;
}

// One request after the other, handed to a thread.
struct network {
  CURLM *multi;
  struct transfer transfer;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int is_asked, is_answered, is_good, is_over;
};

static void *run_network(void *context) {
  struct network *network = context;
  CURLM *multi = network->multi;
  for (;;) {
    pthread_mutex_lock(&network->mutex);
    int is_asked = network->is_asked, is_over = network->is_over;
    network->is_asked = 0;
    pthread_mutex_unlock(&network->mutex);
    if (is_over) return NULL;
    if (is_asked) curl_multi_add_handle(multi, network->transfer.handle);
    int running = 0, left = 0;
    curl_multi_perform(multi, &running);
    CURLMsg *message = curl_multi_info_read(multi, &left);
    if (message && message->msg == CURLMSG_DONE) {
      CURL *handle = message->easy_handle;
      long status = 0;
      curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
      int is_good = message->data.result == CURLE_OK && status == 200 && network->transfer.size > 0;
      curl_multi_remove_handle(multi, handle);
      pthread_mutex_lock(&network->mutex);
      network->is_good = is_good;
      network->is_answered = 1;
      pthread_cond_signal(&network->changed);
      pthread_mutex_unlock(&network->mutex);
    }
    curl_multi_poll(multi, NULL, 0, 100, NULL);
  }
}

size_t plain_curl_thread(const char *url, size_t count, double *latencies) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  struct network network = {.multi = curl_multi_init()};
  struct transfer *transfer = &network.transfer;
  transfer->handle = curl_easy_init();
  curl_easy_setopt(transfer->handle, CURLOPT_URL, url);
  curl_easy_setopt(transfer->handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(transfer->handle, CURLOPT_BUFFERSIZE, buffer_size);
  curl_easy_setopt(transfer->handle, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(transfer->handle, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(transfer->handle, CURLOPT_WRITEDATA, transfer);
  pthread_mutex_init(&network.mutex, NULL);
  pthread_cond_init(&network.changed, NULL);
  pthread_t thread;
  size_t good = 0;
  if (pthread_create(&thread, NULL, run_network, &network) == 0) {
    for (size_t i = 0; i < count; i++) {
      transfer->start = now();
      pthread_mutex_lock(&network.mutex);
      network.is_asked = 1;
      network.is_answered = 0;
      pthread_mutex_unlock(&network.mutex);
      curl_multi_wakeup(network.multi);
      pthread_mutex_lock(&network.mutex);
      while (!network.is_answered) pthread_cond_wait(&network.changed, &network.mutex);
      good += network.is_good;
      pthread_mutex_unlock(&network.mutex);
      latencies[i] = now() - transfer->start;
      free(transfer->body);
      transfer->body = NULL;
      transfer->size = transfer->capacity = 0;
    }
    pthread_mutex_lock(&network.mutex);
    network.is_over = 1;
    pthread_mutex_unlock(&network.mutex);
    curl_multi_wakeup(network.multi);
    pthread_join(thread, NULL);
  }
  curl_easy_cleanup(transfer->handle);
  curl_multi_cleanup(network.multi);
  return good;
}

// Waits for one request; 0 for an answer.
static int ask(CURLM *multi, const char *url, const char *certificates) {
  struct transfer transfer = {.handle = curl_easy_init()};
  curl_easy_setopt(transfer.handle, CURLOPT_URL, url);
  curl_easy_setopt(transfer.handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(transfer.handle, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(transfer.handle, CURLOPT_CAINFO, certificates);
  curl_easy_setopt(transfer.handle, CURLOPT_CAPATH, NULL);
  curl_easy_setopt(transfer.handle, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(transfer.handle, CURLOPT_WRITEDATA, &transfer);
  curl_multi_add_handle(multi, transfer.handle);
  int running = 1, left = 0, result = -1;
  while (running) {
    curl_multi_perform(multi, &running);
    if (running) curl_multi_poll(multi, NULL, 0, 100, NULL);
  }
  CURLMsg *message = curl_multi_info_read(multi, &left);
  if (message && message->msg == CURLMSG_DONE && message->data.result == CURLE_OK && transfer.size)
    result = 0;
  curl_multi_remove_handle(multi, transfer.handle);
  curl_easy_cleanup(transfer.handle);
  free(transfer.body);
  return result;
}

double plain_first(const char *plain, const char *secure, const char *certificates) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM *multi = curl_multi_init();
  double seconds = -1;
  if (ask(multi, plain, certificates) == 0) {
    double start = now();
    if (ask(multi, secure, certificates) == 0) seconds = now() - start;
  }
  curl_multi_cleanup(multi);
  return seconds;
}
