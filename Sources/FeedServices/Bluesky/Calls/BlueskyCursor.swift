internal import FeedDomain

/// Where a list goes on, as its server says, and where it went on before that.
///
/// Some servers lead in circles: whoever is sent where they have been has reached the end.
struct BlueskyCursor: Equatable, Sendable {
  /// How many places before are remembered.
  private static let longestTrail = 16

  /// The server's own cursor.
  let position: String
  /// Marks of the places before.
  private let trail: [String]

  private init(position: String, trail: [String]) {
    self.position = position
    self.trail = trail
  }

  /// Reads a cursor of ours.
  init(_ cursor: Cursor) {
    let parts = cursor.rawValue.split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    trail = parts[0].split(separator: ".").map(String.init)
    position = parts.count > 1 ? String(parts[1]) : ""
  }

  var cursor: Cursor { Cursor("\(trail.joined(separator: ".")) \(position)") }

  /// Where the list goes on after a page; nil at its end.
  static func after(_ page: JSON, asked: BlueskyCursor?) -> BlueskyCursor? {
    // Servers without much care write numbers.
    guard let position = page["cursor"].id else { return nil }
    let mark = mark(of: position)
    let trail = asked.map { $0.trail + [Self.mark(of: $0.position)] } ?? []
    guard !trail.contains(mark) else { return nil }
    return BlueskyCursor(position: position, trail: Array(trail.suffix(longestTrail)))
  }

  private static func mark(of position: String) -> String {
    String(RecordKey.key(for: position).suffix(8))
  }
}
