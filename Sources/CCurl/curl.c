#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>

#include "libraries.h"

#define FUNCTIONS(each)                                                                          \
  each(curl_global_init) each(curl_version_info) each(curl_easy_init) each(curl_easy_cleanup)    \
  each(curl_easy_setopt) each(curl_easy_getinfo) each(curl_slist_append)                         \
  each(curl_slist_free_all) each(curl_mime_init) each(curl_mime_free) each(curl_mime_addpart)    \
  each(curl_mime_name) each(curl_mime_filename) each(curl_mime_type) each(curl_mime_data)        \
  each(curl_mime_filedata) each(curl_multi_init) each(curl_multi_cleanup)                        \
  each(curl_multi_setopt) each(curl_multi_add_handle) each(curl_multi_remove_handle)             \
  each(curl_multi_perform) each(curl_multi_poll) each(curl_multi_wakeup)                         \
  each(curl_multi_info_read) each(curl_url) each(curl_url_cleanup) each(curl_url_set)            \
  each(curl_url_get) each(curl_free)

// A pointer to each function, named as the function with the prefix "p_".
#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;
static const char *load_error = "";

static void load(void) {
  void *library = clibraries_open("libcurl");
  if (!library) {
    load_error = "libcurl is not installed";
    return;
  }
#define FIND(name)                                                                               \
  if (!(p_##name = (__typeof__(&name))dlsym(library, #name))) {                                  \
    load_error = "libcurl lacks " #name;                                                         \
    return;                                                                                      \
  }
  FUNCTIONS(FIND)
  if (p_curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    load_error = "libcurl could not be set up";
    return;
  }
  is_loaded = 1;
}

int ccurl_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

const char *ccurl_load_error(void) { return load_error; }
const curl_version_info_data *ccurl_version(void) { return p_curl_version_info(CURLVERSION_NOW); }

CURL *ccurl_easy_init(void) { return p_curl_easy_init(); }
void ccurl_easy_cleanup(CURL *easy) { p_curl_easy_cleanup(easy); }

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return p_curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return p_curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return p_curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_set_list(CURL *easy, struct curl_slist *headers) {
  return p_curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}
CURLcode ccurl_set_mime(CURL *easy, curl_mime *mime) {
  return p_curl_easy_setopt(easy, CURLOPT_MIMEPOST, mime);
}

#define SET_CALLBACK(name, type, function, data)                                                 \
  CURLcode ccurl_set_##name(CURL *easy, type callback, void *context) {                          \
    CURLcode code = p_curl_easy_setopt(easy, function, callback);                                \
    return code ? code : p_curl_easy_setopt(easy, data, context);                                \
  }
SET_CALLBACK(write, curl_write_callback, CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA)
SET_CALLBACK(header, curl_write_callback, CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA)
SET_CALLBACK(read, curl_read_callback, CURLOPT_READFUNCTION, CURLOPT_READDATA)
SET_CALLBACK(seek, curl_seek_callback, CURLOPT_SEEKFUNCTION, CURLOPT_SEEKDATA)
SET_CALLBACK(progress, curl_xferinfo_callback, CURLOPT_XFERINFOFUNCTION, CURLOPT_XFERINFODATA)
SET_CALLBACK(open_socket, curl_opensocket_callback, CURLOPT_OPENSOCKETFUNCTION,
             CURLOPT_OPENSOCKETDATA)
SET_CALLBACK(pre_request, curl_prereq_callback, CURLOPT_PREREQFUNCTION, CURLOPT_PREREQDATA)

CURLcode ccurl_set_context(CURL *easy, void *context) {
  return p_curl_easy_setopt(easy, CURLOPT_PRIVATE, context);
}
void *ccurl_get_context(CURL *easy) {
  char *context = 0;
  p_curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context);
  return context;
}
long ccurl_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  p_curl_easy_getinfo(easy, info, &value);
  return value;
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line) {
  return p_curl_slist_append(list, line);
}
void ccurl_slist_free_all(struct curl_slist *list) { p_curl_slist_free_all(list); }

curl_mime *ccurl_mime_init(CURL *easy) { return p_curl_mime_init(easy); }
void ccurl_mime_free(curl_mime *mime) { p_curl_mime_free(mime); }
curl_mimepart *ccurl_mime_addpart(curl_mime *mime) { return p_curl_mime_addpart(mime); }
CURLcode ccurl_mime_name(curl_mimepart *part, const char *name) {
  return p_curl_mime_name(part, name);
}
CURLcode ccurl_mime_filename(curl_mimepart *part, const char *name) {
  return p_curl_mime_filename(part, name);
}
CURLcode ccurl_mime_type(curl_mimepart *part, const char *type) {
  return p_curl_mime_type(part, type);
}
CURLcode ccurl_mime_data(curl_mimepart *part, const char *data, size_t size) {
  return p_curl_mime_data(part, data, size);
}
CURLcode ccurl_mime_filedata(curl_mimepart *part, const char *path) {
  return p_curl_mime_filedata(part, path);
}

CURLM *ccurl_multi_init(void) { return p_curl_multi_init(); }
void ccurl_multi_cleanup(CURLM *multi) { p_curl_multi_cleanup(multi); }
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return p_curl_multi_setopt(multi, option, value);
}
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) {
  return p_curl_multi_add_handle(multi, easy);
}
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) {
  return p_curl_multi_remove_handle(multi, easy);
}
CURLMcode ccurl_multi_perform(CURLM *multi, int *running) {
  return p_curl_multi_perform(multi, running);
}
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds) {
  return p_curl_multi_poll(multi, 0, 0, milliseconds, 0);
}
CURLMcode ccurl_multi_wakeup(CURLM *multi) { return p_curl_multi_wakeup(multi); }
CURLMsg *ccurl_multi_info_read(CURLM *multi) {
  int left = 0;
  return p_curl_multi_info_read(multi, &left);
}

CURLU *ccurl_url(void) { return p_curl_url(); }
void ccurl_url_cleanup(CURLU *url) { p_curl_url_cleanup(url); }
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
  return p_curl_url_set(url, part, text, flags);
}
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
  return p_curl_url_get(url, part, text, flags);
}
void ccurl_free(void *memory) { p_curl_free(memory); }
