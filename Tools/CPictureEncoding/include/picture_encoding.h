/// Writers of JPEG and PNG files in memory. The first picture loads the libraries, which would
/// delay the start of runs that write none. In C because libjpeg reports errors by `longjmp` and is
/// configured through the fields of its structures.
#ifndef TWEETIE_PICTURE_ENCODING_H
#define TWEETIE_PICTURE_ENCODING_H

#include <stddef.h>
#include <stdint.h>

/// Loads libjpeg; returns 0 if it is missing.
int cpictures_has_jpeg(void);
/// Loads libpng; returns 0 if it is missing.
int cpictures_has_png(void);

/// A JPEG file being written.
typedef struct cpictures_jpeg cpictures_jpeg;

/// Begins a JPEG file of a size; NULL if the library is missing or fails.
cpictures_jpeg *cpictures_jpeg_begin(uint32_t width, uint32_t height, int quality);
/// Adds a segment to the header of a JPEG file, before the first row; returns 0 on failure.
int cpictures_jpeg_segment(cpictures_jpeg *, int marker, const uint8_t *, uint32_t count);
/// Adds a row of red, green and blue bytes to a JPEG file; returns 0 on failure.
int cpictures_jpeg_row(cpictures_jpeg *, const uint8_t *);
/// Finishes a JPEG file, whose bytes are valid until it is freed; returns 0 on failure.
int cpictures_jpeg_finish(cpictures_jpeg *, const uint8_t **bytes, size_t *count);
void cpictures_jpeg_free(cpictures_jpeg *);

/// Returns a PNG file with red, green and blue bytes, which the caller frees; NULL on failure.
uint8_t *cpictures_png(uint32_t width, uint32_t height, const uint8_t *rgb, size_t *count);

#endif
