/// One post, with its counts and what the reader did with it.
public struct Post: Hashable, Sendable {
  public typealias ID = Identifier<Post>

  public var id: ID
  public var author: Person { _read { yield boxedAuthor.value } }
  /// When; where its service does not tell, when it was received.
  public var createdAt: Timestamp
  /// Whether its service told when: what is held of that stays where it did not.
  public var isDated: Bool
  public var content: Content {
    _read { yield boxedContent.value }
    _modify { yield &boxedContent.value }
  }
  /// Where it stands in a conversation; nil for one that answers nobody.
  public var reply: Reply?
  public let visibility: Visibility
  public let url: String?
  /// How often it was answered, boosted and liked.
  public var counts: Counts
  /// What the reader did with it.
  public var own: OwnActions
  /// The marks of which the service did not tell whether the reader put them: what is held stays.
  public var untold: OwnActions
  public var canBeAnswered: Bool
  /// Whether the reader may show it inside a post of theirs.
  public let canBeQuoted: Bool
  // A post is copied far more often than its parts are changed: two references, and not the thirty
  // that these hold.
  private let boxedAuthor: Boxed<Person>
  private var boxedContent: Boxed<Content>

  /// What a post says and shows.
  public struct Content: Hashable, Sendable {
    public var text: RichText
    /// The words its author puts first, with the rest folded away.
    public var warning: String?
    /// Why the reader's own filters, or labels, fold it away; nil where they do not.
    public var fold: String?
    /// What the reader mutes here that it is about, as they typed it; nil where it is about none.
    public var mute: String?
    public var photos: [Photo]
    /// A question with answers to choose from.
    public var poll: Poll?
    /// What a linked page says about itself.
    public let card: LinkPreview?
    /// A post shown inside.
    public let quote: Quote?
    /// Where it was written.
    public var place: Place?
    /// The handles of those it speaks to, as one has to write them to speak to them, without "@".
    public let mentions: [String]
    /// When its author changed it last; nil where they never did.
    public var editedAt: Timestamp?
    /// The language it is in, as "pt-BR"; nil where that is not told.
    public var language: String?
    /// The server's own emoji in its warning and in the answers of its poll.
    public var emojis: [CustomEmoji] = []
    /// What it says in another language, once the reader asked for that.
    public var translation: Translation?
    /// The emoji with which people answered it, the most frequent first.
    public var reactions: [Reaction] = []

    package init(
      text: RichText, warning: String? = nil, fold: String? = nil, photos: [Photo] = [],
      poll: Poll? = nil, card: LinkPreview? = nil, quote: Quote? = nil, place: Place? = nil,
      mentions: [String] = [], editedAt: Timestamp? = nil, language: String? = nil
    ) {
      self.text = text
      self.warning = warning?.bounded(.summary)
      self.fold = fold?.bounded(.name)
      self.photos = photos
      self.poll = poll
      self.card = card
      self.quote = quote
      self.place = place
      self.mentions = mentions
      self.editedAt = editedAt
      self.language = language
    }
  }

  /// The post that is answered.
  public struct Reply: Hashable, Sendable {
    public let post: ID
    /// Its author's handle, without "@"; nil where it is not told.
    public let handle: String?

    package init(to post: ID, handle: String?) {
      (self.post, self.handle) = (post, handle?.bounded(.name))
    }
  }

  /// How often a post was answered, boosted and liked; nil for each that is not told.
  public struct Counts: Hashable, Sendable {
    public let replies: Int?
    public let boosts: Int?
    public let likes: Int?

    package init(replies: Int? = 0, boosts: Int? = 0, likes: Int? = 0) {
      (self.replies, self.boosts, self.likes) = (replies, boosts, likes)
    }

    /// Where nothing of it is told.
    public static let untold = Counts(replies: nil, boosts: nil, likes: nil)
  }

  /// What the reader did with a post.
  public struct OwnActions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    /// The actions with these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let liked = OwnActions(rawValue: 1)
    public static let boosted = OwnActions(rawValue: 2)
    /// Keeps it for later.
    public static let bookmarked = OwnActions(rawValue: 4)
    /// Hid it from everybody: a comment on a post of the reader's.
    public static let hidden = OwnActions(rawValue: 8)
    /// Put it at the top of their profile: a post of their own.
    public static let pinned = OwnActions(rawValue: 16)
    /// Wants to hear no more of its conversation.
    public static let silenced = OwnActions(rawValue: 32)
  }

  package init(
    id: ID, author: Person, createdAt: Timestamp, content: Content, reply: Reply? = nil,
    visibility: Visibility = .everybody, url: String? = nil, counts: Counts = Counts(),
    own: OwnActions = [], untold: OwnActions = [], canBeAnswered: Bool = true,
    canBeQuoted: Bool = true, isDated: Bool = true
  ) {
    self.id = id
    boxedAuthor = Boxed(author)
    self.createdAt = createdAt
    self.isDated = isDated
    boxedContent = Boxed(content)
    self.reply = reply
    self.visibility = visibility
    self.url = url
    self.counts = counts
    self.own = own
    self.untold = untold
    self.canBeAnswered = canBeAnswered
    self.canBeQuoted = canBeQuoted
  }
}

extension Post {
  /// The same post, saying something else.
  public func with(_ content: Content) -> Post { changed(self) { $0.content = content } }

  /// What is the same for a post wherever it is seen: its own address, without what does not matter;
  /// nil for one that has none.
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

  /// The post as that account sees it, where those of several stand together.
  package func seen(by account: Account.ID) -> Post {
    changed(self) {
      $0.id = id.of(account)
      $0.reply = reply.map { Reply(to: $0.post.of(account), handle: $0.handle) }
    }
  }

  /// The post as the account that sees it knows it.
  package var asOwn: Post {
    changed(self) {
      $0.id = id.own
      $0.reply = reply.map { Reply(to: $0.post.own, handle: $0.handle) }
    }
  }

  /// The same post, which may be answered or not.
  public func answerable(_ canBeAnswered: Bool) -> Post {
    changed(self) { $0.canBeAnswered = canBeAnswered }
  }
}

extension Post.Content {
  /// The same with another poll.
  public func with(_ poll: Poll?) -> Post.Content { changed(self) { $0.poll = poll } }

  /// The words to show first, with the rest folded away: why it is folded for the reader, and what
  /// its author put before it.
  public var cover: String? { Self.cover(fold: fold, warning: warning) }
  /// Whether it is folded away, for whatever reason.
  public var isFolded: Bool { mute != nil || cover != nil }

  /// Whether there is something to reveal.
  var hidesSomething: Bool {
    isFolded || quote?.warning != nil || photos.contains(where: \.isSensitive)
  }

  /// Both in one line; nil where there is neither.
  public static func cover(fold: String?, warning: String?) -> String? {
    let parts = [fold, warning].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " – ")
  }
}

extension Post.Content {
  /// The same, saying what the draft says: its words stay plain until the service has read them.
  func rewritten(as draft: Draft) -> Post.Content {
    let warning = draft.warning.flatMap { $0.isEmpty ? nil : $0 }
    let kept = draft.attachments.compactMap(\.uploaded)
    var copy = self
    if draft.text != text.plain { copy.text = RichText(draft.text) }
    copy.warning = warning
    copy.photos = photos.filter { kept.contains($0.id.rawValue) }.map { photo in
      let words = draft.attachments.first { $0.uploaded == photo.id.rawValue }?.altText
      return photo.described(as: words ?? photo.altText)
    }
    return copy
  }
}

extension Post {
  /// The same post, with the action done or undone and its count moved by one.
  ///
  /// Doing what is done already changes nothing: liking twice is liking once.
  public func marked(_ action: OwnActions, _ isDone: Bool) -> Post {
    guard own.contains(action) != isDone else { return told(own, of: action) }
    let step = isDone ? 1 : -1
    return with(
      counts: Counts(
        replies: counts.replies,
        boosts: counts.boosts.map { max(0, $0 + (action.contains(.boosted) ? step : 0)) },
        likes: counts.likes.map { max(0, $0 + (action.contains(.liked) ? step : 0)) }),
      own: isDone ? own.union(action) : own.subtracting(action)
    ).told(isDone ? own.union(action) : own.subtracting(action), of: action)
  }

  /// The same post with other counts and actions, as the service tells them.
  public func with(counts: Counts, own: OwnActions) -> Post {
    var copy = self
    copy.counts = counts
    copy.own = own
    return copy
  }

  /// The same post, which bears these marks for certain.
  public func bearing(_ marks: OwnActions) -> Post { told(own.union(marks), of: marks) }

  /// The same post, of which nobody told whether it bears these marks.
  public func untelling(_ marks: OwnActions) -> Post {
    with(own: own.subtracting(marks), untold: untold.union(marks))
  }

  /// The same post with these marks, of which those are known now.
  func told(_ own: OwnActions, of marks: OwnActions) -> Post {
    guard own != self.own || !untold.isDisjoint(with: marks) else { return self }
    return with(own: own, untold: untold.subtracting(marks))
  }

  func with(own: OwnActions, untold: OwnActions) -> Post {
    var copy = self
    copy.own = own
    copy.untold = untold
    return copy
  }
}

extension Post {
  /// Where a service told of a post.
  public enum Telling: Hashable, Sendable {
    /// In a stream, as the reader wants to see it: what folds it away, or no longer does, is told.
    case inStream
    /// Somewhere else, as in a conversation, a search or a notice, where the reader's filters may not
    /// have been asked.
    case elsewhere
  }

  /// The post as it is known once a service told of it: as told, and as it is held where nothing was
  /// told.
  ///
  /// Kept are the marks and counts that were not told, when it was written or received first, where it
  /// was taken, whose post it answers, and its translation where it still says the same.
  /// What was told elsewhere is no less covered than what is held. Everything else is as it was told.
  public func merged(with held: Post?, told place: Telling) -> Post {
    var copy = self
    copy.own = own.union(held?.own.intersection(untold) ?? [])
    copy.untold = []
    copy.isDated = true
    if !isDated, let held { copy.createdAt = held.createdAt }
    guard let held else { return copy }
    copy.counts = counts.filled(from: held.counts)
    copy.content = content.placed(as: held.content).translated(as: held.content)
    copy.reply = reply?.filled(from: held.reply)
    if place == .elsewhere { copy.content = copy.content.covered(as: held.content) }
    return copy
  }

  /// The post as it is held, with what the service tells once somebody acted on it: the reader's
  /// own marks, the counts, the poll and the reactions.
  ///
  /// Everything else was read where the post is shown, under the reader's own filters.
  public func taking(marksOf told: Post) -> Post {
    let told = told.merged(with: self, told: .elsewhere)
    let polled = content.with(told.content.poll ?? content.poll)
    return with(polled.with(told.content.reactions))
      .with(counts: told.counts, own: told.own)
  }
}

extension Post.Counts {
  fileprivate func filled(from held: Post.Counts) -> Post.Counts {
    Post.Counts(
      replies: replies ?? held.replies, boosts: boosts ?? held.boosts, likes: likes ?? held.likes)
  }
}

extension Post.Reply {
  fileprivate func filled(from held: Post.Reply?) -> Post.Reply {
    guard handle == nil, let held, held.post == post else { return self }
    return held
  }
}

extension Post.Content {
  fileprivate func covered(as held: Post.Content) -> Post.Content {
    let sensitive = Set(held.photos.lazy.filter(\.isSensitive).map(\.id))
    var copy = self
    copy.fold = fold ?? held.fold
    copy.photos = photos.map { sensitive.contains($0.id) ? $0.covered : $0 }
    return copy
  }
}

extension Photo {
  /// The same, covered until somebody wants to see it.
  fileprivate var covered: Photo { changed(self) { $0.isSensitive = true } }
}

/// An emoji with which people answered a post.
public struct Reaction: Hashable, Sendable {
  /// The emoji itself, or the name of one of the server's own.
  public let name: String
  /// How many gave it.
  public let count: Int
  /// Whether the reader did.
  public let isOwn: Bool
  /// The picture of one of the server's own; nil for any other.
  public let picture: String?

  package init(_ name: String, count: Int, isOwn: Bool = false, picture: String? = nil) {
    self.name = name.bounded(.name)
    (self.count, self.isOwn, self.picture) = (count, isOwn, picture)
  }
}

extension Post.Content {
  /// The same with other reactions.
  public func with(_ reactions: [Reaction]) -> Post.Content {
    changed(self) { $0.reactions = reactions }
  }
}

/// A post shown inside another; a quote in a quote is not.
public struct Quote: Hashable, Sendable {
  /// The quoted post.
  public let id: Post.ID
  /// Who wrote it: handle without "@".
  public let handle: String
  public let name: String
  public let text: RichText
  /// The words to show in place of what it says, until the reader wants to see that.
  public let warning: String?
  /// What its pictures show, in words; one that nobody described is an empty text.
  public let pictures: [String]
  /// Why nothing but the id, and often not even that, is known of it; nil where the rest is.
  public let unavailableReason: UnavailableReason?

  /// Why a quoted post cannot be shown.
  public enum UnavailableReason: String, Hashable, Sendable {
    /// It was deleted.
    case gone
    /// The reader and its author do not see each other.
    case blocked
    /// Its author does not want it shown there.
    case detached
    /// Its author has not said yet whether it may be.
    case awaited
    /// Nobody says.
    case untold
  }

  package init(
    id: Post.ID, handle: String, name: String, text: RichText, warning: String? = nil,
    pictures: [String] = [], unavailableReason: UnavailableReason? = nil
  ) {
    self.id = id
    self.handle = handle.bounded(.name)
    self.name = name.bounded(.name)
    self.text = text
    self.warning = warning?.bounded(.summary)
    self.pictures = pictures.map { $0.bounded(.description) }
    self.unavailableReason = unavailableReason
  }

  /// A post that should be shown inside another and cannot be.
  package init(missing id: Post.ID, _ unavailableReason: UnavailableReason) {
    self.init(
      id: id, handle: "", name: "", text: RichText(""), unavailableReason: unavailableReason)
  }
}

/// What a linked page says about itself.
public struct LinkPreview: Hashable, Sendable {
  /// Where it leads.
  public let url: String
  public let title: String
  public let summary: String
  /// Who made the page, as it calls itself; nil where it does not say.
  public let site: String?
  /// A picture for it; nil where there is none.
  public let picture: Photo?

  package init(
    url: String, title: String, summary: String, site: String? = nil, picture: Photo? = nil
  ) {
    self.url = url
    (self.title, self.summary) = (title.bounded(.name), summary.bounded(.summary))
    (self.site, self.picture) = (site?.bounded(.name), picture)
  }
}
