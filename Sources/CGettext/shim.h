/// The functions of libintl (gettext) in the C library; every function is callable from Swift.
#ifndef TWEETIE_CGETTEXT_H
#define TWEETIE_CGETTEXT_H

#include <libintl.h>

#endif
