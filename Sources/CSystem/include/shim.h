/// What of the system Swift cannot call: `fork`, what hides behind `_GNU_SOURCE`, and the two entry
/// points by which an event loop of one's own drains the main dispatch queue.
#ifndef TWEETIE_CSYSTEM_H
#define TWEETIE_CSYSTEM_H

#include <stdint.h>
#include <sys/types.h>

/// The descriptor that turns readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);
/// Runs what waits on the main queue. CFRunLoop drains it the same way.
void _dispatch_main_queue_callback_4CF(void *message);

/// `pthread_setname_np`, for the calling thread.
void csystem_name_thread(const char *name);

#endif
