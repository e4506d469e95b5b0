/// The name of a language as services write it: "de", "pt-BR", "zh-Hant".
public enum LanguageTag {
  /// The name as it is written; nil for what can be none.
  public static func written(_ typed: String) -> String? {
    let parts = typed.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.utf8.count), parts.count <= 3,
      parts.allSatisfy({ (2...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isPlain) }),
      !language.contains(where: \.isNumber)
    else { return nil }
    let rest = parts.dropFirst().map { part in
      switch part.utf8.count {
      case 2: part.uppercased()
      case 4: part.prefix(1).uppercased() + part.dropFirst().lowercased()
      default: part.lowercased()
      }
    }
    return ([language.lowercased()] + rest).joined(separator: "-")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }
}
