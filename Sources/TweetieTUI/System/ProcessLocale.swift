internal import Glibc

/// The locale of the process.
enum ProcessLocale {
  /// Takes the locale that the environment names.
  ///
  /// A system that does not have it installed can still show its characters: where the name asks
  /// for UTF-8, the characters are those of C.UTF-8, which every system has.
  static func adopt(from environment: [String: String]) {
    // The categories that are used; each of the others would be a file to open before the first
    // frame.
    setlocale(LC_MESSAGES, "")
    guard setlocale(LC_CTYPE, "") == nil, asksForUTF8(environment) else { return }
    setlocale(LC_CTYPE, "C.UTF-8")
  }

  /// Whether the locale for characters names UTF-8, as in "de_DE.UTF-8".
  static func asksForUTF8(_ environment: [String: String]) -> Bool {
    let name =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let codeset = name.drop { $0 != "." }.dropFirst().prefix { $0 != "@" }
    return codeset.uppercased().filter { $0 != "-" } == "UTF8"
  }
}
