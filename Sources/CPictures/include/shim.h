/// Functions of the picture libraries. libjpeg and libpng report errors by `longjmp`, which must
/// not cross a Swift frame; these functions catch it and return false or NULL. Swift calls libwebp
/// and giflib directly. libavif and libheif are loaded for the first picture in their format.
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

/// Facts from a JPEG's header; `cp_jpeg_start` replaces the size by that of the decoded rows.
typedef struct {
  uint32_t width, height;
  /// The number of bytes for a pixel in the decoded rows of a JPEG: 3 for RGB, 4 for CMYK.
  int channels;
  /// True if the CMYK values of a JPEG are inverted, as by Adobe: 255 is no ink.
  bool is_inverted;
} cp_jpeg_facts;

/// Reads the header of a JPEG; NULL on failure. The bytes must outlive the result.
cp_jpeg *cp_jpeg_open(const uint8_t *bytes, size_t count, cp_jpeg_facts *facts);
/// Begins to decode a JPEG at 1/denominator of its size.
bool cp_jpeg_start(cp_jpeg *jpeg, unsigned denominator, cp_jpeg_facts *facts);
/// Reads the next row of a JPEG; returns false on failure.
bool cp_jpeg_read_row(cp_jpeg *jpeg, uint8_t *row);
/// Returns true if an error in a JPEG was ignored, such as a missing end.
bool cp_jpeg_is_damaged(const cp_jpeg *jpeg);
void cp_jpeg_close(cp_jpeg *jpeg);
/// The version of libjpeg at build time, since the library does not report its own.
const char *cp_jpeg_version(void);

/// Encodes RGB rows as a JPEG in memory that the caller frees; NULL on failure.
uint8_t *cp_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, unsigned long *count);

/// A PNG being read from memory.
typedef struct cp_png cp_png;

typedef struct {
  uint32_t width, height;
  /// The number of bytes for a pixel in the decoded rows of a PNG: 3 for RGB, 4 with alpha.
  int channels;
  bool is_interlaced;
} cp_png_facts;

/// Reads everything before the pixels of a PNG; NULL on failure. The bytes must outlive the result.
cp_png *cp_png_open(const uint8_t *bytes, size_t count, cp_png_facts *facts);
/// Begins to decode a PNG of any depth to 8 bits for each channel.
bool cp_png_start(cp_png *png, cp_png_facts *facts);
/// Reads the next row of a PNG that is not interlaced.
bool cp_png_read_row(cp_png *png, uint8_t *row);
/// Reads all rows of an interlaced PNG; pixels that cannot be read are left unchanged.
bool cp_png_read_all(cp_png *png, uint8_t *pixels, size_t stride);
void cp_png_close(cp_png *png);
const char *cp_png_version(void);

/// Loads libavif, which depends on many libraries. Called only for an AVIF, before the sandbox
/// forbids opening files. Returns false if libavif is missing.
bool cp_avif_load(void);

/// An AVIF being read from memory.
typedef struct cp_avif cp_avif;

typedef struct {
  uint32_t width, height;
  /// The number of turns of an AVIF picture by 90°, counter-clockwise.
  int quarter_turns;
  /// The mirroring of an AVIF picture after its turns: 0 for none, 1 for top and bottom, 2 for left
  /// and right.
  int mirror;
  /// True if an AVIF picture was rejected because of its size.
  bool is_too_large;
} cp_avif_facts;

/// Reads everything before the pixels of an AVIF; NULL on failure, and if a side or the number of
/// pixels exceeds its limit. The bytes must outlive the result.
cp_avif *cp_avif_open(
    const uint8_t *bytes, size_t count, uint32_t side, uint32_t pixels, cp_avif_facts *facts);
/// Decodes the first image of an AVIF.
bool cp_avif_decode(cp_avif *avif);
/// Converts some rows of an AVIF to four bytes a pixel; `first` is even.
bool cp_avif_read(cp_avif *avif, uint32_t first, uint32_t count, uint8_t *rows);
void cp_avif_close(cp_avif *avif);
/// Returns the version of libavif; NULL if the library is missing.
const char *cp_avif_version(void);

/// Loads libheif, whose decoder starts a thread. Called only for a HEIC, before the sandbox forbids
/// opening files. Returns false if libheif is missing.
bool cp_heif_load(void);

/// A HEIC being read from memory.
typedef struct cp_heif cp_heif;

/// Reads everything before the pixels of a HEIC; NULL on failure, and for more pixels than a square
/// with `side` has. The size is that of the upright picture. The bytes must outlive the result.
cp_heif *cp_heif_open(
    const uint8_t *bytes, size_t count, int side, uint32_t *width, uint32_t *height);
/// Decodes a whole HEIC picture upright, with three bytes for a pixel.
bool cp_heif_decode(cp_heif *heif);
/// Returns a decoded row of a HEIC picture; NULL if the picture has no pixels in that format.
const uint8_t *cp_heif_row(const cp_heif *heif, uint32_t row);
void cp_heif_close(cp_heif *heif);
/// Returns the version of libheif; NULL if the library is missing.
const char *cp_heif_version(void);

#endif
