internal import FeedDomain
internal import Terminal
import Words

/// `tweetie delete`: takes back what one wrote, by way of the outbox; asks first, where somebody can
/// be asked. A post that neither the store nor the service knows is an error; one that is stored and
/// gone at the service counts as deleted.
struct DeleteCommand: CommandRequest {
  private let posts: [String]

  init(_ scanned: ScannedArguments) throws(UsageError) { posts = try scanned.requiredPosts() }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let wording = desk.wording
    try await desk.change(
      posts, named: .delete, deed: .delete, mustBeKnown: true, done: wording.say("Deleted."),
      asking: { known, id throws(CommandFailure) in
        let question =
          if let text = known?.content.text.plain, !text.isEmpty {
            wording.say("Delete \"{text}\"? (y/n)", ["text": OutboxItemText.opening(text)])
          } else {
            wording.say("Delete {id}? (y/n)", ["id": id.rawValue])
          }
        if try desk.prompt.agrees(to: question) == false { throw .calledOff }
      }
    ) { .delete($0) }
  }
}

extension ScannedArguments {
  /// The posts there must be, each by its id or address.
  func requiredPosts() throws(UsageError) -> [String] {
    guard !operands.isEmpty, !operands.contains("") else { throw .missingOperand("ID") }
    return operands
  }
}
