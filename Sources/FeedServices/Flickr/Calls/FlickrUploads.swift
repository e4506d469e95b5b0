internal import FeedDomain

/// Photos of the reader's own: sent, then described, then shown.
struct FlickrUploads: UploadGateway {
  let connection: FlickrConnection

  /// Sends a photo, which nobody else sees until it is published.
  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String {
    guard let uploader = connection.uploader else { throw .refused(nil) }
    let ending = picture.mediaType.split(separator: "/").last.map(String.init) ?? "jpeg"
    let hidden = ["is_public", "is_friend", "is_family"].map {
      HTTPPart(name: $0, content: .text("0"))
    }
    let photo = HTTPPart(
      name: "photo",
      content: .bytes(picture.bytes, fileName: "picture.\(ending)", type: picture.mediaType))
    var request = HTTPRequest(.post, "/services/upload/", body: .multipart(hidden + [photo]))
    request.kind = .media
    let reply = try await uploader.send(request) { step in
      if case .sent(let transfer) = step { progress(transfer) }
    }
    return try Self.photo(in: reply)
  }

  /// The id that a photo was given.
  private static func photo(in reply: HTTPReply) throws(FeedError) -> String {
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLReader.read(reply.body).root
    } catch {
      throw error.problem == .unavailable ? .missingLibrary(.expat) : .badReply
    }
    if let failure = FlickrFailure(root) { throw failure.general ?? .refused(failure.message) }
    guard root["stat"] == "ok", let id = root.words("photoid") else { throw .badReply }
    return id
  }

  /// Says of a photo that was sent what its author says, and then shows it to those who may see it.
  ///
  /// Each step does the same when it is done again.
  func publish(_ draft: Draft) async throws(FeedError) -> Outcome {
    guard let attachment = draft.attachments.first, let id = attachment.uploaded else {
      throw .refused(nil)
    }
    let photo = ("photo_id", id)
    let words = FlickrWords(draft.text, showing: attachment.altText)
    try await tell(
      "photos.setMeta", [photo, ("title", words.title), ("description", words.description)])
    if !words.tags.isEmpty {
      try await tell(
        "photos.setTags", [photo, ("tags", words.tags.joined(separator: " "))])
    }
    if let licence = draft.remarks[.licence].flatMap(PhotoLicence.init) {
      try await tell(
        "photos.licenses.setLicense", [photo, ("license_id", licence.flickrNumber)])
    }
    if let place = draft.remarks[.spot].flatMap(Place.init(coordinates:)) {
      try await tell(
        "photos.geo.setLocation",
        [photo, ("lat", String(place.latitude)), ("lon", String(place.longitude))])
    }
    if draft.visibility == .unlisted {
      try await tell("photos.setSafetyLevel", [photo, ("hidden", "1")])
    }
    try await show(id, to: draft.visibility)
    do throws(FeedError) {
      return .post(try await connection.photo(Post.ID(id)))
    } catch {
      // It is there, whatever is told of it.
      guard error == .cancelled else { return .done }
      throw error
    }
  }

  private func tell(_ method: String, _ arguments: [(String, String)]) async throws(FeedError) {
    try await connection.tell(FlickrMethod(method, arguments), isRepeatable: true) { _ in }
  }

  /// Who may write below it and add tags stays as its author has it for all photos.
  private func show(_ photo: String, to visibility: Visibility) async throws(FeedError) {
    let allowed = try await connection.ask(
      FlickrMethod("photos.getPerms", [("photo_id", photo)]), isOwn: true
    ) { json in
      ["permcomment", "permaddmeta"].map { json["perms"][$0].count ?? 0 }
    }
    let isOpen = visibility == .everybody || visibility == .unlisted
    let isForFriends = visibility == .followers
    try await tell(
      "photos.setPerms",
      [
        ("photo_id", photo), ("is_public", isOpen ? "1" : "0"),
        ("is_friend", isForFriends ? "1" : "0"), ("is_family", isForFriends ? "1" : "0"),
        ("perm_comment", String(allowed[0])), ("perm_addmeta", String(allowed[1])),
      ])
  }
}

/// What is said of a photo, as Flickr has it: in a title, what comes below it, and tags.
struct FlickrWords: Equatable, Sendable {
  private(set) var title = ""
  let description: String
  let tags: [String]

  /// The first line is the title, and lines of tags alone are but tags.
  init(_ text: String, showing altText: String) {
    tags = FacetScanner.scan(text).compactMap { found in
      if case .tag(let tag) = found.kind { tag } else { nil }
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.removeAll { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      return !words.isEmpty && words.allSatisfy { $0.hasPrefix("#") }
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
}

extension PhotoLicence {
  /// The number that Flickr has for it.
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
