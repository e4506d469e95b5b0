#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#include "libraries.h"

static Hunhandle *(*create)(const char *, const char *);
static void (*destroy)(Hunhandle *);
static char *(*encoding)(Hunhandle *);
static int (*spell)(Hunhandle *, const char *);
static int (*suggest)(Hunhandle *, char ***, const char *);
static void (*free_list)(Hunhandle *, char ***, int);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
  void *library = clibraries_open("hunspell");
  if (library == NULL) return;
#define FIND(pointer, name)                                                                      \
  if ((pointer = (__typeof__(pointer))dlsym(library, name)) == NULL) return;
  FIND(create, "Hunspell_create")
  FIND(destroy, "Hunspell_destroy")
  FIND(encoding, "Hunspell_get_dic_encoding")
  FIND(spell, "Hunspell_spell")
  FIND(suggest, "Hunspell_suggest")
  FIND(free_list, "Hunspell_free_list")
  is_loaded = 1;
}

int chunspell_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

Hunhandle *chunspell_open(const char *affixes, const char *words) {
  return create(affixes, words);
}
void chunspell_close(Hunhandle *dictionary) { destroy(dictionary); }
const char *chunspell_encoding(Hunhandle *dictionary) { return encoding(dictionary); }
int chunspell_knows(Hunhandle *dictionary, const char *word) { return spell(dictionary, word); }
int chunspell_suggest(Hunhandle *dictionary, char ***list, const char *word) {
  return suggest(dictionary, list, word);
}
void chunspell_give_back(Hunhandle *dictionary, char ***list, int count) {
  free_list(dictionary, list, count);
}
