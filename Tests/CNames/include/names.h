/// A name server that never answers, for the names below "silent.test", and one that changes its mind;
/// others are looked up as ever. This machine also has an interface with public addresses.
#ifndef TWEETIE_NAMES_H
#define TWEETIE_NAMES_H

/// Waits until so many questions have been asked since the beginning.
void cnames_await(int count);
/// How many questions were asked.
int cnames_asked(void);
/// Lets all questions so far fail.
void cnames_release(void);

/// Gives a name addresses, with blanks between them: each question is answered with the next one, and
/// with the last from then on. Returns 0 where there is no room for the name.
int cnames_list(const char *name, const char *addresses);

/// The public addresses that an interface of this machine has, beside its own.
#define CNAMES_OWN_V4 "1.2.3.5"
#define CNAMES_OWN_V6 "2606:4700::4711"

/// Has each question for a listed name wait for so many milliseconds.
void cnames_delay(int milliseconds);

#endif
