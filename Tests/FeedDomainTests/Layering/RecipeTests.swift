import Testing

/// Compares the Swift lines in `Docs/Recipes` with the sources.
@Suite struct RecipeTests {
  @Test func `every line of Swift in a recipe stands in the sources`() throws {
    let tree = SourceTree(#filePath)
    let lines = Set(
      try ["Sources", "Tests"].flatMap { try tree.swiftFiles(under: $0) }
        .flatMap { $0.text.split(separator: "\n").map { Self.normalized(String($0)) } })

    let missing = try tree.files(under: "Docs/Recipes", ending: ".md").flatMap { recipe in
      Self.examples(in: recipe.text).filter { example in
        // An example that was cut off at an ellipsis is the beginning of a line.
        !lines.contains(example) && !lines.contains { $0.hasPrefix(example) }
      }.map { "\(recipe.path): \($0)" }
    }

    #expect(missing == [])
  }

  @Test func `an example is compared without ellipses and comments`() {
    let text = """
      ```swift
      case one, two, …
      let x = 1   // Some+File
      …
      ```
      ```sh
      make
      ```
      """

    #expect(Self.examples(in: text) == ["case one, two,", "let x = 1"])
  }

  /// The Swift lines of a recipe, without surrounding spaces, comments and ellipses.
  private static func examples(in text: String) -> [String] {
    var isSwift = false
    return text.split(separator: "\n").compactMap { line in
      let words = line.trimmed
      if words.hasPrefix("```") {
        isSwift = words == "```swift"
        return nil
      }
      guard isSwift else { return nil }
      let code = (words.split(separator: "  //").first ?? "").prefix { $0 != "…" }.trimmed
      return code.count < 4 ? nil : normalized(String(code))
    }
  }

  /// The line without surrounding spaces, with each run of spaces replaced by one space.
  private static func normalized(_ line: String) -> String {
    line.split(separator: " ").joined(separator: " ")
  }
}

extension StringProtocol {
  fileprivate var trimmed: SubSequence {
    let start = drop { $0 == " " }
    return start.dropLast(start.reversed().prefix { $0 == " " }.count)
  }
}
