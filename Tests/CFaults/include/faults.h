/// A disk that fails under the files of some folders, a line that fails for some threads, and memory
/// that is short for a library in some threads; for all others everything is as ever.
#ifndef TWEETIE_FAULTS_H
#define TWEETIE_FAULTS_H

#include <stddef.h>

/// Has something in the folder fail to be brought to the disk once, after so many times that it did
/// not.
void cfaults_fail_sync(const char *folder, int times);
/// How often that has failed.
int cfaults_failures(const char *folder);
/// Has the n-th call that opens, reads, writes, protects, brings to the disk or moves a file in the
/// folder fail once, counted from 0 and from now, whoever makes it; with -1, none.
void cfaults_fail_call(const char *folder, int number);
/// Lets no call for the folder's files do anything from the n-th on, counted from 0 and from now, as
/// if whoever makes them had been killed; where that call writes, so many of its bytes are written.
void cfaults_kill(const char *folder, int number, size_t bytes);
/// Lets the calls through again; returns how many bytes the call was to write with which the kill
/// came, 0 where it was another kind of call, and -1 where there were not so many.
long cfaults_revive(const char *folder);
/// Lets nothing be written in the folder, with that error, until its ballast is removed.
void cfaults_fill(const char *folder, int error);

/// Has calls and allocations of this thread be counted under a number of their own, and returns it.
int cfaults_adopt_thread(void);
/// Has the n-th call for a socket fail once with that error, counted from 0 and from now, in the
/// threads of that number; a thread has the number of the port it connected to last. With -1, none.
void cfaults_fail_socket(int threads, int number, int error);
/// An address out in the world whose connections lead to this machine.
#define CFAULTS_FAR_AWAY "1.2.3.4"
/// A public address that no interface has, but that is routed to this machine.
#define CFAULTS_LOCAL_ROUTE "1.2.3.6"

/// Whether memory can be short: not in programs that watch it themselves.
int cfaults_can_lack_memory(void);
/// Has the n-th allocation fail once that the library makes, counted from 0 and from now, in the
/// threads of that number; with -1, none.
void cfaults_fail_allocation(int threads, const char *library, int number);
/// How often a socket or an allocation has failed in the threads of that number.
int cfaults_thread_failures(int threads);

#endif
