/// An action at a service other than marking posts and following people, such as following a
/// hashtag. `ActionKind.row` says for each kind of action whether it can be undone, who sees it,
/// and which form fields it has; a service maps a kind to its request, and `Wording` to its texts.
public struct ServiceAction: Hashable, Sendable {
  public let kind: ActionKind
  /// The action's target, depending on the kind: a hashtag without "#", a person's id, a server
  /// name.
  public let target: String
  /// A readable addition to the action's target, such as the person's handle; may be empty.
  public let detail: String
  /// The values of the action's form, such as a note or a report's reason.
  public let answers: [InputField: String]
  public let isDone: Bool

  public init(
    _ kind: ActionKind, _ target: String, detail: String = "", answers: [InputField: String] = [:],
    isDone: Bool = true
  ) {
    (self.kind, self.target, self.detail) = (kind, target, detail)
    (self.answers, self.isDone) = (answers, isDone)
  }

  /// The action at the service that undoes this one; nil if there is none.
  var inverse: ServiceAction? {
    kind.row.canBeUndone
      ? ServiceAction(kind, target, detail: detail, answers: answers, isDone: !isDone) : nil
  }

  var isPublic: Bool { kind.row.isPublic && isDone }

  /// A key of the object that the action affects: of several pending actions with one key only the
  /// last is sent. Nil for actions that are all sent.
  var subject: String? {
    switch kind.row.counts {
    case .once: "\(kind.rawValue):\(target)"
    case .oncePerDetail: "\(kind.rawValue):\(target):\(detail)"
    case .always: nil
    }
  }
}

public struct TextLimit: Equatable, Sendable {
  /// The maximum length of a form text in grapheme clusters; nil without a limit.
  public let characters: Int?
  /// The maximum length of a form text in UTF-8 bytes.
  public let bytes: Int

  public init(characters: Int? = nil, bytes: Int) {
    (self.characters, self.bytes) = (characters, bytes)
  }

  public func isExceeded(by text: String) -> Bool {
    text.utf8.count > bytes || characters.map { text.count > $0 } ?? false
  }
}

extension ServiceAction {
  /// Returns the first form value that exceeds its length limit; nil if all fit.
  public func firstValueExceedingLimit(
    beyond limits: [ActionKind: [InputField: TextLimit]]
  ) -> (field: InputField, limit: TextLimit)? {
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
  /// A kind of action at a service. Raw values are stored in the outbox.
  public enum ActionKind: String, CaseIterable, Sendable {
    case followTag = "follow-tag"
    /// An action kind: hides a person's boosts in the home timeline.
    case hideBoosts = "hide-boosts"
    /// An action kind: notifies the reader of a person's posts.
    case tellOfPosts = "tell-of-posts"
    case blockServer = "block-server"
    case note
    case muteFor = "mute-for"
    case report
    /// An action kind: adds an emoji reaction to a post; the detail is the emoji.
    case react
    case profile = "edit-profile"
    /// An action kind: creates a list of people; the target is its title.
    case makeList = "make-list"
    case renameList = "rename-list"
    /// An action kind: deletes a list of people; the detail is its name.
    case dropList = "drop-list"
    /// An action kind: adds a person to a list or removes them; the detail is the list's name.
    case enlist
    /// An action kind: cancels a scheduled post; the detail is its text.
    case unschedule
    /// An action kind: adds a word filter for a phrase, or deletes one by its id; the detail is its
    /// name.
    case filter
    /// An action kind: moves a scheduled post to another time; the detail is its text.
    case reschedule
    /// An action kind: adds an emoji reaction to an announcement; the detail is the emoji.
    case answerNews = "answer-news"
    case feature
    /// An action kind: publishes pictures and videos that are on the web; the target is the first
    /// address.
    case publishMedia = "publish-media"
    /// An action kind: pins a custom feed as a tab at the service; the detail is its name.
    case pinFeed = "pin-feed"
    /// An action kind: likes a custom feed; the detail is its name.
    case likeFeed = "like-feed"
    case takeLabels = "take-labels"
    /// An action kind: sends a direct message that is not a post.
    case message
  }
}

extension ServiceAction.ActionKind {
  struct ActionRule {
    let canBeUndone: Bool
    let isPublic: Bool
    /// The fields of the form for an action kind, in the order shown.
    var fields: [InputField] = []
    var counts = SendingRule.once
  }

  /// A rule for which of several pending actions of a kind are sent.
  enum SendingRule {
    /// A rule for pending actions: of those with the same target, only the last is sent.
    case once
    /// A rule for pending actions: of those with the same target and detail, only the last is sent.
    case oncePerDetail
    case always
  }

  var row: ActionRule {
    switch self {
    case .followTag, .hideBoosts, .tellOfPosts: ActionRule(canBeUndone: true, isPublic: false)
    // Whoever follows the reader from there does so no more, and taking it back does not change
    // that.
    case .blockServer: ActionRule(canBeUndone: true, isPublic: true)
    case .note: ActionRule(canBeUndone: false, isPublic: false, fields: [.words])
    case .muteFor: ActionRule(canBeUndone: true, isPublic: false, fields: [.lasts])
    // Nothing takes it back, so that there is a moment before it is told.
    case .report:
      ActionRule(
        canBeUndone: false, isPublic: true, fields: [.reason, .rule, .words, .forwards],
        counts: .always)
    case .profile:
      ActionRule(
        canBeUndone: false, isPublic: true,
        fields: [
          .name, .words, .facts, .portrait, .banner, .isLocked, .isBot, .isDiscoverable,
          .audience, .language,
        ])
    case .makeList, .renameList: ActionRule(canBeUndone: false, isPublic: false, fields: [.name])
    case .enlist: ActionRule(canBeUndone: true, isPublic: false, counts: .oncePerDetail)
    // Whoever was on it has to be found again.
    case .dropList: ActionRule(canBeUndone: false, isPublic: true)
    // What is gone has to be written again, so that there is a moment before it goes.
    case .unschedule: ActionRule(canBeUndone: false, isPublic: true)
    case .filter:
      ActionRule(canBeUndone: false, isPublic: false, fields: [.phrase, .place, .hides, .ends])
    case .react, .answerNews:
      ActionRule(canBeUndone: true, isPublic: true, fields: [.emoji], counts: .oncePerDetail)
    case .reschedule: ActionRule(canBeUndone: false, isPublic: false, fields: [.moment])
    case .feature, .likeFeed: ActionRule(canBeUndone: true, isPublic: true)
    case .pinFeed, .takeLabels: ActionRule(canBeUndone: true, isPublic: false)
    case .message: ActionRule(canBeUndone: false, isPublic: true, fields: [.words], counts: .always)
    case .publishMedia:
      ActionRule(
        canBeUndone: false, isPublic: true, fields: [.addresses, .words, .altText, .isStory],
        counts: .always)
    }
  }
}

extension ServiceAction.ActionKind {
  /// A kind of target of an action, such as a person or a post.
  package enum TargetKind: Sendable {
    case tag, server, person, post, list
    /// A kind of target of an action: text that the reader enters.
    case words
    /// A kind of target of an action: an object with an id of the service, such as a scheduled
    /// post.
    case thing
    case address, oneself
  }

  package var aim: TargetKind {
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

  /// True if a delivered action of this kind can be undone; filters can, by their name.
  package var canBeTakenBack: Bool { row.canBeUndone || self == .filter }

  package var fields: [InputField] { row.fields }
}

extension ServiceAction.ActionKind {
  /// The relationship flag that an action kind sets; nil if it sets none.
  var flag: WritableKeyPath<RelationshipFlags, Bool>? {
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
  /// Returns true if the relationship flag of an action kind is set.
  package func hasFlag(by kind: ServiceAction.ActionKind) -> Bool {
    kind.flag.flatMap { relationshipFlags?[keyPath: $0] } ?? false
  }

  /// Returns the person with the relationship flags after an action on them or their server.
  package func withRelationshipFlags(by act: ServiceAction) -> Person {
    guard act.target == id.rawValue || act.target == server else { return self }
    var relationshipFlags = relationshipFlags ?? RelationshipFlags()
    if let flag = act.kind.flag {
      relationshipFlags[keyPath: flag] = act.isDone
    } else if act.kind == .note {
      relationshipFlags.note = act.answers[.words] ?? ""
    }
    return withRelationshipFlags(relationshipFlags)
  }
}
