/// Which folder of a module may name the types of which other.
///
/// A folder is a room: it names what lies in rooms below it, so that no two need each other. A row
/// may name only rows above it; folders in a folder belong to it where they have no row of their own.
struct Rooms {
  struct Room {
    let folder: String
    let names: [String]

    init(_ folder: String, names: [String] = []) {
      self.folder = folder
      self.names = names
    }
  }

  let module: String
  let rooms: [Room]

  /// What in the module's files goes against the table, a sentence each.
  func violations(in files: [SourceTree.File]) -> [String] {
    let prefix = "Sources/\(module)/"
    let own = files.filter { $0.path.hasPrefix(prefix) }
      .map { (path: String($0.path.dropFirst(prefix.count)), names: SwiftNames($0.text)) }
    var homes: [String: String] = [:]
    var broken = disorder
    for file in own {
      guard let room = room(of: file.path) else {
        // The entry of a module lies in its root and may name every room.
        if file.path.contains("/") { broken.append("\(module)/\(file.path) is in no room") }
        continue
      }
      for name in file.names.offered { homes[name] = room.folder }
    }
    for file in own {
      guard let room = room(of: file.path) else { continue }
      for name in file.names.named.sorted() {
        guard let home = homes[name], home != room.folder, !room.names.contains(home) else {
          continue
        }
        broken.append(
          "\(module)/\(file.path) names \(name), which is in \(home): \(room.folder) may not name it"
        )
      }
    }
    return broken
  }

  /// Rows that name one below them, or none there is.
  private var disorder: [String] {
    var above: Set<String> = []
    return rooms.flatMap { room in
      defer { above.insert(room.folder) }
      return room.names.filter { !above.contains($0) }
        .map { "\(module): \(room.folder) names \($0), which does not stand above it" }
    }
  }

  /// The room in which a file lies: the innermost.
  private func room(of path: String) -> Room? {
    rooms.filter { path.hasPrefix($0.folder + "/") }.max { $0.folder.count < $1.folder.count }
  }
}
