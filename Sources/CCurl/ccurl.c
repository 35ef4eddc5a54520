#include "ccurl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#if defined(__has_include)
#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#define SAME(name) _Static_assert((int)C##name == (int)name, #name " has another value")
SAME(CURLOPT_WRITEDATA);
SAME(CURLOPT_URL);
SAME(CURLOPT_PROXY);
SAME(CURLOPT_ERRORBUFFER);
SAME(CURLOPT_LOW_SPEED_LIMIT);
SAME(CURLOPT_LOW_SPEED_TIME);
SAME(CURLOPT_HTTPHEADER);
SAME(CURLOPT_HEADERDATA);
SAME(CURLOPT_FOLLOWLOCATION);
SAME(CURLOPT_POSTFIELDSIZE);
SAME(CURLOPT_SSL_VERIFYPEER);
SAME(CURLOPT_CAINFO);
SAME(CURLOPT_HEADERFUNCTION);
SAME(CURLOPT_HTTPGET);
SAME(CURLOPT_SSL_VERIFYHOST);
SAME(CURLOPT_HTTP_VERSION);
SAME(CURLOPT_NOSIGNAL);
SAME(CURLOPT_ACCEPT_ENCODING);
SAME(CURLOPT_COPYPOSTFIELDS);
SAME(CURLOPT_MAXFILESIZE_LARGE);
SAME(CURLOPT_TIMEOUT_MS);
SAME(CURLOPT_CONNECTTIMEOUT_MS);
SAME(CURLOPT_NOPROXY);
_Static_assert(CCURLOPT_PROTOCOLS == 181, "deprecated in the header, part of the ABI");
SAME(CURLOPT_HEADEROPT);
SAME(CURLOPT_PIPEWAIT);
SAME(CURLOPT_SUPPRESS_CONNECT_HEADERS);
SAME(CURLOPT_DISALLOW_USERNAME_IN_URL);
SAME(CURLOPT_HTTP09_ALLOWED);
SAME(CURLOPT_WRITEFUNCTION);
SAME(CURLINFO_RESPONSE_CODE);
SAME(CURLINFO_HTTP_CONNECTCODE);
SAME(CURLINFO_OS_ERRNO);
SAME(CURLINFO_REDIRECT_URL);
SAME(CURLMOPT_MAXCONNECTS);
SAME(CURLMOPT_MAX_HOST_CONNECTIONS);
SAME(CURLPROTO_HTTP);
SAME(CURLPROTO_HTTPS);
SAME(CURL_HTTP_VERSION_2TLS);
SAME(CURLHEADER_SEPARATE);
SAME(CURLE_OK);
SAME(CURLE_UNSUPPORTED_PROTOCOL);
SAME(CURLE_COULDNT_RESOLVE_PROXY);
SAME(CURLE_COULDNT_RESOLVE_HOST);
SAME(CURLE_COULDNT_CONNECT);
SAME(CURLE_WEIRD_SERVER_REPLY);
SAME(CURLE_WRITE_ERROR);
SAME(CURLE_OUT_OF_MEMORY);
SAME(CURLE_OPERATION_TIMEDOUT);
SAME(CURLE_SSL_CONNECT_ERROR);
SAME(CURLE_PEER_FAILED_VERIFICATION);
SAME(CURLE_FILESIZE_EXCEEDED);
SAME(CURLE_SSL_CACERT_BADFILE);
_Static_assert(CURL_GLOBAL_DEFAULT == 3, "CURL_GLOBAL_DEFAULT has another value");
_Static_assert(CURLMSG_DONE == 1, "CURLMSG_DONE has another value");
#endif
#endif

// struct CURLMsg of curl/multi.h
struct message {
  int kind;
  void *easy;
  union {
    void *whatever;
    int code;
  } data;
};

struct ccurl_library {
  int (*global_init)(long);
  char *(*version)(void);
  const char *(*easy_strerror)(int);
  const char *(*multi_strerror)(int);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  void *(*multi_init)(void);
  int (*multi_setopt)(void *, int, ...);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, void *, unsigned int, int, int *);
  int (*multi_wakeup)(void *);
  struct message *(*multi_info_read)(void *, int *);
};

ccurl_library *ccurl_open(const char *const *names, size_t count, char *reason,
                          size_t reason_size) {
  void *handle = NULL;
  for (size_t i = 0; i < count && !handle; i++) {
    handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!handle && i == 0) {
      const char *error = dlerror();
      snprintf(reason, reason_size, "%s", error ? error : names[i]);
    }
  }
  if (!handle) return NULL;
  ccurl_library *library = calloc(1, sizeof *library);
  if (!library) {
    snprintf(reason, reason_size, "no memory");
    return NULL;
  }
  const struct {
    const char *name;
    void *place;
  } symbols[] = {
      {"curl_global_init", &library->global_init},
      {"curl_version", &library->version},
      {"curl_easy_strerror", &library->easy_strerror},
      {"curl_multi_strerror", &library->multi_strerror},
      {"curl_easy_init", &library->easy_init},
      {"curl_easy_cleanup", &library->easy_cleanup},
      {"curl_easy_setopt", &library->easy_setopt},
      {"curl_easy_getinfo", &library->easy_getinfo},
      {"curl_slist_append", &library->slist_append},
      {"curl_slist_free_all", &library->slist_free_all},
      {"curl_multi_init", &library->multi_init},
      {"curl_multi_setopt", &library->multi_setopt},
      {"curl_multi_add_handle", &library->multi_add_handle},
      {"curl_multi_remove_handle", &library->multi_remove_handle},
      {"curl_multi_perform", &library->multi_perform},
      {"curl_multi_poll", &library->multi_poll},
      {"curl_multi_wakeup", &library->multi_wakeup},
      {"curl_multi_info_read", &library->multi_info_read},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *symbol = dlsym(handle, symbols[i].name);
    if (!symbol) {
      snprintf(reason, reason_size, "it has no %s (7.68 or later is needed)", symbols[i].name);
      free(library);
      return NULL;
    }
    // POSIX keeps pointers to data and to functions in the same form.
    memcpy(symbols[i].place, &symbol, sizeof symbol);
  }
  int code = library->global_init(3);
  if (code != 0) {
    snprintf(reason, reason_size, "%s", library->easy_strerror(code));
    free(library);
    return NULL;
  }
  return library;
}

const char *ccurl_version(const ccurl_library *library) { return library->version(); }

const char *ccurl_message(const ccurl_library *library, int code) {
  return library->easy_strerror(code);
}

const char *ccurl_multi_message(const ccurl_library *library, int code) {
  return library->multi_strerror(code);
}

void *ccurl_easy_new(const ccurl_library *library) { return library->easy_init(); }

void ccurl_easy_free(const ccurl_library *library, void *easy) { library->easy_cleanup(easy); }

int ccurl_set_long(const ccurl_library *library, void *easy, int option, long value) {
  return library->easy_setopt(easy, option, value);
}

int ccurl_set_offset(const ccurl_library *library, void *easy, int option, int64_t value) {
  return library->easy_setopt(easy, option, value);
}

int ccurl_set_pointer(const ccurl_library *library, void *easy, int option, const void *value) {
  return library->easy_setopt(easy, option, value);
}

int ccurl_set_callback(const ccurl_library *library, void *easy, int option,
                       size_t (*callback)(char *, size_t, size_t, void *)) {
  return library->easy_setopt(easy, option, callback);
}

int ccurl_get_long(const ccurl_library *library, void *easy, int info, long *value) {
  return library->easy_getinfo(easy, info, value);
}

int ccurl_get_string(const ccurl_library *library, void *easy, int info, const char **value) {
  return library->easy_getinfo(easy, info, value);
}

void *ccurl_list_append(const ccurl_library *library, void *list, const char *text) {
  return library->slist_append(list, text);
}

void ccurl_list_free(const ccurl_library *library, void *list) { library->slist_free_all(list); }

void *ccurl_multi_new(const ccurl_library *library) { return library->multi_init(); }

int ccurl_multi_set_long(const ccurl_library *library, void *multi, int option, long value) {
  return library->multi_setopt(multi, option, value);
}

int ccurl_multi_add(const ccurl_library *library, void *multi, void *easy) {
  return library->multi_add_handle(multi, easy);
}

int ccurl_multi_remove(const ccurl_library *library, void *multi, void *easy) {
  return library->multi_remove_handle(multi, easy);
}

int ccurl_multi_perform(const ccurl_library *library, void *multi) {
  int running = 0;
  return library->multi_perform(multi, &running);
}

int ccurl_multi_poll(const ccurl_library *library, void *multi, int milliseconds) {
  return library->multi_poll(multi, NULL, 0, milliseconds, NULL);
}

int ccurl_multi_wakeup(const ccurl_library *library, void *multi) {
  return library->multi_wakeup(multi);
}

void *ccurl_multi_next_done(const ccurl_library *library, void *multi, int *code) {
  int left = 0;
  struct message *message;
  while ((message = library->multi_info_read(multi, &left))) {
    if (message->kind != 1) continue;
    *code = message->data.code;
    return message->easy;
  }
  return NULL;
}

void ccurl_name_this_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
