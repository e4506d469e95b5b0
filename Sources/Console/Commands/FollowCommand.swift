internal import FeedDomain
internal import Terminal
import Words

/// `tweetie follow` and `tweetie unfollow`, by way of the outbox.
struct FollowCommand: CommandRequest {
  private let handle: String
  private let isFollowed: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    handle = try scanned.requiredHandle()
    if handle == "#" { throw .missingOperand("@HANDLE|#TAG") }
    isFollowed = scanned.command == .follow
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open()
    let account = try backstage.opened(backstage.account(named: desk.account))
    let connection = try backstage.connection(for: account)
    if handle.hasPrefix("#") {
      let act = Act(.followTag, String(handle.dropFirst()), isDone: isFollowed)
      return try await perform(act, as: account, connection, at: desk, backstage)
    }
    guard !account.account.isCalled(handle) else { throw .oneself }
    guard let people = connection.people, people.knowsOthers,
      PostAbilities(connection).canFollow
    else { throw .notOffered(CommandName.follow.rawValue) }
    let person = try await backstage.person(called: handle, at: connection)
    let key = OutboxItem.ID(backstage.world.randomKey())
    let outcome = try await backstage.perform(
      .follow(person.id, isFollowed), as: account, key: key)
    desk.printer.show(PrintedLine(done(outcome, person, desk.wording)))
  }
}

extension FollowCommand {
  private func perform(
    _ act: Act, as account: SignedInAccount, _ connection: ServiceConnection,
    at desk: CommandDesk, _ backstage: Backstage
  ) async throws(CommandFailure) {
    guard PostAbilities(connection).takes(.act(act)) else { throw .notOffered("follow #TAG") }
    let key = OutboxItem.ID(backstage.world.randomKey())
    _ = try await backstage.perform(.act(act), as: account, key: key)
    desk.printer.show(PrintedLine(desk.wording.done(act)))
  }

  private func done(_ outcome: Outcome, _ person: Person, _ wording: Wording) -> SafeText {
    let relationship: Relationship? =
      switch outcome {
      case .person(let person): person.relationship
      case .standing(_, let relationship): relationship
      case .post, .done: nil
      }
    let handle = ["handle": person.handle]
    guard isFollowed else { return wording.say("Unfollowed @{handle}.", handle) }
    // Some let in only whom they want to.
    return relationship == .requested
      ? wording.relationship(.requested) : wording.say("Following @{handle}.", handle)
  }
}
