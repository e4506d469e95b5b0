/// A name server that never answers, for the names below "silent.test"; others are looked up as ever.
#ifndef TWEETIE_NAMES_H
#define TWEETIE_NAMES_H

/// Waits until so many questions have been asked since the beginning.
void cnames_await(int count);
/// How many questions were asked.
int cnames_asked(void);
/// Lets all questions so far fail.
void cnames_release(void);

#endif
