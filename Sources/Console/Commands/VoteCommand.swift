internal import FeedDomain
internal import Terminal
import Words

/// `tweetie vote`: answers the poll of a post, by way of the outbox.
struct VoteCommand: CommandRequest {
  private let post: String
  private let answers: [String]

  init(_ scanned: ScannedArguments) throws(UsageError) {
    guard let post = scanned.operands.first, !post.isEmpty else { throw .missingOperand("ID") }
    guard scanned.operands.count > 1 else { throw .missingOperand("ANSWER") }
    (self.post, answers) = (post, Array(scanned.operands.dropFirst()))
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open()
    let account = try backstage.opened(backstage.account(named: desk.account))
    let connection = try backstage.connection(for: account)
    guard PostAbilities(connection).canWrite else { throw .notOffered(CommandName.vote.rawValue) }
    let id = try await backstage.id(of: post, at: connection)
    // What is stored may be older than somebody's vote, or than the end.
    let asked = try backstage.focus(of: await backstage.conversation(of: id, at: connection))
    guard let poll = asked.content.poll else {
      throw .withheld(.noPoll, at: account.account.service)
    }
    if asked.author.id == account.account.person { throw .vote(.own) }
    if poll.isAnswered { throw .vote(.answered) }
    if poll.isOver(at: backstage.world.now) { throw .vote(.over) }
    let change = Change.vote(asked.id, try places(in: poll))
    let key = OutboxItem.ID(backstage.world.randomKey())
    _ = try await backstage.perform(change, as: account, key: key)
    desk.printer.confirm(desk.wording.say("Voted."))
  }

  /// The places of the answers, each typed in its words or by its number.
  private func places(in poll: Poll) throws(CommandFailure) -> Set<Int> {
    let titles = poll.options.map { $0.title.lowercased() }
    var places: Set<Int> = []
    for answer in answers {
      let number = Int(answer).map { $0 - 1 }.flatMap { titles.indices.contains($0) ? $0 : nil }
      guard let place = titles.firstIndex(of: answer.lowercased()) ?? number else {
        throw .vote(.noSuchAnswer(answer, answers: poll.options.map(\.title)))
      }
      places.insert(place)
    }
    guard places.count == 1 || poll.allowsSeveral else { throw .vote(.oneAnswer) }
    return places
  }
}
