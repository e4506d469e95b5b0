import FeedDomain

@testable import FeedStorage

/// Rows of the outbox that another version, or a damaged disk, may have left: they are read as
/// something that is never sent by mistake, and what is written is read as it was.
enum OutboxProperty {
  private static let change = PendingChange.delete(Post.ID("1"))

  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let state = OutboxStateColumns(
      state: reader.text(), notBefore: Int64(reader.coordinate()),
      error: FeedErrorColumns(kind: reader.text(), detail: reader.text()))
    let flags = reader.byte()
    try checkReturn(
      of: state.decodedState(isOwnerAlive: flags & 1 == 0, of: change, wasSent: flags & 2 == 0))
    let marks = StoredMarkNames.parsedMarks(in: reader.text())
    try expect(
      StoredMarkNames.parsedMarks(in: StoredMarkNames.markNamesText(of: marks)) == marks,
      "other marks come back"
    )
    // Alive may be said of a process that runs, and of no other.
    let owner = ProcessIdentity(text: reader.text())
    try expect(!owner.isAlive || owner == .current, "a process nobody started is alive")
  }

  private static func checkReturn(of state: OutboxItem.OutboxItemState) throws(Finding) {
    let columns = OutboxStateColumns(state)
    try expect(
      columns.decodedState(isOwnerAlive: true, of: change, wasSent: true) == state,
      "\(state) comes back as another state")
  }
}
