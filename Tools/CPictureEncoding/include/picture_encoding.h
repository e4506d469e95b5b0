/// Writers of JPEG and PNG files in memory, with libraries that are loaded by the first picture.
///
/// C, because libjpeg reports failure by `longjmp` and is configured through the fields of its
/// structures; loaded late, because few runs write a picture and every run would pay at its start.
#ifndef TWEETIE_PICTURE_ENCODING_H
#define TWEETIE_PICTURE_ENCODING_H

#include <stddef.h>
#include <stdint.h>

/// Loads libjpeg; 0 if it is missing.
int cpictures_has_jpeg(void);
/// Loads libpng; 0 if it is missing.
int cpictures_has_png(void);

/// A JPEG file being written.
typedef struct cpictures_jpeg cpictures_jpeg;

/// Begins a file of a size; NULL if the library is missing or fails.
cpictures_jpeg *cpictures_jpeg_begin(uint32_t width, uint32_t height, int quality);
/// Adds a segment to the header, before the first row; 0 on failure.
int cpictures_jpeg_segment(cpictures_jpeg *, int marker, const uint8_t *, uint32_t count);
/// Adds a row of red, green and blue bytes; 0 on failure.
int cpictures_jpeg_row(cpictures_jpeg *, const uint8_t *);
/// Finishes the file, whose bytes live until it is freed; 0 on failure.
int cpictures_jpeg_finish(cpictures_jpeg *, const uint8_t **bytes, size_t *count);
void cpictures_jpeg_free(cpictures_jpeg *);

/// Writes a PNG file of red, green and blue bytes; NULL on failure. The caller frees it.
uint8_t *cpictures_png(uint32_t width, uint32_t height, const uint8_t *rgb, size_t *count);

#endif
