internal import FeedDomain

/// What is said about media, taken back and hidden, and media published.
struct InstagramPublishing: PublishingGateway {
  let connection: InstagramConnection

  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    switch change {
    case .publish(let draft): try await comment(draft)
    case .delete(let post): try await delete(post)
    case .mark(let post, .hidden, let isHidden): try await hide(post, isHidden)
    case .act(let act) where act.kind == .publishMedia: try await media.publish(act)
    case .mark, .follow, .mute, .block, .admit, .vote, .act: throw .refused(nil)
    }
  }

  func readBack(
    _ change: Change, key: OutboxItem.ID, after tries: EarlierTries
  ) async throws(FeedError) -> ReadBack {
    switch change {
    case .act(let act) where act.kind == .publishMedia:
      return try await readingBack { () async throws(FeedError) in
        try await media.readBack(act, after: tries)
      }
    case .publish(let draft):
      // What is written below the media of others is not told.
      guard let answered = draft.replyTo, !InstagramID(answered).isOthers else { return .unknown }
      return try await readingBack { () async throws(FeedError) in
        try await readBack(draft, answering: answered, after: tries)
      }
    default: return .repeatable
    }
  }

  private func readBack(
    _ draft: Draft, answering answered: Post.ID, after tries: EarlierTries
  ) async throws(FeedError) -> ReadBack {
    let words = draft.text.withSingleBlanks
    // Further than anybody reads.
    let said = try await InstagramComments(connection: connection)
      .conversation(of: answered, pages: 50).nodes.map(\.post)
      .filter { $0.author.id == connection.account.person && $0.reply != nil }
    let search = await ArrivalSearch(
      after: tries, by: connection.client, now: connection.world.now)
    return search.result(among: search.unknown(ofUnordered: said)) {
      $0.content.text.plain.withSingleBlanks == words ? .exact : .possible
    }
  }

  /// A comment on one of one's own media, or an answer to one there.
  private func comment(_ draft: Draft) async throws(FeedError) -> Outcome {
    guard let answered = draft.replyTo else { throw .refused(nil) }
    let target = InstagramID(answered)
    guard !target.isOthers else { return try await answer(target, draft) }
    let path =
      target.comment.map { InstagramPath($0, "replies") }
      ?? InstagramPath(target.medium, "comments")
    // It does not know a comment again.
    let request = HTTPRequest(
      .post, path.text, body: .form([("message", draft.text)]), isRepeatable: false)
    return try await connection.ask(request) { json throws(FeedError) in
      guard let id = json["id"].id else { throw .badReply }
      return .post(
        connection.reader.comment(id, saying: draft.text, to: answered, at: connection.world.now))
    }
  }

  /// An answer to somebody who named the reader in what they wrote below a medium of theirs.
  private func answer(_ target: InstagramID, _ draft: Draft) async throws(FeedError) -> Outcome {
    let request = HTTPRequest(
      .post, InstagramPath("me", "mentions").text,
      body: .form([("media_id", target.medium), ("message", draft.text)]), isRepeatable: false)
    return try await connection.ask(request) { json throws(FeedError) in
      guard json["id"].id != nil else { throw .badReply }
      return .done
    }
  }

  /// Hides somebody's comment from everybody, or shows it again; a medium cannot be hidden.
  private func hide(_ post: Post.ID, _ isHidden: Bool) async throws(FeedError) -> Outcome {
    guard let id = InstagramID(post).last else { throw .refused(nil) }
    let request = HTTPRequest(
      .post, InstagramPath(id).text, body: .form([("hide", String(isHidden))]),
      isRepeatable: true)
    return try await connection.ask(request) { json throws(FeedError) in
      guard json["success"].bool != false else { throw .refused(nil) }
      return .done
    }
  }

  /// Takes back what was said, also by others on one's own media; never a medium.
  private func delete(_ post: Post.ID) async throws(FeedError) -> Outcome {
    guard let id = InstagramID(post).last, !InstagramID(post).isOthers else {
      throw .refused(nil)
    }
    do throws(FeedError) {
      let reply = try await connection.client.perform(
        HTTPRequest(.delete, InstagramPath(id).text, isRepeatable: true))
      connection.usage.note(reply, at: connection.world.now)
    } catch {
      // What is gone need not be taken back.
      guard error == .notFound else { throw error }
    }
    return .done
  }

  private var media: InstagramMedia { InstagramMedia(connection: connection) }
}
