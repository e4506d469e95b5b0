#include "picture_encoding.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "libraries.h"

// The layout of libjpeg's structures belongs to the version at build time.
#if JPEG_LIB_VERSION >= 80
#define LIBRARY "libjpeg.so.8"
#else
#define LIBRARY "libjpeg.so.62"
#endif

/// The functions of libjpeg in use, found when the library is loaded.
static struct {
  struct jpeg_error_mgr *(*std_error)(struct jpeg_error_mgr *);
  void (*create)(j_compress_ptr, int, size_t);
  void (*memory)(j_compress_ptr, unsigned char **, unsigned long *);
  void (*defaults)(j_compress_ptr);
  void (*quality)(j_compress_ptr, int, boolean);
  void (*start)(j_compress_ptr, boolean);
  void (*marker)(j_compress_ptr, int, const JOCTET *, unsigned int);
  JDIMENSION (*scanlines)(j_compress_ptr, JSAMPARRAY, JDIMENSION);
  void (*finish)(j_compress_ptr);
  void (*destroy)(j_compress_ptr);
} jpeg;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = clibraries_open_as("libjpeg", LIBRARY);
  if (library == NULL) return;
  is_loaded = (*(void **)&jpeg.std_error = dlsym(library, "jpeg_std_error")) &&
              (*(void **)&jpeg.create = dlsym(library, "jpeg_CreateCompress")) &&
              (*(void **)&jpeg.memory = dlsym(library, "jpeg_mem_dest")) &&
              (*(void **)&jpeg.defaults = dlsym(library, "jpeg_set_defaults")) &&
              (*(void **)&jpeg.quality = dlsym(library, "jpeg_set_quality")) &&
              (*(void **)&jpeg.start = dlsym(library, "jpeg_start_compress")) &&
              (*(void **)&jpeg.marker = dlsym(library, "jpeg_write_marker")) &&
              (*(void **)&jpeg.scanlines = dlsym(library, "jpeg_write_scanlines")) &&
              (*(void **)&jpeg.finish = dlsym(library, "jpeg_finish_compress")) &&
              (*(void **)&jpeg.destroy = dlsym(library, "jpeg_destroy_compress"));
}

struct cpictures_jpeg {
  struct jpeg_compress_struct compress;
  struct jpeg_error_mgr errors;
  jmp_buf failure;
  int has_destination;
  unsigned char *bytes;
  unsigned long count;
};

/// Leaves libjpeg after an error by `longjmp`; libjpeg itself would end the process.
static void fail(j_common_ptr common) {
  cpictures_jpeg *file = common->client_data;
  longjmp(file->failure, 1);
}

static void stay_silent(j_common_ptr common) { (void)common; }

int cpictures_has_jpeg(void) {
  pthread_once(&once, load);
  return is_loaded;
}

cpictures_jpeg *cpictures_jpeg_begin(uint32_t width, uint32_t height, int quality) {
  cpictures_jpeg *file = cpictures_has_jpeg() ? calloc(1, sizeof *file) : NULL;
  if (file == NULL) return NULL;
  file->compress.err = jpeg.std_error(&file->errors);
  file->errors.error_exit = fail;
  file->errors.output_message = stay_silent;
  file->compress.client_data = file;
  if (setjmp(file->failure)) {
    cpictures_jpeg_free(file);
    return NULL;
  }
  jpeg.create(&file->compress, JPEG_LIB_VERSION, sizeof file->compress);
  // `create` clears the structure except for the error manager, so this comes after it.
  file->compress.client_data = file;
  jpeg.memory(&file->compress, &file->bytes, &file->count);
  file->has_destination = 1;
  file->compress.image_width = width;
  file->compress.image_height = height;
  file->compress.input_components = 3;
  file->compress.in_color_space = JCS_RGB;
  jpeg.defaults(&file->compress);
  jpeg.quality(&file->compress, quality, TRUE);
  file->compress.optimize_coding = TRUE;
  jpeg.start(&file->compress, TRUE);
  return file;
}

int cpictures_jpeg_segment(
    cpictures_jpeg *file, int marker, const uint8_t *bytes, uint32_t count) {
  if (setjmp(file->failure)) return 0;
  jpeg.marker(&file->compress, marker, bytes, count);
  return 1;
}

int cpictures_jpeg_row(cpictures_jpeg *file, const uint8_t *row) {
  if (setjmp(file->failure)) return 0;
  JSAMPROW rows[1] = {(JSAMPROW)row};
  return jpeg.scanlines(&file->compress, rows, 1) == 1;
}

int cpictures_jpeg_finish(cpictures_jpeg *file, const uint8_t **bytes, size_t *count) {
  if (setjmp(file->failure)) return 0;
  jpeg.finish(&file->compress);
  *bytes = file->bytes;
  *count = file->count;
  return 1;
}

void cpictures_jpeg_free(cpictures_jpeg *file) {
  // Until a file is finished, `bytes` is the first buffer, which libjpeg has freed if it grew.
  if (file->has_destination) file->compress.dest->term_destination(&file->compress);
  jpeg.destroy(&file->compress);
  free(file->bytes);
  free(file);
}
