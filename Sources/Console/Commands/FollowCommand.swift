internal import FeedDomain
internal import Terminal
import Words

/// `tweetie follow` and `tweetie unfollow`, by way of the outbox.
struct FollowCommand: CommandRequest {
  private let handles: [String]
  private let isFollowed: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    handles = try scanned.requiredHandles()
    if handles.contains("#") { throw .missingOperand("@HANDLE|#TAG") }
    isFollowed = scanned.command == .follow
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open()
    let account = try backstage.opened(backstage.account(named: desk.account))
    let connection = try backstage.connection(for: account)
    try await desk.each(handles) { handle async throws(CommandFailure) in
      handle.hasPrefix("#")
        ? try await follow(tag: String(handle.dropFirst()), account, connection, desk, backstage)
        : try await follow(handle, account, connection, desk, backstage)
    }
  }
}

extension FollowCommand {
  private func follow(
    tag: String, _ account: SignedInAccount, _ connection: ServiceConnection,
    _ desk: CommandDesk, _ backstage: Backstage
  ) async throws(CommandFailure) -> SafeText {
    let act = Act(.followTag, tag, isDone: isFollowed)
    guard PostAbilities(connection).takes(.act(act)) else { throw .notOffered("follow #TAG") }
    let key = OutboxItem.ID(backstage.world.randomKey())
    _ = try await backstage.perform(.act(act), as: account, key: key)
    return desk.wording.done(act)
  }

  private func follow(
    _ handle: String, _ account: SignedInAccount, _ connection: ServiceConnection,
    _ desk: CommandDesk, _ backstage: Backstage
  ) async throws(CommandFailure) -> SafeText {
    guard !account.account.isCalled(handle) else { throw .oneself }
    guard let people = connection.people, people.knowsOthers,
      PostAbilities(connection).canFollow
    else { throw .notOffered(CommandName.follow.rawValue) }
    let person = try await backstage.person(called: handle, at: connection)
    let key = OutboxItem.ID(backstage.world.randomKey())
    let outcome = try await backstage.perform(
      .follow(person.id, isFollowed), as: account, key: key)
    return done(outcome, person, desk.wording)
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
