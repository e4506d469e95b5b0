/// The library libinih, which reads INI files; every function is callable from Swift.
#ifndef TWEETIE_CINIH_H
#define TWEETIE_CINIH_H

#include <ini.h>

#endif
