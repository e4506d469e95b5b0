import FeedDomain

@testable import FeedServices

/// The built-in service's world, told by a journal that nobody would write: it stands, its posts
/// are in order, and the same records make the same world.
enum WorldProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    let records = input.split(separator: UInt8(ascii: "\n")).compactMap { line in
      DemoJournalRecord(
        fields: line.split(separator: 0, omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) })
    }
    guard let told = world(of: records) else { throw Finding("the demo's files cannot be read") }
    try expect(
      zip(told.storedPosts, told.storedPosts.dropFirst()).allSatisfy { $0.number < $1.number },
      "posts out of order, or two with one number")
  }

  private static let beginning = Timestamp(milliseconds: 1_790_000_000_000)
  /// Building it is the greater part of the time: every input begins with a copy.
  private static let firstDay: DemoWorld? = {
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    guard let files = try? DemoFiles(folder: root + "/Demo") else { return nil }
    return DemoWorld(seed: 7, beginning: beginning, newPostInterval: .seconds(45), files: files)
  }()

  private static func world(of records: [DemoJournalRecord]) -> DemoWorld? {
    var world = firstDay
    for case .accepted(let change) in records { world?.applyChange(change) }
    return world
  }
}
