internal import FeedDomain

/// What the reader does to posts and people, and takes back.
struct BlueskyDeeds: Sendable {
  private static let deeds: [(Post.OwnActions, BlueskyDeed)] = [
    (.liked, .like), (.boosted, .repost),
  ]

  let connection: BlueskyConnection

  func mark(
    _ post: Post.ID, _ action: Post.OwnActions, _ isDone: Bool
  ) async throws(FeedError) -> Outcome {
    if action == .bookmarked, !isDone {
      try await connection.post(
        "app.bsky.bookmark.deleteBookmark", ["uri": .string(post.rawValue)])
      return .done
    }
    let view = try await connection.view(of: post)
    for (mark, deed) in Self.deeds where action.contains(mark) {
      let own = own(view.json["viewer"][deed.mark], .mark(post, mark, isDone), isDone)
      try await repository.write(
        deed, isDone, about: post.rawValue, own: own, subject: view.reference.json)
    }
    if action.contains(.pinned) {
      try await BlueskyProfile(connection: connection).pin(view.reference, isDone)
    }
    if action.contains(.silenced) {
      let root = view.json["record"]["reply"]["root"]["uri"].filledString ?? post.rawValue
      let method = isDone ? "muteThread" : "unmuteThread"
      try await connection.post("app.bsky.graph.\(method)", ["root": .string(root)])
    }
    if action.contains(.bookmarked) {
      let method = isDone ? "createBookmark" : "deleteBookmark"
      try await connection.post("app.bsky.bookmark.\(method)", view.reference.json)
    }
    let reader = try await connection.reader()
    guard let marked = reader.post(view.json, in: .alone) else { return .done }
    return .post(marked.marked(action, isDone))
  }

  func stand(
    to person: Person.ID, _ deed: BlueskyDeed, _ isDone: Bool, _ change: Change
  ) async throws(FeedError) -> Outcome {
    let reader = try await connection.reader()
    let viewer = try await connection.get(
      "app.bsky.actor.getProfile", [("actor", person.rawValue)]
    ) { $0["viewer"] }
    try await repository.write(
      deed, isDone, about: person.rawValue, own: own(viewer[deed.mark], change, isDone),
      subject: .string(person.rawValue))
    // A block leaves what one follows as it was.
    guard deed.collection == BlueskyDeed.block.collection, !isDone else { return .done }
    return .standing(person, reader.relationship(viewer, blocked: false))
  }

  func mute(_ person: Person.ID, _ isDone: Bool) async throws(FeedError) {
    let method = isDone ? "app.bsky.graph.muteActor" : "app.bsky.graph.unmuteActor"
    try await connection.post(method, ["actor": .string(person.rawValue)])
  }

  func delete(_ post: Post.ID) async throws(FeedError) {
    guard let address = ATAddress(post.rawValue), address.owner == connection.me.rawValue else {
      throw .refused(nil)
    }
    try await repository.remove(address.key, from: address.collection)
  }

  private var repository: BlueskyRepository { BlueskyRepository(connection: connection) }

  /// One's own record as the server tells of it; nil for one that was taken back just now and is to
  /// be there again: the server may not know yet that it is gone.
  private func own(_ told: JSON, _ change: Change, _ isDone: Bool) -> ATAddress? {
    if isDone, let undone = change.inverse,
      connection.memory.deeds(at: connection.world.now).holds(undone)
    {
      return nil
    }
    return told.filledString.flatMap(ATAddress.init)
  }
}
