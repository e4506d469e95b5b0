/// Makes pictures for the tests, as the libraries' own encoders do; and makes system calls that no
/// decoder may make. In C because libjpeg's mistakes jump, and `syscall` is variadic.
#ifndef TWEETIE_CSAMPLES_H
#define TWEETIE_CSAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What is stored for a pixel.
enum sample_kind { sample_grey, sample_rgb, sample_cmyk, sample_ycck };

/// A JPEG at the highest quality; `free` gives it back. One, three or four bytes a pixel.
uint8_t *sample_jpeg(
    const uint8_t *pixels, unsigned width, unsigned height, enum sample_kind kind,
    bool is_progressive, size_t *count);

/// A WebP from four bytes a pixel; `free` gives it back.
uint8_t *sample_webp(
    const uint8_t *pixels, int width, int height, bool is_lossless, size_t *count);

/// An AVIF from four bytes a pixel, with what is done to it before it is shown: so many turns by 90°
/// against the clock, then 1 for top and bottom or 2 for left and right changing places. `free` gives
/// it back.
uint8_t *sample_avif(
    const uint8_t *pixels, unsigned width, unsigned height, int turns, int mirror, size_t *count);

/// A HEIC from three bytes a pixel; `free` gives it back.
uint8_t *sample_heic(const uint8_t *pixels, int width, int height, size_t *count);

/// How many forbidden things can be tried.
int sample_escape_count(void);
/// What the one of that number is called.
const char *sample_escape_name(int number);
/// Tries it. Comes back where it was not stopped.
void sample_escape(int number);

#endif
