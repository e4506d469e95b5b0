/// A post, with its counts and the user's own actions on it.
public struct Post: Hashable, Sendable {
  public typealias ID = Identifier<Post>

  public var id: ID
  // A coroutine (`_read`) would copy the person twice.
  public var author: Person { boxedAuthor.value }
  /// The id of the post's author, without a copy of the person.
  public var authorID: Person.ID { boxedAuthor.value.id }
  /// The post's publication time; the time of receipt if the service sends none.
  public var createdAt: Timestamp
  /// True if the service sent a publication time for the post; false if the post has the time of
  /// its receipt or a neighbour's time.
  public var isDated: Bool
  public var content: PostContent {
    get { boxedContent.value }
    _modify { yield &boxedContent.value }
  }
  /// The reference to the post that this one answers; nil if the post is not a reply.
  public var reply: ReplyTarget?
  public package(set) var visibility: Visibility
  public let url: String?
  public var counts: PostCounts
  public var userMarks: UserPostMarks
  /// The user's marks on the post, such as likes, about which the service's reply said nothing; for
  /// these the stored state applies.
  public var unknownMarks: UserPostMarks
  public var canBeAnswered: Bool
  public let canBeQuoted: Bool
  // Posts are copied far more often than changed: two references are copied instead of the thirty
  // in these parts.
  private var boxedAuthor: SharedReference<Person>
  private var boxedContent: SharedReference<PostContent>

  /// A post's text, media and everything else its author can edit.
  public struct PostContent: Hashable, Sendable {
    public var text: RichText
    public var warning: String?
    /// The reason why a service's filter or a moderation label folds the post, as text for the
    /// screen; nil if none does.
    public var foldReason: String?
    /// The local mute that folds the post, as typed; nil if none does.
    public var foldingMute: String?
    public var photos: [Photo]
    public var poll: Poll? {
      get { boxedPoll?.value }
      set { boxedPoll = newValue.map { SharedReference($0) } }
    }
    public var card: LinkPreview? { boxedCard?.value }
    public var quote: Quote? { boxedQuote?.value }
    public var place: Place? {
      get { boxedPlace?.value }
      set { boxedPlace = newValue.map { SharedReference($0) } }
    }
    /// The handles of the people mentioned in the post, without "@", in the form that a reply must
    /// use.
    public let mentions: [String]
    public var editedAt: Timestamp?
    /// The language tag of the post, such as "pt-BR"; nil if unknown.
    public var language: String?
    /// The custom emoji in the post's warning and poll options.
    public var emojis: [CustomEmoji] = []
    public var translation: Translation? {
      get { boxedTranslation?.value }
      set { boxedTranslation = newValue.map { SharedReference($0) } }
    }
    public var reactions: [Reaction] = []
    // Few posts have these parts, which would otherwise take two thirds of the size of a content.
    private var boxedPoll: SharedReference<Poll>?
    private let boxedCard: SharedReference<LinkPreview>?
    private let boxedQuote: SharedReference<Quote>?
    private var boxedPlace: SharedReference<Place>?
    private var boxedTranslation: SharedReference<Translation>?

    package init(
      text: RichText, warning: String? = nil, foldReason: String? = nil, photos: [Photo] = [],
      poll: Poll? = nil, card: LinkPreview? = nil, quote: Quote? = nil, place: Place? = nil,
      mentions: [String] = [], editedAt: Timestamp? = nil, language: String? = nil
    ) {
      self.text = text
      self.warning = warning?.shortened(to: .summary)
      self.foldReason = foldReason?.shortened(to: .name)
      self.photos = photos
      boxedPoll = poll.map { SharedReference($0) }
      boxedCard = card.map { SharedReference($0) }
      boxedQuote = quote.map { SharedReference($0) }
      boxedPlace = place.map { SharedReference($0) }
      self.mentions = mentions
      self.editedAt = editedAt
      self.language = language
    }
  }

  /// A reference to the post that another one answers.
  public struct ReplyTarget: Hashable, Sendable {
    public let post: ID
    /// The handle of the answered post's author, without "@"; nil if unknown.
    public let handle: String?

    package init(to post: ID, handle: String?) {
      (self.post, self.handle) = (post, handle?.shortened(to: .name))
    }
  }

  /// A record of the numbers of a post's replies, boosts and likes; each nil if unknown.
  public struct PostCounts: Hashable, Sendable {
    public let replies: Int?
    public let boosts: Int?
    public let likes: Int?

    package init(replies: Int? = 0, boosts: Int? = 0, likes: Int? = 0) {
      (self.replies, self.boosts, self.likes) = (replies, boosts, likes)
    }

    public static let unknown = PostCounts(replies: nil, boosts: nil, likes: nil)
  }

  /// A set of the user's own marks on a post, such as likes and bookmarks; the raw value is stored.
  public struct UserPostMarks: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let liked = UserPostMarks(rawValue: 1)
    public static let boosted = UserPostMarks(rawValue: 2)
    public static let bookmarked = UserPostMarks(rawValue: 4)
    /// The mark of a reply to the user's own post that is hidden from everybody.
    public static let hidden = UserPostMarks(rawValue: 8)
    /// The mark of the user's own post that is pinned to the profile.
    public static let pinned = UserPostMarks(rawValue: 16)
    /// The mark of a post about whose conversation notifications are muted.
    public static let conversationMuted = UserPostMarks(rawValue: 32)
    /// The mark of a web feed's entry that the user has read; set only for accounts with a read
    /// state for each entry.
    public static let read = UserPostMarks(rawValue: 64)
  }

  package init(
    id: ID, author: Person, createdAt: Timestamp, content: PostContent, reply: ReplyTarget? = nil,
    visibility: Visibility = .everybody, url: String? = nil, counts: PostCounts = PostCounts(),
    userMarks: UserPostMarks = [], unknownMarks: UserPostMarks = [], canBeAnswered: Bool = true,
    canBeQuoted: Bool = true, isDated: Bool = true
  ) {
    self.id = id
    boxedAuthor = SharedReference(author)
    self.createdAt = createdAt
    self.isDated = isDated
    boxedContent = SharedReference(content)
    self.reply = reply
    self.visibility = visibility
    self.url = url
    self.counts = counts
    self.userMarks = userMarks
    self.unknownMarks = unknownMarks
    self.canBeAnswered = canBeAnswered
    self.canBeQuoted = canBeQuoted
  }
}

extension Post {
  /// Makes this post share the author of another post in memory, if both authors are equal.
  package mutating func shareAuthorInMemory(of other: Post) {
    if boxedAuthor == other.boxedAuthor { boxedAuthor = other.boxedAuthor }
  }

  public func replacingContent(_ content: PostContent) -> Post {
    changedCopy(self) { $0.content = content }
  }

  /// The post's web address in a form that is the same at all servers: without scheme, fragment and
  /// trailing slash; nil if unknown.
  package var address: String? {
    guard let url, let scheme = ["https://", "http://"].first(where: url.hasPrefix) else {
      return nil
    }
    var address = url.dropFirst(scheme.count).prefix { $0 != "#" }
    while address.last == "/" { address.removeLast() }
    guard !address.isEmpty else { return nil }
    let host = address.prefix { $0 != "/" }
    return host.lowercased() + address[host.endIndex...]
  }

  /// Returns the post with an account added to its ids, for lists of several accounts.
  package func scopingIDs(to account: Account.ID) -> Post {
    changedCopy(self) {
      $0.id = id.scoped(to: account)
      $0.reply = reply.map { ReplyTarget(to: $0.post.scoped(to: account), handle: $0.handle) }
    }
  }

  /// The post without the account in its ids, as its own account stores it.
  package var asOwn: Post {
    changedCopy(self) {
      $0.id = id.withoutAccount
      $0.reply = reply.map { ReplyTarget(to: $0.post.withoutAccount, handle: $0.handle) }
    }
  }
}

extension Post.PostContent {
  public func replacingPoll(_ poll: Poll?) -> Post.PostContent {
    changedCopy(self) { $0.poll = poll }
  }

  /// The line shown in place of a folded post: a filter's reason, the author's warning, or both;
  /// nil if neither folds the post.
  public var cover: String? { Self.foldedPostLine(fold: foldReason, warning: warning) }
  /// True if the post is folded by a mute, a filter or a warning.
  public var isFolded: Bool { foldingMute != nil || cover != nil }

  /// True if the post has folded text or a covered picture to reveal.
  package var hasContentToReveal: Bool {
    isFolded || quote?.warning != nil || photos.contains(where: \.isSensitive)
  }

  /// Joins a filter's reason and a content warning into one line; returns nil if both are missing.
  public static func foldedPostLine(fold: String?, warning: String?) -> String? {
    let parts = [fold, warning].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " – ")
  }
}

extension Post.PostContent {
  /// Returns a post's content after an edit; changed text has no links until the service returns
  /// it.
  func editedContent(as draft: Draft) -> Post.PostContent {
    let warning = draft.warning.flatMap { $0.isEmpty ? nil : $0 }
    let kept = draft.attachments.compactMap(\.uploaded)
    var copy = self
    if draft.text != text.plain { copy.text = RichText(draft.text) }
    copy.warning = warning
    copy.photos = photos.filter { kept.contains($0.id.rawValue) }
    for index in copy.photos.indices {
      let id = copy.photos[index].id.rawValue
      guard let picture = draft.attachments.first(where: { $0.uploaded == id }) else { continue }
      copy.photos[index].altText = picture.altText
    }
    return copy
  }
}

extension Post {
  /// Returns the post with a mark, such as a like, set or removed, and its count adjusted.
  /// Repeating a mark changes nothing.
  public func settingMark(_ action: UserPostMarks, isSet isDone: Bool) -> Post {
    guard userMarks.contains(action) != isDone else {
      return replacingMarksAsKnown(userMarks, of: action)
    }
    let step = isDone ? 1 : -1
    let marked = replacingMarksAsKnown(
      isDone ? userMarks.union(action) : userMarks.subtracting(action), of: action)
    return changedCopy(marked) {
      $0.counts = PostCounts(
        replies: counts.replies,
        boosts: counts.boosts.map { max(0, $0 + (action.contains(.boosted) ? step : 0)) },
        likes: counts.likes.map { max(0, $0 + (action.contains(.liked) ? step : 0)) })
    }
  }

  public func replacingCountsAndMarks(counts: PostCounts, marks: UserPostMarks) -> Post {
    var copy = self
    copy.counts = counts
    copy.userMarks = marks
    return copy
  }

  /// Returns the post with some marks of the user set, as reported by the service for certain.
  public func addingCertainMarks(_ marks: UserPostMarks) -> Post {
    replacingMarksAsKnown(userMarks.union(marks), of: marks)
  }

  /// Returns the post without some marks of the user, whose state counts as unknown from now on.
  public func removingMarksAsUnknown(_ marks: UserPostMarks) -> Post {
    replacingMarks(userMarks: userMarks.subtracting(marks), unknownMarks: unknownMarks.union(marks))
  }

  /// Returns the post with the user's marks replaced by `userMarks`; the state of `marks` counts as
  /// known from now on.
  func replacingMarksAsKnown(_ userMarks: UserPostMarks, of marks: UserPostMarks) -> Post {
    guard userMarks != self.userMarks || !unknownMarks.isDisjoint(with: marks) else { return self }
    return replacingMarks(userMarks: userMarks, unknownMarks: unknownMarks.subtracting(marks))
  }

  func replacingMarks(userMarks: UserPostMarks, unknownMarks: UserPostMarks) -> Post {
    var copy = self
    copy.userMarks = userMarks
    copy.unknownMarks = unknownMarks
    return copy
  }
}

extension Post {
  /// A kind of request by which a post was fetched, which tells if the service applied the user's
  /// filters.
  public enum PostFetchSource: Sendable {
    /// A kind of request for posts: a timeline, to which the service applied the user's filters.
    case inStream
    /// A kind of request for posts: a conversation, a search or notifications, to which the service
    /// may not have applied the user's filters.
    case elsewhere
    /// A kind of request for posts: an action on the post, such as a like. The reply has the post's
    /// new marks, counts, poll and reactions, while text and folds ignore the user's filters.
    case actionReply
  }

  /// Returns the post from a service merged with the stored one, which supplies what the service
  /// left out: the user's marks, counts, date, places, answered author, and the translation of
  /// unchanged text. A post fetched `elsewhere` also keeps the stored folds and covers; a reply to
  /// an action changes only the marks, counts, poll and reactions of the stored post.
  public func mergedPost(with stored: Post?, fetchedAs kind: PostFetchSource) -> Post {
    if kind == .actionReply, let stored { return stored.updatedFromActionReply(from: self) }
    var copy = self
    copy.userMarks = userMarks.union(stored?.userMarks.intersection(unknownMarks) ?? [])
    // The read state has a store of its own.
    if let stored {
      copy.userMarks = copy.userMarks.subtracting(.read).union(stored.userMarks.intersection(.read))
    }
    copy.unknownMarks = []
    copy.isDated = true
    if !isDated, let stored { copy.createdAt = stored.createdAt }
    guard let stored else { return copy }
    copy.counts = counts.fillingUnknownCounts(from: stored.counts)
    copy.content = content.keepingPlaces(of: stored.content).keepingTranslation(of: stored.content)
    copy.reply = reply?.fillingUnknownFields(from: stored.reply)
    if kind == .elsewhere {
      copy.content = copy.content.keepingFoldAndPhotoCovers(of: stored.content)
    }
    return copy
  }

  /// Returns the stored post with the marks, counts, poll and reactions from a service's reply to
  /// an action.
  private func updatedFromActionReply(from told: Post) -> Post {
    let told = told.mergedPost(with: self, fetchedAs: .elsewhere)
    let polled = content.replacingPoll(told.content.poll ?? content.poll)
    return replacingContent(polled.replacingReactions(told.content.reactions))
      .replacingCountsAndMarks(counts: told.counts, marks: told.userMarks)
  }
}

extension Post.PostCounts {
  fileprivate func fillingUnknownCounts(from stored: Post.PostCounts) -> Post.PostCounts {
    Post.PostCounts(
      replies: replies ?? stored.replies, boosts: boosts ?? stored.boosts,
      likes: likes ?? stored.likes)
  }
}

extension Post.ReplyTarget {
  fileprivate func fillingUnknownFields(from stored: Post.ReplyTarget?) -> Post.ReplyTarget {
    guard handle == nil, let stored, stored.post == post else { return self }
    return stored
  }
}

extension Post.PostContent {
  fileprivate func keepingFoldAndPhotoCovers(of stored: Post.PostContent) -> Post.PostContent {
    let sensitive = Set(stored.photos.lazy.filter(\.isSensitive).map(\.id))
    var copy = self
    copy.foldReason = foldReason ?? stored.foldReason
    copy.photos = photos.map { sensitive.contains($0.id) ? $0.covered : $0 }
    return copy
  }
}

extension Photo {
  fileprivate var covered: Photo { changedCopy(self) { $0.isSensitive = true } }
}

public struct Reaction: Hashable, Sendable {
  public let name: String
  public let count: Int
  public let isOwn: Bool
  /// The address of a custom emoji's picture in a reaction; nil for Unicode emoji.
  public let picture: String?

  package init(_ name: String, count: Int, isOwn: Bool = false, picture: String? = nil) {
    self.name = name.shortened(to: .name)
    (self.count, self.isOwn, self.picture) = (count, isOwn, picture)
  }
}

extension Post.PostContent {
  public func replacingReactions(_ reactions: [Reaction]) -> Post.PostContent {
    changedCopy(self) { $0.reactions = reactions }
  }
}

/// A post that another post quotes, as shown inside it; a quote within the quoted post is left out.
public struct Quote: Hashable, Sendable {
  public let id: Post.ID
  /// The handle of the quoted post's author, without "@".
  public let handle: String
  public let name: String
  public let text: RichText
  /// The quoted post's content warning, shown instead of the text; nil if there is none.
  public let warning: String?
  /// The alt texts of the quoted post's pictures; may be empty.
  public let pictures: [String]
  /// The reason why only the id of the quoted post is known; nil if the quoted post can be shown.
  public let unavailableReason: QuoteUnavailableReason?

  public enum QuoteUnavailableReason: String, Hashable, Sendable {
    case gone
    /// A reason why a quoted post is unavailable: a block between the user and the post's author,
    /// by either of them, or of the author's server.
    case blocked
    /// A reason why a quoted post is unavailable: the author withdrew it from the quote.
    case detached
    /// A reason why a quoted post is unavailable: the author has not yet approved the quote.
    case awaitingApproval = "awaited"
    /// A reason why a quoted post is unavailable: unknown.
    case unknown = "untold"
  }

  package init(
    id: Post.ID, handle: String, name: String, text: RichText, warning: String? = nil,
    pictures: [String] = [], unavailableReason: QuoteUnavailableReason? = nil
  ) {
    self.id = id
    self.handle = handle.shortened(to: .name)
    self.name = name.shortened(to: .name)
    self.text = text
    self.warning = warning?.shortened(to: .summary)
    self.pictures = pictures.map { $0.shortened(to: .description) }
    self.unavailableReason = unavailableReason
  }

  package init(missing id: Post.ID, _ unavailableReason: QuoteUnavailableReason) {
    self.init(
      id: id, handle: "", name: "", text: RichText(""), unavailableReason: unavailableReason)
  }
}

public struct LinkPreview: Hashable, Sendable {
  public let url: String
  public let title: String
  public let summary: String
  public let site: String?
  public let picture: Photo?

  package init(
    url: String, title: String, summary: String, site: String? = nil, picture: Photo? = nil
  ) {
    self.url = url
    (self.title, self.summary) = (title.shortened(to: .name), summary.shortened(to: .summary))
    (self.site, self.picture) = (site?.shortened(to: .name), picture)
  }
}
