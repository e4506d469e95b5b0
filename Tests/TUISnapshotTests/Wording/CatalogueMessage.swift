/// A sentence of the program: its English text, and the plural where it has one.
struct CatalogueMessage: Hashable, CustomStringConvertible {
  let one: String
  let many: String?

  var description: String { many.map { "\(one) / \($0)" } ?? one }

  /// The names in braces.
  static func placeholders(of text: String) -> Set<String> {
    let pieces = text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
    return Set(pieces.compactMap { $0.split(separator: "}").first.map(String.init) })
  }
}
