internal import FeedDomain
internal import Terminal

/// Prints posts, for reading or as JSON.
struct PostListing {
  let printer: Printer
  let wording: Wording
  let now: Timestamp
  let json: Bool

  /// Prints the entries of a stream.
  func show(_ entries: [FeedEntry]) {
    for (index, entry) in entries.enumerated() {
      if json {
        printer.show(PostJSON.object(for: entry.post, boostedBy: entry.boostedBy))
      } else {
        if index > 0 { printer.show("") }
        PrintedPost(wording: wording, now: now).lines(for: entry).forEach { printer.show($0) }
      }
    }
  }
}
