#include "shim.h"

#include <dlfcn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <string.h>

#include "libraries.h"

/// The names of the functions of libcrypto in use.
#define FUNCTIONS(X)            \
  X(SHA256)                     \
  X(HMAC)                       \
  X(EVP_sha1)                   \
  X(EVP_sha256)                 \
  X(EVP_PKEY_CTX_new_id)        \
  X(EVP_PKEY_CTX_free)          \
  X(EVP_PKEY_CTX_set_group_name) \
  X(EVP_PKEY_keygen_init)       \
  X(EVP_PKEY_generate)          \
  X(EVP_PKEY_get_octet_string_param) \
  X(EVP_PKEY_free)              \
  X(i2d_PrivateKey)             \
  X(d2i_AutoPrivateKey)         \
  X(EVP_MD_CTX_new)             \
  X(EVP_MD_CTX_free)            \
  X(EVP_DigestSignInit)         \
  X(EVP_DigestSign)             \
  X(d2i_ECDSA_SIG)              \
  X(ECDSA_SIG_free)             \
  X(ECDSA_SIG_get0_r)           \
  X(ECDSA_SIG_get0_s)           \
  X(BN_bn2binpad)

#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
  void *library = clibraries_open("libcrypto");
  if (!library) return;
  is_loaded = 1;
#define FIND(name)                                              \
  p_##name = (__typeof__(&name))dlsym(library, #name);          \
  is_loaded = is_loaded && p_##name;
  FUNCTIONS(FIND)
}

int ccrypto_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

int ccrypto_sha256(const unsigned char *bytes, size_t count, unsigned char *digest) {
  return ccrypto_load() && p_SHA256(bytes, count, digest) != 0;
}

int ccrypto_hmac_sha1(const unsigned char *key, size_t key_count, const unsigned char *bytes,
                      size_t count, unsigned char *digest) {
  unsigned int size = 0;
  return ccrypto_load() &&
         p_HMAC(p_EVP_sha1(), key, (int)key_count, bytes, count, digest, &size) != 0;
}

size_t ccrypto_new_key(unsigned char key[CCRYPTO_KEY_ROOM]) {
  if (!ccrypto_load()) return 0;
  EVP_PKEY *fresh = NULL;
  int length = 0;
  EVP_PKEY_CTX *maker = p_EVP_PKEY_CTX_new_id(EVP_PKEY_EC, NULL);
  if (maker && p_EVP_PKEY_keygen_init(maker) > 0 &&
      p_EVP_PKEY_CTX_set_group_name(maker, "P-256") > 0 && p_EVP_PKEY_generate(maker, &fresh) > 0) {
    length = p_i2d_PrivateKey(fresh, NULL);
    if (length > 0 && length <= CCRYPTO_KEY_ROOM) length = p_i2d_PrivateKey(fresh, &key);
    else length = 0;
  }
  p_EVP_PKEY_free(fresh);
  p_EVP_PKEY_CTX_free(maker);
  return length > 0 ? (size_t)length : 0;
}

int ccrypto_public_half(const unsigned char *key, size_t key_count, unsigned char point[64]) {
  if (!ccrypto_load()) return 0;
  // The point is uncompressed: the byte 4, then x and y.
  unsigned char encoded[65];
  size_t count = 0;
  EVP_PKEY *known = p_d2i_AutoPrivateKey(NULL, &key, (long)key_count);
  int is_done = known &&
                p_EVP_PKEY_get_octet_string_param(known, OSSL_PKEY_PARAM_PUB_KEY, encoded,
                                                  sizeof encoded, &count) == 1 &&
                count == sizeof encoded && encoded[0] == 4;
  if (is_done) memcpy(point, encoded + 1, 64);
  p_EVP_PKEY_free(known);
  return is_done;
}

int ccrypto_sign(const unsigned char *key, size_t key_count, const unsigned char *bytes,
                 size_t count, unsigned char signature[64]) {
  if (!ccrypto_load()) return 0;
  unsigned char encoded[80];
  const unsigned char *read = encoded;
  size_t length = sizeof encoded;
  EVP_PKEY *known = p_d2i_AutoPrivateKey(NULL, &key, (long)key_count);
  EVP_MD_CTX *signer = p_EVP_MD_CTX_new();
  ECDSA_SIG *pair = NULL;
  if (known && signer && p_EVP_DigestSignInit(signer, NULL, p_EVP_sha256(), NULL, known) == 1 &&
      p_EVP_DigestSign(signer, encoded, &length, bytes, count) == 1) {
    pair = p_d2i_ECDSA_SIG(NULL, &read, (long)length);
  }
  int is_done = pair && p_BN_bn2binpad(p_ECDSA_SIG_get0_r(pair), signature, 32) == 32 &&
                p_BN_bn2binpad(p_ECDSA_SIG_get0_s(pair), signature + 32, 32) == 32;
  p_ECDSA_SIG_free(pair);
  p_EVP_MD_CTX_free(signer);
  p_EVP_PKEY_free(known);
  return is_done;
}
