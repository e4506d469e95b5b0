import Testing

/// Compares the Swift lines in `Docs/Recipes`, and the names in all documents, with the sources.
@Suite struct RecipeTests {
  /// A Swift line of a recipe. A line that was cut off at an ellipsis is the beginning of a line of
  /// the sources.
  private struct Example: Hashable {
    let code: String
    var isCut = false
  }

  @Test func `every Swift line of a recipe is in the sources`() throws {
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

  @Test func `every name and file in the documents exists in the sources`() throws {
    let tree = SourceTree(#filePath)
    let files = try ["Sources", "Tests"].flatMap { try tree.swiftFiles(under: $0) }
    let known = files.reduce(into: Set<String>()) {
      $0.formUnion(Self.words(in: $1.text))
      $0.formUnion(Self.words(in: $1.path))
    }
    var names = 0

    let missing = try tree.files(under: "Docs", ending: ".md").flatMap { document in
      Self.inlineCode(in: document.text).filter { code in
        let compound = Self.words(in: code).filter(Self.isCompound)
        names += compound.count
        let isFile = code.hasSuffix(".swift") && code != "Package.swift"
        return !known.isSuperset(of: compound)
          || isFile && !files.contains { "/\($0.path)".hasSuffix("/\(code)") }
      }.map { "\(document.path): \($0)" }
    }

    #expect(missing == [])
    #expect(names > 200)
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

  /// The codes between backticks in the lines of a text, but none with a backslash, as in manuals.
  private static func inlineCode(in text: String) -> [String] {
    text.split(separator: "\n").filter { !$0.contains("```") }.flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 && !$0.element.contains("\\") }.map { String($0.element) }
    }
  }

  private static func words(in text: String) -> [String] {
    text.utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        false
      default: true
      }
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// True for a name of several words, such as "SceneFactory" or "makeScene".
  private static func isCompound(_ name: String) -> Bool {
    zip(name, name.dropFirst()).contains { $0.isLowercase && $1.isUppercase }
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
