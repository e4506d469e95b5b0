internal import FeedDomain
internal import Terminal
import Words

/// `tweetie like` and `tweetie unlike`, by way of the outbox.
struct MarkCommand: CommandRequest {
  private let post: Post.ID
  private let isLiked: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    post = Post.ID(try scanned.required("ID"))
    isLiked = scanned.command == .like
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let (backstage, wording) = (try await desk.open(), desk.wording)
    let account = try backstage.account(named: desk.account)
    let connection = try backstage.connection(for: account)
    let abilities = PostAbilities(connection)
    let change = Change.mark(post, .liked, isLiked)
    guard abilities.takes(change) else { throw .notOffered("like") }
    let held = try await remembering { () throws(StoreError) in
      try await backstage.shelf.feeds.post(post, account: account.account.id)
    }
    if let held,
      case .withheld(let reason) = abilities.permission(
        to: .mark(.liked), on: held, isOwn: held.author.id == account.account.person)
    {
      throw .withheld(reason, at: account.account.service)
    }
    let key = OutboxItem.ID(backstage.world.randomKey())
    do {
      _ = try await backstage.perform(change, as: account, key: key)
    } catch {
      throw error == .service(.notFound) ? .noSuchPost(post) : error
    }
    desk.printer.show(
      PrintedLine(isLiked ? wording.say("Liked.") : wording.say("Like taken back.")))
  }
}
