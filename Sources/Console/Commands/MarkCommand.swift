internal import FeedDomain
internal import Terminal
import Words

/// `tweetie like` and `tweetie unlike`, by way of the outbox.
struct MarkCommand {
  package let post: Post.ID
  let isLiked: Bool
  let account: String?
  let backstage: Backstage
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    let account = try backstage.account(named: account)
    let connection = try backstage.connection(for: account)
    guard connection.publishing != nil, connection.marks.contains(.liked) else {
      throw .notOffered("like")
    }
    if let own = connection.unlikable, try await isHeld(by: own, account) { throw .ownPhoto }
    let key = OutboxItem.ID(backstage.world.randomKey())
    do {
      _ = try await backstage.perform(.mark(post, .liked, isLiked), as: account, key: key)
    } catch {
      throw error == .service(.notFound) ? .noSuchPost(post) : error
    }
    printer.show(PrintedLine(isLiked ? wording.say("Liked.") : wording.say("Like taken back.")))
  }

  /// Whether it is a post of that person's, as far as it is held.
  private func isHeld(
    by person: Person.ID, _ account: SignedInAccount
  ) async throws(CommandFailure) -> Bool {
    try await remembering { () throws(StoreError) in
      try await backstage.shelf.feeds.post(post, account: account.account.id)?.author.id == person
    }
  }
}
