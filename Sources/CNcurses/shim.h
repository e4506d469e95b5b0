/// The parts of ncurses that Swift cannot use: mutable globals, macros and variadic functions.
#ifndef TWEETIE_CNCURSES_H
#define TWEETIE_CNCURSES_H

#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

/// Access to `stdscr`, `curscr` and `cur_term`, mutable globals that Swift 6 refuses to read.
static inline WINDOW *cn_standard_window(void) { return stdscr; }
static inline WINDOW *cn_shown_window(void) { return curscr; }
static inline void cn_forget_description(void) { del_curterm(cur_term); }

/// Creates a file in memory, closed on exec. `memfd_create` is not POSIX and so hidden from Swift.
static inline int cn_memory_file(const char *name) {
  extern int memfd_create(const char *name, unsigned int flags);
  return memfd_create(name, 1u);
}

/// ncurses' text attributes, which are macros with casts that Swift does not import.
static const attr_t cn_bold = WA_BOLD;
static const attr_t cn_dim = WA_DIM;
static const attr_t cn_italic = WA_ITALIC;
static const attr_t cn_underlined = WA_UNDERLINE;
static const attr_t cn_reversed = WA_REVERSE;

#endif
