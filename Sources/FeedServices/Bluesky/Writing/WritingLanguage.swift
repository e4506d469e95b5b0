/// In which language somebody writes, as far as their surroundings tell.
package enum WritingLanguage {
  /// The languages, as services name them: "pt-BR"; none where nothing is told.
  package static func all(environment: (String) -> String?) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment)
      .first { !$0.isEmpty }
    guard let locale else { return [] }
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(separator: "_")
    guard let language = parts.first, (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy({ (0x61...0x7a).contains($0) })
    else { return [] }
    guard parts.count > 1, parts[1].utf8.count == 2 else { return [String(language)] }
    return ["\(language)-\(parts[1].uppercased())"]
  }
}
