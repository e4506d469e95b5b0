internal import Glibc
internal import Terminal

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
    adoptUTF8()
  }

  /// Takes the characters of UTF-8, whatever the environment names; false where the system has no
  /// such locale.
  @discardableResult static func adoptUTF8() -> Bool {
    CharacterLocale.installedUTF8.map { setlocale(LC_CTYPE, $0) != nil } ?? false
  }

  /// Whether the locale for characters names UTF-8, as in "de_DE.UTF-8".
  static func asksForUTF8(_ environment: [String: String]) -> Bool {
    CharacterLocale(environment: environment).asksForUTF8
  }
}
