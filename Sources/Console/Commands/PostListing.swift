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

  /// Prints the entries of a stream, the first of them or those that follow; programs get all that is
  /// in them.
  func show(_ entries: [FeedEntry], to reader: Account, first isFirst: Bool = true) {
    for (index, entry) in entries.enumerated() {
      if json {
        printer.show(PostJSON.object(for: entry.post, boostedBy: entry.boostedBy))
      } else {
        if index > 0 || !isFirst { printer.show("") }
        let post = mutes.shown(entry.post, boostedBy: entry.boostedBy, to: reader)
        PrintedPost(wording: wording, now: now).lines(for: entry.with(post))
          .forEach { printer.show($0) }
      }
    }
  }
}

/// Entries of several accounts, each with the one whose it is and all that see it.
extension PostListing {
  func show(_ entry: FeedEntry, among accounts: [Account], first isFirst: Bool) {
    guard let reader = accounts.first(where: { $0.id == entry.post.id.whose }) else { return }
    let own = entry.with(entry.post.asOwn)
    guard !json else { return printer.show(object(for: own, seenAs: entry, reader)) }
    if !isFirst { printer.show("") }
    let post = mutes.shown(own.post, boostedBy: own.boostedBy, to: reader)
    PrintedPost(wording: wording, now: now, reader: reader).lines(for: own.with(post))
      .forEach { printer.show($0) }
  }

  func showLine(for entry: FeedEntry, among accounts: [Account]) {
    guard let reader = accounts.first(where: { $0.id == entry.post.id.whose }) else { return }
    let own = entry.with(entry.post.asOwn)
    guard !json else { return printer.show(object(for: own, seenAs: entry, reader)) }
    let post = mutes.shown(own.post, boostedBy: own.boostedBy, to: reader)
    printer.show(PrintedPost(wording: wording, now: now, reader: reader).line(for: own.with(post)))
  }

  private func object(
    for entry: FeedEntry, seenAs seen: FeedEntry, _ reader: Account
  ) -> JSONValue {
    let sightings = seen.sightings.isEmpty ? [seen.post.id] : seen.sightings
    return PostJSON.object(
      for: entry.post, boostedBy: entry.boostedBy,
      seenBy: sightings.compactMap { id in
        id.whose.map { (account: $0, post: id.own) }
      }, reader: reader.id)
  }
}

extension PostListing {
  /// Prints an entry in a line, for a stream that runs by; a program gets all that is in it.
  func showLine(for entry: FeedEntry, to reader: Account) {
    guard !json else {
      return printer.show(PostJSON.object(for: entry.post, boostedBy: entry.boostedBy))
    }
    let post = mutes.shown(entry.post, boostedBy: entry.boostedBy, to: reader)
    printer.show(PrintedPost(wording: wording, now: now).line(for: entry.with(post)))
  }

  /// Prints a conversation, each answer below what it answers and further in.
  func show(_ conversation: Conversation, to reader: Account) {
    for (index, node) in conversation.nodes.enumerated() {
      guard !json else {
        printer.show(PostJSON.object(for: node.post))
        continue
      }
      if index > 0 { printer.show("") }
      let post = mutes.shown(node.post, boostedBy: nil, to: reader)
      // Deeper than that nothing would be left of a line.
      let margin = PrintedLine(SafeText(repeating: " ", count: 2 * min(node.depth, 12)))
      for line in PrintedPost(wording: wording, now: now).lines(for: FeedEntry(post)) {
        printer.show(margin.adding(line))
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
