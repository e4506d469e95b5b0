/// A post being written.
public struct Draft: Hashable, Sendable {
  /// A draft's id; it becomes the key by which the service tells a repeated post.
  public typealias ID = Identifier<Draft>

  /// A picture that goes with it.
  public struct Attachment: Hashable, Sendable {
    /// Where the file is.
    public let path: String
    public let altText: String
    /// What the service calls it, once it is there.
    public let uploaded: String?

    package init(path: String, altText: String, uploaded: String? = nil) {
      (self.path, self.altText, self.uploaded) = (path, altText, uploaded)
    }

    /// Whether anybody said what it shows.
    public var isDescribed: Bool { !altText.allSatisfy(\.isWhitespace) }

    /// The same picture, which the service has under that name.
    public func uploaded(as name: String) -> Attachment {
      Attachment(path: path, altText: altText, uploaded: name)
    }
  }

  public var id: ID
  public private(set) var text: String
  /// The words to show first, with the rest folded away.
  public private(set) var warning: String?
  public private(set) var visibility: Visibility
  public var replyTo: Post.ID?
  public var quoting: Post.ID?
  /// The post of one's own that it takes the place of; nil for a new one.
  public let editing: Post.ID?
  /// The pictures that go with it.
  public private(set) var attachments: [Attachment]
  /// Whether its pictures are covered until somebody wants to see them.
  public private(set) var isSensitive: Bool
  /// The poll that goes with it.
  public var poll: Poll?
  /// The language it is in; nil for the one in which its author usually writes.
  public var language: String?
  /// Who may quote it; nil for whoever its author set at the service.
  public var quoters: QuotePolicy?
  /// When the service posts it; nil for at once.
  public var postsAt: Timestamp?
  /// What else is said about it, of what the service lets one say.
  public var remarks: [AskedField: String]
  /// The posts that follow it in a thread, each answering the one before; none for a post by itself.
  ///
  /// They share its id until it is their turn, when each gets its own.
  public var following: [Draft]
  /// How many posts of its thread went out before it.
  public var preceding: Int

  package init(
    id: ID, text: String = "", warning: String? = nil, visibility: Visibility = .everybody,
    replyTo: Post.ID? = nil, quoting: Post.ID? = nil, editing: Post.ID? = nil,
    attachments: [Attachment] = [], isSensitive: Bool = false, poll: Poll? = nil,
    language: String? = nil, quoters: QuotePolicy? = nil, postsAt: Timestamp? = nil,
    remarks: [AskedField: String] = [:], following: [Draft] = [], preceding: Int = 0
  ) {
    self.id = id
    self.text = text
    self.warning = warning
    self.visibility = visibility
    self.replyTo = replyTo
    self.quoting = quoting
    self.editing = editing
    self.attachments = attachments
    self.isSensitive = isSensitive
    self.poll = poll
    self.language = language
    self.quoters = quoters
    self.postsAt = postsAt
    self.remarks = remarks
    self.following = following
    self.preceding = preceding
  }

  /// Whether there is nothing in it to keep, nor in what follows it.
  public var isEmpty: Bool { isBlank && following.allSatisfy(\.isBlank) }

  /// Whether there is nothing in the post itself.
  public var isBlank: Bool {
    text.allSatisfy(\.isWhitespace) && attachments.isEmpty && (warning ?? "").isEmpty
      && poll == nil
  }
}

extension Draft {
  /// The same draft, saying something else.
  public func saying(_ text: String) -> Draft { changed(self) { $0.text = text } }

  /// The same draft with these words before it, or none.
  public func warning(_ warning: String?) -> Draft { changed(self) { $0.warning = warning } }

  /// The same draft for these eyes.
  public func visible(to visibility: Visibility) -> Draft {
    changed(self) { $0.visibility = visibility }
  }

  /// The same draft with these pictures.
  public func attaching(_ attachments: [Attachment]) -> Draft {
    changed(self) { $0.attachments = attachments }
  }

  /// The same draft with its pictures covered, or not.
  public func sensitive(_ isSensitive: Bool) -> Draft {
    changed(self) { $0.isSensitive = isSensitive }
  }

  /// The same draft with this poll, or none.
  public func asking(_ poll: Poll?) -> Draft { changed(self) { $0.poll = poll } }

  /// The same draft in that language, as far as it was typed; blank for the usual one.
  public func written(in language: String?) -> Draft {
    let typed = language.map { Poll.trimmed($0) } ?? ""
    var copy = self
    copy.language = typed.isEmpty ? nil : LanguageTag.written(typed) ?? typed
    return copy
  }

  /// The same draft, to be quoted by these; nil for whoever is set at the service.
  public func quotable(by quoters: QuotePolicy?) -> Draft { changed(self) { $0.quoters = quoters } }

  /// The same draft with that said about it besides; what is empty is not said.
  public func remarked(_ remarks: [AskedField: String]) -> Draft {
    changed(self) { $0.remarks = remarks.filter { !$0.value.allSatisfy(\.isWhitespace) } }
  }

  /// The same draft, posted by the service at that moment; nil for at once.
  public func posted(at moment: Timestamp?) -> Draft { changed(self) { $0.postsAt = moment } }

  /// The same draft under another id. Its pictures are sent again: services drop what no post refers
  /// to for a while; those of a post that is being changed are in no file, and stay.
  package func copied(as id: ID) -> Draft {
    var copy = self
    copy.id = id
    copy.attachments = attachments.map(\.unsent)
    copy.following = following.map { $0.copied(as: id) }
    return copy
  }
}

extension Draft.Attachment {
  /// A picture of a post that is being changed, by the service's name for it.
  package init(posted name: String, altText: String) {
    self.init(path: "", altText: altText, uploaded: name)
  }

  /// Whether it is in the post that is being changed, and in no file.
  public var isPosted: Bool { path.isEmpty && uploaded != nil }

  /// The same picture, described so: one that was sent but not posted is sent again with it.
  package func described(as altText: String) -> Draft.Attachment {
    Draft.Attachment(path: path, altText: altText, uploaded: isPosted ? uploaded : nil)
  }

  /// The same, as if it had not been sent; one that is in no file cannot be sent again, and stays.
  package var unsent: Draft.Attachment {
    isPosted ? self : Draft.Attachment(path: path, altText: altText)
  }
}

extension Draft {
  /// Which post of a thread something is.
  public struct ThreadPosition: Hashable, Sendable {
    /// Its number, from 1.
    public let number: Int
    /// How many posts the thread has, those that went out already among them.
    public let count: Int

    package init(number: Int, count: Int) { (self.number, self.count) = (number, count) }
  }

  /// Where in its thread the first of these posts is; nil for a post by itself.
  public var place: ThreadPosition? {
    let count = preceding + 1 + following.count
    return count > 1 ? ThreadPosition(number: preceding + 1, count: count) : nil
  }

  /// The post and those that follow it, each by itself.
  public var posts: [Draft] { [alone] + following }

  /// The post without those that follow it.
  public var alone: Draft { followed(by: []) }

  /// The same post with these after it, each answering the one before.
  public func followed(by posts: [Draft]) -> Draft { changed(self) { $0.following = posts } }

  /// The post at that place by itself, the first at 0; nil where there is none.
  public func post(_ place: Int) -> Draft? {
    place == 0 ? alone : following.indices.contains(place - 1) ? following[place - 1] : nil
  }

  /// The same thread with another post at that place.
  package func with(_ post: Draft, at place: Int) -> Draft {
    guard place > 0 else { return post.followed(by: following) }
    return changed(self) { $0.following[place - 1] = post }
  }

  /// A post that follows this one, with nothing in it yet: for the same eyes, behind the same warning.
  package var successor: Draft {
    // Where whoever is named sees it and nobody else, who was named goes on being so.
    let handles = visibility == .mentioned ? TextMarks(text).handles : []
    return Draft(
      id: id, text: handles.reduce(into: "") { $0 += $1 + " " }, warning: warning,
      visibility: visibility, isSensitive: isSensitive, language: language, quoters: quoters)
  }

  /// The same thread without the posts in which there is nothing.
  package var tidied: Draft {
    let posts = posts.filter { !$0.isBlank }
    guard let first = posts.first, posts.count <= following.count else { return self }
    return changed(first) {
      ($0.replyTo, $0.quoting, $0.preceding) = (replyTo, quoting, preceding)
      $0.following = Array(posts.dropFirst())
    }
  }

  /// The rest of the thread once this post is there, as an answer to it, under an id of its own;
  /// nil where nothing follows.
  package func rest(answering post: Post.ID?, as id: ID) -> Draft? {
    guard let next = following.first else { return nil }
    return changed(next) {
      $0.id = id
      $0.replyTo = post
      $0.preceding = preceding + 1
      $0.following = following.dropFirst().map { follower in changed(follower) { $0.id = id } }
    }
  }
}

extension Post {
  /// Whether nobody sees it but those it mentions.
  public var isDirect: Bool { visibility == .mentioned }

  /// Whether it may be put before others: what only some may see is not, but by its author to
  /// their own followers.
  func canBeShared(byAuthor isOwn: Bool) -> Bool {
    switch visibility {
    case .everybody, .unlisted: true
    case .followers: isOwn
    case .mentioned, .oneself: false
    }
  }
}

extension Draft {
  /// The same draft, with all that follows it, for no more eyes than what it answers was meant for: an
  /// answer to what was said directly is never for others.
  package func bounded(by answered: Post?) -> Draft {
    guard let answered, answered.isDirect, replyTo == answered.id else { return self }
    return visible(to: .mentioned).followed(by: following.map { $0.visible(to: .mentioned) })
  }

  /// Whether more people might see it than what it answers.
  package var isWide: Bool { replyTo != nil && editing == nil && visibility != .mentioned }
}

extension DraftLimits {
  /// The same, where nothing but a direct answer may be chosen.
  package func bounded(by answered: Post?, for draft: Draft) -> DraftLimits {
    guard let answered, answered.isDirect, draft.replyTo == answered.id,
      canBeDirect
    else { return self }
    return changed(self) {
      // Where nothing else is direct, what is has limits of its own.
      if !visibilities.contains(.mentioned) { ($0.characters, $0.attachments) = (1000, 0) }
      $0.visibilities = [.mentioned]
    }
  }
}

extension Draft {
  /// A poll that goes with a draft, whose words are the question.
  public struct Poll: Hashable, Sendable {
    public let choices: [String]
    public let allowsSeveral: Bool
    /// How long it is open, from when it is posted.
    public let lasts: Duration

    package init(choices: [String], allowsSeveral: Bool = false, lasts: Duration) {
      (self.choices, self.allowsSeveral, self.lasts) = (choices, allowsSeveral, lasts)
    }

    /// A poll as it was typed: what is blank is no answer, and nothing but blanks no poll.
    package init?(typed: [String], allowsSeveral: Bool, lasts: Duration) {
      let choices = typed.map(Self.trimmed).filter { !$0.isEmpty }
      guard !choices.isEmpty else { return nil }
      self.init(choices: choices, allowsSeveral: allowsSeveral, lasts: lasts)
    }

    /// An answer without the blanks around it.
    static func trimmed(_ typed: String) -> String {
      let end = typed.reversed().drop { $0.isWhitespace }
      return String(String(end.reversed()).drop { $0.isWhitespace })
    }
  }
}

/// How somebody is used to write at a service, as they set it there.
public struct PostingDefaults: Hashable, Sendable {
  /// Who sees what they write; nil where they never said.
  public let visibility: Visibility?
  public let coversPictures: Bool
  /// In which language they write; nil where they never said.
  public let language: String?

  package init(
    visibility: Visibility? = nil, coversPictures: Bool = false, language: String? = nil
  ) {
    (self.visibility, self.coversPictures, self.language) = (visibility, coversPictures, language)
  }
}

/// Who may show a post inside one of their own.
public enum QuotePolicy: String, CaseIterable, Hashable, Sendable {
  case everybody
  /// The author's followers.
  case followers
  /// Nobody but the author.
  case nobody
}
