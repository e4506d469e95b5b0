import Groundwork
package import Preferences

/// Remembers which commands were chosen from the list last; it is read when the list opens.
package struct RecentCommands: Sendable {
  /// More would push what is useful here out of sight.
  private static let capacity = 5

  private let file: PrivateFile?

  /// Those kept in that file; without one, nothing is remembered.
  package init(path: String?) { file = path.map { PrivateFile(path: $0, maximumSize: 1 << 12) } }

  /// The commands, the one chosen last first.
  package var commands: [Command] {
    guard let bytes = try? file?.read() else { return [] }  // What is not ours tells nothing.
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { Command(named: String($0)) }
  }

  /// Remembers that one was chosen.
  package func note(_ command: Command) {
    let kept = [command] + commands.filter { $0 != command }
    let names = kept.prefix(Self.capacity).map { $0.name + "\n" }.joined()
    // Without it, the list begins with what is useful here.
    try? file?.replaceLightly(with: Array(names.utf8))
  }
}
