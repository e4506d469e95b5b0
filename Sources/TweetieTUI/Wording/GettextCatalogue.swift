internal import CGettext
internal import Glibc

/// The translations that gettext finds for the process's locale.
struct GettextCatalogue: Catalogue {
  private let domain = "tweetie"

  /// Reads the catalogues below the directory (`<directory>/es/LC_MESSAGES/tweetie.mo`).
  ///
  /// A language that is named takes the place of the locale's. The C library keeps both for the
  /// whole process, so this belongs to the start of the program, before there are threads.
  init(directory: String, language: String?) {
    if let language { setenv("LANGUAGE", language, 1) }
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
