// The program's own `getaddrinfo` comes before the system's, for every library that asks.
#define _GNU_SOURCE
#include "names.h"

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int asked;
static int released;

static int is_silent(const char *name) {
  static const char end[] = ".silent.test";
  size_t length = name ? strlen(name) : 0;
  return length >= sizeof end - 1 && strcmp(name + length - (sizeof end - 1), end) == 0;
}

typedef int resolver(const char *, const char *, const struct addrinfo *, struct addrinfo **);

int getaddrinfo(
    const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  if (!is_silent(name)) {
    resolver *real = (resolver *)dlsym(RTLD_NEXT, "getaddrinfo");
    return real ? real(name, service, hints, found) : EAI_FAIL;
  }
  pthread_mutex_lock(&lock);
  int number = ++asked;
  pthread_cond_broadcast(&changed);
  while (released < number) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return EAI_AGAIN;
}

void cnames_await(int count) {
  pthread_mutex_lock(&lock);
  while (asked < count) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}

int cnames_asked(void) {
  pthread_mutex_lock(&lock);
  int count = asked;
  pthread_mutex_unlock(&lock);
  return count;
}

void cnames_release(void) {
  pthread_mutex_lock(&lock);
  released = asked;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}
