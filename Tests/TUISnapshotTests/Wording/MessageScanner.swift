/// Finds the literal sentences in Swift sources: the first arguments of `say` and `plural`.
enum MessageScanner {
  /// The messages of a source, with their escapes as they are written.
  static func messages(in source: String) -> [CatalogueMessage] {
    // What is in a comment is an example.
    let code = source.split(separator: "\n").filter {
      !$0.drop(while: \.isWhitespace).hasPrefix("//")
    }.joined(separator: "\n")
    var found: [CatalogueMessage] = []
    for (word, isPlural) in [("say(", false), ("plural(", true)] {
      for piece in code.split(separator: word, omittingEmptySubsequences: false).dropFirst() {
        var rest = piece.drop(while: \.isWhitespace)
        guard let one = literal(at: &rest) else { continue }
        rest = rest.drop { $0.isWhitespace || $0 == "," }
        found.append(CatalogueMessage(one: one, many: isPlural ? literal(at: &rest) : nil))
      }
    }
    return found
  }

  /// The literal at the beginning, without its quotes; an interpolated one is no message.
  static func literal(at rest: inout Substring) -> String? {
    guard rest.first == "\"" else { return nil }
    var text = ""
    var isEscaped = false
    for index in rest.indices.dropFirst() {
      let character = rest[index]
      if character == "\"", !isEscaped {
        rest = rest[rest.index(after: index)...]
        return text.contains("\\(") ? nil : text
      }
      isEscaped = character == "\\" && !isEscaped
      text.append(character)
    }
    return nil
  }
}
