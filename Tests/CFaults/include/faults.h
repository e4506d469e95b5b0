/// A disk that fails under the files of some folders; for all others it is as ever.
#ifndef TWEETIE_FAULTS_H
#define TWEETIE_FAULTS_H

/// Has something in the folder fail to be brought to the disk once, after so many times that it did
/// not.
void cfaults_fail_sync(const char *folder, int times);
/// How often that has failed.
int cfaults_failures(const char *folder);
/// Has the n-th call that opens, reads, writes, protects, brings to the disk or moves a file in the
/// folder fail once, counted from 0 and from now, whoever makes it; with -1, none.
void cfaults_fail_call(const char *folder, int number);
/// Lets nothing be written in the folder until its ballast is removed.
void cfaults_fill(const char *folder);

#endif
