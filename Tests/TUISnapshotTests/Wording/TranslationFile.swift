/// A catalogue as translators write it: `po/<language>.po`.
struct TranslationFile {
  private(set) var translations: [CatalogueMessage: [String]] = [:]
  private(set) var header = ""

  /// How many forms a sentence with a number has, as the header says.
  var pluralForms: Int? {
    let count = header.split(separator: " ").first { $0.hasPrefix("nplurals=") }
    return count.flatMap { Int($0.dropFirst("nplurals=".count).dropLast()) }
  }

  init(_ text: String) {
    var (one, many, forms): (String?, String?, [String]) = (nil, nil, [])
    func message() -> CatalogueMessage? { one.map { CatalogueMessage(one: $0, many: many) } }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("\"") {
        header += line
      } else if let id = Self.value(of: "msgid ", in: line) {
        one = id
      } else if let id = Self.value(of: "msgid_plural ", in: line) {
        many = id
      } else if line.hasPrefix("msgstr"), let space = line.firstIndex(of: " ") {
        forms.append(Self.value(of: line[...space], in: line) ?? "")
      } else if line.isEmpty {
        if let message = message(), !message.one.isEmpty { translations[message] = forms }
        (one, many, forms) = (nil, nil, [])
      }
    }
  }

  private static func value(of name: some StringProtocol, in line: Substring) -> String? {
    guard line.hasPrefix(name) else { return nil }
    var rest = line.dropFirst(name.count)
    return MessageScanner.literal(at: &rest)
  }
}
