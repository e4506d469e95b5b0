#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <avif/avif.h>
#include <jpeglib.h>
#include <libheif/heif.h>
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

uint8_t *sample_avif(
    const uint8_t *pixels, unsigned width, unsigned height, int turns, int mirror, size_t *count) {
  avifImage *image = avifImageCreate(width, height, 8, AVIF_PIXEL_FORMAT_YUV444);
  avifEncoder *encoder = avifEncoderCreate();
  avifRWData output = AVIF_DATA_EMPTY;
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, image);
  rgb.depth = 8;
  rgb.format = AVIF_RGB_FORMAT_RGBA;
  rgb.pixels = (uint8_t *)pixels;
  rgb.rowBytes = width * 4;
  if (turns != 0) image->transformFlags |= AVIF_TRANSFORM_IROT;
  image->irot.angle = (uint8_t)turns;
  if (mirror != 0) image->transformFlags |= AVIF_TRANSFORM_IMIR;
#if AVIF_VERSION_MAJOR >= 1
  image->imir.axis = mirror == 2;
#else
  image->imir.mode = mirror == 2;
#endif
  encoder->maxThreads = 1;
  encoder->speed = AVIF_SPEED_FASTEST;
  encoder->minQuantizer = encoder->maxQuantizer = AVIF_QUANTIZER_LOSSLESS;
  encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
  uint8_t *copy = NULL;
  if (avifImageRGBToYUV(image, &rgb) == AVIF_RESULT_OK &&
      avifEncoderWrite(encoder, image, &output) == AVIF_RESULT_OK &&
      (copy = malloc(output.size)) != NULL) {
    memcpy(copy, output.data, output.size);
    *count = output.size;
  }
  avifRWDataFree(&output);
  avifEncoderDestroy(encoder);
  avifImageDestroy(image);
  return copy;
}

struct room {
  uint8_t *bytes;
  size_t count;
};

static struct heif_error keep(
    struct heif_context *context, const void *bytes, size_t count, void *room) {
  (void)context;
  struct room *kept = room;
  if ((kept->bytes = malloc(count)) != NULL) {
    memcpy(kept->bytes, bytes, count);
    kept->count = count;
  }
  return (struct heif_error){heif_error_Ok, heif_suberror_Unspecified, ""};
}

uint8_t *sample_heic(const uint8_t *pixels, int width, int height, size_t *count) {
  struct heif_context *context = heif_context_alloc();
  struct heif_encoder *encoder = NULL;
  struct heif_image *image = NULL;
  struct heif_writer writer = {1, keep};
  struct room room = {NULL, 0};
  int stride = 0;
  if (heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder).code == 0 &&
      heif_image_create(
          width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &image).code == 0 &&
      heif_image_add_plane(image, heif_channel_interleaved, width, height, 8).code == 0) {
    uint8_t *plane = heif_image_get_plane(image, heif_channel_interleaved, &stride);
    for (int row = 0; row < height; row++)
      memcpy(plane + row * stride, pixels + row * width * 3, (size_t)width * 3);
    heif_encoder_set_lossy_quality(encoder, 95);
    if (heif_context_encode_image(context, image, encoder, NULL, NULL).code == 0)
      heif_context_write(context, &writer, &room);
  }
  if (image != NULL) heif_image_release(image);
  if (encoder != NULL) heif_encoder_release(encoder);
  heif_context_free(context);
  *count = room.count;
  return room.bytes;
}
