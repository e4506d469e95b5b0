/// libvterm as it is, and what of pseudo-terminals Swift's Glibc module leaves out: functions behind
/// a feature macro, and a header it does not know.
#ifndef TWEETIE_CVTERM_H
#define TWEETIE_CVTERM_H

#include <stddef.h>
#include <sys/eventfd.h>
#include <vterm.h>

int posix_openpt(int flags);
int grantpt(int descriptor);
int unlockpt(int descriptor);
int ptsname_r(int descriptor, char *name, size_t size);

#endif
