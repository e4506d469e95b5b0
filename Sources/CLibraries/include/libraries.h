/// The libraries that are opened at run time: their names, and the packages that bring them.
#ifndef TWEETIE_CLIBRARIES_H
#define TWEETIE_CLIBRARIES_H

/// A library or program, as `library_table.h` lists it.
typedef struct {
  const char *name;
  /// What is opened, separated by blanks, the preferred first; empty for a program.
  const char *sonames;
  /// The package that brings it, by the system.
  const char *debian12, *debian13, *ubuntu, *fedora, *arch;
} clibraries_part;

/// All of them, in the order of the table.
int clibraries_count(void);
clibraries_part clibraries_at(int index);

/// Opens a library of the table under the first soname that is there; NULL where none is.
void *clibraries_open(const char *name);
/// Opens a library of the table under one of its sonames, for what was built against its structures.
void *clibraries_open_as(const char *name, const char *soname);
/// Whether any of a library's sonames can be opened; closes it again.
int clibraries_has(const char *name);
/// The file name under which the loader has or finds a library, without the folder; NULL where there
/// is none. Closes it again; free the result.
char *clibraries_file(const char *name);

#endif
