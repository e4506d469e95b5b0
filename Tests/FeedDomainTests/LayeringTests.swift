import Glibc
import Testing

/// Reads the import lines of every source file: the compiler alone misses a module that is reached
/// through a neighbour.
@Suite struct LayeringTests {
  @Test func `every source file imports only what its module may`() throws {
    let sources = SourceTree(#filePath)

    let files = try sources.swiftFiles(under: "Sources")
    let broken = files.flatMap { Layering.violations(in: $0.text, at: $0.path) }

    #expect(files.count > 20)
    #expect(broken == [])
  }

  @Test(arguments: [
    ("Sources/FeedDomain/Models/Post.swift", "import FeedStorage"),
    ("Sources/FeedDomain/Models/Post.swift", "internal import Foundation"),
    ("Sources/FeedDomain/Models/Post.swift", "public import struct Foundation.Date"),
    ("Sources/FeedServices/BuiltIn/World.swift", "import Foundation"),
    ("Sources/FeedServices/BuiltIn/World.swift", "import CSQLite"),
    ("Sources/FeedStorage/Schema.swift", "import FeedServices"),
    ("Sources/Terminal/Canvas.swift", "import FeedDomain"),
    ("Sources/Terminal/Canvas.swift", "@preconcurrency import Threads"),
    ("Sources/TweetieTUI/Scenes/Stream/StreamView.swift", "@testable import FeedStorage"),
    ("Sources/TweetieTUI/Scenes/Stream/StreamView.swift", "  import CSystem"),
    ("Sources/TweetieTUI/Scenes/Stream/StreamView.swift", "import CNcurses"),
    ("Sources/TweetieTUI/Wording/Wording.swift", "import CGettext"),
    ("Sources/TweetieTUI/CompositionRoot.swift", "import FeedServices"),
    ("Sources/Unknown/File.swift", "import Glibc"),
  ])
  func `an import across the layers is found`(path: String, line: String) {
    let text = "// A file.\n\(line)\n\nstruct Something {}\n"

    let broken = Layering.violations(in: text, at: path)

    #expect(broken.count == 1)
  }

  @Test(arguments: [
    ("Sources/FeedDomain/Models/Post.swift", "internal import Glibc"),
    ("Sources/FeedServices/BuiltIn/Server.swift", "public import FeedDomain"),
    ("Sources/FeedStorage/SQLiteDatabase.swift", "internal import CSQLite"),
    ("Sources/Tweetie/Services.swift", "import FeedServices"),
    ("Sources/TweetieTUI/CompositionRoot+Stores.swift", "import FeedStorage"),
    ("Sources/TweetieTUI/Supervisor.swift", "internal import CSystem"),
    ("Sources/TweetieTUI/Program/ExternalProgram.swift", "internal import CSystem"),
    ("Sources/TweetieTUI/Wording/GettextCatalogue.swift", "internal import CGettext"),
    ("Sources/Threads/SerialThread.swift", "internal import CSystem"),
    ("Sources/FeedDomain/Models/Post.swift", "// import Foundation is not for us"),
  ])
  func `an import that the table allows passes`(path: String, line: String) {
    let broken = Layering.violations(in: line, at: path)

    #expect(broken == [])
  }
}

/// What each module may import.
private enum Layering {
  private static let everybody: Set<String> = ["Dispatch", "Glibc", "Swift", "Synchronization"]
  private static let modules: [String: Set<String>] = [
    "FeedDomain": [],
    "Groundwork": [],
    "FeedServices": ["FeedDomain", "Groundwork", "Threads", "CCurl", "CCrypto", "Atelier"],
    "Atelier": ["CPictureEncoding"],
    "FeedStorage": ["FeedDomain", "Groundwork", "Threads", "CSQLite", "CInih"],
    "Terminal": ["Groundwork", "CNcurses", "CChafa", "CSystem"],
    "Threads": ["CSystem"],
    "PictureWire": [],
    "Pictures": ["PictureWire", "Terminal", "Threads", "CSystem"],
    "PictureDecoder": ["CPictures", "PictureWire", "CSystem"],
    "TweetiePicture": ["PictureDecoder"],
    "TweetieTUI": ["FeedDomain", "Groundwork", "Terminal", "Threads", "Pictures"],
    "Tweetie": ["FeedDomain", "FeedServices", "TweetieTUI"],
  ]

  static func violations(in text: String, at path: String) -> [String] {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count > 2, let module = modules[parts[1]] else {
      return ["\(path): in no module of ours"]
    }
    let allowed = everybody.union(module).union(exceptions(parts))
    return imports(in: text).filter { !allowed.contains($0) }.map { "\(path): imports \($0)" }
  }

  /// What one file, or the few that start and end the program, may import besides.
  private static func exceptions(_ path: [String]) -> Set<String> {
    guard path[1] == "TweetieTUI", let file = path.last else { return [] }
    if file.hasPrefix("CompositionRoot") { return ["FeedStorage", "CSystem"] }
    if file == "GettextCatalogue.swift" { return ["CGettext"] }
    let runsTheProgram = path[2] == "Program" || file.hasPrefix("Supervisor")
    return runsTheProgram || file.hasPrefix("Program") ? ["CSystem"] : []
  }

  /// The modules imported, whatever stands before and after `import`.
  private static func imports(in text: String) -> [String] {
    let kinds: Set<String> = [
      "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
        words[..<place].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) })
      else { return nil }
      let isKind = kinds.contains(words[place + 1]) && place + 2 < words.count
      let name = words[place + (isKind ? 2 : 1)]
      return name.split(separator: ".").first.map(String.init)
    }
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
}
