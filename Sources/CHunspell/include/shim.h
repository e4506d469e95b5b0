/// Functions of the spelling checker Hunspell. The library is loaded with the first form for text,
/// and is missing on many machines.
///
/// Hunspell's header is not used, since these functions are unchanged since 2008. Before any other
/// function is called, `chunspell_load` must have returned 1.
#ifndef TWEETIE_CHUNSPELL_H
#define TWEETIE_CHUNSPELL_H

typedef struct Hunhandle Hunhandle;

/// Loads hunspell, once, from any thread. Returns 1, or 0 if hunspell is missing.
int chunspell_load(void);

/// Opens a spelling dictionary of two files, which the caller closes; NULL if they are unreadable.
Hunhandle *chunspell_open(const char *affixes, const char *words);
void chunspell_close(Hunhandle *dictionary);
/// Returns the encoding of a spelling dictionary's words, by its name in iconv.
const char *chunspell_encoding(Hunhandle *dictionary);
/// Returns 1 if a spelling dictionary contains a word.
int chunspell_knows(Hunhandle *dictionary, const char *word);
/// Suggests words for a misspelled one. Returns their number, and a list for `chunspell_give_back`.
int chunspell_suggest(Hunhandle *dictionary, char ***list, const char *word);
void chunspell_give_back(Hunhandle *dictionary, char ***list, int count);

#endif
