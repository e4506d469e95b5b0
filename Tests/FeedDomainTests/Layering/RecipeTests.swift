import Testing

/// Compares the Swift lines in `Docs/Recipes` with the sources.
@Suite struct RecipeTests {
  /// A Swift line of a recipe. A line that was cut off at an ellipsis is the beginning of a line of
  /// the sources.
  private struct Example: Hashable {
    let code: String
    var isCut = false
  }

  @Test func `every line of Swift in a recipe stands in the sources`() throws {
    let tree = SourceTree(#filePath)
    var missing: [Example: String] = [:]
    for recipe in try tree.files(under: "Docs/Recipes", ending: ".md") {
      for example in Self.examples(in: recipe.text) { missing[example] = recipe.path }
    }
    #expect(missing.count > 50)
    let cut = missing.keys.filter(\.isCut)

    for file in try ["Sources", "Tests"].flatMap({ try tree.swiftFiles(under: $0) }) {
      for line in file.text.split(separator: "\n") {
        let code = line.drop { $0 == " " }
        missing[Example(code: String(code))] = nil
        for example in cut where code.hasPrefix(example.code) { missing[example] = nil }
      }
    }

    #expect(missing.map { "\($0.value): \($0.key.code)" }.sorted() == [])
  }

  @Test func `an example is compared without indentation, comments and ellipses`() {
    let text = """
      ```swift
        case one, two, …
      /// A comment.
      let x = 1
      …
      ```
      ```sh
      make
      ```
      """

    #expect(
      Self.examples(in: text) == [
        Example(code: "case one, two,", isCut: true), Example(code: "let x = 1"),
      ])
  }

  private static func examples(in text: String) -> [Example] {
    var isSwift = false
    return text.split(separator: "\n").compactMap { line in
      let line = line.drop { $0 == " " }
      if line.hasPrefix("```") {
        isSwift = line == "```swift"
        return nil
      }
      guard isSwift, !line.hasPrefix("//") else { return nil }
      let code = line.prefix { $0 != "…" }
      let isCut = code.count < line.count
      let trimmed = code.last == " " ? code.dropLast() : code
      return trimmed.count < 4 ? nil : Example(code: String(trimmed), isCut: isCut)
    }
  }
}
