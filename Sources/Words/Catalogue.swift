internal import CGettext
internal import Glibc

/// A catalogue of the translations of the English sentences in the source.
package protocol TranslationCatalogue: Sendable {
  /// Returns the translation of a sentence, or the sentence itself without a translation.
  func translatedText(_ message: String) -> String
  /// Returns the translation of a sentence in its plural form for a count.
  func translatedText(_ one: String, _ many: String, count: Int) -> String
}

/// A catalogue that returns the English sentences of the source; no file is opened.
package struct EnglishCatalogue: TranslationCatalogue {
  package func translatedText(_ message: String) -> String { message }
  package func translatedText(_ one: String, _ many: String, count: Int) -> String {
    count == 1 ? one : many
  }
}

/// A catalogue of the translations into one language, read by gettext.
struct GettextCatalogue: TranslationCatalogue {
  private let domain = "tweetie"

  /// Creates a catalogue by opening the translation below a directory
  /// (`<directory>/es/LC_MESSAGES/tweetie.mo`). The C library keeps the language for the whole
  /// process, so this is called at the start of the program, before there are threads.
  init(directory: String, language: String) {
    // LANGUAGE chooses whichever locales are installed; but gettext reads it only outside the C
    // locale, which is also the locale if the system lacks the wanted one.
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

/// A choice of the program's translation: the user's language from the settings or the environment,
/// and the directory with its translation.
package struct TranslationChoice: Equatable {
  package static let languages = ["de", "es", "fr", "ja", "ko", "pt_BR", "vi", "zh_CN"]

  /// The code of the program's chosen language, such as "pt_BR"; nil for English, which needs no
  /// translation.
  package let language: String?
  /// The path of the directory with the chosen language's translation; nil if none is found.
  package let directory: String?

  /// Creates the choice of the translation by the language in the settings, else by the environment
  /// as gettext reads it; English, for which no directory is read, also if the terminal shows ASCII
  /// alone, since a sentence of question marks helps nobody. Translations are looked up in
  /// `TEXTDOMAINDIR`, else beside the program.
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

  /// The tag of the chosen language as services write it: "en", "pt-BR".
  package var tag: String { String((language ?? "en").map { $0 == "_" ? "-" : $0 }) }

  /// Returns the language of the translation for a locale; nil if there is none that people with
  /// this locale would want to read.
  ///
  /// A region without a translation gets another region's: that of Brazil for "pt_PT.UTF-8" and
  /// "pt-BR" alike.
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

  /// Returns the languages in the environment variables, the preferred one first; empty for the
  /// plain C locale.
  private static func preferredLanguages(in environment: [String: String]) -> [String] {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? "C"
    guard locale != "C", locale != "POSIX" else { return [] }
    let list = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    return list + [locale]
  }
}
