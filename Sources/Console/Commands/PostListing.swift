internal import FeedDomain
internal import Terminal
import Words

/// Prints posts, for reading or as JSON.
struct PostListing {
  let printer: Printer
  let wording: Wording
  let now: Timestamp
  let json: Bool
  let mutes: [Mute]

  /// Prints the entries of a stream; programs get all that is in them.
  func show(_ entries: [FeedEntry], to reader: Account) {
    for (index, entry) in entries.enumerated() {
      if json {
        printer.show(PostJSON.object(for: entry.post, boostedBy: entry.boostedBy))
      } else {
        if index > 0 { printer.show("") }
        let post = mutes.shown(entry.post, boostedBy: entry.boostedBy, to: reader)
        PrintedPost(wording: wording, now: now).lines(for: entry.with(post))
          .forEach { printer.show($0) }
      }
    }
  }
}

extension Backstage {
  /// Prints posts, folding what the reader has muted.
  func listing(_ printer: Printer, _ wording: Wording, json: Bool) -> PostListing {
    PostListing(printer: printer, wording: wording, now: world.now, json: json, mutes: mutes)
  }
}
