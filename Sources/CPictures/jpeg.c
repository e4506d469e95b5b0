#include "shim.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

/// The error manager comes first, so that a pointer to it is a pointer to the structure.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
} errors;

struct cp_jpeg {
  struct jpeg_decompress_struct decoder;
  errors errors;
};

static void escape(j_common_ptr codec) { longjmp(((errors *)codec->err)->escape, 1); }

/// Counts warnings without printing them.
static void note(j_common_ptr codec, int level) {
  if (level < 0) codec->err->num_warnings++;
}

static struct jpeg_error_mgr *prepare(errors *errors) {
  jpeg_std_error(&errors->manager);
  errors->manager.error_exit = escape;
  errors->manager.emit_message = note;
  return &errors->manager;
}

cp_jpeg *cp_jpeg_open(const uint8_t *bytes, size_t count, cp_jpeg_facts *facts) {
  cp_jpeg *jpeg = calloc(1, sizeof *jpeg);
  if (jpeg == NULL) return NULL;
  jpeg->decoder.err = prepare(&jpeg->errors);
  if (setjmp(jpeg->errors.escape)) {
    cp_jpeg_close(jpeg);
    return NULL;
  }
  jpeg_create_decompress(&jpeg->decoder);
  jpeg_mem_src(&jpeg->decoder, bytes, count);
  jpeg_read_header(&jpeg->decoder, TRUE);
  facts->width = jpeg->decoder.image_width;
  facts->height = jpeg->decoder.image_height;
  return jpeg;
}

bool cp_jpeg_start(cp_jpeg *jpeg, unsigned denominator, cp_jpeg_facts *facts) {
  struct jpeg_decompress_struct *decoder = &jpeg->decoder;
  if (setjmp(jpeg->errors.escape)) return false;
  decoder->scale_num = 1;
  decoder->scale_denom = denominator;
  // A reduced picture needs no smooth transitions of colours between pixels.
  decoder->do_fancy_upsampling = denominator == 1;
  bool is_cmyk =
      decoder->jpeg_color_space == JCS_CMYK || decoder->jpeg_color_space == JCS_YCCK;
  decoder->out_color_space = is_cmyk ? JCS_CMYK : JCS_RGB;
  jpeg_start_decompress(decoder);
  facts->width = decoder->output_width;
  facts->height = decoder->output_height;
  facts->channels = decoder->output_components;
  facts->is_inverted = decoder->saw_Adobe_marker;
  return true;
}

bool cp_jpeg_read_row(cp_jpeg *jpeg, uint8_t *row) {
  if (setjmp(jpeg->errors.escape)) return false;
  return jpeg_read_scanlines(&jpeg->decoder, &row, 1) == 1;
}

bool cp_jpeg_is_damaged(const cp_jpeg *jpeg) { return jpeg->errors.manager.num_warnings > 0; }

void cp_jpeg_close(cp_jpeg *jpeg) {
  // This cannot fail, since it writes nothing and reads no more.
  jpeg_destroy_decompress(&jpeg->decoder);
  free(jpeg);
}

uint8_t *cp_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, unsigned long *count) {
  struct jpeg_compress_struct encoder = {0};
  errors errors;
  // Volatile, because it changes between `setjmp` and `longjmp`.
  uint8_t *volatile bytes = NULL;
  uint8_t *buffer = NULL;
  encoder.err = prepare(&errors);
  if (setjmp(errors.escape)) {
    jpeg_destroy_compress(&encoder);
    free(bytes);
    return NULL;
  }
  jpeg_create_compress(&encoder);
  // The first buffer is large enough for any JPEG of that size. A buffer allocated by libjpeg would
  // be unknown here after a `longjmp`, and so never freed.
  *count = 65536 + (unsigned long)width * height * 3;
  buffer = malloc(*count);
  bytes = buffer;
  if (buffer == NULL) escape((j_common_ptr)&encoder);
  jpeg_mem_dest(&encoder, &buffer, count);
  encoder.image_width = width;
  encoder.image_height = height;
  encoder.input_components = 3;
  encoder.in_color_space = JCS_RGB;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, quality, TRUE);
  encoder.optimize_coding = TRUE;
  jpeg_start_compress(&encoder, TRUE);
  while (encoder.next_scanline < height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)encoder.next_scanline * width * 3);
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  // If the buffer had to grow, libjpeg allocated another one and did not free ours.
  if (buffer != bytes) free(bytes);
  return buffer;
}

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)
const char *cp_jpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
  return TEXT(LIBJPEG_TURBO_VERSION);
#else
  return "6b";
#endif
}
