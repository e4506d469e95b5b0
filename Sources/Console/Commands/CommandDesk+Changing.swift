internal import FeedDomain

/// Changing something at the service, by way of the outbox.
extension CommandDesk {
  /// Does something to a post, unless the service has no such thing or it is not to be done to that
  /// post, as far as that is known of it; asks first where a question is given.
  func change(
    _ change: Change, _ post: Post.ID, named name: CommandName, deed: PostDeed,
    asking ask: (Post?) throws(CommandFailure) -> Void = { _ in }
  ) async throws(CommandFailure) {
    let backstage = try await open()
    let account = try backstage.account(named: account)
    let abilities = PostAbilities(try backstage.connection(for: account))
    guard abilities.takes(change) else { throw .notOffered(name.rawValue) }
    let held = try await backstage.held(post, by: account.account)
    if let held,
      case .withheld(let reason) = abilities.permission(
        to: deed, on: held, isOwn: held.author.id == account.account.person)
    {
      throw .withheld(reason, at: account.account.service)
    }
    try ask(held)
    let key = OutboxItem.ID(backstage.world.randomKey())
    do {
      _ = try await backstage.perform(change, as: account, key: key)
    } catch {
      throw error == .service(.notFound) ? .noSuchPost(post) : error
    }
  }
}
