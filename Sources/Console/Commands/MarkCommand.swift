internal import FeedDomain
internal import Terminal
import Words

/// `tweetie like`, `boost`, `bookmark` and what takes them back, by way of the outbox.
struct MarkCommand: CommandRequest {
  private let post: Post.ID
  private let mark: Post.OwnActions
  private let isDone: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    post = Post.ID(try scanned.required("ID"))
    (mark, isDone) =
      switch scanned.command {
      case .boost: (.boosted, true)
      case .unboost: (.boosted, false)
      case .bookmark: (.bookmarked, true)
      case .unbookmark: (.bookmarked, false)
      case .unlike: (.liked, false)
      default: (.liked, true)
      }
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let change = Change.mark(post, mark, isDone)
    try await desk.change(change, post, named: name, deed: .mark(mark))
    desk.printer.show(PrintedLine(done(desk.wording)))
  }
}

extension MarkCommand {
  private var name: CommandName {
    mark == .boosted ? .boost : mark == .bookmarked ? .bookmark : .like
  }

  private func done(_ wording: Wording) -> SafeText {
    switch mark {
    case .boosted: isDone ? wording.say("Boosted.") : wording.say("Unboosted.")
    case .bookmarked: isDone ? wording.say("Bookmarked.") : wording.say("Bookmark removed.")
    default: isDone ? wording.say("Liked.") : wording.say("Unliked.")
    }
  }
}
