internal import CGettext
internal import Glibc

/// The translations into one language, as gettext finds them.
struct GettextCatalogue: Catalogue {
  private let domain = "tweetie"

  /// Reads the catalogues below the directory (`<directory>/es/LC_MESSAGES/tweetie.mo`).
  ///
  /// The C library keeps the language for the whole process, so this belongs to the start of the
  /// program, before there are threads.
  init(directory: String, language: String) {
    // LANGUAGE chooses whichever locales are installed; but it is heard only outside the C locale,
    // which is also what is left of a locale that the system does not have.
    setenv("LANGUAGE", language, 1)
    if let locale = setlocale(LC_MESSAGES, nil), ["C", "POSIX"].contains(String(cString: locale)) {
      setlocale(LC_MESSAGES, "C.UTF-8")
    }
    _ = bindtextdomain(domain, directory)
    _ = bind_textdomain_codeset(domain, "UTF-8")
  }

  func text(_ message: String) -> String {
    message.withCString { original in
      guard let found = dgettext(domain, original), UnsafePointer(found) != original else {
        return message
      }
      return String(cString: found)
    }
  }

  func text(_ one: String, _ many: String, count: Int) -> String {
    // dngettext hands back one of the two pointers where it knows nothing, so copy at once.
    String(cString: dngettext(domain, one, many, UInt(count.magnitude)))
  }
}
