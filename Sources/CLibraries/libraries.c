#define _GNU_SOURCE
#include "libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

static const clibraries_part parts[] = {
#define PART(need, name, sonames, debian12, debian13, ubuntu22, ubuntu, fedora, arch, opensuse)  \
  {name, sonames, debian12, debian13, ubuntu22, ubuntu, fedora, arch, opensuse},
#include "library_table.h"
#undef PART
};

int clibraries_count(void) { return sizeof parts / sizeof *parts; }
clibraries_part clibraries_at(int index) { return parts[index]; }

/// Returns the sonames of a library in the table; aborts for a name that is not in the table.
static const char *sonames_of(const char *name) {
  for (int index = 0; index < clibraries_count(); index++)
    if (strcmp(parts[index].name, name) == 0) return parts[index].sonames;
  abort();
}

/// Opens a library by the first of its sonames that works, or only by `wanted` if that is not NULL.
static void *open_any(const char *sonames, const char *wanted) {
  char soname[64];
  while (*sonames != '\0') {
    size_t count = strcspn(sonames, " ");
    if (count >= sizeof soname) abort();
    memcpy(soname, sonames, count);
    soname[count] = '\0';
    sonames += count + strspn(sonames + count, " ");
    if (wanted != NULL && strcmp(soname, wanted) != 0) continue;
    void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) return library;
  }
  return NULL;
}

void *clibraries_open(const char *name) { return open_any(sonames_of(name), NULL); }

void *clibraries_open_as(const char *name, const char *soname) {
  return open_any(sonames_of(name), soname);
}

int clibraries_has(const char *name) {
  void *library = clibraries_open(name);
  if (library == NULL) return 0;
  dlclose(library);
  return 1;
}

char *clibraries_file(const char *name) {
  void *library = clibraries_open(name);
  if (library == NULL) return NULL;
  struct link_map *map = NULL;
  char *path = NULL;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0) path = realpath(map->l_name, NULL);
  const char *slash = path != NULL ? strrchr(path, '/') : NULL;
  char *file = slash != NULL ? strdup(slash + 1) : NULL;
  free(path);
  dlclose(library);
  return file;
}
