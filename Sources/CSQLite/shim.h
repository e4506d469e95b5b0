/// What of SQLite Swift cannot reach: the destructor constants are casts in macros. No logic.
#ifndef TWEETIE_CSQLITE_H
#define TWEETIE_CSQLITE_H

#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a cast, which Swift does not import.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

#endif
