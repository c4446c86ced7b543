// Swift cannot call the variadic curl_easy_setopt(3), curl_easy_getinfo(3) and curl_multi_setopt(3).
#pragma once

#include <curl/curl.h>

static inline CURLcode clibcurl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode clibcurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode clibcurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode clibcurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

// For CURLOPT_WRITEFUNCTION, CURLOPT_READFUNCTION and CURLOPT_HEADERFUNCTION, which have one type.
static inline CURLcode clibcurl_set_function(CURL *handle, CURLoption option, curl_write_callback function) {
    return curl_easy_setopt(handle, option, function);
}

static inline CURLcode clibcurl_set_seek_function(CURL *handle, curl_seek_callback function) {
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode clibcurl_set_socket_function(CURL *handle, curl_sockopt_callback function) {
    return curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, function);
}

static inline curl_off_t clibcurl_size(CURL *handle, CURLINFO info) {
    curl_off_t value = 0;
    curl_easy_getinfo(handle, info, &value);
    return value;
}
