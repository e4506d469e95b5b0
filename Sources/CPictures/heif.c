#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include <libheif/heif.h>

#include "libraries.h"

#define FUNCTIONS(each)                                                                          \
  each(heif_init) each(heif_get_version) each(heif_context_alloc) each(heif_context_free)        \
  each(heif_context_set_max_decoding_threads)                                                    \
  each(heif_context_set_maximum_image_size_limit)                                                \
  each(heif_context_read_from_memory_without_copy)                                               \
  each(heif_context_get_primary_image_handle) each(heif_image_handle_release)                    \
  each(heif_image_handle_get_width) each(heif_image_handle_get_height) each(heif_decode_image)   \
  each(heif_image_get_plane_readonly) each(heif_image_get_width) each(heif_image_get_height)     \
  each(heif_image_release)

// A pointer to each function, named as the function with the prefix "p_".
#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

struct cp_heif {
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
};

static bool find_library(void) {
  void *library = clibraries_open("libheif");
  if (library == NULL) return false;
#define FIND(name)                                                                               \
  if ((p_##name = (__typeof__(&name))dlsym(library, #name)) == NULL) return false;
  FUNCTIONS(FIND)
  // Newer versions of libheif look for their decoders in this call.
  if (p_heif_init(NULL).code != heif_error_Ok) return false;
  return true;
}

static bool is_there;
static void load(void) { is_there = find_library(); }

bool cp_heif_load(void) {
  // If two threads call at once, the second waits until the library is loaded.
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_there;
}

cp_heif *cp_heif_open(
    const uint8_t *bytes, size_t count, int side, uint32_t *width, uint32_t *height) {
  if (!cp_heif_load()) return NULL;
  cp_heif *heif = calloc(1, sizeof *heif);
  if (heif == NULL || (heif->context = p_heif_context_alloc()) == NULL) {
    free(heif);
    return NULL;
  }
  p_heif_context_set_max_decoding_threads(heif->context, 0);
  p_heif_context_set_maximum_image_size_limit(heif->context, side);
  if (p_heif_context_read_from_memory_without_copy(heif->context, bytes, count, NULL).code !=
          heif_error_Ok ||
      p_heif_context_get_primary_image_handle(heif->context, &heif->handle).code !=
          heif_error_Ok) {
    cp_heif_close(heif);
    return NULL;
  }
  int across = p_heif_image_handle_get_width(heif->handle);
  int down = p_heif_image_handle_get_height(heif->handle);
  *width = across > 0 ? (uint32_t)across : 0;
  *height = down > 0 ? (uint32_t)down : 0;
  return heif;
}

bool cp_heif_decode(cp_heif *heif) {
  if (p_heif_decode_image(
          heif->handle, &heif->image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, NULL)
          .code != heif_error_Ok)
    return false;
  // The rows are copied by the size in the header, which the decoded image must have.
  return p_heif_image_get_width(heif->image, heif_channel_interleaved) ==
             p_heif_image_handle_get_width(heif->handle) &&
         p_heif_image_get_height(heif->image, heif_channel_interleaved) ==
             p_heif_image_handle_get_height(heif->handle);
}

const uint8_t *cp_heif_row(const cp_heif *heif, uint32_t row) {
  int stride = 0;
  const uint8_t *plane =
      p_heif_image_get_plane_readonly(heif->image, heif_channel_interleaved, &stride);
  return plane == NULL || stride <= 0 ? NULL : plane + (size_t)row * (size_t)stride;
}

void cp_heif_close(cp_heif *heif) {
  if (heif->image != NULL) p_heif_image_release(heif->image);
  if (heif->handle != NULL) p_heif_image_handle_release(heif->handle);
  p_heif_context_free(heif->context);
  free(heif);
}

const char *cp_heif_version(void) { return cp_heif_load() ? p_heif_get_version() : NULL; }
