#include "shim.h"

#include <dlfcn.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <pthread.h>

static __typeof__(&SHA256) p_SHA256;
static __typeof__(&HMAC) p_HMAC;
static __typeof__(&EVP_sha1) p_EVP_sha1;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
  void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  p_SHA256 = (__typeof__(&SHA256))dlsym(library, "SHA256");
  p_HMAC = (__typeof__(&HMAC))dlsym(library, "HMAC");
  p_EVP_sha1 = (__typeof__(&EVP_sha1))dlsym(library, "EVP_sha1");
  is_loaded = p_SHA256 && p_HMAC && p_EVP_sha1;
}

int ccrypto_sha256(const unsigned char *bytes, size_t count, unsigned char *digest) {
  pthread_once(&once, load);
  return is_loaded && p_SHA256(bytes, count, digest) != 0;
}

int ccrypto_hmac_sha1(const unsigned char *key, size_t key_count, const unsigned char *bytes,
                      size_t count, unsigned char *digest) {
  unsigned int size = 0;
  pthread_once(&once, load);
  return is_loaded && p_HMAC(p_EVP_sha1(), key, (int)key_count, bytes, count, digest, &size) != 0;
}
