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
    ("Sources/FeedDomain/Models/Post.swift", "import UseCases"),
    ("Sources/FeedServices/BuiltIn/World.swift", "import UseCases"),
    ("Sources/Terminal/Canvas.swift", "import FeedDomain"),
    ("Sources/Terminal/Canvas.swift", "@preconcurrency import Threads"),
    ("Sources/Scenes/Stream/StreamView.swift", "@testable import FeedStorage"),
    ("Sources/Scenes/Stream/StreamView.swift", "  import CSystem"),
    ("Sources/Scenes/Stream/StreamView.swift", "import CNcurses"),
    ("Sources/Words/Wording.swift", "import CGettext"),
    ("Sources/TweetieTUI/Wiring/CompositionRoot.swift", "import FeedServices"),
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
    ("Sources/Tweetie/AllServicesProvider.swift", "import FeedServices"),
    ("Sources/TweetieTUI/Wiring/LaunchContext.swift", "import FeedStorage"),
    ("Sources/TweetieTUI/System/LiveTerminal.swift", "internal import CSystem"),
    ("Sources/TweetieTUI/System/ExternalProgram.swift", "internal import CSystem"),
    ("Sources/Words/Catalogue.swift", "internal import CGettext"),
    ("Sources/Threads/SerialThread.swift", "internal import CSystem"),
    ("Sources/FeedDomain/Models/Post.swift", "// import Foundation is not for us"),
  ])
  func `an import that the table allows passes`(path: String, line: String) {
    let broken = Layering.violations(in: line, at: path)

    #expect(broken == [])
  }
}

/// What each folder of a module may name.
@Suite struct FolderDependencyTests {
  @Test(arguments: FolderDependencies.all.map(\.module))
  func `every folder names only folders that its row allows`(module: String) throws {
    let table = try #require(FolderDependencies.all.first { $0.module == module })

    let files = try SourceTree(#filePath).swiftFiles(under: "Sources/\(module)")

    #expect(files.count > table.rows.count)
    #expect(table.violations(in: files) == [])
  }

  @Test func `a module with more than sixty files has its table`() throws {
    let files = try SourceTree(#filePath).swiftFiles(under: "Sources")

    let sizes = Dictionary(grouping: files) { String($0.path.split(separator: "/")[1]) }
    let large = sizes.filter { $0.value.count > 60 }.keys

    #expect(Set(large).subtracting(FolderDependencies.all.map(\.module)) == [])
  }

  @Test func `no two folders of a module depend on each other, at any depth`() throws {
    let files = try SourceTree(#filePath).swiftFiles(under: "Sources")

    #expect(FolderArrows(files).loops == [])
  }

  @Test func `folders that depend on each other are found, also inner ones`() {
    let arrows = FolderArrows([
      SourceTree.File(path: "Sources/House/Hall/Lamp.swift", text: "struct Lamp { let on: Shelf }"),
      SourceTree.File(
        path: "Sources/House/Hall/Nook/Shelf.swift", text: "struct Shelf { let b: Jar }"),
      SourceTree.File(path: "Sources/House/Cellar/Jar.swift", text: "struct Jar { let by: Lamp? }"),
      SourceTree.File(path: "Sources/House/Attic/Roof.swift", text: "struct Roof { let on: Lamp }"),
      SourceTree.File(path: "Sources/House/House.swift", text: "struct House { let roof: Roof }"),
      SourceTree.File(path: "Sources/Barn/Hay.swift", text: "struct Hay { let under: Roof }"),
    ])

    #expect(
      arrows.loops == [
        "House/Cellar/Jar.swift names Lamp, and House/Hall leads back to House/Cellar",
        "House/Hall/Lamp.swift names Shelf, and House/Hall/Nook leads back to House/Hall",
        "House/Hall/Nook/Shelf.swift names Jar, and House/Cellar leads back to House/Hall/Nook",
      ])
  }

  @Test func `a dependency that no row allows is reported with both folders`() {
    let broken = Self.house.violations(in: [
      SourceTree.File(path: "Sources/House/Cellar/Jar.swift", text: "struct Jar { let of: Roof? }"),
      SourceTree.File(path: "Sources/House/Attic/Roof.swift", text: "struct Roof { let on: Jar }"),
    ])

    #expect(
      broken == [
        "House/Cellar/Jar.swift names Roof, which is in Attic: Cellar may not name it"
      ])
  }

  @Test func `a file in no listed folder is found, except the module's entry file`() {
    let broken = Self.house.violations(in: [
      SourceTree.File(path: "Sources/House/Door.swift", text: "struct Door {}"),
      SourceTree.File(path: "Sources/House/Shed/Rake.swift", text: "struct Rake {}"),
    ])

    #expect(broken == ["House/Shed/Rake.swift has no row"])
  }

  @Test func `a folder without a row may name only the folders for all others`() {
    let table = FolderDependencies(
      module: "House",
      rows: [FolderDependencies.FolderRow("Cellar"), FolderDependencies.FolderRow("Attic")],
      namedByOthers: ["Cellar"])

    let broken = table.violations(in: [
      SourceTree.File(path: "Sources/House/Cellar/Jar.swift", text: "struct Jar {}"),
      SourceTree.File(path: "Sources/House/Attic/Roof.swift", text: "struct Roof {}"),
      SourceTree.File(
        path: "Sources/House/Shed/Rake.swift", text: "struct Rake { let (a, b): (Jar, Roof) }"),
      SourceTree.File(path: "Sources/House/Barn/Hay.swift", text: "struct Hay { let on: Rake }"),
    ])

    #expect(
      broken == [
        "House/Shed/Rake.swift names Roof, which is in Attic: Shed may not name it",
        "House/Barn/Hay.swift names Rake, which is in Shed: Barn may not name it",
      ])
  }

  @Test func `a row that names a folder of a later row is found`() {
    let table = FolderDependencies(
      module: "House",
      rows: [
        FolderDependencies.FolderRow("Cellar", names: ["Attic"]),
        FolderDependencies.FolderRow("Attic"),
      ])

    let broken = table.violations(in: [])

    #expect(broken == ["House: Cellar names Attic, which does not stand above it"])
  }

  @Test(arguments: [
    "// Roof\n/* Roof */ struct Jar { let text = \"Roof \\(Roof.count)\" }",
    "struct Jar { enum Roof { case flat } }",
    "private struct Roof {}",
    "struct Jar { let kind = Kind.Roof }",
  ])
  func `text that only resembles a type name is no dependency`(text: String) {
    let broken = Self.house.violations(in: [
      SourceTree.File(path: "Sources/House/Cellar/Jar.swift", text: text),
      SourceTree.File(path: "Sources/House/Attic/Roof.swift", text: "struct Roof {}"),
    ])

    #expect(broken == [])
  }

  private static let house = FolderDependencies(
    module: "House",
    rows: [
      FolderDependencies.FolderRow("Cellar"),
      FolderDependencies.FolderRow("Attic", names: ["Cellar"]),
    ])
}

/// What each module may import.
private enum Layering {
  private static let everybody: Set<String> = ["Dispatch", "Glibc", "Swift", "Synchronization"]
  private static let modules: [String: Set<String>] = [
    "FeedDomain": [],
    "UseCases": ["FeedDomain"],
    "Groundwork": ["CLibraries"],
    "FeedServices": ["FeedDomain", "Groundwork", "Threads", "CCurl", "CCrypto", "CExpat"],
    "FeedStorage": ["FeedDomain", "Groundwork", "Threads", "CSQLite", "CInih"],
    "Terminal": ["Groundwork", "CLibraries", "CNcurses", "CSystem"],
    "Threads": ["CSystem"],
    "PictureWire": [],
    "Pictures": ["PictureWire", "Terminal", "Threads", "CLibraries", "CSystem"],
    "PictureDecoder": ["CPictures", "PictureWire", "CSystem"],
    "TweetiePicture": ["PictureDecoder"],
    "Words": ["FeedDomain", "Groundwork", "Terminal", "UseCases"],
    "Preferences": ["FeedDomain", "Terminal", "Words"],
    "Logging": ["FeedDomain", "Groundwork", "Preferences", "Terminal", "Threads", "Words"],
    "PhotoDisplay": [
      "FeedDomain", "Pictures", "Preferences", "Terminal", "Threads", "UseCases", "Words",
    ],
    "Scenes": [
      "FeedDomain", "Groundwork", "Logging", "PhotoDisplay", "Preferences", "Terminal", "UseCases",
      "Words",
    ],
    "Console": [
      "FeedDomain", "Groundwork", "Logging", "Preferences", "Terminal", "UseCases", "Words",
    ],
    "TweetieTUI": [
      "Console", "FeedDomain", "Groundwork", "Logging", "PhotoDisplay", "Pictures", "Preferences",
      "Scenes", "Terminal", "Threads", "UseCases", "Words",
    ],
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
    guard let file = path.last else { return [] }
    if path[1] == "Words", file == "Catalogue.swift" { return ["CGettext"] }
    guard path[1] == "TweetieTUI" else { return [] }
    let wiring = [
      "CommandWiring.swift", "CompositionRoot.swift", "LaunchContext.swift", "StoreOpener.swift",
    ]
    if wiring.contains(file) { return ["FeedStorage"] }
    if file == "Hunspell.swift" { return ["CHunspell"] }
    return ["Program", "System"].contains(path[2]) ? ["CSystem"] : []
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
