import Testing

/// A class or an actor that has grown past its concept is made of named parts.
@Suite struct TypeShapeTests {
  @Test func `no object has more than twelve stored variables, or stands in more than three files`()
    throws
  {
    let shapes = TypeShapes(try SourceTree(#filePath).swiftFiles(under: "Sources")).shapes

    let grown = shapes.filter { $0.value.stored > 12 || $0.value.files.count > 3 }

    #expect(shapes.count > 100)
    #expect(grown == [:])
  }

  @Test func `what is stored is counted, and what stands in other files`() {
    let shapes = TypeShapes([
      file("One", "Thing", "final class Thing {", stored),
      file("One", "Thing+More", "extension Thing {", "  func more() {}"),
      file("One", "Other", "extension Thing {", "  fileprivate var own: Int { 1 }"),
      file("Two", "Thing", "extension Thing {", "  func more() {}"),
    ]).shapes

    #expect(shapes["One.Thing"]?.stored == 5)
    #expect(shapes["One.Thing"]?.files.count == 2)
    #expect(shapes.count == 1)
  }

  private let stored = """
      static let most = 3
      let a: Int
      private(set) var b = [1: 2]
      @MainActor package var c: (() -> Void)?
      private weak var d: Thing?
      var e = 1 { didSet { tell() } }
      var computed: Int { a }
      var long: Int {
        let local = 2
        return local
      }
      func tell() {}
    """

  private func file(_ module: String, _ name: String, _ head: String, _ body: String)
    -> SourceTree.File
  {
    SourceTree.File(
      path: "Sources/\(module)/\(name).swift", text: "\(head)\n\(body)\n}\n")
  }
}
