internal import FeedDomain

struct MastodonPublishing: PublishingGateway {
  private static let verbs: [(Post.UserPostMarks, done: String, undone: String, field: String)] = [
    (.liked, "favourite", "unfavourite", "favourited"),
    (.boosted, "reblog", "unreblog", "reblogged"),
    (.bookmarked, "bookmark", "unbookmark", "bookmarked"),
    (.pinned, "pin", "unpin", "pinned"), (.conversationMuted, "mute", "unmute", "muted"),
  ]

  let connection: MastodonConnection

  func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    switch change {
    case .mark(let post, let action, let isDone): try await setPostMark(post, action, isDone)
    case .follow(let person, let isDone):
      try await people.changeRelationship(to: person, isDone ? "follow" : "unfollow")
    case .mute(let person, let isDone):
      try await people.changeRelationship(
        to: person, (isDone ? "" : "un") + (mutesByBlocking ? "block" : "mute"))
    case .block(let person, let isDone):
      try await people.changeRelationship(to: person, isDone ? "block" : "unblock")
    case .answerFollowRequest(let person, let isLetIn):
      try await answerFollowRequest(person, isAccepted: isLetIn)
    case .vote(let post, let answers): try await sendVote(on: post, answers)
    case .publish(let draft): try await publishOrEditPost(draft, of: item)
    case .delete(let post): try await deletePost(post)
    case .serviceAction(let action):
      try await MastodonServiceActionCalls(connection: connection).performServiceAction(action)
    // Mastodon has no read state for each post.
    case .markRead: throw .refused(nil)
    }
  }

  func askWhetherDelivered(
    _ change: PendingChange, key: OutboxItem.ID, after tries: PossiblyArrivedSendAttempts
  ) async throws(FeedError) -> DeliveryCheckResult {
    // Repeating an edit has the same result.
    guard case .publish(let draft) = change, draft.editing == nil else { return .repeatable }
    return try await drafts.checkDraftDelivery(draft, after: tries)
  }

  func uploadProfilePicture(_ picture: PreparedPicture, as field: InputField)
    async throws(FeedError)
  {
    try await MastodonProfileCalls(connection: connection).uploadProfilePicture(picture, as: field)
  }

  func editableDraft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    try await MastodonPostEditor(connection: connection).editableDraft(of: post, as: id)
  }

  func draftForPostingAgain(_ post: Post, as id: Draft.ID) async throws(FeedError) -> Draft {
    try await MastodonPostEditor(connection: connection).draftForPostingAgain(post, as: id)
  }

  private var drafts: MastodonDraftPublisher { MastodonDraftPublisher(connection: connection) }
  private var people: MastodonPeople { MastodonPeople(connection: connection) }
  private var mutesByBlocking: Bool { connection.server.software.mutesByBlocking }

  private func publishOrEditPost(_ draft: Draft, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    guard let edited = draft.editing else {
      return try await drafts.publishDraft(draft, key: idempotencyKeyIfAccepted(of: item))
    }
    return .post(
      try await MastodonPostEditor(connection: connection).sendPostEdit(edited, to: draft))
  }

  /// Returns the idempotency key of a new post. Each attempt after a refusal has a new key, since
  /// some servers repeat a refusal for a known key; at servers that refuse a known key, a repeated
  /// attempt has none.
  private func idempotencyKeyIfAccepted(of item: OutboxItem) -> OutboxItem.ID? {
    if item.earlierAttempts != nil, !connection.server.software.acceptsRepeatedKeys { return nil }
    return item.refusals == 0 ? item.id : OutboxItem.ID("\(item.id.rawValue)-\(item.refusals)")
  }

  private func setPostMark(
    _ post: Post.ID, _ action: Post.UserPostMarks, _ isDone: Bool
  ) async throws(FeedError) -> ChangeOutcome {
    var outcome = ChangeOutcome.done
    for (mark, done, undone, field) in Self.verbs where action.contains(mark) {
      do throws(FeedError) {
        outcome = try await sendMarkConfirmedByReply(
          isDone ? done : undone, on: post, isDone ? field : nil)
      } catch {
        // Some servers refuse a mark that the post has already, or the removal of a missing one.
        guard error.isRefusal, let shown = await shownPost(post, where: field, is: isDone) else {
          throw error
        }
        outcome = .post(shown)
      }
    }
    return connection.server.software.hasReliableCounts ? outcome : .done
  }

  /// Marks a Mastodon post by an API call such as `favourite`; throws `refused` if the reply says
  /// that the post lacks the mark, by the field `confirmation`.
  private func sendMarkConfirmedByReply(
    _ verb: String, on post: Post.ID, _ confirmation: String?
  ) async throws(FeedError) -> ChangeOutcome {
    let reader = connection.makeJSONReader()
    // Relatives of Misskey state these fields as false always.
    let isUnsure =
      connection.server.software == .other
      && ["bookmarked", "pinned"].contains(confirmation)
    return try await connection.postForm(.postPath(post, verb)) { json, _ throws(FeedError) in
      // The reply to a boost is the boost, which contains the post and confirms the action,
      // whatever fields the post has. Undoing may take effect after the reply.
      let isDenied = confirmation.map { json[$0].bool == false } ?? false
      if isDenied, !json["reblog"].isObject {
        guard isUnsure else { throw .refused(nil) }
        return .done
      }
      let marked = reader.parsedPost(json["reblog"]) ?? reader.parsedPost(json)
      return marked.map { .post($0) } ?? .done
    }
  }

  /// Fetches a Mastodon post, and returns it if a field such as "favourited" has a value; nil
  /// otherwise, and if the post cannot be fetched.
  private func shownPost(_ post: Post.ID, where field: String, is value: Bool) async -> Post? {
    let reader = connection.makeJSONReader()
    do throws(FeedError) {
      return try await connection.getJSON(.postPath(post)) { json, _ in
        json[field].bool == value ? reader.parsedPost(json) : nil
      }
    } catch {
      return nil
    }
  }

  /// Deletes a Mastodon post. If the server answers `notFound` but still has the post, the server
  /// lacks the API call, and the deletion is reported as refused.
  private func deletePost(_ post: Post.ID) async throws(FeedError) -> ChangeOutcome {
    let path = MastodonAPIPath.postPath(post)
    do throws(FeedError) {
      _ = try await connection.client.sendRequest(
        HTTPRequest(.delete, path.text, isRepeatable: true))
      return .done
    } catch {
      guard error == .notFound else { throw error }
    }
    do throws(FeedError) {
      try await connection.getJSON(path) { json, _ throws(FeedError) in
        guard json["id"].id != nil else { throw .notFound }
      }
    } catch {
      guard error == .notFound else { throw error }
      return .done
    }
    throw .limited(.deletesNoPosts)
  }

  private func answerFollowRequest(_ person: Person.ID, isAccepted isLetIn: Bool)
    async throws(FeedError)
    -> ChangeOutcome
  {
    let path = MastodonAPIPath(
      "/api/v1/follow_requests", person.rawValue, isLetIn ? "authorize" : "reject")
    do throws(FeedError) {
      return try await connection.postFormIgnoringReply(path)
    } catch {
      // The request was answered in another program, or withdrawn.
      guard error == .notFound else { throw error }
      return .done
    }
  }

  private func sendVote(on id: Post.ID, _ answers: Set<Int>) async throws(FeedError)
    -> ChangeOutcome
  {
    let reader = connection.makeJSONReader()
    let (voted, poll) = try await connection.getJSON(.postPath(id)) { json, _ throws(FeedError) in
      guard let post = reader.parsedPost(json), let poll = json["poll"]["id"].id else {
        throw .notFound
      }
      return (post, poll)
    }
    // The vote has arrived before, and servers refuse a second one.
    if voted.content.poll?.isAnswered == true { return .post(voted) }
    let path = MastodonAPIPath("/api/v1/polls", poll, "votes")
    let choices = answers.sorted().map { ("choices[]", String($0)) }
    return try await connection.postForm(path, choices, isRepeatable: false) { json, _ in
      guard let counted = reader.parsedPoll(json) else { return .done }
      return .post(
        voted.replacingContent(
          voted.content.replacingPoll(counted.recordingAlreadyCountedVote(answers))))
    }
  }
}
