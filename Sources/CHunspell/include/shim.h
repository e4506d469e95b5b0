/// The spelling checker Hunspell: loaded with the first form to write in, and missing on many
/// machines. No logic.
///
/// Its own header is not needed: what is called of it is a C interface that has been the same since
/// 2008. All but the first function may be called only after that has returned 1.
#ifndef TWEETIE_CHUNSPELL_H
#define TWEETIE_CHUNSPELL_H

typedef struct Hunhandle Hunhandle;

/// Loads hunspell, once, from any thread. Returns 1, or 0 if hunspell is missing.
int chunspell_load(void);

/// Opens a spelling dictionary of two files; the caller closes it. NULL if they cannot be read.
Hunhandle *chunspell_open(const char *affixes, const char *words);
void chunspell_close(Hunhandle *dictionary);
/// The encoding of a spelling dictionary's words, by its name in iconv.
const char *chunspell_encoding(Hunhandle *dictionary);
/// Returns 1 if a spelling dictionary has a word.
int chunspell_knows(Hunhandle *dictionary, const char *word);
/// Suggests words for a misspelled one. Returns their number, and a list for `chunspell_give_back`.
int chunspell_suggest(Hunhandle *dictionary, char ***list, const char *word);
void chunspell_give_back(Hunhandle *dictionary, char ***list, int count);

#endif
