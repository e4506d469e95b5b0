#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <avif/avif.h>

#include "libraries.h"

// The layout of libavif's structures belongs to the version at build time.
#if AVIF_VERSION_MAJOR >= 1
#define LIBRARY "libavif.so.16"
#define MIRROR axis
#else
#define LIBRARY "libavif.so.15"
#define MIRROR mode
#endif

#define FUNCTIONS(each)                                                                          \
  each(avifVersion) each(avifCodecName) each(avifDecoderCreate) each(avifDecoderDestroy)         \
  each(avifDecoderSetIOMemory) each(avifDecoderParse) each(avifDecoderNextImage)                 \
  each(avifImageCreateEmpty) each(avifImageDestroy) each(avifImageSetViewRect)                   \
  each(avifRGBImageSetDefaults) each(avifImageYUVToRGB)

// A pointer to each function, named as the function with the prefix "p_".
#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

struct cp_avif {
  avifDecoder *decoder;
};

static bool find_library(void) {
  void *library = clibraries_open_as("libavif", LIBRARY);
  if (library == NULL) return false;
#define FIND(name)                                                                               \
  if ((p_##name = (__typeof__(&name))dlsym(library, #name)) == NULL) return false;
  FUNCTIONS(FIND)
  return true;
}

static bool is_there;
static void load(void) { is_there = find_library(); }

bool cp_avif_load(void) {
  // If two threads call at once, the second waits until the library is loaded.
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_there;
}

cp_avif *cp_avif_open(
    const uint8_t *bytes, size_t count, uint32_t side, uint32_t pixels, cp_avif_facts *facts) {
  if (!cp_avif_load()) return NULL;
  cp_avif *avif = calloc(1, sizeof *avif);
  if (avif == NULL || (avif->decoder = p_avifDecoderCreate()) == NULL) {
    free(avif);
    return NULL;
  }
  avifDecoder *decoder = avif->decoder;
  // dav1d is the decoder that is fuzzed most. One thread, since the sandbox forbids more.
  if (p_avifCodecName(AVIF_CODEC_CHOICE_DAV1D, AVIF_CODEC_FLAG_CAN_DECODE) != NULL)
    decoder->codecChoice = AVIF_CODEC_CHOICE_DAV1D;
  decoder->maxThreads = 1;
  decoder->ignoreExif = AVIF_TRUE;
  decoder->ignoreXMP = AVIF_TRUE;
  decoder->imageSizeLimit = pixels;
  decoder->imageDimensionLimit = side;
  decoder->imageCountLimit = 10000;
  // Files with mistakes that browsers accept are accepted.
  decoder->strictFlags = AVIF_STRICT_DISABLED;
  if (p_avifDecoderSetIOMemory(decoder, bytes, count) != AVIF_RESULT_OK ||
      p_avifDecoderParse(decoder) != AVIF_RESULT_OK) {
    // The result code is equal for all invalid files, so the message is searched.
    facts->is_too_large = strstr(decoder->diag.error, "are too large") != NULL;
    cp_avif_close(avif);
    return NULL;
  }
  const avifImage *image = decoder->image;
  facts->width = image->width;
  facts->height = image->height;
  facts->quarter_turns =
      image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle & 3 : 0;
  facts->mirror = image->transformFlags & AVIF_TRANSFORM_IMIR ? 1 + (image->imir.MIRROR & 1) : 0;
  return avif;
}

bool cp_avif_decode(cp_avif *avif) {
  return p_avifDecoderNextImage(avif->decoder) == AVIF_RESULT_OK;
}

bool cp_avif_read(cp_avif *avif, uint32_t first, uint32_t count, uint8_t *rows) {
  const avifImage *image = avif->decoder->image;
  avifImage *view = p_avifImageCreateEmpty();
  if (view == NULL) return false;
  avifCropRect rect = {0, first, image->width, count};
  bool is_read = p_avifImageSetViewRect(view, image, &rect) == AVIF_RESULT_OK;
  if (is_read) {
    avifRGBImage rgb;
    p_avifRGBImageSetDefaults(&rgb, view);
    rgb.depth = 8;
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    rgb.pixels = rows;
    rgb.rowBytes = image->width * 4;
    is_read = p_avifImageYUVToRGB(view, &rgb) == AVIF_RESULT_OK;
  }
  p_avifImageDestroy(view);
  return is_read;
}

void cp_avif_close(cp_avif *avif) {
  p_avifDecoderDestroy(avif->decoder);
  free(avif);
}

const char *cp_avif_version(void) { return cp_avif_load() ? p_avifVersion() : NULL; }
