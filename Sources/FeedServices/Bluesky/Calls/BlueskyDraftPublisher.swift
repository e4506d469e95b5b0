internal import FeedDomain

struct BlueskyDraftPublisher: Sendable {
  private static let posts = "app.bsky.feed.post"

  let connection: BlueskyConnection

  func publishDraft(_ draft: Draft, key: OutboxItem.ID) async throws(FeedError) -> Post {
    // Bluesky has neither restricted posts nor warnings: everybody would see the text.
    guard draft.visibility == .everybody, (draft.warning ?? "").isEmpty else { throw .refused(nil) }
    let record = try await makePostRecord(of: draft)
    let key = BlueskyRecordKeyGenerator.recordKey(forPost: key)
    try await BlueskyReplyAndQuoteLimitCalls(connection: connection).writeReplyAndQuoteLimits(
      for: draft, as: key)
    let call = XRPCPath("com.atproto.repo.putRecord")
    let body: JSON = [
      "repo": .string(connection.me.rawValue), "collection": .string(Self.posts),
      "rkey": .string(key), "record": record,
    ]
    let reference = try await connection.client.requestJSON(
      HTTPRequest(.post, call.path, body: .jsonBody(body), isRepeatable: true)
    ) { json, _ throws(FeedError) in
      guard let reference = BlueskyRecordReference(json) else { throw .badReply }
      return reference
    }
    return try await fetchedOrProvisionalPost(record, as: reference)
  }

  /// Fetches the Bluesky post of a draft whose sending was interrupted; nil if the post did not
  /// arrive. The account's server is asked, which knows new posts before the servers that show
  /// posts.
  func fetchPublishedPost(of draft: Draft, key: OutboxItem.ID) async throws(FeedError) -> Post? {
    guard
      let found = try await connection.records.fetchRecord(
        BlueskyRecordKeyGenerator.recordKey(forPost: key), in: Self.posts)
    else {
      return nil
    }
    guard let reference = BlueskyRecordReference(found) else { throw .badReply }
    return try await fetchedOrProvisionalPost(found["value"], as: reference)
  }

  private func makePostRecord(of draft: Draft) async throws(FeedError) -> JSON {
    var record = BlueskyPostRecord(
      text: draft.text, createdAt: connection.world.now,
      languages: draft.language.map { [$0] } ?? connection.languages)
    record.isSensitive = draft.isSensitive
    let others = [draft.replyTo, draft.quoting].compactMap { $0?.rawValue }
    let views = others.isEmpty ? [:] : try await connection.fetchPostJSON(of: others)
    if let parent = draft.replyTo {
      let view = try await connection.knownOrFetchedPostJSON(of: parent, among: views)
      // The author restricts who may reply, and would not see the reply.
      if view.json["viewer"]["replyDisabled"].bool == true { throw .refused(nil) }
      let root = BlueskyRecordReference(view.json["record"]["reply"]["root"])
      record.reply = (root: root ?? view.reference, parent: view.reference)
    }
    if let quoted = draft.quoting {
      let view = try await connection.knownOrFetchedPostJSON(of: quoted, among: views)
      if view.json["viewer"]["embeddingDisabled"].bool == true { throw .refused(nil) }
      record.quoted = view.reference
    }
    for attachment in draft.attachments {
      guard let picture = attachment.uploaded.flatMap(BlueskyUploadedPicture.init) else {
        throw .refused(nil)
      }
      record.pictures.append(picture)
      record.altTexts.append(attachment.altText)
    }
    for case .mention(let handle) in FacetScanner.scannedFacets(in: draft.text).map(\.kind) {
      if let did = try await fetchDID(of: handle) { record.mentionedPeople[handle] = did }
    }
    return record.json
  }

  private func fetchDID(of handle: String) async throws(FeedError) -> String? {
    if let did = connection.cache.cachedDID(of: handle, at: connection.world.now) { return did }
    do throws(FeedError) {
      let did = try await connection.callXRPCQuery(
        "com.atproto.identity.resolveHandle", [("handle", handle)]
      ) {
        json throws(FeedError) in
        guard let did = json["did"].nonEmptyString, BlueskyLoginName.isDID(did) else {
          throw .badReply
        }
        return did
      }
      connection.cache.storeDID(did, as: handle, at: connection.world.now)
      return did
    } catch {
      switch error {
      case .notFound, .refused, .badReply, .tooLarge: return nil
      default: throw error
      }
    }
  }

  /// Returns the post of a record just written at Bluesky: as servers show the post or, as long as
  /// they do not know it, made of the record.
  private func fetchedOrProvisionalPost(
    _ record: JSON, as reference: BlueskyRecordReference
  ) async throws(FeedError) -> Post {
    let reader = try await connection.makeBlueskyJSONReader()
    let parent = record["reply"]["parent"]["uri"].nonEmptyString
    let views = try await fetchPostJSONToleratingFailure(
      [reference.uri] + (parent.map { [$0] } ?? []))
    let answered = parent.flatMap { views[$0]?.json } ?? .null
    if let view = views[reference.uri],
      let post = reader.parsedPost(view.json, in: .singlePost, answering: answered)
    {
      return post
    }
    let author = try await fetchUserProfileJSON()
    let view: JSON = [
      "uri": .string(reference.uri), "cid": .string(reference.cid), "author": author,
      "record": record, "embed": embedShownAfterPublishing(record["embed"]),
      "indexedAt": .string(ISODate.isoDateText(connection.world.now)), "viewer": [:],
    ]
    guard let post = reader.parsedPost(view, in: .singlePost, answering: answered) else {
      throw .badReply
    }
    return post
  }

  private func fetchPostJSONToleratingFailure(_ posts: [String]) async throws(FeedError) -> [String:
    BlueskyPostJSON]
  {
    do throws(FeedError) {
      return try await connection.fetchPostJSON(of: posts)
    } catch {
      // The post is published, even if the servers that show posts fail.
      guard error == .cancelled else { return [:] }
      throw error
    }
  }

  private func fetchUserProfileJSON() async throws(FeedError) -> JSON {
    do throws(FeedError) {
      return try await connection.callXRPCQuery(
        "app.bsky.actor.getProfile", [("actor", connection.me.rawValue)]
      ) {
        json throws(FeedError) in
        guard json["did"].nonEmptyString != nil else { throw .badReply }
        return json
      }
    } catch {
      guard error == .cancelled else {
        return [
          "did": .string(connection.me.rawValue), "handle": .string(connection.account.handle),
        ]
      }
      throw error
    }
  }

  /// Returns the JSON embed with which a new Bluesky post is shown at first: it contains the
  /// uploaded original pictures, since servers have not made smaller ones yet.
  private func embedShownAfterPublishing(_ embed: JSON) -> JSON {
    let media = embed["media"].isObject ? embed["media"] : embed
    let pictures = (media["images"].array + media["items"].array).map { picture -> JSON in
      let address = BlueskyPhotos.blobAddress(
        of: picture["image"], by: connection.me.rawValue, at: connection.server)
      return [
        "fullsize": JSON(text: address), "alt": picture["alt"],
        "aspectRatio": picture["aspectRatio"],
      ]
    }
    return ["$type": "app.bsky.embed.images#view", "images": .array(pictures)]
  }
}

struct BlueskyPhotos: PublicPhotoGateway {
  let connection: BlueskyConnection

  var files: ServiceClient { connection.files }

  func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  {
    let view = try await connection.fetchSinglePostJSON(of: post)
    let media = view.json["embed"]["media"]
    let shown = media.isObject ? media : view.json["embed"]
    if let film = shown["playlist"].webAddress { return PhotoDetails(film: film) }
    guard let place = photo.rawValue.split(separator: "#").last.flatMap({ Int($0) }) else {
      throw .notFound
    }
    let picture = shown["images"].isArray ? shown["images"][place] : shown["items"][place]
    guard picture.isObject else { throw .notFound }
    let written = view.json["record"]["embed"]
    let sent = written["media"].isObject ? written["media"] : written
    let blob = (sent["images"].isArray ? sent["images"] : sent["items"])[place]["image"]
    let original = try await fetchOriginalPictureAddress(
      blob, of: view.json["author"]["did"].string ?? "")
    return PhotoDetails(
      originalBytes: original == nil ? nil : blob["size"].int.flatMap { $0 > 0 ? $0 : nil },
      original: original ?? picture["fullsize"].webAddress)
  }

  private func fetchOriginalPictureAddress(_ blob: JSON, of author: String) async throws(FeedError)
    -> String?
  {
    do throws(FeedError) {
      let home =
        author == connection.me.rawValue
        ? connection.server : try await connection.identity.fetchDIDDocument(of: author).server
      return home.flatMap { Self.blobAddress(of: blob, by: author, at: $0) }
    } catch {
      guard error == .cancelled else { return nil }
      throw error
    }
  }

  /// Returns the address of a picture's original file at Bluesky; nil if the blob is invalid.
  static func blobAddress(of blob: JSON, by author: String, at server: String) -> String? {
    let name = blob["ref"]["$link"].nonEmptyString ?? blob["cid"].nonEmptyString
    return name.map {
      server + XRPCPath("com.atproto.sync.getBlob", [("did", author), ("cid", $0)]).path
    }
  }
}

struct BlueskyUploads: UploadGateway {
  let connection: BlueskyConnection

  func uploadPicture(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> String {
    // The server would refuse a larger picture after the transfer.
    guard picture.bytes.count <= BlueskyPublishing.limits.pictures.bytes else {
      throw .refused(nil)
    }
    // Sending the same bytes again yields the same blob.
    let request = HTTPRequest(
      .post, XRPCPath("com.atproto.repo.uploadBlob").path,
      body: .bytes(picture.bytes, type: picture.mediaType), kind: .media, isRepeatable: true)
    return try await connection.client.requestJSON(request) { step in
      if case .sent(let transfer) = step { progress(transfer) }
    } _: { json, _ throws(FeedError) in
      guard json["blob"].isObject else { throw .badReply }
      return BlueskyUploadedPicture(blob: json["blob"], size: picture.size).name
    }
  }
}
