/// Which folder of a module may name the types of which other.
///
/// A row lists the folders that the files of its folder may name, so that no two need each other.
/// It may name only folders of rows above it; a folder inside a folder belongs to the outer one's
/// row.
struct FolderDependencies {
  struct FolderRow {
    let folder: String
    let names: [String]

    init(_ folder: String, names: [String] = []) {
      self.folder = folder
      self.names = names
    }
  }

  let module: String
  let rows: [FolderRow]
  /// The folders that a folder without a row may name; nil if every folder needs a row.
  var namedByOthers: [String]?

  /// What in the module's files goes against the table, a sentence each.
  func violations(in files: [SourceTree.File]) -> [String] {
    let prefix = "Sources/\(module)/"
    let own = files.filter { $0.path.hasPrefix(prefix) }
      .map { (path: String($0.path.dropFirst(prefix.count)), names: SwiftNames($0.text)) }
    var homes: [String: String] = [:]
    var broken = disorder
    for file in own {
      guard let row = row(of: file.path) else {
        // The entry of a module lies in its root and may name every folder.
        if file.path.contains("/") { broken.append("\(module)/\(file.path) has no row") }
        continue
      }
      for name in file.names.offered { homes[name] = row.folder }
    }
    for file in own {
      guard let row = row(of: file.path) else { continue }
      for name in file.names.named.sorted() {
        guard let home = homes[name], home != row.folder, !row.names.contains(home) else {
          continue
        }
        broken.append(
          "\(module)/\(file.path) names \(name), which is in \(home): \(row.folder) may not name it"
        )
      }
    }
    return broken
  }

  /// Rows that name one below them, or none there is.
  private var disorder: [String] {
    var above: Set<String> = []
    return rows.flatMap { row in
      defer { above.insert(row.folder) }
      return row.names.filter { !above.contains($0) }
        .map { "\(module): \(row.folder) names \($0), which does not stand above it" }
    }
  }

  /// The row of the innermost listed folder in which a file lies.
  private func row(of path: String) -> FolderRow? {
    if let row = rows.filter({ path.hasPrefix($0.folder + "/") })
      .max(by: { $0.folder.count < $1.folder.count })
    {
      return row
    }
    guard let namedByOthers, let end = path.firstIndex(of: "/") else { return nil }
    return FolderRow(String(path[..<end]), names: namedByOthers)
  }
}

/// The arrows between the folders of each module, as the tree has them: a folder is the files that
/// lie directly in it. The files in a module's root are its entry and may name every folder.
struct FolderArrows {
  private struct Arrow {
    let path: String
    let name: String
    let from: String
    let to: String
  }

  private let arrows: [Arrow]

  init(_ files: [SourceTree.File]) {
    let files = files.map {
      (path: String($0.path.drop { $0 != "/" }.dropFirst()), names: SwiftNames($0.text))
    }
    let modules = Dictionary(grouping: files) { $0.path.prefix { $0 != "/" } }
    arrows = modules.values.flatMap { files -> [Arrow] in
      var homes: [String: String] = [:]
      for file in files {
        for name in file.names.offered { homes[name] = Self.folder(of: file.path) }
      }
      return files.flatMap { file -> [Arrow] in
        let from = Self.folder(of: file.path)
        return file.names.named.compactMap { name in
          guard let to = homes[name], to != from, from.contains("/"), to.contains("/") else {
            return nil
          }
          return Arrow(path: file.path, name: name, from: from, to: to)
        }
      }
    }
  }

  /// A sentence for each arrow from whose end its beginning is reached again.
  var loops: [String] {
    let ends = Dictionary(grouping: arrows, by: \.from).mapValues { Set($0.map(\.to)) }
    return arrows.filter { Self.reached(from: $0.to, ends).contains($0.from) }
      .map { "\($0.path) names \($0.name), and \($0.to) leads back to \($0.from)" }
      .sorted()
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  private static func reached(from start: String, _ ends: [String: Set<String>]) -> Set<String> {
    var reached: Set<String> = []
    var waiting = [start]
    while let folder = waiting.popLast() {
      for end in ends[folder, default: []] where reached.insert(end).inserted {
        waiting.append(end)
      }
    }
    return reached
  }
}
