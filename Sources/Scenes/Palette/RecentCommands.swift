import Groundwork
package import Preferences

/// The commands chosen from the palette last, kept in a file.
package struct RecentCommands: Sendable {
  /// The number of commands kept. More would push useful commands of the scene out of sight.
  private static let capacity = 5

  private let file: PrivateFile?

  /// Creates the list in a file; nil to keep none.
  package init(path: String?) { file = path.map { PrivateFile(path: $0, maximumSize: 1 << 12) } }

  /// The commands, the latest first. The file is read each time.
  package var commands: [Command] {
    guard let bytes = try? file?.read() else { return [] }  // What is not ours tells nothing.
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { Command(named: String($0)) }
  }

  /// Adds a chosen command.
  package func note(_ command: Command) {
    let kept = [command] + commands.filter { $0 != command }
    let names = kept.prefix(Self.capacity).map { $0.name + "\n" }.joined()
    // Without it, the list begins with what is useful here.
    try? file?.replaceLightly(with: Array(names.utf8))
  }
}
