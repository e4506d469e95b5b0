internal import FeedDomain
internal import Terminal
import Words

/// `tweetie like`, `boost`, `bookmark`, `pin` and what takes them back, by way of the outbox.
struct MarkCommand: CommandRequest {
  private let posts: [String]
  private let mark: Post.OwnActions
  private let isDone: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    posts = try scanned.requiredPosts()
    (mark, isDone) =
      switch scanned.command {
      case .boost: (.boosted, true)
      case .unboost: (.boosted, false)
      case .bookmark: (.bookmarked, true)
      case .unbookmark: (.bookmarked, false)
      case .pin: (.pinned, true)
      case .unpin: (.pinned, false)
      case .unlike: (.liked, false)
      default: (.liked, true)
      }
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    try await desk.change(posts, named: name, deed: .mark(mark), done: done(desk.wording)) {
      .mark($0, mark, isDone)
    }
  }
}

extension MarkCommand {
  private var name: CommandName {
    switch mark {
    case .boosted: .boost
    case .bookmarked: .bookmark
    case .pinned: .pin
    default: .like
    }
  }

  private func done(_ wording: Wording) -> SafeText {
    switch mark {
    case .boosted: isDone ? wording.say("Boosted.") : wording.say("Unboosted.")
    case .bookmarked: isDone ? wording.say("Bookmarked.") : wording.say("Bookmark removed.")
    case .pinned: isDone ? wording.say("Pinned.") : wording.say("Unpinned.")
    default: isDone ? wording.say("Liked.") : wording.say("Unliked.")
    }
  }
}
