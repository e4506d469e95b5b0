import Testing

/// A protocol is there because two keep it, or a test in place of one.
@Suite struct ProtocolTests {
  @Test func `a protocol has two who keep it, or is the edge of a module`() throws {
    let tree = SourceTree(#filePath)
    let sources = try tree.swiftFiles(under: "Sources")
    let heads = sources.flatMap(TypeHead.all)
    let doubles = try tree.swiftFiles(under: "Tests").flatMap(TypeHead.all)
    let protocols = Set(heads.filter(\.isProtocol).map(\.name))

    let kept = (heads + doubles).flatMap(\.parents).reduce(into: [:]) { $0[$1, default: 0] += 1 }

    #expect(protocols.count > 50)
    #expect(protocols.filter { kept[$0, default: 0] < 2 } == Self.edges)
    #expect(protocols.count <= 70)
  }

  /// The module below or above keeps them, and tests use what it keeps them with.
  private static let edges: Set = ["EverythingStore", "ServiceMaking"]

  @Test func `whoever keeps a protocol is found`() {
    let text = """
      /// struct Comment: Wrong {}
      @MainActor package protocol Hearing: AnyObject {
        struct Inner: Quiet {}
      }
      private final class Ear<News>: Hearing,
        Listening where News: Sendable
      {
      }
      extension Array: Hearing where Element: Hearing {}
      """

    let heads = TypeHead.all(of: SourceTree.File(path: "Sources/One/Ear.swift", text: text))

    #expect(heads.map(\.name) == ["Hearing", "Inner", "Ear", "Array"])
    #expect(heads.map(\.isProtocol) == [true, false, false, false])
    #expect(
      heads.map(\.parents) == [["AnyObject"], ["Quiet"], ["Hearing", "Listening"], ["Hearing"]])
  }
}

/// How a type or an extension begins: its name, and what it says that it is.
private struct TypeHead {
  let name: String
  let isProtocol: Bool
  let parents: [String]

  private static let kinds: Set = ["actor", "class", "enum", "extension", "protocol", "struct"]
  private static let modifiers: Set = [
    "fileprivate", "final", "indirect", "nonisolated", "package", "private", "public",
  ]

  static func all(of file: SourceTree.File) -> [TypeHead] {
    let lines = file.text.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
    return lines.indices.compactMap { place in
      var words = lines[place].split(separator: " ").drop { word in
        word.hasPrefix("@") || modifiers.contains(String(word))
      }
      guard let kind = words.popFirst().map(String.init), kinds.contains(kind) else { return nil }
      let whole = lines[place...].prefix(4).joined(separator: " ")
      return TypeHead(whole.prefix { $0 != "{" }, kind)
    }
  }

  private init?(_ head: Substring, _ kind: String) {
    guard let start = head.firstRange(of: "\(kind) ")?.upperBound else { return nil }
    let name = head[start...].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    guard name.first?.isUppercase == true else { return nil }
    (self.name, isProtocol) = (String(name), kind == "protocol")
    let claims = head[name.endIndex...].drop { $0 != ":" }.dropFirst()
    let listed = claims.firstRange(of: " where ").map { claims[..<$0.lowerBound] } ?? claims
    parents = listed.split { $0 == "," || $0 == "&" }.map {
      String($0.drop(while: \.isWhitespace).prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
  }
}
