/// Halts one thread of another process while the others run, as an endless loop in it would.
#ifndef TWEETIE_CHALT_H
#define TWEETIE_CHALT_H

#include <sys/types.h>

/// Halts the thread until its process ends, which is waited for behind the scenes. Returns 0, or an
/// errno where the system does not allow it.
int chalt_halt(pid_t thread);

#endif
