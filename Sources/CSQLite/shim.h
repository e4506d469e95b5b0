/// The parts of SQLite that Swift cannot use: destructor constants, which are casts in macros, and
/// variadic functions that configure a connection.
#ifndef TWEETIE_CSQLITE_H
#define TWEETIE_CSQLITE_H

#include <sqlite3.h>

/// SQLite's destructor constant `SQLITE_TRANSIENT`, a cast, which Swift does not import.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Calls `sqlite3_db_config` to turn an option of a database connection on or off.
static inline int csqlite_configure(sqlite3 *database, int option, int is_on) {
  return sqlite3_db_config(database, option, is_on, (int *)0);
}

#endif
