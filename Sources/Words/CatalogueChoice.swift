internal import Glibc

/// Which catalogue speaks: a person's language from the settings or the environment, and where the
/// translations lie.
package struct CatalogueChoice: Equatable {
  /// The languages there are translations for.
  package static let languages = ["de", "es", "fr", "ja", "ko", "pt_BR", "vi", "zh_CN"]

  /// The language that is spoken; nil for English, which needs no translations.
  package let language: String?
  /// Where the translations into it lie; nil where none are found.
  package let directory: String?

  /// Decides by the settings' language, else by the environment as gettext reads it.
  ///
  /// Translations are looked for where `TEXTDOMAINDIR` says, else beside the program. English costs
  /// nothing: no directory is looked at. It is spoken as well where the terminal
  /// shows ASCII alone, since a sentence of question marks helps nobody.
  package init(
    setting: String, environment: [String: String], executable: String, isUTF8: Bool,
    exists: (String) -> Bool = { access($0, R_OK) == 0 }
  ) {
    let wishes = setting.isEmpty ? Self.preferences(in: environment) : [setting]
    let known = wishes.lazy.compactMap(Self.language(for:)).first
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

  /// The language that is spoken, as services write it: "en", "pt-BR".
  package var tag: String { String((language ?? "en").map { $0 == "_" ? "-" : $0 }) }

  /// What is spoken to somebody with that locale; nil where nothing they would like to read is.
  ///
  /// It is another region's language where theirs has no translation: that of Brazil for
  /// "pt_PT.UTF-8" and "pt-BR" alike.
  package static func language(for locale: String) -> String? {
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
      .map { $0.lowercased() }
    // Simplified characters are no kindness to readers of traditional ones.
    guard let language = parts.first, Set(["tw", "hk", "mo", "hant"]).isDisjoint(with: parts)
    else { return nil }
    return (["en"] + languages).first { $0.prefix { $0 != "_" } == language }
  }

  /// The catalogue that was chosen.
  package func open() -> any Catalogue {
    guard let language, let directory else { return EnglishCatalogue() }
    return GettextCatalogue(directory: directory, language: language)
  }
}

extension CatalogueChoice {
  /// What the environment asks for, first wish first; nothing where its locale is the plain C one.
  private static func preferences(in environment: [String: String]) -> [String] {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? "C"
    guard locale != "C", locale != "POSIX" else { return [] }
    let list = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    return list + [locale]
  }
}
