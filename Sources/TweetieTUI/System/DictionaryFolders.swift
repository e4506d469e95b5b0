internal import Glibc
internal import Groundwork

/// Where dictionaries of words may lie.
struct DictionaryFolders: Sendable {
  /// The folders, the first that has a dictionary counts.
  let paths: [String]

  /// The folders that a system has, after those that `DICPATH` names.
  init(dicPath: String?) {
    paths =
      (dicPath ?? "").split(separator: ":").map(String.init)
      + ["/usr/share/hunspell", "/usr/share/myspell", "/usr/share/myspell/dicts"]
  }

  /// The dictionary of a language, as "de", "pt-BR" or "en_US.UTF-8", as a path without an ending; nil
  /// where there is none. Where no place is named, the locale's goes before all others.
  func path(of language: String, locale: String) -> String? {
    let wanted = Self.name(of: language)
    let own = Self.name(of: locale)
    guard !wanted.isEmpty, wanted != "C", wanted != "POSIX" else { return nil }
    for folder in paths {
      let names = Self.names(in: folder)
      let exact = wanted == Self.bare(own) ? [own, wanted] : [wanted]
      // Rather another country's than none: the words are nearly the same.
      let related = names.filter { Self.bare($0) == Self.bare(wanted) }
      if let name = exact.first(where: names.contains) ?? Self.usual(related) {
        return folder + "/" + name
      }
    }
    return nil
  }

  /// The one that is used where nothing says which: that of the country called as the language, or of
  /// the most people.
  private static func usual(_ names: [String]) -> String? {
    names.first { $0 == "en_US" || $0 == "\(bare($0))_\(bare($0).uppercased())" } ?? names.first
  }

  /// A language and its country, as a dictionary's files are called.
  private static func name(of language: String) -> String {
    String(language.prefix { $0 != "." && $0 != "@" }.map { $0 == "-" ? "_" : $0 })
  }

  private static func bare(_ name: String) -> String { String(name.prefix { $0 != "_" }) }

  /// The dictionaries in a folder, in order.
  private static func names(in folder: String) -> [String] {
    let names = FolderNames(in: folder).map { $0.filter { $0.hasSuffix(".dic") } } ?? []
    return names.map { String($0.dropLast(4)) }
      .filter { access("\(folder)/\($0).aff", R_OK) == 0 }.sorted()
  }
}
