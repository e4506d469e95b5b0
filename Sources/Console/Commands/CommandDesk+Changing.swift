internal import FeedDomain
internal import Terminal
import Words

/// Changing something at the service, by way of the outbox.
extension CommandDesk {
  /// Makes the same change to each post that was typed, by its id or address, unless the service has
  /// no such thing or it is not to be done to that post, as far as that is known of it. A post that
  /// must be known is asked for where it is not stored. Asks first where a question is given.
  func change(
    _ typed: [String], named name: CommandName, deed: PostDeed, mustBeKnown: Bool = false,
    done: SafeText, asking ask: (Post?, Post.ID) throws(CommandFailure) -> Void = { _, _ in },
    _ change: (Post.ID) -> Change
  ) async throws(CommandFailure) {
    let backstage = try await open()
    var account = try backstage.account(named: account)
    let abilities = PostAbilities(try backstage.connection(for: account))
    guard typed.allSatisfy({ abilities.takes(change(Post.ID($0))) }) else {
      throw .notOffered(name.rawValue)
    }
    account = try backstage.opened(account)
    let connection = try backstage.connection(for: account)
    try await each(typed) { typed async throws(CommandFailure) in
      let post = try await backstage.id(of: typed, at: connection)
      var known = try await backstage.held(post, by: account.account)
      if known == nil, mustBeKnown { known = try await backstage.post(post, at: connection) }
      if let known,
        case .withheld(let reason) = abilities.permission(
          to: deed, on: known, isOwn: known.author.id == account.account.person)
      {
        throw .withheld(reason, at: account.account.service)
      }
      try ask(known, post)
      do throws(CommandFailure) {
        let key = OutboxItem.ID(backstage.world.randomKey())
        _ = try await backstage.perform(change(post), as: account, key: key)
      } catch {
        throw error == .service(.notFound) ? .noSuchPost(post) : error
      }
      return done
    }
  }

  /// Does the same with each of several names, and prints what came of each behind its name. One
  /// that fails is told, and does not keep the others back; a name alone needs no mention.
  func each(
    _ names: [String], _ work: (String) async throws(CommandFailure) -> SafeText
  ) async throws(CommandFailure) {
    if names.count == 1 { return printer.confirm(try await work(names[0])) }
    var failed = 0
    for name in names {
      do throws(CommandFailure) {
        let done = try await work(name)
        printer.confirm(SafeText(sanitizing: name) + ": " + done)
        printer.flush()
      } catch {
        failed += 1
        printer.complain(
          wording.say(
            "{name}: {reason}", ["name": name, "reason": wording.sentence(for: error).string]))
      }
    }
    if failed > 0 { throw .someFailed(failed, of: names.count) }
  }
}
