#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>

#include "libraries.h"

#define FUNCTIONS(each)                                                                          \
  each(XML_ParserCreate) each(XML_ParserFree) each(XML_SetUserData)                            \
  each(XML_SetElementHandler) each(XML_SetCharacterDataHandler)                                  \
  each(XML_SetStartDoctypeDeclHandler) each(XML_SetEntityDeclHandler)                            \
  each(XML_SetSkippedEntityHandler) each(XML_SetExternalEntityRefHandler)                        \
  each(XML_SetParamEntityParsing) each(XML_UseForeignDTD)                                        \
  each(XML_ExternalEntityParserCreate) each(XML_Parse) each(XML_StopParser)                      \
  each(XML_GetErrorCode) each(XML_GetCurrentByteIndex)

// A pointer to each function, named as the function with the prefix "p_".
#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
  void *library = clibraries_open("libexpat");
  if (library == NULL) return;
#define FIND(name)                                                                               \
  if ((p_##name = (__typeof__(&name))dlsym(library, #name)) == NULL) return;
  FUNCTIONS(FIND)
  is_loaded = 1;
}

int cexpat_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

XML_Parser cexpat_create(const char *encoding) { return p_XML_ParserCreate(encoding); }
void cexpat_free(XML_Parser parser) { p_XML_ParserFree(parser); }
void cexpat_set_user_data(XML_Parser parser, void *data) { p_XML_SetUserData(parser, data); }
void cexpat_set_elements(
    XML_Parser parser, XML_StartElementHandler start, XML_EndElementHandler end) {
  p_XML_SetElementHandler(parser, start, end);
}
void cexpat_set_text(XML_Parser parser, XML_CharacterDataHandler text) {
  p_XML_SetCharacterDataHandler(parser, text);
}
void cexpat_set_doctype(XML_Parser parser, XML_StartDoctypeDeclHandler start) {
  p_XML_SetStartDoctypeDeclHandler(parser, start);
}
void cexpat_set_entity(XML_Parser parser, XML_EntityDeclHandler declared) {
  p_XML_SetEntityDeclHandler(parser, declared);
}
void cexpat_set_skipped(XML_Parser parser, XML_SkippedEntityHandler skipped) {
  p_XML_SetSkippedEntityHandler(parser, skipped);
}
void cexpat_set_outside(XML_Parser parser, XML_ExternalEntityRefHandler outside) {
  p_XML_SetExternalEntityRefHandler(parser, outside);
  // A document without a document type gets one, in which an undeclared entity is no error.
  p_XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
  p_XML_UseForeignDTD(parser, XML_TRUE);
}
XML_Parser cexpat_create_outside(XML_Parser parser, const char *context) {
  return p_XML_ExternalEntityParserCreate(parser, context, NULL);
}
enum XML_Status cexpat_parse(XML_Parser parser, const char *bytes, int count, int is_last) {
  return p_XML_Parse(parser, bytes, count, is_last);
}
void cexpat_stop(XML_Parser parser) { p_XML_StopParser(parser, XML_FALSE); }
enum XML_Error cexpat_error(XML_Parser parser) { return p_XML_GetErrorCode(parser); }
long cexpat_offset(XML_Parser parser) { return (long)p_XML_GetCurrentByteIndex(parser); }
