import FeedDomain
import Testing

/// What differs between services is data of their connections: whoever shows or asks names none.
@Suite struct ServiceNameTests {
  @Test(arguments: ["Console", "PhotoDisplay", "Scenes", "TweetieTUI", "Words"])
  func `no scene and no command names a service`(module: String) throws {
    let files = try SourceTree(#filePath).swiftFiles(under: "Sources/\(module)")

    #expect(files.filter { !Self.lists.contains($0.path) }.flatMap(Self.names) == [])
  }

  @Test(arguments: [
    "case .refused where service == .unsplash:", "case .tweetie, .mastodon, nil: 1",
    "say(\"You cannot like your own photos on Flickr.\")",
  ])
  func `a named service is found`(line: String) {
    let file = SourceTree.File(path: "Sources/Words/Some.swift", text: "// Flickr\n\(line)\n")

    #expect(Self.names(in: file).count == 1)
  }

  /// What a service is called, an example of a server's name, and who is there before anybody
  /// signed in.
  private static let lists: Set<String> = [
    "Sources/Words/Wording+Accounts.swift",
    "Sources/TweetieTUI/Wiring/CompositionRoot.swift",
    "Sources/Console/Commands/CommandSynonyms.swift",
  ]

  /// The lines of a file that name a service; "Tweetie" alone is the program.
  private static func names(in file: SourceTree.File) -> [String] {
    let services = Set(Service.allCases.map(\.rawValue)).subtracting([Service.tweetie.rawValue])
    return file.text.split(whereSeparator: \.isNewline).filter { line in
      guard !line.drop(while: \.isWhitespace).hasPrefix("//") else { return false }
      let words = line.lowercased().split { !$0.isLetter && $0 != "_" }.map(String.init)
      return !services.isDisjoint(with: words) || line.contains(".\(Service.tweetie.rawValue)")
    }.map { "\(file.path) names a service: \($0)" }
  }
}
