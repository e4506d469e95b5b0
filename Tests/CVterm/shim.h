/// libvterm as it is, and what of it Swift cannot reach.
#ifndef TWEETIE_CVTERM_H
#define TWEETIE_CVTERM_H

#include <vterm.h>

#endif
