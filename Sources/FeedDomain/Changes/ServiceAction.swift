/// Something done at a service that changes no post and nobody on the screen by itself, as following a
/// tag. What there is to know of a kind is a row of `ServiceAction.Kind`; the service has its call, and `Wording`
/// its words.
public struct ServiceAction: Hashable, Sendable {
  public let kind: Kind
  /// To what: a tag, without "#"; a person, by their id; a server, by its name.
  public let target: String
  /// More that has to be said, as a person's handle, for whoever reads of it; empty where nothing has.
  public let detail: String
  /// What the reader said with it, as a note or why they report somebody.
  public let answers: [AskedField: String]
  /// Whether it is done, or taken back.
  public let isDone: Bool

  /// An act; its detail is what the kind says it is.
  public init(
    _ kind: Kind, _ target: String, detail: String = "", answers: [AskedField: String] = [:],
    isDone: Bool = true
  ) {
    (self.kind, self.target, self.detail) = (kind, target, detail)
    (self.answers, self.isDone) = (answers, isDone)
  }

  /// What undoes it; nil where nothing does.
  var inverse: ServiceAction? {
    kind.row.canBeUndone
      ? ServiceAction(kind, target, detail: detail, answers: answers, isDone: !isDone) : nil
  }

  /// Whether others see it at once.
  var isPublic: Bool { kind.row.isPublic && isDone }

  /// What it is about, of which only the last that waits is done; nil where each is done.
  var subject: String? {
    switch kind.row.counts {
    case .once: "\(kind.rawValue):\(target)"
    case .oncePerDetail: "\(kind.rawValue):\(target):\(detail)"
    case .always: nil
    }
  }
}

/// How long a text may be at a service.
public struct TextLimit: Hashable, Sendable {
  /// How many characters, as people count them; nil for as many as the bytes hold.
  public let characters: Int?
  /// How many bytes in UTF-8.
  public let bytes: Int

  /// A limit.
  public init(characters: Int? = nil, bytes: Int) {
    (self.characters, self.bytes) = (characters, bytes)
  }

  /// Whether a text is longer.
  public func isExceeded(by text: String) -> Bool {
    text.utf8.count > bytes || characters.map { text.count > $0 } ?? false
  }
}

extension ServiceAction {
  /// The first answer that is longer than the service takes, and what it takes; nil where all fit.
  public func limitExceeded(
    beyond limits: [Kind: [AskedField: TextLimit]]
  ) -> (field: AskedField, limit: TextLimit)? {
    guard isDone, let limits = limits[kind] else { return nil }
    for (field, limit) in limits {
      let isTarget = (kind == .makeList && field == .name) || (kind == .filter && field == .phrase)
      let text = isTarget ? target : answers[field]
      if let text, limit.isExceeded(by: text) { return (field, limit) }
    }
    return nil
  }
}

extension ServiceAction {
  /// What can be done, by the name under which the outbox keeps it.
  public enum Kind: String, CaseIterable, Sendable {
    /// Has the posts with a tag come to the home stream.
    case followTag = "follow-tag"
    /// Leaves what somebody boosts out of the home stream.
    case hideBoosts = "hide-boosts"
    /// Has the reader told of what somebody posts.
    case tellOfPosts = "tell-of-posts"
    /// Has nothing to do with anybody at a server.
    case blockServer = "block-server"
    /// Writes something down about somebody, for the reader's own eyes.
    case note
    /// Wants none of somebody's posts for a while.
    case muteFor = "mute-for"
    /// Tells those who run the service what somebody does.
    case report
    /// Puts an emoji below a post, which is the detail.
    case react
    /// Says of the reader what their profile shows.
    case profile = "edit-profile"
    /// Begins a list of people, by its title.
    case makeList = "make-list"
    /// Calls a list something else.
    case renameList = "rename-list"
    /// Gives a list up; the detail is what it is called.
    case dropList = "drop-list"
    /// Has somebody on a list, or no longer; the detail is what the list is called.
    case enlist
    /// Has a post not posted that waits for its moment; the detail is what it says.
    case unschedule
    /// Has the service fold away or leave out what has some words in it, or no longer: then the target
    /// is a filter, and the detail what it is called.
    case filter
    /// Has a post that waits posted at another moment; the detail is what it says.
    case reschedule
    /// Puts an emoji below what those who run the server announced, which is the target; the emoji is
    /// the detail.
    case answerNews = "answer-news"
    /// Shows somebody on the reader's profile.
    case feature
    /// Publishes pictures and films that lie on the web; the target is where the first of them is.
    case publishMedia = "publish-media"
    /// Has a feed among the reader's streams, in all of their programs; the detail is its name.
    case pinFeed = "pin-feed"
    /// Likes a feed; the detail is its name.
    case likeFeed = "like-feed"
    /// Has somebody's labels put on what the reader sees.
    case takeLabels = "take-labels"
    /// Says something to somebody directly, where that is no post.
    case message
  }
}

extension ServiceAction.Kind {
  /// What there is to know of a kind.
  struct Row {
    let canBeUndone: Bool
    let isPublic: Bool
    /// What is said with it, in the order in which it is asked.
    var fields: [AskedField] = []
    /// Which of several that wait are done.
    var counts = Counts.once
  }

  /// Which of several that wait are done.
  enum Counts {
    /// The last about the same.
    case once
    /// The last about the same with the same detail.
    case oncePerDetail
    /// Each.
    case always
  }

  var row: Row {
    switch self {
    case .followTag, .hideBoosts, .tellOfPosts: Row(canBeUndone: true, isPublic: false)
    // Whoever follows the reader from there does so no more, and taking it back does not change that.
    case .blockServer: Row(canBeUndone: true, isPublic: true)
    case .note: Row(canBeUndone: false, isPublic: false, fields: [.words])
    case .muteFor: Row(canBeUndone: true, isPublic: false, fields: [.lasts])
    // Nothing takes it back, so that there is a moment before it is told.
    case .report:
      Row(
        canBeUndone: false, isPublic: true, fields: [.reason, .rule, .words, .forwards],
        counts: .always)
    case .profile:
      Row(
        canBeUndone: false, isPublic: true,
        fields: [
          .name, .words, .facts, .portrait, .banner, .isLocked, .isBot, .isDiscoverable,
          .audience, .language,
        ])
    case .makeList, .renameList: Row(canBeUndone: false, isPublic: false, fields: [.name])
    case .enlist: Row(canBeUndone: true, isPublic: false, counts: .oncePerDetail)
    // Whoever was on it has to be found again.
    case .dropList: Row(canBeUndone: false, isPublic: true)
    // What is gone has to be written again, so that there is a moment before it goes.
    case .unschedule: Row(canBeUndone: false, isPublic: true)
    case .filter:
      Row(canBeUndone: false, isPublic: false, fields: [.phrase, .place, .hides, .ends])
    case .react, .answerNews:
      Row(canBeUndone: true, isPublic: true, fields: [.emoji], counts: .oncePerDetail)
    case .reschedule: Row(canBeUndone: false, isPublic: false, fields: [.moment])
    case .feature, .likeFeed: Row(canBeUndone: true, isPublic: true)
    case .pinFeed, .takeLabels: Row(canBeUndone: true, isPublic: false)
    case .message: Row(canBeUndone: false, isPublic: true, fields: [.words], counts: .always)
    case .publishMedia:
      Row(
        canBeUndone: false, isPublic: true, fields: [.addresses, .words, .altText, .isStory],
        counts: .always)
    }
  }
}

extension ServiceAction.Kind {
  /// What something is done to.
  package enum Aim: Sendable {
    case tag, server, person, post
    /// One of the reader's lists.
    case list
    /// What the reader says it is.
    case words
    /// Something that only the service's own id tells.
    case thing
    /// What lies at an address.
    case address
    /// The reader.
    case oneself
  }

  package var aim: Aim {
    switch self {
    case .followTag: .tag
    case .blockServer: .server
    case .hideBoosts, .tellOfPosts, .note, .muteFor, .report, .enlist, .feature, .takeLabels,
      .message:
      .person
    case .react: .post
    case .renameList, .dropList: .list
    case .makeList, .filter: .words
    case .unschedule, .reschedule, .answerNews: .thing
    case .publishMedia, .pinFeed, .likeFeed: .address
    case .profile: .oneself
    }
  }

  /// Whether it can be taken back once it is done; a filter is, by what it is called.
  package var canBeTakenBack: Bool { row.canBeUndone || self == .filter }

  package var fields: [AskedField] { row.fields }
}

extension ServiceAction.Kind {
  /// What it changes between the reader and somebody; nil where it is about nobody.
  var tie: WritableKeyPath<RelationshipFlags, Bool>? {
    switch self {
    case .hideBoosts: \.hidesBoosts
    case .tellOfPosts: \.tellsOfPosts
    case .blockServer: \.blocksServer
    case .feature: \.isFeatured
    case .takeLabels: \.takesLabels
    case .followTag, .note, .muteFor, .report, .react, .unschedule, .filter,
      .profile, .makeList, .renameList, .dropList, .enlist, .reschedule, .answerNews,
      .publishMedia, .message, .pinFeed, .likeFeed:
      nil
    }
  }
}

extension Person {
  /// Whether that is done to them.
  package func isTied(by kind: ServiceAction.Kind) -> Bool {
    kind.tie.flatMap { ties?[keyPath: $0] } ?? false
  }

  /// The same person after an act on them, or on their server.
  package func tied(by act: ServiceAction) -> Person {
    guard act.target == id.rawValue || act.target == server else { return self }
    var ties = ties ?? RelationshipFlags()
    if let tie = act.kind.tie {
      ties[keyPath: tie] = act.isDone
    } else if act.kind == .note {
      ties.note = act.answers[.words] ?? ""
    }
    return tied(ties)
  }
}
