/// The parts of the picture libraries that Swift cannot call: libjpeg and libpng report a mistake by
/// `longjmp`, which must not cross a Swift frame. Each function here catches it and returns false
/// or NULL. No logic beyond that. libwebp and giflib are called as they are.
#ifndef TWEETIE_CPICTURES_H
#define TWEETIE_CPICTURES_H

#include <gif_lib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <webp/decode.h>
#include <webp/demux.h>

/// A JPEG being read from memory.
typedef struct cp_jpeg cp_jpeg;

/// What the header says, and from `cp_jpeg_start` on how large the rows are.
typedef struct {
  uint32_t width, height;
  /// Bytes of a pixel in the rows: 3 for RGB, 4 for CMYK.
  int channels;
  /// Adobe writes CMYK upside down: 255 is no ink.
  bool is_inverted;
} cp_jpeg_facts;

/// Reads the header; NULL where there is none. The bytes must outlive it.
cp_jpeg *cp_jpeg_open(const uint8_t *bytes, size_t count, cp_jpeg_facts *facts);
/// Begins to decode at 1/denominator of the size.
bool cp_jpeg_start(cp_jpeg *jpeg, unsigned denominator, cp_jpeg_facts *facts);
/// Reads the next row.
bool cp_jpeg_read_row(cp_jpeg *jpeg, uint8_t *row);
/// Whether something was wrong that could be ignored, such as an end that came too early.
bool cp_jpeg_is_damaged(const cp_jpeg *jpeg);
void cp_jpeg_close(cp_jpeg *jpeg);
/// The version it was built against: the library tells none of its own.
const char *cp_jpeg_version(void);

/// Writes RGB rows as a JPEG into memory that `free` gives back; NULL where that failed.
uint8_t *cp_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, unsigned long *count);

/// A PNG being read from memory.
typedef struct cp_png cp_png;

typedef struct {
  uint32_t width, height;
  /// Bytes of a pixel in the rows: 3 for RGB, 4 with alpha.
  int channels;
  bool is_interlaced;
} cp_png_facts;

/// Reads everything before the pixels; NULL where that cannot be read. The bytes must outlive it.
cp_png *cp_png_open(const uint8_t *bytes, size_t count, cp_png_facts *facts);
/// Begins to decode into 8 bits for each channel, whatever is stored.
bool cp_png_start(cp_png *png, cp_png_facts *facts);
/// Reads the next row of one that is not interlaced.
bool cp_png_read_row(cp_png *png, uint8_t *row);
/// Reads all rows of one that is interlaced; what could not be read is left as it was.
bool cp_png_read_all(cp_png *png, uint8_t *pixels, size_t stride);
void cp_png_close(cp_png *png);
const char *cp_png_version(void);

#endif
