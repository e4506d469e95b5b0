internal import FeedDomain

/// What whoever signed in can do.
struct FlickrPublishing: PublishingGateway {
  let connection: FlickrConnection

  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    switch change {
    case .mark(let post, .liked, let isLiked): try await like(post, isLiked)
    case .publish(let draft) where draft.replyTo == nil:
      try await FlickrUploads(connection: connection).publish(draft)
    case .publish(let draft): try await comment(draft)
    case .delete(let comment): try await delete(comment)
    case .mark, .follow, .mute, .block, .admit, .vote, .act: throw .refused(nil)
    }
  }

  func readBack(
    _ change: Change, key: OutboxItem.ID, after tries: EarlierTries
  ) async throws(FeedError) -> ReadBack {
    // A photo is described and shown anew, to the same effect.
    guard case .publish(let draft) = change, let answered = draft.replyTo else {
      return .repeatable
    }
    return try await readingBack { () async throws(FeedError) in
      try await readBack(draft, on: FlickrID(answered).photoPost, after: tries)
    }
  }

  private func like(_ post: Post.ID, _ isLiked: Bool) async throws(FeedError) -> Outcome {
    // Nobody can like a comment.
    guard FlickrID(post).comment == nil else { throw .refused(nil) }
    let photo = ("photo_id", post.rawValue)
    guard isLiked else {
      return try await connection.tell(
        FlickrMethod("favorites.remove", [photo, ("user_id", connection.account.person.rawValue)]),
        isRepeatable: true
      ) {
        $0.code == 1 ? .done : nil
      } _: { _ in
        .done
      }
    }
    return try await connection.tell(FlickrMethod("favorites.add", [photo]), isRepeatable: true) {
      // It is one already.
      $0.code == 3 ? .done : nil
    } _: { _ in
      .done
    }
  }

  /// Takes back a comment, and never a photo.
  private func delete(_ post: Post.ID) async throws(FeedError) -> Outcome {
    guard let comment = FlickrID(post).comment else { throw .refused(nil) }
    let method = FlickrMethod("photos.comments.deleteComment", [("comment_id", comment)])
    do throws(FeedError) {
      return try await connection.tell(method, isRepeatable: true) { _ in .done }
    } catch {
      // What is gone need not be taken back.
      guard error == .notFound else { throw error }
      return .done
    }
  }

  private func comment(_ draft: Draft) async throws(FeedError) -> Outcome {
    guard let photo = draft.replyTo.map({ FlickrID($0).photoPost }) else { throw .refused(nil) }
    let method = FlickrMethod(
      "photos.comments.addComment",
      [("photo_id", photo.rawValue), ("comment_text", draft.text)])
    let account = connection.account
    let now = connection.world.now
    // It does not know a comment again.
    return try await connection.tell(method, isRepeatable: false) { json throws(FeedError) in
      guard let id = json["comment"]["id"].id else { throw .badReply }
      return .post(
        Post(
          id: FlickrID.of(id, on: photo),
          author: Person(
            id: account.person, handle: account.handle, name: account.handle,
            relationship: .oneself), createdAt: now,
          content: Post.Content(text: RichText(draft.text)),
          reply: Post.Reply(to: photo, handle: nil), counts: .untold))
    }
  }

  /// Looks for what came of a comment whose reply was lost.
  private func readBack(
    _ draft: Draft, on photo: Post.ID, after tries: EarlierTries
  ) async throws(FeedError) -> ReadBack {
    let post = try await connection.photo(photo)
    let method = FlickrMethod("photos.comments.getList", [("photo_id", photo.rawValue)])
    let said = try await connection.ask(method) { json in
      connection.reader.comments(json["comments"], on: post)
        .filter { $0.author.relationship == .oneself }
    }
    let search = await ArrivalSearch(
      after: tries, by: connection.client, now: connection.world.now)
    return search.result(among: search.unknown(ofUnordered: said)) {
      $0.content.text.plain.words == draft.text.words ? .exact : .possible
    }
  }
}

extension String {
  /// The words without the blanks between them, of which a service may change any.
  fileprivate var words: [Substring] { split(whereSeparator: \.isWhitespace) }
}
