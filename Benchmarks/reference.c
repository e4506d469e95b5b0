/*
 * The reference program of the benchmark: an ordinary ncurses program that shows copies of
 * Tweetie's screens, one for each key. It has no posts and no logic, so its time and output are
 * those that ncurses needs for the first screen and the changes.
 *
 * Usage: reference SCREENS
 * SCREENS: a file with "rows columns screens", then for every row its number of runs, and for every
 * run a line "foreground background attributes text"; colours are palette numbers or -1.
 * Keys: n next, ^L repaint, q quit.
 */
#define _XOPEN_SOURCE 700
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOLD = 1, UNDERLINE = 2, ITALIC = 4, REVERSE = 8 };

struct run {
  short foreground, background;
  int attributes;
  char *text;
};

struct row {
  int count;
  struct run *runs;
};

static int rows, columns, screens;
static struct row *lines;

static void give_up(const char *why) {
  fprintf(stderr, "reference: %s\n", why);
  exit(2);
}

static void load(const char *path) {
  FILE *file = fopen(path, "r");
  char *line = NULL;
  size_t room = 0;
  if (!file || fscanf(file, "%d %d %d\n", &rows, &columns, &screens) != 3) give_up("no screens");
  lines = calloc((size_t)rows * (size_t)screens, sizeof *lines);
  for (int i = 0; i < rows * screens; i++) {
    if (fscanf(file, "%d\n", &lines[i].count) != 1) give_up("a row is missing");
    lines[i].runs = calloc((size_t)lines[i].count, sizeof(struct run));
    for (int j = 0; j < lines[i].count; j++) {
      struct run *run = &lines[i].runs[j];
      int text = 0;
      ssize_t length = getline(&line, &room, file);
      if (length < 1) give_up("a run is missing");
      line[length - 1] = 0;
      if (sscanf(line, "%hd %hd %d%n", &run->foreground, &run->background, &run->attributes,
                 &text) != 3)
        give_up("a run is misspelt");
      run->text = strdup(line + text + 1);
    }
  }
  free(line);
  fclose(file);
}

/* Allocates each colour pair at its first use, like a program that does not know its palette. */
static short pair_for(short foreground, short background) {
  static struct { short foreground, background; } pairs[256];
  static short count;
  if (foreground < 0 && background < 0) return 0;
  for (short i = 0; i < count; i++)
    if (pairs[i].foreground == foreground && pairs[i].background == background)
      return (short)(i + 1);
  if (count == 255) return 0;
  pairs[count].foreground = foreground;
  pairs[count].background = background;
  count++;
  init_pair(count, foreground, background);
  return count;
}

static attr_t attributes_of(const struct run *run) {
  attr_t attributes = A_NORMAL;
  if (run->attributes & BOLD) attributes |= A_BOLD;
  if (run->attributes & UNDERLINE) attributes |= A_UNDERLINE;
  if (run->attributes & ITALIC) attributes |= A_ITALIC;
  if (run->attributes & REVERSE) attributes |= A_REVERSE;
  return attributes;
}

static void paint(int screen) {
  erase();
  for (int y = 0; y < rows && y < LINES; y++) {
    const struct row *row = &lines[screen * rows + y];
    move(y, 0);
    for (int i = 0; i < row->count; i++) {
      const struct run *run = &row->runs[i];
      attr_set(attributes_of(run), pair_for(run->foreground, run->background), NULL);
      addstr(run->text);
    }
  }
  attr_set(A_NORMAL, 0, NULL);
  refresh();
}

int main(int count, char **arguments) {
  int screen = 0, key;
  if (count != 2) give_up("say which screens");
  setlocale(LC_ALL, "");
  load(arguments[1]);
  initscr();
  raw();
  noecho();
  keypad(stdscr, TRUE);
  idlok(stdscr, TRUE);
  curs_set(0);
  start_color();
  use_default_colors();
  paint(screen);
  while ((key = getch()) != 'q') {
    if (key == 'n' && screen + 1 < screens) screen++;
    if (key == 'L' - '@') clearok(curscr, TRUE);
    paint(screen);
  }
  endwin();
  return 0;
}
