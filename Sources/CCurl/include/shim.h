/// Functions of libcurl. The library is loaded by `ccurl_load`, because it depends on some forty
/// libraries that would delay the first frame. `curl_easy_setopt`, `curl_easy_getinfo` and
/// `curl_multi_setopt` are variadic, so Swift cannot call them.
///
/// Types and constants are those of curl's header. Before any other function is called,
/// `ccurl_load` must have returned 1.
#ifndef TWEETIE_CCURL_H
#define TWEETIE_CCURL_H

#include <curl/curl.h>

/// Loads libcurl, once, from any thread. Returns 1, or 0 if libcurl is missing or too old.
int ccurl_load(void);
/// Returns the loader's error message if libcurl could not be loaded.
const char *ccurl_load_error(void);
/// Returns the versions of libcurl and its parts; `age` states which fields are filled in.
const curl_version_info_data *ccurl_version(void);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_list(CURL *easy, struct curl_slist *headers);
CURLcode ccurl_set_mime(CURL *easy, curl_mime *mime);
CURLcode ccurl_set_write(CURL *easy, curl_write_callback callback, void *context);
CURLcode ccurl_set_header(CURL *easy, curl_write_callback callback, void *context);
CURLcode ccurl_set_read(CURL *easy, curl_read_callback callback, void *context);
CURLcode ccurl_set_seek(CURL *easy, curl_seek_callback callback, void *context);
CURLcode ccurl_set_progress(CURL *easy, curl_xferinfo_callback callback, void *context);
CURLcode ccurl_set_open_socket(CURL *easy, curl_opensocket_callback callback, void *context);
CURLcode ccurl_set_pre_request(CURL *easy, curl_prereq_callback callback, void *context);
CURLcode ccurl_set_context(CURL *easy, void *context);

void *ccurl_get_context(CURL *easy);
long ccurl_get_long(CURL *easy, CURLINFO info);

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line);
void ccurl_slist_free_all(struct curl_slist *list);

curl_mime *ccurl_mime_init(CURL *easy);
void ccurl_mime_free(curl_mime *mime);
curl_mimepart *ccurl_mime_addpart(curl_mime *mime);
CURLcode ccurl_mime_name(curl_mimepart *part, const char *name);
CURLcode ccurl_mime_filename(curl_mimepart *part, const char *name);
CURLcode ccurl_mime_type(curl_mimepart *part, const char *type);
CURLcode ccurl_mime_data(curl_mimepart *part, const char *data, size_t size);
CURLcode ccurl_mime_filedata(curl_mimepart *part, const char *path);

CURLM *ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi, int *running);
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds);
CURLMcode ccurl_multi_wakeup(CURLM *multi);
CURLMsg *ccurl_multi_info_read(CURLM *multi);

CURLU *ccurl_url(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags);
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);
void ccurl_free(void *memory);

#endif
