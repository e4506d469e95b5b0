internal import FeedDomain

/// A gateway that publishes Instagram media, sends comments, and hides and deletes comments.
struct InstagramPublishing: PublishingGateway {
  let connection: InstagramConnection

  func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    switch change {
    case .publish(let draft): try await sendComment(draft)
    case .delete(let post): try await deleteComment(post)
    case .mark(let post, .hidden, let isHidden): try await setCommentHidden(post, isHidden)
    case .serviceAction(let action) where action.kind == .publishMedia:
      try await media.createAndPublishMedia(action)
    case .mark, .markRead, .follow, .mute, .block, .answerFollowRequest, .vote, .serviceAction:
      throw .refused(nil)
    }
  }

  func askWhetherDelivered(
    _ change: PendingChange, key: OutboxItem.ID, after tries: PossiblyArrivedSendAttempts
  ) async throws(FeedError) -> DeliveryCheckResult {
    switch change {
    case .serviceAction(let action) where action.kind == .publishMedia:
      return try await treatingRefusedCheckAsUnknown { () async throws(FeedError) in
        try await media.checkMediaDelivery(action, after: tries)
      }
    case .publish(let draft):
      // Comments on others' media cannot be read.
      guard let answered = draft.replyTo, !InstagramPostID(answered).isByOther else {
        return .unknown
      }
      return try await treatingRefusedCheckAsUnknown { () async throws(FeedError) in
        try await checkCommentDelivery(draft, answering: answered, after: tries)
      }
    default: return .repeatable
    }
  }

  private func checkCommentDelivery(
    _ draft: Draft, answering answered: Post.ID, after tries: PossiblyArrivedSendAttempts
  ) async throws(FeedError) -> DeliveryCheckResult {
    let words = draft.text.withSingleBlanks
    // Many pages are read, as the comment may be old.
    let said = try await InstagramConversationFetcher(connection: connection)
      .conversation(of: answered, pages: 50).nodes.map(\.post)
      .filter { $0.author.id == connection.account.person && $0.reply != nil }
    let search = await SentPostSearch(
      after: tries, by: connection.client, now: connection.world.now)
    return search.deliveryCheckResult(among: search.candidatePosts(inUnordered: said)) {
      $0.content.text.plain.withSingleBlanks == words ? .exact : .possible
    }
  }

  /// Sends a comment on the account's own Instagram media, or an answer to such a comment or to a
  /// mention by another person.
  private func sendComment(_ draft: Draft) async throws(FeedError) -> ChangeOutcome {
    guard let answered = draft.replyTo else { throw .refused(nil) }
    let target = InstagramPostID(answered)
    guard !target.isByOther else { return try await sendMentionReply(target, draft) }
    let path =
      target.comment.map { InstagramAPIPath($0, "replies") }
      ?? InstagramAPIPath(target.medium, "comments")
    // Instagram does not recognise a repeated comment.
    let request = HTTPRequest(
      .post, path.text, body: .form([("message", draft.text)]), isRepeatable: false)
    return try await connection.sendRequest(request) { json throws(FeedError) in
      guard let id = json["id"].id else { throw .badReply }
      return .post(
        connection.reader.postOfSentComment(
          id, saying: draft.text, to: answered, at: connection.world.now))
    }
  }

  private func sendMentionReply(_ target: InstagramPostID, _ draft: Draft) async throws(FeedError)
    -> ChangeOutcome
  {
    let request = HTTPRequest(
      .post, InstagramAPIPath("me", "mentions").text,
      body: .form([("media_id", target.medium), ("message", draft.text)]), isRepeatable: false)
    return try await connection.sendRequest(request) { json throws(FeedError) in
      guard json["id"].id != nil else { throw .badReply }
      return .done
    }
  }

  /// Hides an Instagram comment from everybody, or shows it again; media cannot be hidden.
  private func setCommentHidden(_ post: Post.ID, _ isHidden: Bool) async throws(FeedError)
    -> ChangeOutcome
  {
    guard let id = InstagramPostID(post).lastComment else { throw .refused(nil) }
    let request = HTTPRequest(
      .post, InstagramAPIPath(id).text, body: .form([("hide", String(isHidden))]),
      isRepeatable: true)
    return try await connection.sendRequest(request) { json throws(FeedError) in
      guard json["success"].bool != false else { throw .refused(nil) }
      return .done
    }
  }

  /// Deletes an Instagram comment on the account's media, whoever wrote the comment; media are
  /// never deleted.
  private func deleteComment(_ post: Post.ID) async throws(FeedError) -> ChangeOutcome {
    guard let id = InstagramPostID(post).lastComment, !InstagramPostID(post).isByOther else {
      throw .refused(nil)
    }
    do throws(FeedError) {
      let reply = try await connection.client.sendRequestCheckingJSON(
        HTTPRequest(.delete, InstagramAPIPath(id).text, isRepeatable: true))
      connection.usage.recordQuotaUsage(in: reply, at: connection.world.now)
    } catch {
      // A deleted comment need not be deleted again.
      guard error == .notFound else { throw error }
    }
    return .done
  }

  private var media: InstagramMediaPublishing { InstagramMediaPublishing(connection: connection) }
}

struct InstagramMediaPublishing: Sendable {
  private static let maximumInAlbum = 10
  /// The pauses before successive requests that ask whether an Instagram upload is ready, five
  /// minutes in all.
  private static let pauses: [Duration] = [2, 4, 8, 16, 30, 60, 60, 60, 60].map { .seconds($0) }

  let connection: InstagramConnection

  func createAndPublishMedia(_ action: ServiceAction) async throws(FeedError) -> ChangeOutcome {
    let addresses = action.addresses
    guard !addresses.isEmpty, addresses.count <= Self.maximumInAlbum,
      addresses.allSatisfy({ $0.hasPrefix("https://") || $0.hasPrefix("http://") })
    else { throw .refused(nil) }
    let container =
      addresses.count == 1
      ? try await createMediaContainer(Self.mediaContainerFields(at: addresses[0], action))
      : try await createAlbumContainer(of: addresses, action)
    try await waitUntilMediaContainerReady(container)
    let request = HTTPRequest(
      .post, InstagramAPIPath("me", "media_publish").text,
      body: .jsonBody(["creation_id": .string(container)]), isRepeatable: false)
    return try await connection.sendRequest(request) { json throws(FeedError) in
      guard json["id"].id != nil else { throw .badReply }
      return .done
    }
  }

  /// Searches the account's Instagram media for a post that was published, but whose reply was
  /// lost; returns whether the post arrived.
  func checkMediaDelivery(_ action: ServiceAction, after tries: PossiblyArrivedSendAttempts)
    async throws(FeedError)
    -> DeliveryCheckResult
  {
    let words = (action.answers[.words] ?? "").withSingleBlanks
    let posts = try await InstagramFeeds(connection: connection).feedPage(of: .photos, .latest)
      .entries
      .map(\.post)
    let search = await SentPostSearch(
      after: tries, by: connection.client, now: connection.world.now)
    return search.deliveryCheckResult(among: search.candidatePosts(inUnordered: posts)) {
      $0.content.text.plain.withSingleBlanks == words ? .exact : .different
    }
  }

  private static func mediaContainerFields(at address: String, _ action: ServiceAction) -> JSON {
    guard action.answers[.isStory] != "true" else {
      return [address.mediaAddressField: .string(address), "media_type": "STORIES"]
    }
    let altText = address.isFilm ? "" : action.answers[.altText] ?? ""
    return .object(withoutNulls: [
      address.mediaAddressField: .string(address), "media_type": address.isFilm ? "REELS" : .null,
      "caption": .string(action.answers[.words] ?? ""),
      "alt_text": altText.isEmpty ? .null : .string(altText),
    ])
  }

  private func createAlbumContainer(of addresses: [String], _ action: ServiceAction)
    async throws(FeedError)
    -> String
  {
    // A story is one photo, or one video.
    guard action.answers[.isStory] != "true" else { throw .refused(nil) }
    var parts: [JSON] = []
    for address in addresses {
      let part = try await createMediaContainer(
        .object(withoutNulls: [
          "is_carousel_item": true, "media_type": address.isFilm ? "VIDEO" : .null,
          address.mediaAddressField: .string(address),
        ]))
      try await waitUntilMediaContainerReady(part)
      parts.append(.string(part))
    }
    return try await createMediaContainer([
      "media_type": "CAROUSEL", "children": .array(parts),
      "caption": .string(action.answers[.words] ?? ""),
    ])
  }

  /// Creates a container at Instagram, a draft of a photo, video or album whose files Instagram
  /// fetches, and returns its id. Instagram deletes an unpublished container after a day.
  private func createMediaContainer(_ fields: JSON) async throws(FeedError) -> String {
    let request = HTTPRequest(
      .post, InstagramAPIPath("me", "media").text, body: .jsonBody(fields), isRepeatable: true)
    return try await connection.sendRequest(request) { json throws(FeedError) in
      guard let id = json["id"].id else { throw .badReply }
      return id
    }
  }

  private func waitUntilMediaContainerReady(_ container: String) async throws(FeedError) {
    for wait in [.zero] + Self.pauses {
      if wait > .zero {
        do { try await connection.world.sleep(for: wait) } catch { throw .cancelled }
      }
      let state = try await connection.getJSON(InstagramAPIPath(container, fields: ["status_code"]))
      {
        json in
        json["status_code"].string ?? ""
      }
      switch state {
      case "FINISHED", "PUBLISHED": return
      case "ERROR", "EXPIRED": throw .refused(nil)
      default: break
      }
    }
    // The container is still not ready.
    throw .serverFailed(206)
  }
}

extension ServiceAction {
  fileprivate var addresses: [String] {
    (answers[.addresses] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

extension String {
  /// True if the path of this Instagram media address ends like a video file's, as in ".mp4".
  fileprivate var isFilm: Bool {
    let path = prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".mp4", ".mov", ".m4v"].contains { path.hasSuffix($0) }
  }

  /// The name of the field in which Instagram takes the address of a file.
  fileprivate var mediaAddressField: String { isFilm ? "video_url" : "image_url" }
}
