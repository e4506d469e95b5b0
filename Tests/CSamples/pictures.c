#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <webp/encode.h>

uint8_t *sample_jpeg(
    const uint8_t *pixels, unsigned width, unsigned height, enum sample_kind kind,
    bool is_progressive, size_t *count) {
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;
  int channels = kind == sample_grey ? 1 : kind == sample_rgb ? 3 : 4;
  unsigned long length = 0;
  uint8_t *bytes = NULL;
  encoder.err = jpeg_std_error(&errors);
  jpeg_create_compress(&encoder);
  jpeg_mem_dest(&encoder, &bytes, &length);
  encoder.image_width = width;
  encoder.image_height = height;
  encoder.input_components = channels;
  encoder.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_set_defaults(&encoder);
  if (kind == sample_ycck) jpeg_set_colorspace(&encoder, JCS_YCCK);
  jpeg_set_quality(&encoder, 100, TRUE);
  if (is_progressive) jpeg_simple_progression(&encoder);
  jpeg_start_compress(&encoder, TRUE);
  while (encoder.next_scanline < height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)encoder.next_scanline * width * channels);
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  *count = length;
  return bytes;
}

uint8_t *sample_webp(
    const uint8_t *pixels, int width, int height, bool is_lossless, size_t *count) {
  uint8_t *bytes = NULL;
  *count = is_lossless ? WebPEncodeLosslessRGBA(pixels, width, height, width * 4, &bytes)
                       : WebPEncodeRGBA(pixels, width, height, width * 4, 100, &bytes);
  if (*count == 0) return NULL;
  // libwebp's memory is its own to free.
  uint8_t *copy = malloc(*count);
  if (copy != NULL) memcpy(copy, bytes, *count);
  WebPFree(bytes);
  return copy;
}
