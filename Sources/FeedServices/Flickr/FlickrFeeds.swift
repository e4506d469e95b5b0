internal import FeedDomain
internal import Groundwork

struct FlickrFeeds: FeedGateway {
  let connection: FlickrConnection

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    if feed == .person(FlickrConnection.guestID) || feed == .portfolio(FlickrConnection.guestID) {
      return FeedPage([], older: nil)
    }
    let page: Page<Post>
    switch fetchRange {
    case .latest: page = try await fetchPosts(of: feed, at: FlickrCursor(now: connection.world.now))
    case .older(let cursor):
      page = try await fetchPosts(of: feed, at: FlickrCursor(cursor, now: connection.world.now))
    // Flickr can only page from the top.
    case .newer: throw .notFound
    }
    return FeedPage(page.elements.map { FeedEntry($0) }, older: page.nextCursor)
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await fetchCommentConversation(
      on: connection.fetchPost(FlickrPhotoOrCommentID(post).photoPost), around: post)
  }

  func conversation(of post: Post.ID, knownPost photo: Post) async throws(FeedError) -> Conversation
  {
    // For a comment, the caller knows another post than the photo.
    guard photo.id == FlickrPhotoOrCommentID(post).photoPost else {
      return try await conversation(of: post)
    }
    return try await fetchCommentConversation(on: photo, around: post)
  }

  /// Fetches the comments on a Flickr photo, and returns the conversation of photo and comments,
  /// opened at the comment with the id `post`, else at the photo.
  private func fetchCommentConversation(
    on photo: Post, around post: Post.ID
  ) async throws(FeedError) -> Conversation {
    let comments = FlickrMethodCall("photos.comments.getList", [("photo_id", photo.id.rawValue)])
    return try await connection.callFlickrReadOnlyMethod(comments) { json throws(FeedError) in
      let answers = connection.reader.parsedComments(json["comments"], on: photo)
      return Conversation(
        focus: answers.contains { $0.id == post } ? post : photo.id,
        nodes: [Conversation.ConversationNode(photo, depth: 0)]
          + answers.map { Conversation.ConversationNode($0, depth: 1) })
    }
  }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    guard let stream = FlickrStreamCall(query) else { return Page([]) }
    let start =
      cursor.map { FlickrCursor($0, now: connection.world.now) }
      ?? FlickrCursor(now: connection.world.now)
    return try await fetchPosts(of: stream, at: start)
  }

  private func fetchPosts(of feed: Feed, at cursor: FlickrCursor) async throws(FeedError) -> Page<
    Post
  > {
    guard
      let stream = FlickrStreamCall(
        feed, me: connection.reader.me, from: cursor.day, now: connection.world.now)
    else { throw .notFound }
    return try await fetchPosts(of: stream, at: cursor, areLiked: feed == .likes)
  }

  private func fetchPosts(
    of stream: FlickrStreamCall, at cursor: FlickrCursor, areLiked: Bool = false
  ) async throws(FeedError) -> Page<Post> {
    try await connection.callMethodReturningPhotos(
      stream.pageCall(cursor.page), isOwn: stream.isOwn
    ) { json throws(FeedError) in
      let photos = json[stream.root]
      guard photos.isObject else { throw .badReply }
      let next = stream.nextPageNumber(after: cursor.page, of: photos["pages"].count ?? 0)
      // After an empty page nothing follows, whatever the count says.
      let isLast = photos["photo"].array.isEmpty
      let posts = connection.reader.parsedPosts(photos["photo"], by: photos)
      return Page(
        areLiked ? posts.map { $0.addingCertainMarks(.liked) } : posts,
        nextCursor: isLast ? nil : next.map(cursor.pageCursor(for:)))
    }
  }
}

/// A request for the photos of a stream or a search at Flickr: the name and arguments of the API's
/// method.
struct FlickrStreamCall: Sendable {
  /// The number of photos in a page of a Flickr stream; Flickr's terms allow no more photos of one
  /// person at once.
  static let limit = 30
  /// Maximum number of search results that Flickr delivers.
  private static let maximumResults = 4000
  /// The names of the optional JSON fields of photos that are requested in Flickr's lists.
  private static let extras = [
    "description", "license", "date_upload", "date_taken", "owner_name", "o_dims", "geo", "tags",
    "views", "media", "path_alias", "count_faves", "count_comments", "url_t", "url_q", "url_m",
    "url_n", "url_z", "url_c", "url_l", "url_h", "url_k",
  ].joined(separator: ",")
  private static let maximumAge = Duration.seconds(365 * 86_400)

  private let name: String
  private let arguments: [(String, String)]
  private let isSearch: Bool
  /// The name of the element in Flickr's JSON reply that contains the photos, such as "photos", or
  /// "photoset" for albums.
  let root: String
  let isOwn: Bool
  private let hasOnePage: Bool

  /// Creates the Flickr request for a stream; nil for a stream that Flickr does not have, or that
  /// needs a signed-in person. Later pages show the stream as of `day`, when its first page was
  /// fetched.
  init?(_ feed: Feed, me: Person.ID?, from day: Timestamp, now: Timestamp) {
    isSearch =
      switch feed {
      case .nearby, .tag: true
      default: false
      }
    let set = FlickrCollection(feed)
    root = if case .album = set { "photoset" } else { "photos" }
    isOwn = feed == .likes || feed == .home
    hasOnePage = feed == .home
    switch feed {
    case .home:
      guard me != nil else { return nil }
      (name, arguments) = ("photos.getContactsPhotos", [("count", String(Self.limit))])
    case .list:
      guard let set else { return nil }
      (name, arguments) = set.photos
    case .trending:
      (name, arguments) = ("interestingness.getList", Self.dateArguments(of: day, now: now))
    case .nearby(let place):
      (name, arguments) = ("photos.search", Self.locationArguments(around: place, from: day))
    case .tag(let tag): (name, arguments) = ("photos.search", [("tags", tag)] + Self.safeSearch)
    case .person(let id), .portfolio(let id):
      guard id != FlickrConnection.guestID else { return nil }
      (name, arguments) = ("people.getPublicPhotos", [("user_id", id.rawValue)])
    case .likes:
      guard let me else { return nil }
      (name, arguments) = ("favorites.getList", [("user_id", me.rawValue)])
    case .everything, .local, .federated, .photos, .bookmarks, .search, .answers: return nil
    }
  }

  /// Creates the Flickr request for a search for words and tags; nil if both are missing. Of
  /// several groups of alternative tags, only the first is sent.
  init?(_ query: SearchQuery) {
    let tags = query.tags.first ?? []
    guard !query.words.isEmpty || !tags.isEmpty else { return nil }
    (isSearch, isOwn, hasOnePage) = (true, false, false)
    root = "photos"
    name = "photos.search"
    var asked: [(String, String)] = []
    if !query.words.isEmpty { asked.append(("text", query.words.joined(separator: " "))) }
    if !tags.isEmpty { asked.append(("tags", tags.joined(separator: ","))) }
    arguments = asked + Self.safeSearch
  }

  private static func dateArguments(of day: Timestamp, now: Timestamp) -> [(String, String)] {
    guard day != FlickrCursor(now: now).day else { return [] }
    return [("date", CalendarDateTime(day.timeAdvanced(by: .seconds(-86_400))).isoDay)]
  }

  private static let safeSearch = [("media", "photos"), ("safe_search", "1")]

  private static func locationArguments(around place: Place, from day: Timestamp) -> [(
    String, String
  )] {
    let spot = place.rounded
    let earliest = day.timeAdvanced(by: .zero - maximumAge).milliseconds / 1000
    return [
      ("lat", String(spot.latitude)), ("lon", String(spot.longitude)), ("radius", "10"),
      ("radius_units", "km"), ("min_upload_date", String(earliest)),
      ("sort", "interestingness-desc"),
    ] + safeSearch
  }

  func pageCall(_ number: Int) -> FlickrMethodCall {
    let position = [("per_page", String(Self.limit)), ("page", String(number))]
    return FlickrMethodCall(
      name, arguments + [("extras", Self.extras)] + (hasOnePage ? [] : position))
  }

  /// Returns the number of the next page of a Flickr list; nil after the last page delivered.
  func nextPageNumber(after number: Int, of pages: Int) -> Int? {
    if hasOnePage { return nil }
    let most = isSearch ? min(pages, Self.maximumResults / Self.limit) : pages
    return number < most ? number + 1 : nil
  }
}

/// A cursor of a Flickr list: a page number, and the day when the stream was begun, so that later
/// pages show the stream as of the same day.
struct FlickrCursor: Equatable, Sendable {
  private static let dayLength: Int64 = 86_400_000

  let page: Int
  let day: Timestamp

  init(now: Timestamp) { self.init(page: 1, day: now) }

  init(page: Int, day: Timestamp) {
    self.page = page
    self.day = Timestamp(milliseconds: day.milliseconds - day.milliseconds % Self.dayLength)
  }

  /// Creates a Flickr cursor from a list's stored cursor; an invalid one yields the first page.
  init(_ cursor: Cursor, now: Timestamp) {
    let parts = cursor.rawValue.split(separator: " ").map { Int64($0) }
    guard parts.count == 2, let page = parts[0], let seconds = parts[1],
      (1...1_000_000).contains(page), (0...1 << 40).contains(seconds)
    else {
      self.init(now: now)
      return
    }
    self.init(page: Int(page), day: Timestamp(milliseconds: seconds * 1000))
  }

  func pageCursor(for page: Int) -> Cursor { Cursor("\(page) \(day.milliseconds / 1000)") }
}
