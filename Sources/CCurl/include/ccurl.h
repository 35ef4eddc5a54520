// libcurl, loaded when a request is first made.
//
// A command that makes no request never loads it, and building needs no curl package. The functions
// are the calls of libcurl that the transport uses, each with the library as its first argument and
// each variadic call (curl_easy_setopt, curl_easy_getinfo) once for each type that is passed.
#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// A loaded library; it stays loaded until the process ends.
typedef struct ccurl_library ccurl_library;

/// Loads the first library that can be had and starts it (curl_global_init).
/// - names: file names for dlopen, tried in order.
/// - reason: says in words what went wrong when the answer is NULL.
ccurl_library *_Nullable ccurl_open(const char *_Nonnull const *_Nonnull names, size_t count,
                                    char *reason, size_t reason_size);

/// The library's own name and version.
const char *ccurl_version(const ccurl_library *library);
/// What a result code means, in words.
const char *ccurl_message(const ccurl_library *library, int code);
/// What a result code of the multi interface means, in words.
const char *ccurl_multi_message(const ccurl_library *library, int code);

void *_Nullable ccurl_easy_new(const ccurl_library *library);
void ccurl_easy_free(const ccurl_library *library, void *easy);

int ccurl_set_long(const ccurl_library *library, void *easy, int option, long value);
int ccurl_set_offset(const ccurl_library *library, void *easy, int option, int64_t value);
int ccurl_set_pointer(const ccurl_library *library, void *easy, int option,
                      const void *_Nullable value);
/// - callback: gets bytes, 1, their number and the context; another answer than the number ends the
///   transfer.
int ccurl_set_callback(const ccurl_library *library, void *easy, int option,
                       size_t (*callback)(char *_Nullable, size_t, size_t, void *_Nullable));

int ccurl_get_long(const ccurl_library *library, void *easy, int info, long *value);
int ccurl_get_string(const ccurl_library *library, void *easy, int info,
                     const char *_Nullable *_Nonnull value);

/// Appends a copy of text to a list (NULL: a new one); NULL when there is no memory.
void *_Nullable ccurl_list_append(const ccurl_library *library, void *_Nullable list,
                                  const char *text);
void ccurl_list_free(const ccurl_library *library, void *_Nullable list);

void *_Nullable ccurl_multi_new(const ccurl_library *library);
int ccurl_multi_set_long(const ccurl_library *library, void *multi, int option, long value);
int ccurl_multi_add(const ccurl_library *library, void *multi, void *easy);
int ccurl_multi_remove(const ccurl_library *library, void *multi, void *easy);
int ccurl_multi_perform(const ccurl_library *library, void *multi);
/// Waits until something is to be done, somebody wakes it, or the time is over.
int ccurl_multi_poll(const ccurl_library *library, void *multi, int milliseconds);
/// Ends a poll; the one call that any thread may make.
int ccurl_multi_wakeup(const ccurl_library *library, void *multi);
/// The next transfer that has ended, or NULL; its result code goes to code.
void *_Nullable ccurl_multi_next_done(const ccurl_library *library, void *multi, int *code);

/// Gives the calling thread a name (15 bytes at the most), for those who look at the process.
void ccurl_name_this_thread(const char *name);

// The constants of curl/curl.h, which is part of libcurl's stable ABI; ccurl.c holds them against
// the header where there is one.
enum {
  CCURLOPT_WRITEDATA = 10001,
  CCURLOPT_URL = 10002,
  CCURLOPT_PROXY = 10004,
  CCURLOPT_ERRORBUFFER = 10010,
  CCURLOPT_LOW_SPEED_LIMIT = 19,
  CCURLOPT_LOW_SPEED_TIME = 20,
  CCURLOPT_HTTPHEADER = 10023,
  CCURLOPT_HEADERDATA = 10029,
  CCURLOPT_FOLLOWLOCATION = 52,
  CCURLOPT_POSTFIELDSIZE = 60,
  CCURLOPT_SSL_VERIFYPEER = 64,
  CCURLOPT_CAINFO = 10065,
  CCURLOPT_HEADERFUNCTION = 20079,
  CCURLOPT_HTTPGET = 80,
  CCURLOPT_SSL_VERIFYHOST = 81,
  CCURLOPT_HTTP_VERSION = 84,
  CCURLOPT_NOSIGNAL = 99,
  CCURLOPT_ACCEPT_ENCODING = 10102,
  CCURLOPT_COPYPOSTFIELDS = 10165,
  CCURLOPT_MAXFILESIZE_LARGE = 30117,
  CCURLOPT_TIMEOUT_MS = 155,
  CCURLOPT_CONNECTTIMEOUT_MS = 156,
  CCURLOPT_NOPROXY = 10177,
  CCURLOPT_PROTOCOLS = 181,
  CCURLOPT_HEADEROPT = 229,
  CCURLOPT_PIPEWAIT = 237,
  CCURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  CCURLOPT_DISALLOW_USERNAME_IN_URL = 278,
  CCURLOPT_HTTP09_ALLOWED = 285,
  // Since 7.87; older libraries do not know it.
  CCURLOPT_QUICK_EXIT = 322,
  CCURLOPT_WRITEFUNCTION = 20011,

  CCURLINFO_RESPONSE_CODE = 0x200002,
  CCURLINFO_HTTP_CONNECTCODE = 0x200016,
  CCURLINFO_OS_ERRNO = 0x200019,
  CCURLINFO_REDIRECT_URL = 0x10001F,

  CCURLMOPT_MAXCONNECTS = 6,
  CCURLMOPT_MAX_HOST_CONNECTIONS = 7,

  CCURLPROTO_HTTP = 1,
  CCURLPROTO_HTTPS = 2,
  CCURL_HTTP_VERSION_2TLS = 4,
  CCURLHEADER_SEPARATE = 1,

  CCURLE_OK = 0,
  CCURLE_UNSUPPORTED_PROTOCOL = 1,
  CCURLE_COULDNT_RESOLVE_PROXY = 5,
  CCURLE_COULDNT_RESOLVE_HOST = 6,
  CCURLE_COULDNT_CONNECT = 7,
  CCURLE_WEIRD_SERVER_REPLY = 8,
  CCURLE_WRITE_ERROR = 23,
  CCURLE_OUT_OF_MEMORY = 27,
  CCURLE_OPERATION_TIMEDOUT = 28,
  CCURLE_SSL_CONNECT_ERROR = 35,
  CCURLE_PEER_FAILED_VERIFICATION = 60,
  CCURLE_FILESIZE_EXCEEDED = 63,
  CCURLE_SSL_CACERT_BADFILE = 77,
};

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
