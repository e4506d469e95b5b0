/// What of ncurses Swift cannot reach: mutable globals, macros and variadic functions. No logic.
#ifndef TWEETIE_CNCURSES_H
#define TWEETIE_CNCURSES_H

#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

/// `stdscr` is a mutable global, which Swift 6 refuses to read.
static inline WINDOW *cn_standard_window(void) { return stdscr; }

#endif
