/// A draft of a post that is being written, with the posts after it in its thread.
public struct Draft: Hashable, Sendable {
  /// The type of a draft's id, which is sent to the service as the idempotency key of the post.
  public typealias ID = Identifier<Draft>

  public struct DraftAttachment: Hashable, Sendable {
    public let path: String
    public var altText: String
    /// The service's id of a draft's uploaded picture; nil before the upload.
    public var uploaded: String?

    package init(path: String, altText: String, uploaded: String? = nil) {
      (self.path, self.altText, self.uploaded) = (path, altText, uploaded)
    }

    /// True if a draft's picture has an alt text that is not blank.
    public var isDescribed: Bool { !altText.allSatisfy(\.isWhitespace) }
  }

  public var id: ID
  public var text: String
  public var warning: String?
  public var visibility: Visibility
  public var replyTo: Post.ID?
  public var quoting: Post.ID?
  /// The id of the user's own post that this draft edits; nil for a new post.
  public let editing: Post.ID?
  /// The id of the user's own post that is deleted before this draft is published in its place; nil
  /// if the draft replaces none.
  public var replaces: Post.ID?
  public var attachments: [DraftAttachment]
  /// True if the post's pictures are covered until the viewer uncovers them.
  public var isSensitive: Bool
  public var poll: DraftPoll?
  /// The language tag of the draft; nil for the author's default.
  public var language: String?
  /// The people who may quote the post; nil for the author's default at the service.
  public var quotePolicy: QuotePolicy?
  /// The time at which the service publishes the post; nil for immediately.
  public var postsAt: Timestamp?
  /// The values of the draft's form fields that the service offers besides text and pictures.
  public var extraFields: [InputField: String]
  /// The posts after the first in the draft's thread, each a reply to the post before. All share
  /// the draft's id; each gets an id of its own when it is sent.
  public var following: [Draft]
  /// The number of posts of the draft's thread that were published already.
  public var preceding: Int

  package init(
    id: ID, text: String = "", warning: String? = nil, visibility: Visibility = .everybody,
    replyTo: Post.ID? = nil, quoting: Post.ID? = nil, editing: Post.ID? = nil,
    attachments: [DraftAttachment] = [], isSensitive: Bool = false, poll: DraftPoll? = nil,
    language: String? = nil, quotePolicy: QuotePolicy? = nil, postsAt: Timestamp? = nil,
    extraFields: [InputField: String] = [:], following: [Draft] = [], preceding: Int = 0,
    replaces: Post.ID? = nil
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
    self.quotePolicy = quotePolicy
    self.postsAt = postsAt
    self.extraFields = extraFields
    self.following = following
    self.preceding = preceding
    self.replaces = replaces
  }

  /// True if all posts of the draft's thread are blank.
  public var isEmpty: Bool { isBlank && following.allSatisfy(\.isBlank) }

  /// True if the draft's first post has no text, picture, warning or poll.
  public var isBlank: Bool {
    text.allSatisfy(\.isWhitespace) && attachments.isEmpty && (warning ?? "").isEmpty
      && poll == nil
  }
}

extension Draft {
  /// Returns the draft with a typed language, in normal form if it is known; a blank text removes
  /// the draft's language.
  public func settingLanguage(_ language: String?) -> Draft {
    let typed = language.map { DraftPoll.trimmedPollChoice($0) } ?? ""
    var copy = self
    copy.language =
      typed.isEmpty ? nil : LanguageTagNormalizer.normalizedLanguageTag(typed) ?? typed
    return copy
  }

  /// Returns a copy of the draft with another id. Its pictures count as not uploaded, since
  /// services delete unused uploads, except for those of a published post, which have no file.
  package func draftCopyWithUnsentPictures(as id: ID) -> Draft {
    var copy = self
    copy.id = id
    copy.attachments = attachments.map(\.unsent)
    copy.following = following.map { $0.draftCopyWithUnsentPictures(as: id) }
    return copy
  }
}

extension Draft.DraftAttachment {
  /// Creates a draft's picture from a picture of the published post being edited, by the service's
  /// id.
  package init(posted name: String, altText: String) {
    self.init(path: "", altText: altText, uploaded: name)
  }

  /// True if a draft's picture belongs to the edited post and has no file.
  public var isPosted: Bool { path.isEmpty && uploaded != nil }

  /// Returns a draft's picture with another alt text. An uploaded file has to be uploaded again for
  /// the new text.
  package func settingAltText(_ altText: String) -> Draft.DraftAttachment {
    Draft.DraftAttachment(path: path, altText: altText, uploaded: isPosted ? uploaded : nil)
  }

  /// The draft's picture without its uploaded id, so that it is uploaded again; unchanged if it has
  /// no file.
  package var unsent: Draft.DraftAttachment {
    isPosted ? self : Draft.DraftAttachment(path: path, altText: altText)
  }
}

extension Draft {
  /// A position of a post in the thread of a draft, for display, such as 2 of 5.
  public struct ThreadPosition: Equatable, Sendable {
    /// The number of a draft's post in its thread, from 1.
    public let number: Int
    /// The number of posts in the draft's thread, including those already published.
    public let count: Int

    package init(number: Int, count: Int) { (self.number, self.count) = (number, count) }
  }

  /// The position of the draft's first unsent post in its thread, counted from 1, with the number
  /// of the thread's posts, as in "2 of 5"; nil for a single post.
  public var threadPosition: ThreadPosition? {
    let count = preceding + 1 + following.count
    return count > 1 ? ThreadPosition(number: preceding + 1, count: count) : nil
  }

  /// The unsent posts of the draft's thread, each as a draft of its own.
  public var posts: [Draft] { [firstPostOnly] + following }

  /// The draft of the thread's first unsent post, without the posts after it.
  public var firstPostOnly: Draft { changedCopy(self) { $0.following = [] } }

  /// Returns a post of the draft's thread by its index, from 0; nil beyond the end.
  public func threadPost(at place: Int) -> Draft? {
    place == 0 ? firstPostOnly : following.indices.contains(place - 1) ? following[place - 1] : nil
  }

  /// Returns the draft with the post at an index of its thread replaced.
  package func replacingPost(_ post: Draft, at place: Int) -> Draft {
    guard place > 0 else { return changedCopy(post) { $0.following = following } }
    return changedCopy(self) { $0.following[place - 1] = post }
  }

  /// The draft of the next post in this draft's thread, with the visibility, warning and settings
  /// of this one; empty, except for the handles of a direct post.
  package var successor: Draft {
    // In a thread that only mentioned people see, each post mentions the same people.
    let handles = visibility == .mentioned ? PlainTextFacets(text).handles : []
    return Draft(
      id: id, text: handles.reduce(into: "") { $0 += $1 + " " }, warning: warning,
      visibility: visibility, isSensitive: isSensitive, language: language, quotePolicy: quotePolicy
    )
  }

  /// The draft without the blank posts of its thread, whose first post has the options that only a
  /// first post can have; unchanged if all posts are blank.
  package var withoutBlankPosts: Draft {
    let posts = posts.filter { !$0.isBlank }
    guard let first = posts.first, posts.count <= following.count else { return self }
    return changedCopy(first) {
      ($0.replyTo, $0.quoting, $0.preceding) = (replyTo, quoting, preceding)
      $0.replaces = replaces
      $0.postsAt = first.postsAt ?? postsAt
      $0.extraFields = extraFields.merging(first.extraFields) { $1 }
      $0.following = Array(posts.dropFirst())
    }
  }

  /// Returns the rest of the draft's thread as a reply to the post just sent, under another id; nil
  /// at the end of the thread.
  package func threadAfterFirstPost(answering post: Post.ID?, as id: ID) -> Draft? {
    guard let next = following.first else { return nil }
    return changedCopy(next) {
      $0.id = id
      $0.replyTo = post
      $0.preceding = preceding + 1
      $0.following = following.dropFirst().map { follower in changedCopy(follower) { $0.id = id } }
    }
  }
}

extension Post {
  public var isDirect: Bool { visibility == .mentioned }

  /// Returns true if the post can be boosted, by its visibility; a post for followers can be
  /// boosted only by its author.
  func isPostBoostable(byAuthor isOwn: Bool) -> Bool {
    switch visibility {
    case .everybody, .unlisted: true
    case .followers: isOwn
    case .mentioned, .oneself: false
    }
  }
}

extension Draft {
  /// Returns the draft with all posts of its thread made direct if it answers the given post, and
  /// that post is direct; otherwise unchanged.
  package func keepingDirectReplyDirect(to answered: Post?) -> Draft {
    guard let answered, answered.isDirect, replyTo == answered.id else { return self }
    return changedCopy(self) {
      $0.visibility = .mentioned
      for index in $0.following.indices { $0.following[index].visibility = .mentioned }
    }
  }

  /// True if the drafted reply may be visible to more people than the post it answers.
  package var isWide: Bool { replyTo != nil && editing == nil && visibility != .mentioned }
}

extension DraftLimits {
  /// Returns the rules for a draft, which allow only direct visibility if the draft answers a
  /// direct post.
  package func keepingDirectReplyDirect(to answered: Post?, for draft: Draft) -> DraftLimits {
    guard let answered, answered.isDirect, draft.replyTo == answered.id,
      canBeDirect
    else { return self }
    return changedCopy(self) {
      // At services whose posts cannot be direct, direct messages have limits of their own.
      if !visibilities.contains(.mentioned) { ($0.characters, $0.attachments) = (1000, 0) }
      $0.visibilities = [.mentioned]
    }
  }
}

extension Draft {
  public struct DraftPoll: Hashable, Sendable {
    public let choices: [String]
    public let allowsSeveral: Bool
    /// The time for which the drafted poll stays open once the post is published.
    public let lasts: Duration

    package init(choices: [String], allowsSeveral: Bool = false, lasts: Duration) {
      (self.choices, self.allowsSeveral, self.lasts) = (choices, allowsSeveral, lasts)
    }

    /// Creates a poll from typed choices without the blank ones; nil if all are blank.
    package init?(typed: [String], allowsSeveral: Bool, lasts: Duration) {
      let choices = typed.map(Self.trimmedPollChoice).filter { !$0.isEmpty }
      guard !choices.isEmpty else { return nil }
      self.init(choices: choices, allowsSeveral: allowsSeveral, lasts: lasts)
    }

    static func trimmedPollChoice(_ typed: String) -> String {
      let end = typed.reversed().drop { $0.isWhitespace }
      return String(String(end.reversed()).drop { $0.isWhitespace })
    }
  }
}

/// A set of the user's defaults for new posts at a service, such as visibility and language.
public struct PostingDefaults: Equatable, Sendable {
  public let visibility: Visibility?
  public let coversPictures: Bool
  public let language: String?

  package init(
    visibility: Visibility? = nil, coversPictures: Bool = false, language: String? = nil
  ) {
    (self.visibility, self.coversPictures, self.language) = (visibility, coversPictures, language)
  }
}

public enum QuotePolicy: String, CaseIterable, Hashable, Sendable {
  case everybody, followers
  /// A choice of who may quote a post: nobody but the author.
  case nobody
}

extension Draft {
  /// Creates a draft with the content of a published post, to post it again. The pictures are left
  /// out, since they have no files.
  package init(repeating post: Post, as id: ID) {
    let content = post.content
    self.init(
      id: id, text: content.text.withAddresses, warning: content.warning,
      visibility: post.visibility, replyTo: post.reply?.post, quoting: content.quote?.id,
      isSensitive: content.warning == nil && content.photos.contains(where: \.isSensitive),
      poll: content.poll.map { DraftPoll(repeating: $0, askedAt: post.createdAt) },
      language: content.language)
  }
}

extension Draft.DraftPoll {
  /// Creates a draft's poll with the choices of a published poll, open for as long as the published
  /// poll was.
  fileprivate init(repeating poll: Poll, askedAt moment: Timestamp) {
    let seconds = poll.closesAt.map {
      ($0.milliseconds - moment.milliseconds + 30_000) / 60_000 * 60
    }
    self.init(
      choices: poll.options.map(\.title), allowsSeveral: poll.allowsSeveral,
      lasts: seconds.flatMap { $0 > 0 ? .seconds($0) : nil } ?? PollLimits.standard.usualLength)
  }
}
