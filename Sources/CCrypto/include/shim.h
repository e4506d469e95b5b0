/// What of OpenSSL's libcrypto signing in and some services' signatures need. The library is loaded
/// by the first call. No logic.
#ifndef TWEETIE_CCRYPTO_H
#define TWEETIE_CCRYPTO_H

#include <stddef.h>

/// Loads libcrypto, once, from any thread. Returns 1, or 0 where it is missing or too old.
int ccrypto_load(void);

/// SHA-256 into 32 bytes. Returns 1, or 0 where libcrypto is missing.
int ccrypto_sha256(const unsigned char *bytes, size_t count, unsigned char *digest);
/// HMAC with SHA-1 into 20 bytes. Returns 1, or 0 where libcrypto is missing.
int ccrypto_hmac_sha1(const unsigned char *key, size_t key_count, const unsigned char *bytes,
                      size_t count, unsigned char *digest);

/// The most bytes that a key has as DER.
#define CCRYPTO_KEY_ROOM 256

/// A new key on the curve P-256, as DER. Returns its length, or 0.
size_t ccrypto_new_key(unsigned char key[CCRYPTO_KEY_ROOM]);
/// The public half of a key, as x and y of 32 bytes each. Returns 1 or 0.
int ccrypto_public_half(const unsigned char *key, size_t key_count, unsigned char point[64]);
/// Signs with ECDSA and SHA-256, as r and s of 32 bytes each. Returns 1 or 0.
int ccrypto_sign(const unsigned char *key, size_t key_count, const unsigned char *bytes,
                 size_t count, unsigned char signature[64]);

#endif
