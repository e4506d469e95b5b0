internal import CGettext
internal import Glibc

/// A protocol of catalogues that translate the program's English sentences.
package protocol TranslationCatalogue: Sendable {
  /// Returns the translation of an English sentence; the sentence itself if there is no
  /// translation.
  func translatedText(_ message: String) -> String
  /// Returns the translation of an English sentence in the plural form for a count.
  func translatedText(_ one: String, _ many: String, count: Int) -> String
}

/// A catalogue for English, which returns the program's sentences unchanged.
package struct EnglishCatalogue: TranslationCatalogue {
  package func translatedText(_ message: String) -> String { message }
  package func translatedText(_ one: String, _ many: String, count: Int) -> String {
    count == 1 ? one : many
  }
}

/// A catalogue of the translations into one language, read by the C library's gettext functions.
struct GettextCatalogue: TranslationCatalogue {
  private let domain = "tweetie"

  /// Creates a catalogue from a translation file below a directory, such as
  /// `<directory>/es/LC_MESSAGES/tweetie.mo`; before there are threads, since the C library keeps
  /// the language for the whole process.
  init(directory: String, language: String) {
    // LANGUAGE works whichever locales are installed, but gettext reads it only outside the C
    // locale, which is also in use if the system lacks the user's locale.
    setenv("LANGUAGE", language, 1)
    if let locale = setlocale(LC_MESSAGES, nil), ["C", "POSIX"].contains(String(cString: locale)) {
      setlocale(LC_MESSAGES, "C.UTF-8")
    }
    _ = bindtextdomain(domain, directory)
    _ = bind_textdomain_codeset(domain, "UTF-8")
  }

  func translatedText(_ message: String) -> String {
    message.withCString { original in
      guard let found = dgettext(domain, original), UnsafePointer(found) != original else {
        return message
      }
      return String(cString: found)
    }
  }

  func translatedText(_ one: String, _ many: String, count: Int) -> String {
    // dngettext returns one of the two pointers without a translation, so copy at once.
    String(cString: dngettext(domain, one, many, UInt(count.magnitude)))
  }
}

/// A choice of the language into which the program's texts are translated, with the directory of
/// its translation file.
package struct ChosenTranslationLanguage: Equatable {
  package static let languages = ["de", "es", "fr", "ja", "ko", "pt_BR", "vi", "zh_CN"]

  /// The code of the language for the program's texts, such as "pt_BR"; nil for English, which
  /// needs no translation.
  package let language: String?
  /// The path of the directory with the translation file of the program's language; nil for
  /// English, and if there is none.
  package let directory: String?

  /// Creates the choice of the language for the program's texts: that in the settings, else the
  /// environment's as gettext reads it; English if the terminal shows only ASCII characters. The
  /// translation file is looked up in `TEXTDOMAINDIR`, else beside the program.
  package init(
    setting: String, environment: [String: String], executable: String, isUTF8: Bool,
    exists: (String) -> Bool = { access($0, R_OK) == 0 }
  ) {
    let wishes = setting.isEmpty ? Self.preferredLanguages(in: environment) : [setting]
    let known = wishes.lazy.compactMap(Self.translationLanguage(for:)).first
    guard isUTF8, let language = known, language != "en" else {
      (language, directory) = (nil, nil)
      return
    }
    let folder = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "."
    let named = environment["TEXTDOMAINDIR"].map { [$0] } ?? []
    let places =
      named + ["\(folder)/../share/locale", "\(folder)/locale", "/usr/local/share/locale"]
    self.language = language
    directory = places.first { exists("\($0)/\(language)/LC_MESSAGES/tweetie.mo") }
  }

  /// The language tag of the program's texts as services write it, such as "en" or "pt-BR".
  package var tag: String { String((language ?? "en").map { $0 == "_" ? "-" : $0 }) }

  /// Returns the language among the program's translations that suits a locale, such as "pt_BR" for
  /// "pt_PT.UTF-8" as well as "pt-BR"; nil if none does.
  package static func translationLanguage(for locale: String) -> String? {
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
      .map { $0.lowercased() }
    // Traditional Chinese has no translation: simplified characters would not help.
    guard let language = parts.first, Set(["tw", "hk", "mo", "hant"]).isDisjoint(with: parts)
    else { return nil }
    return (["en"] + languages).first { $0.prefix { $0 != "_" } == language }
  }

  package func openCatalogue() -> any TranslationCatalogue {
    guard let language, let directory else { return EnglishCatalogue() }
    return GettextCatalogue(directory: directory, language: language)
  }

  /// Returns the languages that the environment variables name, the preferred one first; empty for
  /// the C locale.
  private static func preferredLanguages(in environment: [String: String]) -> [String] {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? "C"
    guard locale != "C", locale != "POSIX" else { return [] }
    let list = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    return list + [locale]
  }
}
