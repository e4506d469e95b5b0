/// An action at a service other than marking a post or following a person, such as following a
/// hashtag. Its kind tells whether it can be undone, who sees it, and which form fields it has.
public struct ServiceAction: Hashable, Sendable {
  public let kind: ServiceActionKind
  /// The text that identifies the target of a service action, depending on the kind: a hashtag
  /// without "#", the id of a person, or the name of a server.
  public let target: String
  /// The readable name of a service action's target, shown with the action, such as a person's
  /// handle; may be empty.
  public let detail: String
  /// The values that the user entered in a service action's form, by field.
  public let answers: [InputField: String]
  public let isDone: Bool

  public init(
    _ kind: ServiceActionKind, _ target: String, detail: String = "",
    answers: [InputField: String] = [:],
    isDone: Bool = true
  ) {
    (self.kind, self.target, self.detail) = (kind, target, detail)
    (self.answers, self.isDone) = (answers, isDone)
  }

  /// The action at the service that undoes this one; nil if it cannot be undone.
  var inverse: ServiceAction? {
    kind.row.canBeUndone
      ? ServiceAction(kind, target, detail: detail, answers: answers, isDone: !isDone) : nil
  }

  var isPublic: Bool { kind.row.isPublic && isDone }

  /// The text that is equal for pending actions that replace each other, of which only the last is
  /// sent; nil for actions that are all sent.
  var subject: String? {
    switch kind.row.counts {
    case .once: "\(kind.rawValue):\(target)"
    // Lists of people may share a name, so that their ids distinguish them.
    case .oncePerDetail: "\(kind.rawValue):\(target):\(answers[.list] ?? detail)"
    case .always: nil
    }
  }
}

public struct FormTextLimit: Equatable, Sendable {
  /// The maximum length of a form text in grapheme clusters; nil if there is no limit.
  public let characters: Int?
  /// The maximum length of a form text in UTF-8 bytes.
  public let bytes: Int

  public init(characters: Int? = nil, bytes: Int) {
    (self.characters, self.bytes) = (characters, bytes)
  }

  public func isTextLimitExceeded(by text: String) -> Bool {
    text.utf8.count > bytes || characters.map { text.count > $0 } ?? false
  }
}

extension ServiceAction {
  /// Returns a form field of the service action whose text exceeds its length limit, with the
  /// limit; nil if all texts fit.
  public func fieldExceedingLimit(
    in limits: [ServiceActionKind: [InputField: FormTextLimit]]
  ) -> (field: InputField, limit: FormTextLimit)? {
    guard isDone, let limits = limits[kind] else { return nil }
    for (field, limit) in limits {
      let isTarget = (kind == .makeList && field == .name) || (kind == .filter && field == .phrase)
      let text = isTarget ? target : answers[field]
      if let text, limit.isTextLimitExceeded(by: text) { return (field, limit) }
    }
    return nil
  }
}

extension ServiceAction {
  /// A kind of action at a service, such as following a hashtag. Raw values are stored in the
  /// outbox.
  public enum ServiceActionKind: String, CaseIterable, Sendable {
    case followTag = "follow-tag"
    /// A kind of service action: hides a person's boosts in the home timeline, or shows them again.
    case hideBoosts = "hide-boosts"
    /// A kind of service action: starts or stops notifications about a person's posts.
    case tellOfPosts = "tell-of-posts"
    case blockServer = "block-server"
    case note
    case muteFor = "mute-for"
    case report
    /// A kind of service action: adds an emoji reaction to a post or removes it; the detail is the
    /// emoji.
    case react
    case profile = "edit-profile"
    /// A kind of service action: creates a list of people; the target is its title.
    case makeList = "make-list"
    case renameList = "rename-list"
    /// A kind of service action: deletes a list of people; the detail is the list's name.
    case dropList = "drop-list"
    /// A kind of service action: adds a person to a list or removes them; the detail is the list's
    /// name.
    case changeListMembership = "enlist"
    /// A kind of service action: cancels a scheduled post; the detail is its text.
    case unschedule
    /// A kind of service action: adds a word filter for a phrase, or deletes one by its id; the
    /// detail is its name.
    case filter
    /// A kind of service action: moves a scheduled post to another time; the detail is its text.
    case reschedule
    /// A kind of service action: adds an emoji reaction to an announcement; the detail is the
    /// emoji.
    case addAnnouncementReaction = "answer-news"
    case feature
    /// A kind of service action: publishes pictures and videos that are on the web; the target is
    /// the first address.
    case publishMedia = "publish-media"
    /// A kind of service action: pins a custom feed as a tab at the service; the detail is its
    /// name.
    case pinFeed = "pin-feed"
    /// A kind of service action: likes a custom feed; the detail is its name.
    case likeFeed = "like-feed"
    case takeLabels = "take-labels"
    /// A kind of service action: renames a web feed at a feed server; the target is the feed's id,
    /// the detail its former name.
    case renameFeed = "rename-feed"
    /// A kind of service action: moves a web feed at a feed server to the folder with the name that
    /// the user entered, or out of its folder; target and detail are as for `renameFeed`.
    case moveFeed = "move-feed"
    /// A kind of service action: renames a folder of web feeds at a feed server; the target is the
    /// former name.
    case renameFolder = "rename-folder"
    /// A kind of service action: sends a direct message that is not a post.
    case message
  }
}

extension ServiceAction.ServiceActionKind {
  struct ActionKindProperties {
    let canBeUndone: Bool
    let isPublic: Bool
    /// The fields of the form for an action kind, in the order shown.
    var fields: [InputField] = []
    var counts = DuplicateActionRule.once
  }

  /// A rule for which of several pending actions of one kind are sent to the service.
  enum DuplicateActionRule {
    /// A rule for pending actions: of those with the same target, only the last is sent.
    case once
    /// A rule for pending actions: of those with the same target and detail, only the last is sent.
    case oncePerDetail
    case always
  }

  var row: ActionKindProperties {
    switch self {
    case .followTag, .hideBoosts, .tellOfPosts:
      ActionKindProperties(canBeUndone: true, isPublic: false)
    // Blocking a server also removes the followers from it, which undoing does not restore.
    case .blockServer: ActionKindProperties(canBeUndone: true, isPublic: true)
    case .note: ActionKindProperties(canBeUndone: false, isPublic: false, fields: [.words])
    case .muteFor: ActionKindProperties(canBeUndone: true, isPublic: false, fields: [.duration])
    // A report cannot be undone at the service, so it counts as public, and is held back for
    // undoing.
    case .report:
      ActionKindProperties(
        canBeUndone: false, isPublic: true, fields: [.reason, .rule, .words, .forwardsReport],
        counts: .always)
    case .profile:
      ActionKindProperties(
        canBeUndone: false, isPublic: true,
        fields: [
          .name, .words, .facts, .portrait, .banner, .isLocked, .isBot, .isDiscoverable,
          .audience, .language,
        ])
    case .makeList, .renameList, .renameFeed, .moveFeed, .renameFolder:
      ActionKindProperties(canBeUndone: false, isPublic: false, fields: [.name])
    case .changeListMembership:
      ActionKindProperties(canBeUndone: true, isPublic: false, counts: .oncePerDetail)
    // The members of a deleted list would have to be found again, so it is held back for undoing.
    case .dropList: ActionKindProperties(canBeUndone: false, isPublic: true)
    // A cancelled post would have to be written again, so it is held back for undoing.
    case .unschedule: ActionKindProperties(canBeUndone: false, isPublic: true)
    case .filter:
      ActionKindProperties(
        canBeUndone: false, isPublic: false,
        fields: [.phrase, .filterContexts, .hidesMatches, .endTime])
    case .react, .addAnnouncementReaction:
      ActionKindProperties(
        canBeUndone: true, isPublic: true, fields: [.emoji], counts: .oncePerDetail)
    case .reschedule: ActionKindProperties(canBeUndone: false, isPublic: false, fields: [.moment])
    case .feature, .likeFeed: ActionKindProperties(canBeUndone: true, isPublic: true)
    case .pinFeed, .takeLabels: ActionKindProperties(canBeUndone: true, isPublic: false)
    case .message:
      ActionKindProperties(canBeUndone: false, isPublic: true, fields: [.words], counts: .always)
    case .publishMedia:
      ActionKindProperties(
        canBeUndone: false, isPublic: true, fields: [.addresses, .words, .altText, .isStory],
        counts: .always)
    }
  }
}

extension ServiceAction.ServiceActionKind {
  package enum ServiceActionTargetKind: Sendable {
    case tag, server, person, post, list
    /// A kind of target of a service action: words that the user enters.
    case words
    /// A kind of target of a service action: an object by the service's id, such as a scheduled
    /// post.
    case thing
    case address, oneself
  }

  package var targetKind: ServiceActionTargetKind {
    switch self {
    case .followTag: .tag
    case .blockServer: .server
    case .hideBoosts, .tellOfPosts, .note, .muteFor, .report, .changeListMembership, .feature,
      .takeLabels,
      .message:
      .person
    case .react: .post
    case .renameList, .dropList: .list
    case .makeList, .filter: .words
    case .unschedule, .reschedule, .addAnnouncementReaction, .renameFeed, .moveFeed, .renameFolder:
      .thing
    case .publishMedia, .pinFeed, .likeFeed: .address
    case .profile: .oneself
    }
  }

  /// True if the command line can undo a delivered action of this kind; a word filter is deleted by
  /// its name.
  package var canBeTakenBack: Bool { row.canBeUndone || self == .filter }

  package var fields: [InputField] { row.fields }
}

extension ServiceAction.ServiceActionKind {
  /// The key path of the flag in a person's relationship flags that an action of this kind
  /// switches; nil if the kind switches none.
  var flag: WritableKeyPath<RelationshipFlags, Bool>? {
    switch self {
    case .hideBoosts: \.hidesBoosts
    case .tellOfPosts: \.notifiesOfPosts
    case .blockServer: \.blocksServer
    case .feature: \.isFeatured
    case .takeLabels: \.subscribesToLabels
    case .followTag, .note, .muteFor, .report, .react, .unschedule, .filter,
      .profile, .makeList, .renameList, .dropList, .changeListMembership, .reschedule,
      .addAnnouncementReaction,
      .publishMedia, .message, .pinFeed, .likeFeed, .renameFeed, .moveFeed, .renameFolder:
      nil
    }
  }
}

extension Person {
  /// Returns true if the person's relationship flag that an action kind switches is on.
  package func hasRelationshipFlag(switchedBy kind: ServiceAction.ServiceActionKind) -> Bool {
    kind.flag.flatMap { relationshipFlags?[keyPath: $0] } ?? false
  }

  /// Returns the person with the relationship flags after a service action on the person or the
  /// person's server.
  package func applyingServiceAction(by act: ServiceAction) -> Person {
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

extension ServiceAction {
  /// Creates the action that renames or moves a subscription at a feed server; nil for other
  /// changes, which are no actions: the gateway makes or refuses them at once.
  public init?(_ change: SubscriptionChange, of subscription: Subscription) {
    let (id, name) = (subscription.id.rawValue, subscription.name)
    switch change {
    case .rename(let title?): self.init(.renameFeed, id, detail: name, answers: [.name: title])
    case .move(let folder):
      self.init(.moveFeed, id, detail: name, answers: folder.map { [.name: $0] } ?? [:])
    case .rename(nil), .moveFrom, .set: return nil
    }
  }

  /// Creates the action that renames a folder of web feeds at a feed server.
  package init(renamingFolder old: String, to new: String) {
    self.init(.renameFolder, old, answers: [.name: new])
  }

  /// The new name of the folder of web feeds that the action renames; nil for other actions.
  package var newFolderName: String? { kind == .renameFolder ? answers[.name] : nil }

  /// The change of a subscription that the action makes at a feed server; nil for other actions.
  public var subscriptionChange: SubscriptionChange? {
    let name = answers[.name].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    return switch kind {
    case .renameFeed: name.map { .rename($0) }
    case .moveFeed: .move(name)
    default: nil
    }
  }
}
