internal import FeedDomain

struct FlickrPublishing: PublishingGateway {
  let connection: FlickrConnection

  func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    switch change {
    case .mark(let post, .liked, let isLiked): try await setPhotoLiked(post, isLiked)
    case .publish(let draft) where draft.replyTo == nil:
      try await FlickrUploads(connection: connection).publishUploadedPhoto(draft)
    case .publish(let draft): try await sendComment(draft)
    case .delete(let comment): try await deleteComment(comment)
    case .mark, .markRead, .follow, .mute, .block, .answerFollowRequest, .vote, .serviceAction:
      throw .refused(nil)
    }
  }

  func askWhetherDelivered(
    _ change: PendingChange, key: OutboxItem.ID, after tries: PossiblyArrivedSendAttempts
  ) async throws(FeedError) -> DeliveryCheckResult {
    // Publishing a photo again sets the same description and permissions.
    guard case .publish(let draft) = change, let answered = draft.replyTo else {
      return .repeatable
    }
    return try await treatingRefusedCheckAsUnknown { () async throws(FeedError) in
      try await checkCommentDelivery(
        draft, on: FlickrPhotoOrCommentID(answered).photoPost, after: tries)
    }
  }

  private func setPhotoLiked(_ post: Post.ID, _ isLiked: Bool) async throws(FeedError)
    -> ChangeOutcome
  {
    // Comments cannot be liked.
    guard FlickrPhotoOrCommentID(post).comment == nil else { throw .refused(nil) }
    let photo = ("photo_id", post.rawValue)
    guard isLiked else {
      return try await connection.callChangingMethod(
        FlickrMethodCall(
          "favorites.remove", [photo, ("user_id", connection.account.person.rawValue)]),
        isRepeatable: true, unless: (code: 1, .done)
      ) { _ in .done }
    }
    // Code 3: the photo is already liked.
    return try await connection.callChangingMethod(
      FlickrMethodCall("favorites.add", [photo]), isRepeatable: true, unless: (code: 3, .done)
    ) { _ in .done }
  }

  /// Deletes the user's comment at Flickr; photos are never deleted.
  private func deleteComment(_ post: Post.ID) async throws(FeedError) -> ChangeOutcome {
    guard let comment = FlickrPhotoOrCommentID(post).comment else { throw .refused(nil) }
    let method = FlickrMethodCall("photos.comments.deleteComment", [("comment_id", comment)])
    do throws(FeedError) {
      // Code 2: the comment is already deleted.
      return try await connection.callChangingMethod(
        method, isRepeatable: true, unless: (code: 2, .done)
      ) { _ in .done }
    } catch {
      // The comments of a deleted photo need not be deleted.
      guard error == .notFound else { throw error }
      return .done
    }
  }

  private func sendComment(_ draft: Draft) async throws(FeedError) -> ChangeOutcome {
    guard let photo = draft.replyTo.map({ FlickrPhotoOrCommentID($0).photoPost }) else {
      throw .refused(nil)
    }
    let method = FlickrMethodCall(
      "photos.comments.addComment",
      [("photo_id", photo.rawValue), ("comment_text", draft.text)])
    let account = connection.account
    let now = connection.world.now
    // Flickr does not recognise a repeated comment.
    return try await connection.callChangingMethod(method, isRepeatable: false) {
      json throws(FeedError) in
      guard let id = json["comment"]["id"].id else { throw .badReply }
      return .post(
        Post(
          id: FlickrPhotoOrCommentID.commentPostID(id, on: photo),
          author: Person(
            id: account.person, handle: account.handle, name: account.handle,
            relationship: .oneself), createdAt: now,
          content: Post.PostContent(text: RichText(draft.text)),
          reply: Post.ReplyTarget(to: photo, handle: nil), counts: .unknown))
    }
  }

  /// Searches a Flickr photo's comments for a comment that was sent, but whose reply was lost;
  /// returns whether the comment arrived.
  private func checkCommentDelivery(
    _ draft: Draft, on photo: Post.ID, after tries: PossiblyArrivedSendAttempts
  ) async throws(FeedError) -> DeliveryCheckResult {
    let post = try await connection.fetchPost(photo)
    let method = FlickrMethodCall("photos.comments.getList", [("photo_id", photo.rawValue)])
    let said = try await connection.callFlickrReadOnlyMethod(method) { json in
      connection.reader.parsedComments(json["comments"], on: post)
        .filter { $0.author.relationship == .oneself }
    }
    let search = await SentPostSearch(
      after: tries, by: connection.client, now: connection.world.now)
    return search.deliveryCheckResult(among: search.candidatePosts(inUnordered: said)) {
      $0.content.text.plain.words == draft.text.words ? .exact : .possible
    }
  }
}

extension String {
  /// The words of a Flickr comment, split at blanks, which Flickr may change.
  fileprivate var words: [Substring] { split(whereSeparator: \.isWhitespace) }
}

/// A gateway that publishes the user's photos at Flickr in three steps: upload, description,
/// permissions.
struct FlickrUploads: UploadGateway {
  let connection: FlickrConnection

  /// Uploads a photo to Flickr, visible to the user alone at first; returns the photo's id. A photo
  /// that arrived in an earlier attempt, whose reply was lost, is not uploaded again.
  func uploadPicture(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> String {
    guard let uploader = connection.uploader else { throw .refused(nil) }
    // The photo keeps this title until it is published.
    let title = "Tweetie \(key)"
    if let arrived = try await findUploadedPhotoID(titled: title) { return arrived }
    let hidden = ["is_public", "is_friend", "is_family"].map {
      HTTPFormPart(name: $0, content: .text("0"))
    }
    let parts =
      hidden + [
        HTTPFormPart(name: "title", content: .text(title)),
        HTTPFormPart(name: "photo", picture: picture),
      ]
    var request = HTTPRequest(.post, "/services/upload/", body: .multipart(parts))
    request.kind = .media
    let reply = try await uploader.sendRequest(request) { step in
      if case .sent(let transfer) = step { progress(transfer) }
    }
    return try Self.uploadedPhotoID(in: reply)
  }

  /// Returns the id of the photo with a title among the user's newest photos, including those that
  /// only the user sees; nil if there is none.
  private func findUploadedPhotoID(titled title: String) async throws(FeedError) -> String? {
    let method = FlickrMethodCall("people.getPhotos", [("user_id", "me"), ("per_page", "50")])
    return try await connection.callFlickrReadOnlyMethod(method, isOwn: true) { json in
      json["photos"]["photo"].array.first { $0["title"].string == title }?["id"].id
    }
  }

  /// Returns the id of the uploaded photo in a reply of Flickr, or throws the error in the reply.
  private static func uploadedPhotoID(in reply: HTTPReply) throws(FeedError) -> String {
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLReader.readDocument(reply.body).root
    } catch {
      throw error.problem == .unavailable ? .missingLibrary(.expat) : .badReply
    }
    if let failure = FlickrFailure(root) { throw failure.sharedError ?? .refused(failure.message) }
    guard root["stat"] == "ok", let id = root.firstChildText(named: "photoid") else {
      throw .badReply
    }
    return id
  }

  /// Publishes a photo uploaded to Flickr: writes its description, then shows it to its audience.
  /// Each step can be repeated.
  func publishUploadedPhoto(_ draft: Draft) async throws(FeedError) -> ChangeOutcome {
    guard let attachment = draft.attachments.first, let id = attachment.uploaded else {
      throw .refused(nil)
    }
    let photo = ("photo_id", id)
    let words = FlickrPhotoText(draft.text, showing: attachment.altText)
    try await callFlickrMethod(
      "photos.setMeta", [photo, ("title", words.title), ("description", words.description)])
    if !words.tags.isEmpty {
      try await callFlickrMethod(
        "photos.setTags", [photo, ("tags", words.tags.joined(separator: " "))])
    }
    if let licence = draft.extraFields[.licence].flatMap(PhotoLicence.init) {
      try await callFlickrMethod(
        "photos.licenses.setLicense", [photo, ("license_id", licence.flickrNumber)])
    }
    if let place = draft.extraFields[.photoLocation].flatMap(Place.init(coordinates:)) {
      try await callFlickrMethod(
        "photos.geo.setLocation",
        [photo, ("lat", String(place.latitude)), ("lon", String(place.longitude))])
    }
    if draft.visibility == .unlisted {
      try await callFlickrMethod("photos.setSafetyLevel", [photo, ("hidden", "1")])
    }
    try await setAudience(of: id, to: draft.visibility)
    do throws(FeedError) {
      return .post(try await connection.fetchPost(Post.ID(id)))
    } catch {
      // The photo is published, even if it cannot be fetched now.
      guard error == .cancelled else { return .done }
      throw error
    }
  }

  private func callFlickrMethod(_ method: String, _ arguments: [(String, String)])
    async throws(FeedError)
  {
    try await connection.callChangingMethod(FlickrMethodCall(method, arguments), isRepeatable: true)
    {
      _ in
    }
  }

  /// Sets who may see a Flickr photo; who may comment on it or tag it stays as the author decided.
  private func setAudience(of photo: String, to visibility: Visibility) async throws(FeedError) {
    let allowed = try await connection.callFlickrReadOnlyMethod(
      FlickrMethodCall("photos.getPerms", [("photo_id", photo)]), isOwn: true
    ) { json in
      ["permcomment", "permaddmeta"].map { json["perms"][$0].count ?? 0 }
    }
    let isOpen = visibility == .everybody || visibility == .unlisted
    let isForFriends = visibility == .followers
    try await callFlickrMethod(
      "photos.setPerms",
      [
        ("photo_id", photo), ("is_public", isOpen ? "1" : "0"),
        ("is_friend", isForFriends ? "1" : "0"), ("is_family", isForFriends ? "1" : "0"),
        ("perm_comment", String(allowed[0])), ("perm_addmeta", String(allowed[1])),
      ])
  }
}

struct FlickrPhotoText: Equatable, Sendable {
  private(set) var title = ""
  let description: String
  let tags: [String]

  /// Creates the texts of a Flickr photo from a draft's text: the title, which is the first line,
  /// the description, and the tags; lines of tags alone are left out of the description.
  init(_ text: String, showing altText: String) {
    tags = Self.scannedTags(in: text)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.removeAll { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      // A word such as "#1" is no tag, and would be lost.
      return !words.isEmpty
        && words.allSatisfy { $0.hasPrefix("#") && !Self.scannedTags(in: String($0)).isEmpty }
    }
    if let place = lines.firstIndex(where: { !$0.allSatisfy(\.isWhitespace) }) {
      title = lines[place].trimmingBlanks
      lines.removeFirst(place + 1)
    } else {
      title = altText
    }
    let words = lines.joined(separator: "\n").trimmingBlanks
    let shown = altText == title ? "" : altText
    description = [words, shown].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func scannedTags(in text: String) -> [String] {
    FacetScanner.scannedFacets(in: text).compactMap { found in
      if case .tag(let tag) = found.kind { tag } else { nil }
    }
  }
}

extension PhotoLicence {
  fileprivate var flickrNumber: String {
    switch self {
    case .reserved: "0"
    case .byNCSA: "1"
    case .byNC: "2"
    case .byNCND: "3"
    case .by: "4"
    case .bySA: "5"
    case .byND: "6"
    case .cc0: "9"
    }
  }
}
