#include "picture_encoding.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "libraries.h"

/// The functions of libpng in use, found when the library is loaded.
static int (*write_to_memory)(
    png_imagep, void *, png_alloc_size_t *, int, const void *, png_int_32, const void *);
static void (*free_image)(png_imagep);
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = clibraries_open("libpng");
  if (library == NULL) return;
  *(void **)&write_to_memory = dlsym(library, "png_image_write_to_memory");
  *(void **)&free_image = dlsym(library, "png_image_free");
}

int cpictures_has_png(void) {
  pthread_once(&once, load);
  return write_to_memory != NULL && free_image != NULL;
}

uint8_t *cpictures_png(uint32_t width, uint32_t height, const uint8_t *rgb, size_t *count) {
  if (!cpictures_has_png()) return NULL;
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGB;
  // At most the uncompressed rows, with a filter byte each, and the chunks around them.
  png_alloc_size_t room = (png_alloc_size_t)height * (3 * (png_alloc_size_t)width + 1);
  room += room / 64 + 4096;
  uint8_t *bytes = malloc(room);
  if (bytes != NULL && write_to_memory(&image, bytes, &room, 0, rgb, 0, NULL)) {
    uint8_t *fitting = realloc(bytes, room);
    *count = room;
    return fitting != NULL ? fitting : bytes;
  }
  free_image(&image);
  free(bytes);
  return NULL;
}
