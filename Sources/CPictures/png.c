#include "shim.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct cp_png {
  png_structp reader;
  png_infop info;
  const uint8_t *next;
  size_t left;
  int passes;
  jmp_buf escape;
};

static void escape(png_structp reader, png_const_charp message) {
  (void)message;
  longjmp(((cp_png *)png_get_error_ptr(reader))->escape, 1);
}

static void ignore(png_structp reader, png_const_charp message) {
  (void)reader;
  (void)message;
}

static void supply(png_structp reader, png_bytep bytes, size_t count) {
  cp_png *png = png_get_io_ptr(reader);
  if (count > png->left) png_error(reader, "cut short");
  memcpy(bytes, png->next, count);
  png->next += count;
  png->left -= count;
}

/// The chunks that libpng must skip: none of them changes the picture, and some are compressed.
static const png_byte skipped[] = "cHRM\0gAMA\0iCCP\0sBIT\0sRGB\0bKGD\0hIST\0pHYs\0sPLT\0"
                                  "tIME\0iTXt\0tEXt\0zTXt\0eXIf\0oFFs\0pCAL\0sCAL";

cp_png *cp_png_open(const uint8_t *bytes, size_t count, cp_png_facts *facts) {
  cp_png *png = calloc(1, sizeof *png);
  if (png == NULL) return NULL;
  png->next = bytes;
  png->left = count;
  if (setjmp(png->escape)) {
    cp_png_close(png);
    return NULL;
  }
  png->reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, png, escape, ignore);
  if (png->reader == NULL || (png->info = png_create_info_struct(png->reader)) == NULL) {
    cp_png_close(png);
    return NULL;
  }
  png_set_read_fn(png->reader, png, supply);
  png_set_keep_unknown_chunks(
      png->reader, PNG_HANDLE_CHUNK_NEVER, skipped, (int)(sizeof skipped / 5));
  png_set_user_limits(png->reader, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_read_info(png->reader, png->info);
  facts->width = png_get_image_width(png->reader, png->info);
  facts->height = png_get_image_height(png->reader, png->info);
  facts->is_interlaced = png_get_interlace_type(png->reader, png->info) != PNG_INTERLACE_NONE;
  return png;
}

bool cp_png_start(cp_png *png, cp_png_facts *facts) {
  if (setjmp(png->escape)) return false;
  png_set_expand(png->reader);
  png_set_scale_16(png->reader);
  png_set_gray_to_rgb(png->reader);
  png->passes = png_set_interlace_handling(png->reader);
  png_read_update_info(png->reader, png->info);
  facts->channels = png_get_channels(png->reader, png->info);
  return facts->channels == 3 || facts->channels == 4;
}

bool cp_png_read_row(cp_png *png, uint8_t *row) {
  if (setjmp(png->escape)) return false;
  png_read_row(png->reader, row, NULL);
  return true;
}

bool cp_png_read_all(cp_png *png, uint8_t *pixels, size_t stride) {
  if (setjmp(png->escape)) return false;
  uint32_t height = png_get_image_height(png->reader, png->info);
  for (int pass = 0; pass < png->passes; pass++)
    for (uint32_t row = 0; row < height; row++)
      png_read_row(png->reader, pixels + row * stride, NULL);
  return true;
}

void cp_png_close(cp_png *png) {
  png_destroy_read_struct(&png->reader, &png->info, NULL);
  free(png);
}

const char *cp_png_version(void) { return png_get_libpng_ver(NULL); }
