/// Two functions of OpenSSL's libcrypto, which is loaded by the first call: only signing in and some
/// services' signatures need it. No logic.
#ifndef TWEETIE_CCRYPTO_H
#define TWEETIE_CCRYPTO_H

#include <stddef.h>

/// SHA-256 into 32 bytes. Returns 1, or 0 where libcrypto is missing.
int ccrypto_sha256(const unsigned char *bytes, size_t count, unsigned char *digest);
/// HMAC with SHA-1 into 20 bytes. Returns 1, or 0 where libcrypto is missing.
int ccrypto_hmac_sha1(const unsigned char *key, size_t key_count, const unsigned char *bytes,
                      size_t count, unsigned char *digest);

#endif
