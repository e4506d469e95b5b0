// The program's own `getaddrinfo` comes before the system's, for every library that asks.
#define _GNU_SOURCE
#include "names.h"

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int asked;
static int released;
static int delay;

/// Names that have another address each time somebody asks.
static struct {
  char name[64];
  char addresses[8][64];
  int count;
  int turn;
} listed[32];
static int listed_count;

/// The address of a listed name that is its turn; null for other names.
static const char *listed_address(const char *name) {
  const char *found = NULL;
  pthread_mutex_lock(&lock);
  for (int place = 0; name && !found && place < listed_count; place++) {
    if (strcmp(listed[place].name, name) != 0) continue;
    int turn = listed[place].turn++;
    found = listed[place].addresses[turn < listed[place].count ? turn : listed[place].count - 1];
  }
  pthread_mutex_unlock(&lock);
  return found;
}

int cnames_list(const char *name, const char *addresses) {
  char copy[512];
  char *rest = copy;
  char *address;
  snprintf(copy, sizeof copy, "%s", addresses);
  pthread_mutex_lock(&lock);
  int place = listed_count;
  int has_room = place < (int)(sizeof listed / sizeof *listed);
  if (has_room) {
    snprintf(listed[place].name, sizeof listed[place].name, "%s", name);
    while (listed[place].count < 8 && (address = strtok_r(rest, " ", &rest))) {
      snprintf(listed[place].addresses[listed[place].count++], 64, "%s", address);
    }
    listed_count++;
  }
  pthread_mutex_unlock(&lock);
  return has_room;
}

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
    const char *address = listed_address(name);
    if (address) usleep((useconds_t)__atomic_load_n(&delay, __ATOMIC_RELAXED) * 1000);
    return real ? real(address ? address : name, service, hints, found) : EAI_FAIL;
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

void cnames_delay(int milliseconds) {
  __atomic_store_n(&delay, milliseconds, __ATOMIC_RELAXED);
}
