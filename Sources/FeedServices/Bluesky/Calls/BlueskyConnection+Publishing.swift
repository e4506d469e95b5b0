internal import FeedDomain

extension BlueskyConnection: PublishingGateway {
  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    let outcome: Outcome =
      switch change {
      case .mark(let post, let action, let isDone): try await mark(post, action, isDone)
      case .follow(let person, let isDone): try await stand(to: person, .follow, isDone, change)
      case .block(let person, let isDone): try await stand(to: person, .block, isDone, change)
      case .mute(let person, let isDone): try await mute(person, isDone)
      case .publish(let draft):
        if let chat = change.chat {
          .post(try await say(draft.text, in: chat, draft))
        } else {
          .post(try await publish(draft, key: key))
        }
      case .delete(let post): try await delete(post)
      case .act(let act): try await perform(act, key: key)
      // There are no polls at Bluesky, and nobody has to ask before they follow.
      case .vote, .admit: throw .refused(nil)
      }
    memory.note(change, at: world.now)
    return outcome
  }

  func resend(
    _ change: Change, key: OutboxItem.ID, since begun: Timestamp
  ) async throws(FeedError) -> Outcome {
    let words: String? =
      switch change {
      case .act(let act) where act.kind == .message: act.answers[.words]
      case .publish(let draft): draft.text
      default: nil
      }
    if let words, let chat = change.chat,
      let arrived = try await arrived(words, in: chat, since: begun)
    {
      return .post(arrived)
    }
    guard case .publish(let draft) = change, change.chat == nil,
      let arrived = try await arrived(draft, key: key)
    else {
      // What is written twice under the same key is written once.
      return try await send(change, key: key)
    }
    return .post(arrived)
  }
}

/// What one writes down about a post or a person, and what tells that one has.
struct BlueskyDeed: Sendable {
  let collection: String
  /// The field of a view that holds the address of one's own record.
  let mark: String

  static let like = BlueskyDeed(collection: "app.bsky.feed.like", mark: "like")
  static let repost = BlueskyDeed(collection: "app.bsky.feed.repost", mark: "repost")
  static let follow = BlueskyDeed(collection: "app.bsky.graph.follow", mark: "following")
  static let block = BlueskyDeed(collection: "app.bsky.graph.block", mark: "blocking")

  /// The key of one's own record, where we are the one who writes it: the same for the same
  /// subject, so that it can be taken back without asking, and is never there twice.
  func key(for subject: String) -> String { RecordKey.key(for: "\(collection) \(subject)") }
}

extension BlueskyConnection {
  private static let deeds: [(Post.OwnActions, BlueskyDeed)] = [
    (.liked, .like), (.boosted, .repost),
  ]

  private func mark(
    _ post: Post.ID, _ action: Post.OwnActions, _ isDone: Bool
  ) async throws(FeedError) -> Outcome {
    if action == .bookmarked, !isDone {
      try await self.post("app.bsky.bookmark.deleteBookmark", ["uri": .string(post.rawValue)])
      return .done
    }
    let view = try await view(of: post)
    for (mark, deed) in Self.deeds where action.contains(mark) {
      let own = own(view.json["viewer"][deed.mark], .mark(post, mark, isDone), isDone)
      try await write(
        deed, isDone, about: post.rawValue, own: own, subject: view.reference.json)
    }
    if action.contains(.pinned) { try await pin(view.reference, isDone) }
    if action.contains(.silenced) {
      let root = view.json["record"]["reply"]["root"]["uri"].filledString ?? post.rawValue
      let method = isDone ? "muteThread" : "unmuteThread"
      try await self.post("app.bsky.graph.\(method)", ["root": .string(root)])
    }
    if action.contains(.bookmarked) {
      let method = isDone ? "createBookmark" : "deleteBookmark"
      try await self.post("app.bsky.bookmark.\(method)", view.reference.json)
    }
    let reader = try await reader()
    guard let marked = reader.post(view.json, in: .alone) else { return .done }
    return .post(marked.marked(action, isDone))
  }

  private func stand(
    to person: Person.ID, _ deed: BlueskyDeed, _ isDone: Bool, _ change: Change
  ) async throws(FeedError) -> Outcome {
    let query = [("actor", Optional(person.rawValue))]
    let reader = try await reader()
    let viewer = try await get("app.bsky.actor.getProfile", query) { $0["viewer"] }
    try await write(
      deed, isDone, about: person.rawValue, own: own(viewer[deed.mark], change, isDone),
      subject: .string(person.rawValue))
    // A block leaves what one follows as it was.
    guard deed.collection == BlueskyDeed.block.collection, !isDone else { return .done }
    return .standing(person, reader.relationship(viewer, blocked: false))
  }

  private func mute(_ person: Person.ID, _ isDone: Bool) async throws(FeedError) -> Outcome {
    let method = isDone ? "app.bsky.graph.muteActor" : "app.bsky.graph.unmuteActor"
    try await post(method, ["actor": .string(person.rawValue)])
    return .done
  }

  /// One's own record as the server tells of it; nil for one that was taken back just now and is to
  /// be there again: the server may not know yet that it is gone.
  private func own(_ told: JSON, _ change: Change, _ isDone: Bool) -> ATAddress? {
    if isDone, let undone = change.inverse, memory.deeds(at: world.now).holds(undone) {
      return nil
    }
    return told.filledString.flatMap(ATAddress.init)
  }

  /// Writes a record about something, or takes it back. One's own that is there may have been
  /// written by another program, under a key of its own.
  func write(
    _ deed: BlueskyDeed, _ isDone: Bool, about name: String, own: ATAddress?, subject: JSON
  ) async throws(FeedError) {
    let key = deed.key(for: name)
    guard isDone else {
      if let own, own.key != key { try await remove(own.key, from: deed.collection) }
      return try await remove(key, from: deed.collection)
    }
    if let own, own.key != key { return }
    try await put(
      [
        "$type": .string(deed.collection), "subject": subject,
        "createdAt": .string(ISODate.text(world.now)),
      ], as: key, in: deed.collection)
  }

  private func delete(_ post: Post.ID) async throws(FeedError) -> Outcome {
    guard let address = ATAddress(post.rawValue), address.owner == me.rawValue else {
      throw .refused(nil)
    }
    try await remove(address.key, from: address.collection)
    return .done
  }
}

extension BlueskyConnection {
  /// Writes a record under a key, in place of what is there.
  func put(_ record: JSON, as key: String, in collection: String) async throws(FeedError) {
    try await post(
      "com.atproto.repo.putRecord",
      [
        "repo": .string(me.rawValue), "collection": .string(collection), "rkey": .string(key),
        "record": record,
      ])
  }

  /// Takes a record away; one that is gone already is no failure.
  func remove(_ key: String, from collection: String) async throws(FeedError) {
    try await post(
      "com.atproto.repo.deleteRecord",
      ["repo": .string(me.rawValue), "collection": .string(collection), "rkey": .string(key)])
  }
}
