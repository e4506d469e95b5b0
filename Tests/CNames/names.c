// The program's own `getaddrinfo` comes before the system's, for every library that asks.
#define _GNU_SOURCE
#include "names.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
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

/// The interfaces of the machine, behind one with public addresses.
static struct sockaddr_in6 own_v6;
static struct sockaddr_in own_v4;

int getifaddrs(struct ifaddrs **list) {
  int (*real)(struct ifaddrs **) = (int (*)(struct ifaddrs **))dlsym(RTLD_NEXT, "getifaddrs");
  struct ifaddrs *own = calloc(2, sizeof *own);
  if (!own || !real || real(&own[1].ifa_next) != 0) return -1;
  pthread_mutex_lock(&lock);
  own_v4.sin_family = AF_INET;
  inet_pton(AF_INET, CNAMES_OWN_V4, &own_v4.sin_addr);
  own_v6.sin6_family = AF_INET6;
  inet_pton(AF_INET6, CNAMES_OWN_V6, &own_v6.sin6_addr);
  pthread_mutex_unlock(&lock);
  own[0] = (struct ifaddrs){.ifa_next = &own[1], .ifa_name = "pub0"};
  own[0].ifa_addr = (struct sockaddr *)&own_v4;
  own[1].ifa_name = "pub0";
  own[1].ifa_addr = (struct sockaddr *)&own_v6;
  *list = own;
  return 0;
}

void freeifaddrs(struct ifaddrs *list) {
  void (*real)(struct ifaddrs *) = (void (*)(struct ifaddrs *))dlsym(RTLD_NEXT, "freeifaddrs");
  if (list && list->ifa_addr == (struct sockaddr *)&own_v4) {
    real(list[1].ifa_next);
    free(list);
  } else {
    real(list);
  }
}
