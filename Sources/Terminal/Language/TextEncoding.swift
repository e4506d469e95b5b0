/// The characters that a terminal's locale can print.
public enum TextEncoding: Sendable {
  /// All of them.
  case utf8
  /// Only ASCII; other characters are shown as something similar, or as "?".
  case ascii

  /// The encoding that `nl_langinfo(CODESET)` names.
  public init(codeset: String) {
    let name = codeset.uppercased().filter { $0 != "-" }
    self = name == "UTF8" ? .utf8 : .ascii
  }
}
