/// The libraries that are opened at run time: their names, and the packages to install.
#ifndef TWEETIE_CLIBRARIES_H
#define TWEETIE_CLIBRARIES_H

/// A library or program listed in `library_table.h`.
typedef struct {
  const char *name;
  /// The file names by which to open a library, separated by blanks, the preferred one first; empty
  /// for a program.
  const char *sonames;
  /// The names of the package that has a library, by the Linux distribution; empty where the
  /// distribution has only versions that cannot be used.
  const char *debian12, *debian13, *ubuntu22, *ubuntu, *fedora, *arch;
} clibraries_part;

/// The number of libraries and programs in the table, and each of them by its index.
int clibraries_count(void);
clibraries_part clibraries_at(int index);

/// Opens a library of the table under the first soname that exists; NULL if none does.
void *clibraries_open(const char *name);
/// Opens a library of the table under one soname, for code built against its structures.
void *clibraries_open_as(const char *name, const char *soname);
/// Returns 1 if any of a library's sonames can be opened; closes it again.
int clibraries_has(const char *name);
/// The file name, without the folder, under which the loader finds a library; NULL if it finds
/// none. Closes it again; the caller frees the result.
char *clibraries_file(const char *name);

#endif
