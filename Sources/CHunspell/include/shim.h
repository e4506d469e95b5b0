/// Hunspell, which knows how words are spelt: loaded with the first page that somebody writes on, and
/// not there on many machines. No logic.
///
/// Its own header is not needed: what is called of it is a C interface that has been the same since
/// 2008. All but the first function need that to have returned 1.
#ifndef TWEETIE_CHUNSPELL_H
#define TWEETIE_CHUNSPELL_H

typedef struct Hunhandle Hunhandle;

/// Loads hunspell, once, from any thread. Returns 1, or 0 where it is missing.
int chunspell_load(void);

/// A dictionary in two files, to be closed; null where they cannot be read.
Hunhandle *chunspell_open(const char *affixes, const char *words);
void chunspell_close(Hunhandle *dictionary);
/// What its words are written in, as iconv calls it.
const char *chunspell_encoding(Hunhandle *dictionary);
/// Whether it has a word.
int chunspell_knows(Hunhandle *dictionary, const char *word);
/// What a word may have been meant to be: how many, and a list to be given back.
int chunspell_suggest(Hunhandle *dictionary, char ***list, const char *word);
void chunspell_give_back(Hunhandle *dictionary, char ***list, int count);

#endif
