/// Functions of the XML parser Expat. The library is loaded with the first document, because most
/// runs of the program read none.
///
/// Types and constants are those of Expat's header. Before any other function is called,
/// `cexpat_load` must have returned 1.
#ifndef TWEETIE_CEXPAT_H
#define TWEETIE_CEXPAT_H

#include <expat.h>

/// Loads expat, once, from any thread. Returns 1, or 0 if expat is missing or too old.
int cexpat_load(void);

/// Creates an XML parser that passes element names as written in the document, with prefixes.
XML_Parser cexpat_create(const char *encoding);
void cexpat_free(XML_Parser parser);
void cexpat_set_user_data(XML_Parser parser, void *data);
void cexpat_set_elements(
    XML_Parser parser, XML_StartElementHandler start, XML_EndElementHandler end);
void cexpat_set_text(XML_Parser parser, XML_CharacterDataHandler text);
void cexpat_set_doctype(XML_Parser parser, XML_StartDoctypeDeclHandler start);
void cexpat_set_entity(XML_Parser parser, XML_EntityDeclHandler declared);
void cexpat_set_skipped(XML_Parser parser, XML_SkippedEntityHandler skipped);
/// Sets the handler that an XML parser calls for external entities.
void cexpat_set_outside(XML_Parser parser, XML_ExternalEntityRefHandler outside);
/// Creates an XML parser for an external entity of a document.
XML_Parser cexpat_create_outside(XML_Parser parser, const char *context);
enum XML_Status cexpat_parse(XML_Parser parser, const char *bytes, int count, int is_last);
void cexpat_stop(XML_Parser parser);
enum XML_Error cexpat_error(XML_Parser parser);
long cexpat_offset(XML_Parser parser);

#endif
