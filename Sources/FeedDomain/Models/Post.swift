/// One post, with its counts and what the reader did with it.
public struct Post: Hashable, Sendable {
  /// A post's id.
  public typealias ID = Identifier<Post>

  /// Its id.
  public var id: ID
  /// Who wrote it.
  public var author: Person { _read { yield boxedAuthor.value } }
  /// When; where its service does not tell, when it was received.
  public var createdAt: Timestamp
  /// Whether its service told when: what is held of that stays where it did not.
  public var isDated: Bool
  /// What it says.
  public var content: Content {
    _read { yield boxedContent.value }
    _modify { yield &boxedContent.value }
  }
  /// Where it stands in a conversation; nil for one that answers nobody.
  public var reply: Reply?
  /// Who may see it.
  public let visibility: Visibility
  /// Its page in a browser.
  public let url: String?
  /// How often it was answered, boosted and liked.
  public var counts: Counts
  /// What the reader did with it.
  public var own: OwnActions
  /// The marks of which the service did not tell whether the reader put them: what is held stays.
  public var untold: OwnActions
  /// Whether anybody may answer it.
  public var canBeAnswered: Bool
  /// Whether the reader may show it inside a post of theirs.
  public let canBeQuoted: Bool
  // A post is copied far more often than its parts are changed: two references, and not the thirty
  // that these hold.
  private let boxedAuthor: Boxed<Person>
  private var boxedContent: Boxed<Content>

  /// What a post says and shows.
  public struct Content: Hashable, Sendable {
    /// The text.
    public var text: RichText
    /// The words its author puts first, with the rest folded away.
    public var warning: String?
    /// Why the reader's own filters, or labels, fold it away; nil where they do not.
    public var fold: String?
    /// What the reader mutes here that it is about, as they typed it; nil where it is about none.
    public var mute: String?
    /// Its photos and films.
    public var photos: [Photo]
    /// A question with answers to choose from.
    public var poll: Poll?
    /// What a linked page says about itself.
    public let card: Card?
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
      poll: Poll? = nil, card: Card? = nil, quote: Quote? = nil, place: Place? = nil,
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
    /// Its id.
    public let post: ID
    /// Its author's handle, without "@"; nil where it is not told.
    public let handle: String?

    package init(to post: ID, handle: String?) {
      (self.post, self.handle) = (post, handle?.bounded(.name))
    }
  }

  /// How often a post was answered, boosted and liked; nil for each that is not told.
  public struct Counts: Hashable, Sendable {
    /// Answers.
    public let replies: Int?
    /// Boosts.
    public let boosts: Int?
    /// Likes.
    public let likes: Int?

    package init(replies: Int? = 0, boosts: Int? = 0, likes: Int? = 0) {
      (self.replies, self.boosts, self.likes) = (replies, boosts, likes)
    }

    /// Where nothing of it is told.
    public static let untold = Counts(replies: nil, boosts: nil, likes: nil)
  }

  /// What the reader did with a post.
  public struct OwnActions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// The actions with these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Liked it.
    public static let liked = OwnActions(rawValue: 1)
    /// Boosted it.
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
