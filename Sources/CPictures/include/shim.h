/// The parts of the picture libraries that Swift cannot call: libjpeg and libpng report a mistake by
/// `longjmp`, which must not cross a Swift frame. Each function here catches it and returns false
/// or NULL. No logic beyond that. libwebp and giflib are called as they are. libavif and libheif
/// are loaded when a picture for them comes.
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

/// Loads libavif, which has many libraries behind it: only where an AVIF is to be read, and before
/// the process may open no file. False where it is not there; then there is no other function of it.
bool cp_avif_load(void);

/// An AVIF being read from memory.
typedef struct cp_avif cp_avif;

typedef struct {
  uint32_t width, height;
  /// How often it is to be turned by 90°, against the clock.
  int quarter_turns;
  /// What changes places after that: 0 for nothing, 1 for top and bottom, 2 for left and right.
  int mirror;
  /// Whether that is why it was not opened.
  bool is_too_large;
} cp_avif_facts;

/// Reads everything before the pixels; NULL where that cannot be read, and where a side or the
/// number of pixels is larger than that. The bytes must outlive it.
cp_avif *cp_avif_open(
    const uint8_t *bytes, size_t count, uint32_t side, uint32_t pixels, cp_avif_facts *facts);
/// Decodes the first image.
bool cp_avif_decode(cp_avif *avif);
/// Turns some of its rows into four bytes a pixel; the first is an even one.
bool cp_avif_read(cp_avif *avif, uint32_t first, uint32_t count, uint8_t *rows);
void cp_avif_close(cp_avif *avif);
/// NULL where there is none.
const char *cp_avif_version(void);

/// Loads libheif, as above. Its decoder begins a thread of its own.
bool cp_heif_load(void);

/// A HEIC being read from memory.
typedef struct cp_heif cp_heif;

/// Reads everything before the pixels; NULL where that cannot be read, and where it has more pixels
/// than a square of that side. The size is that of the picture the right way up. The bytes must
/// outlive it.
cp_heif *cp_heif_open(
    const uint8_t *bytes, size_t count, int side, uint32_t *width, uint32_t *height);
/// Decodes all of it, three bytes a pixel, and turns it the right way up.
bool cp_heif_decode(cp_heif *heif);
/// One of its rows; NULL where it has none.
const uint8_t *cp_heif_row(const cp_heif *heif, uint32_t row);
void cp_heif_close(cp_heif *heif);
/// NULL where there is none.
const char *cp_heif_version(void);

#endif
