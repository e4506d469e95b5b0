/// The libraries that are opened at run time, with their file names and their packages.
#ifndef TWEETIE_CLIBRARIES_H
#define TWEETIE_CLIBRARIES_H

/// A library or program listed in `library_table.h`.
typedef struct {
  const char *name;
  /// The file names by which to open a library, separated by blanks, the preferred one first; empty
  /// for a program.
  const char *sonames;
  /// The names of the package with the library in each Linux distribution; empty if a distribution
  /// has no usable version.
  const char *debian12, *debian13, *ubuntu22, *ubuntu, *fedora, *arch, *opensuse;
} clibraries_part;

/// The number of entries in the table of libraries and programs, and an entry by its index.
int clibraries_count(void);
clibraries_part clibraries_at(int index);

/// Opens a library of the table by its first soname that can be opened; NULL if there is none.
void *clibraries_open(const char *name);
/// Opens a library of the table by one soname, for code that was built for that version; NULL on
/// failure.
void *clibraries_open_as(const char *name, const char *soname);
/// Returns 1 if a library can be opened by any of its sonames.
int clibraries_has(const char *name);
/// Returns the name, without the folder, of the file in which the loader finds a library; NULL if
/// the library is missing. The caller frees the result.
char *clibraries_file(const char *name);

#endif
