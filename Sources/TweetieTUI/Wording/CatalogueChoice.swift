internal import Glibc

/// Which catalogue speaks: a person's language from the settings or the environment, and where the
/// translations lie.
struct CatalogueChoice: Equatable {
  /// The languages there are translations for.
  static let languages = ["de", "es", "ja", "vi"]

  /// Where the translations lie; nil where English is spoken and none are needed.
  let directory: String?
  /// The language the settings name; nil leaves it to the locale.
  let language: String?

  /// Decides by the settings' language, else by the environment as gettext reads it.
  ///
  /// English costs nothing: no directory is looked at.
  init(
    setting: String, environment: [String: String], executable: String,
    exists: (String) -> Bool = { access($0, R_OK) == 0 }
  ) {
    let language = setting.isEmpty ? nil : setting
    self.language = language
    let wanted = language.map { [$0] } ?? Self.preferences(in: environment)
    guard let code = wanted.first.map(Self.code), Self.languages.contains(code) else {
      directory = nil
      return
    }
    let folder = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "."
    let places = ["\(folder)/../share/locale", "\(folder)/locale", "/usr/local/share/locale"]
    directory = places.first { exists("\($0)/\(code)/LC_MESSAGES/tweetie.mo") }
  }

  /// The catalogue that was chosen.
  func open() -> any Catalogue {
    guard let directory else { return EnglishCatalogue() }
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
    return list.isEmpty ? [locale] : list
  }

  /// "es" of "es_MX.UTF-8".
  private static func code(of locale: String) -> String {
    String(locale.prefix { $0 != "_" && $0 != "." && $0 != "@" })
  }
}
