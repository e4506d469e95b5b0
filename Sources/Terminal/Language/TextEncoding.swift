/// The characters that a terminal's locale can print.
public enum TextEncoding: Sendable {
  /// All of them.
  case utf8
  /// ASCII alone; the others are shown as something near, or as "?".
  case ascii

  /// The encoding that `nl_langinfo(CODESET)` names.
  public init(codeset: String) {
    let name = codeset.uppercased().filter { $0 != "-" }
    self = name == "UTF8" ? .utf8 : .ascii
  }
}
