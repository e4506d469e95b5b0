// The program's own functions come before the system's, for every library that calls them.
#define _GNU_SOURCE
#include "faults.h"
#include "threads.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

void cfaults_fail_socket(int threads, int number, int error) {
  struct plan *plan = cfaults_adopt_plan(threads);
  if (!plan) return;
  plan->socket_error = error;
  int before = atomic_exchange(&plan->sockets_left, number);
  cfaults_plans_waiting += (number >= 0) - (before >= 0);
}

/// Whether this is the call that fails.
static int fails(void) {
  if (cfaults_plans_waiting == 0 || cfaults_thread == 0) return 0;
  struct plan *plan = cfaults_plan(cfaults_thread);
  if (!plan) return 0;
  int left = plan->sockets_left;
  while (left >= 0 && !atomic_compare_exchange_weak(&plan->sockets_left, &left, left - 1)) {}
  if (left != 0) return 0;
  cfaults_plans_waiting--;
  plan->failures++;
  errno = plan->socket_error;
  return 1;
}

#define REAL(type, name, ...)                                                                    \
  static type (*real)(__VA_ARGS__);                                                              \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

/// The files of connections that seem to lead elsewhere than to the loopback address: 1 for
/// `CFAULTS_FAR_AWAY`, 2 for `CFAULTS_LOCAL_ROUTE`.
static _Atomic char far_away[4096];

static const char *const seeming[] = {"", CFAULTS_FAR_AWAY, CFAULTS_LOCAL_ROUTE};

static char place_of(const struct sockaddr *address) {
  if (address->sa_family != AF_INET) return 0;
  in_addr_t number = ((const struct sockaddr_in *)address)->sin_addr.s_addr;
  return number == inet_addr(CFAULTS_FAR_AWAY) ? 1 : number == inet_addr(CFAULTS_LOCAL_ROUTE) ? 2 : 0;
}

int socket(int domain, int type, int protocol) {
  REAL(int, "socket", int, int, int);
  int file = fails() ? -1 : real(domain, type, protocol);
  if (file >= 0 && file < (int)sizeof far_away) far_away[file] = 0;
  return file;
}

int connect(int file, const struct sockaddr *address, socklen_t length) {
  REAL(int, "connect", int, const struct sockaddr *, socklen_t);
  struct sockaddr_in here;
  if (address->sa_family == AF_INET) {
    cfaults_thread = ntohs(((const struct sockaddr_in *)address)->sin_port);
  }
  if (file >= 0 && file < (int)sizeof far_away) far_away[file] = place_of(address);
  if (place_of(address)) {
    here = *(const struct sockaddr_in *)address;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address = (const struct sockaddr *)&here;
  }
  return fails() ? -1 : real(file, address, length);
}

ssize_t send(int file, const void *bytes, size_t size, int flags) {
  REAL(ssize_t, "send", int, const void *, size_t, int);
  return fails() ? -1 : real(file, bytes, size, flags);
}

ssize_t recv(int file, void *bytes, size_t size, int flags) {
  REAL(ssize_t, "recv", int, void *, size_t, int);
  return fails() ? -1 : real(file, bytes, size, flags);
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
  REAL(int, "poll", struct pollfd *, nfds_t, int);
  return fails() ? -1 : real(files, count, milliseconds);
}

int getsockopt(int file, int level, int option, void *value, socklen_t *length) {
  REAL(int, "getsockopt", int, int, int, void *, socklen_t *);
  return fails() ? -1 : real(file, level, option, value, length);
}

int setsockopt(int file, int level, int option, const void *value, socklen_t length) {
  REAL(int, "setsockopt", int, int, int, const void *, socklen_t);
  return fails() ? -1 : real(file, level, option, value, length);
}

int getsockname(int file, struct sockaddr *address, socklen_t *length) {
  REAL(int, "getsockname", int, struct sockaddr *, socklen_t *);
  int code = fails() ? -1 : real(file, address, length);
  // A connection over a route to this machine comes from the address that it leads to.
  if (code == 0 && file >= 0 && file < (int)sizeof far_away && far_away[file] == 2
      && address->sa_family == AF_INET) {
    ((struct sockaddr_in *)address)->sin_addr.s_addr = inet_addr(CFAULTS_LOCAL_ROUTE);
  }
  return code;
}

int getpeername(int file, struct sockaddr *address, socklen_t *length) {
  REAL(int, "getpeername", int, struct sockaddr *, socklen_t *);
  int code = fails() ? -1 : real(file, address, length);
  if (code == 0 && file >= 0 && file < (int)sizeof far_away && far_away[file]) {
    ((struct sockaddr_in *)address)->sin_addr.s_addr = inet_addr(seeming[(int)far_away[file]]);
  }
  return code;
}
