/// What of OpenSSL Swift cannot call: functions that are macros. No logic; for tests alone.
#ifndef TWEETIE_CTLS_H
#define TWEETIE_CTLS_H

#include <openssl/bio.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

static inline EVP_PKEY *ctls_new_key(void) { return EVP_EC_gen("P-256"); }

static inline EVP_PKEY *ctls_new_rsa_key(unsigned int bits) { return EVP_RSA_gen(bits); }

static inline int ctls_set_oldest(SSL_CTX *context, int version) {
  return SSL_CTX_set_min_proto_version(context, version);
}
static inline int ctls_set_newest(SSL_CTX *context, int version) {
  return SSL_CTX_set_max_proto_version(context, version);
}

/// Chooses HTTP/2 where the client offers it.
static int ctls_choose_http2(
    SSL *session, const unsigned char **chosen, unsigned char *length,
    const unsigned char *offered, unsigned int count, void *context) {
  (void)session;
  (void)context;
  int found = SSL_select_next_proto(
      (unsigned char **)chosen, length, (const unsigned char *)"\x02h2", 3, offered, count);
  return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}
static inline void ctls_speak_http2(SSL_CTX *context) {
  SSL_CTX_set_alpn_select_cb(context, ctls_choose_http2, 0);
}

/// Has the session send these beside its own; they stay the caller's.
static inline int ctls_add_to_chain(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

/// Refuses every name that a client says it wants to speak to.
static int ctls_refuse_name(SSL *session, int *alert, void *context) {
  (void)session;
  (void)context;
  *alert = SSL_AD_UNRECOGNIZED_NAME;
  return SSL_TLSEXT_ERR_ALERT_FATAL;
}
static inline void ctls_refuse_names(SSL_CTX *context) {
  SSL_CTX_set_tlsext_servername_callback(context, ctls_refuse_name);
}

/// The certificate as the text that files carry; to be freed with `free`.
static inline char *ctls_text(X509 *certificate) {
  BIO *memory = BIO_new(BIO_s_mem());
  PEM_write_bio_X509(memory, certificate);
  char *start = 0;
  long count = BIO_get_mem_data(memory, &start);
  char *text = OPENSSL_strndup(start, (size_t)count);
  BIO_free(memory);
  return text;
}
static inline void ctls_free(void *memory) { OPENSSL_free(memory); }

#endif
