internal import FeedDomain
internal import UseCases

/// What the commands look for by what was typed.
extension Backstage {
  /// A post that is stored; nil where it is not.
  func held(_ post: Post.ID, by account: Account) async throws(CommandFailure) -> Post? {
    try await remembering { () async throws(StoreError) in
      try await shelf.feeds.post(post, account: account.id)
    }
  }

  /// A post: as it is stored, else as the service tells it.
  func post(_ id: Post.ID, at connection: ServiceConnection) async throws(CommandFailure) -> Post {
    if let held = try await held(id, by: connection.account) { return held }
    return try focus(of: await conversation(of: id, at: connection))
  }

  /// The id of the post that was typed: by its id, or by an address that leads to it.
  func id(
    of typed: String, at connection: ServiceConnection
  ) async throws(CommandFailure) -> Post.ID {
    let id = Post.ID(typed)
    guard let lead = connection.lead(to: typed),
      try await held(id, by: connection.account) == nil
    else { return id }
    guard case .post(let post) = try await destination(of: lead, at: connection) else {
      throw .noSuchPost(id)
    }
    return post.id
  }

  /// What an address or a handle leads to, as the service tells it.
  func destination(
    of lead: Lead, at connection: ServiceConnection
  ) async throws(CommandFailure) -> Destination {
    do {
      return try await connection.destination(of: lead)
    } catch {
      throw error == .notFound
        ? .nothing(at: lead, connection.account.service) : .service(error)
    }
  }

  /// A post with what it answers and what answers it, as the service tells it.
  func conversation(
    of id: Post.ID, at connection: ServiceConnection
  ) async throws(CommandFailure) -> Conversation {
    do {
      return try await connection.feeds.conversation(of: id)
    } catch {
      throw error == .notFound ? .noSuchPost(id) : .service(error)
    }
  }

  /// The post that a conversation was asked for.
  func focus(of conversation: Conversation) throws(CommandFailure) -> Post {
    guard let node = conversation.nodes.first(where: { $0.post.id == conversation.focus }) else {
      throw .noSuchPost(conversation.focus)
    }
    return node.post
  }

  /// Keeps what was fetched; tells why it could not be.
  func keep(_ posts: [Post], of account: Account) async -> StoreError? {
    do throws(StoreError) {
      _ = try await shelf.feeds.keep(posts, account: account.id, now: world.now)
      return inMemoryBecause
    } catch {
      return error
    }
  }

  /// Whoever has the handle, as the service tells them.
  func person(
    called handle: String, at connection: ServiceConnection
  ) async throws(CommandFailure) -> Person {
    guard let people = connection.people else { throw .noSuchPerson(handle) }
    let account = connection.account
    if let lead = connection.lead(to: handle) {
      switch try await destination(of: lead, at: connection) {
      case .person(let person): return person
      case .post(let post):
        return try await asking { () async throws(FeedError) in
          try await people.person(post.author.id)
        }
      }
    }
    let person: Person
    do {
      person =
        account.isCalled(handle)
        ? try await people.person(account.person) : try await people.person(called: handle)
    } catch {
      throw error == .notFound ? .noSuchPerson(handle) : .service(error)
    }
    // Where it cannot be kept, what else is fetched cannot be either: that is told once.
    try? await shelf.feeds.keep(person, called: handle, account: account.id)
    return person
  }
}

extension ScannedArguments {
  /// The handle there must be, without "@".
  func requiredHandle() throws(UsageError) -> String {
    try expectNoOperands(after: 1)
    return try requiredHandles()[0]
  }
}
