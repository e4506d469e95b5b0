/// Functions of OpenSSL's libcrypto, for signing in and signing requests. The first call loads the
/// library.
#ifndef TWEETIE_CCRYPTO_H
#define TWEETIE_CCRYPTO_H

#include <stddef.h>

/// Loads libcrypto, once, from any thread. Returns 1, or 0 if libcrypto is missing or too old.
int ccrypto_load(void);

/// Computes a SHA-256 digest of 32 bytes. Returns 1, or 0 if libcrypto is missing.
int ccrypto_sha256(const unsigned char *bytes, size_t count, unsigned char *digest);
/// Computes an HMAC with SHA-1 of 20 bytes. Returns 1, or 0 if libcrypto is missing.
int ccrypto_hmac_sha1(const unsigned char *key, size_t key_count, const unsigned char *bytes,
                      size_t count, unsigned char *digest);

/// The largest size of a signing key in DER, in bytes.
#define CCRYPTO_KEY_ROOM 256

/// Creates a signing key on the curve P-256, in DER. Returns its length, or 0 on failure.
size_t ccrypto_new_key(unsigned char key[CCRYPTO_KEY_ROOM]);
/// Computes the public key of a signing key, as x and y of 32 bytes each. Returns 1, or 0 on
/// failure.
int ccrypto_public_half(const unsigned char *key, size_t key_count, unsigned char point[64]);
/// Signs bytes with ECDSA and SHA-256, as r and s of 32 bytes each. Returns 1, or 0 on failure.
int ccrypto_sign(const unsigned char *key, size_t key_count, const unsigned char *bytes,
                 size_t count, unsigned char signature[64]);

#endif
