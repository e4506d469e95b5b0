internal import FeedDomain
internal import Terminal
import Words

/// `tweetie delete`: takes back what one wrote, by way of the outbox; asks first, where somebody can
/// be asked.
struct DeleteCommand: CommandRequest {
  private let post: Post.ID

  init(_ scanned: ScannedArguments) throws(UsageError) {
    post = Post.ID(try scanned.required("ID"))
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let wording = desk.wording
    try await desk.change(.delete(post), post, named: .delete, deed: .delete) {
      held throws(CommandFailure) in
      let question =
        if let text = held?.content.text.plain, !text.isEmpty {
          wording.say("Delete \"{text}\"? (y/n)", ["text": OutboxItemText.opening(text)])
        } else {
          wording.say("Delete {id}? (y/n)", ["id": post.rawValue])
        }
      if try desk.prompt.agrees(to: question) == false { throw .calledOff }
    }
    desk.printer.show(PrintedLine(wording.say("Deleted.")))
  }
}
