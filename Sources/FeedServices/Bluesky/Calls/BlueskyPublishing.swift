internal import FeedDomain

struct BlueskyPublishing: PublishingGateway {
  static let limits = DraftLimits(
    characters: 300, bytes: 3000, attachments: 10, visibilities: [.everybody], allowsWarning: false,
    repliesStartWithHandle: false, quotes: true, coversPictures: true,
    pictures: PictureUploadLimits(longestSide: 2000, bytes: 1_000_000),
    // Servers do not limit alt texts; Bluesky's own program does.
    altText: 2000, canSetLanguage: true, threads: true, extraFields: [.answerers, .isUnquotable],
    canAnswerDirectMessages: true)
  static let actions: Set<ServiceAction.ServiceActionKind> = [
    .report, .profile, .makeList, .renameList, .dropList, .changeListMembership, .filter, .pinFeed,
    .likeFeed,
    .takeLabels, .message, .tellOfPosts,
  ]

  static let textLimits: [ServiceAction.ServiceActionKind: [InputField: FormTextLimit]] = [
    .profile: [
      .name: FormTextLimit(characters: 64, bytes: 640),
      .words: FormTextLimit(characters: 256, bytes: 2560),
    ],
    .makeList: [.name: listName], .renameList: [.name: listName],
    .filter: [.phrase: FormTextLimit(characters: 1000, bytes: 10_000)],
    .report: [.words: FormTextLimit(characters: 2000, bytes: 20_000)],
    .message: [.words: message],
  ]
  private static let listName = FormTextLimit(bytes: 64)
  static let message = FormTextLimit(characters: 1000, bytes: 10_000)

  let connection: BlueskyConnection

  func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    let outcome = try await performPendingChange(of: change, key: item.id)
    connection.cache.recordRecentChange(change, at: connection.world.now)
    return outcome
  }

  func askWhetherDelivered(
    _ change: PendingChange, key: OutboxItem.ID, after tries: PossiblyArrivedSendAttempts
  ) async throws(FeedError) -> DeliveryCheckResult {
    let words: String? =
      switch change {
      case .serviceAction(let action) where action.kind == .message: action.answers[.words]
      case .publish(let draft): draft.text
      default: nil
      }
    if let words, let chat = change.chat {
      return try await chats.checkMessageDelivery(words, in: chat, after: tries)
    }
    guard case .publish(let draft) = change,
      let arrived = try await drafts.fetchPublishedPost(of: draft, key: key)
      // A draft that is written twice under one key yields one post.
    else { return .repeatable }
    return .arrived(.post(arrived))
  }

  func uploadProfilePicture(_ picture: PreparedPicture, as field: InputField)
    async throws(FeedError)
  {
    try await BlueskyOwnProfileCalls(connection: connection).uploadProfilePicture(
      picture, as: field)
  }

  /// Returns a draft with the content of a published Bluesky post, with the post's limits of
  /// replies and quotes, and with covered pictures if the post covers its own.
  func draftForPostingAgain(_ post: Post, as id: Draft.ID) async throws(FeedError) -> Draft {
    let view = try await connection.fetchSinglePostJSON(of: post.id)
    let reader = try await connection.makeBlueskyJSONReader()
    let shown = reader.parsedPost(view.json, in: .singlePost) ?? post
    return changedCopy(Draft(repeating: shown, as: id)) {
      $0.replyTo = $0.replyTo ?? post.reply?.post
      // The user's own pictures are always shown uncovered, so the post itself does not tell.
      $0.isSensitive = BlueskyPostRecord.hasLabelCoveringPictures(view.json["record"]["labels"])
      let rules = view.json["threadgate"]["record"]["allow"]
      $0.extraFields[.answerers] = ReplyPolicy(blueskyRules: rules)?.rawValue
      if view.json["viewer"]["embeddingDisabled"].bool == true {
        $0.extraFields[.isUnquotable] = "true"
      }
    }
  }

  private var chats: BlueskyChats { BlueskyChats(connection: connection) }
  private var drafts: BlueskyDraftPublisher { BlueskyDraftPublisher(connection: connection) }

  private func performPendingChange(
    of change: PendingChange, key: OutboxItem.ID
  ) async throws(FeedError) -> ChangeOutcome {
    let actions = BlueskyPostAndPersonActionCalls(connection: connection)
    switch change {
    case .mark(let post, let action, let isDone):
      return try await actions.setPostMark(post, action, isDone)
    case .follow(let person, let isDone):
      return try await actions.changeRelationship(to: person, .follow, isDone, change)
    case .block(let person, let isDone):
      return try await actions.changeRelationship(to: person, .block, isDone, change)
    case .mute(let person, let isDone): try await actions.setPersonMuted(person, isDone)
    case .publish(let draft):
      if let chat = change.chat {
        return .post(try await chats.sendMessage(draft.text, in: chat, draft))
      }
      return .post(try await drafts.publishDraft(draft, key: key))
    case .delete(let post): try await actions.deletePost(post)
    case .serviceAction(let action): return try await performServiceAction(of: action, key: key)
    // Bluesky has neither polls, follow requests nor read states.
    case .vote, .answerFollowRequest, .markRead: throw .refused(nil)
    }
    return .done
  }

  /// Performs an action at Bluesky, such as a report or a change of a list, and returns its
  /// outcome; throws `refused` for actions that Bluesky lacks.
  private func performServiceAction(
    of action: ServiceAction, key: OutboxItem.ID
  ) async throws(FeedError) -> ChangeOutcome {
    // Forms and commands have checked these limits before.
    guard action.fieldExceedingLimit(in: Self.textLimits) == nil else {
      throw .refused(nil)
    }
    let lists = BlueskyListCalls(connection: connection)
    let preferences = BlueskyPreferenceCalls(connection: connection)
    let feeds = BlueskyCustomFeedCalls(connection: connection)
    switch action.kind {
    case .report: try await BlueskyReportCalls(connection: connection).sendReport(action)
    case .profile:
      try await BlueskyOwnProfileCalls(connection: connection).sendProfileChanges(action)
    case .makeList: try await lists.createList(action, key: key)
    case .renameList: try await lists.renameList(action)
    case .dropList: try await lists.deleteList(action)
    case .changeListMembership: try await lists.changeListMembership(action)
    case .filter: try await preferences.changeWordFilter(action, key: key)
    case .takeLabels: try await preferences.changeLabelerSubscription(action)
    case .pinFeed: try await feeds.changeCustomFeedPin(action, key: key)
    case .likeFeed: try await feeds.changeCustomFeedLike(action)
    case .message:
      let words = action.answers[.words] ?? ""
      return .post(try await chats.sendMessage(words, in: .with(Person.ID(action.target))))
    case .tellOfPosts:
      try await connection.callXRPCProcedure(
        "app.bsky.notification.putActivitySubscription",
        [
          "subject": .string(action.target),
          "activitySubscription": ["post": .bool(action.isDone), "reply": false],
        ])
    case .followTag, .hideBoosts, .blockServer, .note, .muteFor, .react,
      .unschedule, .reschedule, .addAnnouncementReaction, .feature, .publishMedia, .renameFeed,
      .moveFeed, .renameFolder:
      throw .refused(nil)
    }
    return .done
  }
}

/// A client for actions on Bluesky posts and people: marks, follows, mutes, blocks, deletions.
struct BlueskyPostAndPersonActionCalls: Sendable {
  private static let records: [(Post.UserPostMarks, BlueskyActionRecordKind)] = [
    (.liked, .like), (.boosted, .repost),
  ]

  let connection: BlueskyConnection

  func setPostMark(
    _ post: Post.ID, _ action: Post.UserPostMarks, _ isDone: Bool
  ) async throws(FeedError) -> ChangeOutcome {
    if action == .bookmarked, !isDone {
      try await connection.callXRPCProcedure(
        "app.bsky.bookmark.deleteBookmark", ["uri": .string(post.rawValue)])
      return .done
    }
    let view = try await connection.fetchSinglePostJSON(of: post)
    for (mark, record) in Self.records where action.contains(mark) {
      let own = existingUserRecordAddress(
        view.json["viewer"][record.viewerField], .mark(post, mark, isDone), isDone)
      try await connection.records.writeOrRemoveActionRecord(
        record, isDone, about: post.rawValue, own: own, subject: view.reference.json)
    }
    if action.contains(.pinned) {
      try await BlueskyOwnProfileCalls(connection: connection).setPostPinned(view.reference, isDone)
    }
    if action.contains(.conversationMuted) {
      let root = view.json["record"]["reply"]["root"]["uri"].nonEmptyString ?? post.rawValue
      let method = isDone ? "muteThread" : "unmuteThread"
      try await connection.callXRPCProcedure("app.bsky.graph.\(method)", ["root": .string(root)])
    }
    if action.contains(.bookmarked) {
      let method = isDone ? "createBookmark" : "deleteBookmark"
      try await connection.callXRPCProcedure("app.bsky.bookmark.\(method)", view.reference.json)
    }
    let reader = try await connection.makeBlueskyJSONReader()
    guard let marked = reader.parsedPost(view.json, in: .singlePost) else { return .done }
    return .post(marked.settingMark(action, isSet: isDone))
  }

  func changeRelationship(
    to person: Person.ID, _ action: BlueskyActionRecordKind, _ isDone: Bool, _ change: PendingChange
  ) async throws(FeedError) -> ChangeOutcome {
    let reader = try await connection.makeBlueskyJSONReader()
    let viewer = try await connection.callXRPCQuery(
      "app.bsky.actor.getProfile", [("actor", person.rawValue)]
    ) { $0["viewer"] }
    try await connection.records.writeOrRemoveActionRecord(
      action, isDone, about: person.rawValue,
      own: existingUserRecordAddress(viewer[action.viewerField], change, isDone),
      subject: .string(person.rawValue))
    // A block does not remove the follow, which is in force again after unblocking.
    guard action.collection == BlueskyActionRecordKind.block.collection, !isDone else {
      return .done
    }
    return .relationship(person, reader.parsedRelationship(viewer, blocked: false))
  }

  func setPersonMuted(_ person: Person.ID, _ isDone: Bool) async throws(FeedError) {
    let method = isDone ? "app.bsky.graph.muteActor" : "app.bsky.graph.unmuteActor"
    try await connection.callXRPCProcedure(method, ["actor": .string(person.rawValue)])
  }

  func deletePost(_ post: Post.ID) async throws(FeedError) {
    guard let address = ATProtocolAddress(post.rawValue), address.owner == connection.me.rawValue
    else {
      throw .refused(nil)
    }
    try await connection.records.removeRecord(address.key, from: address.collection)
  }

  /// Returns the address of the user's existing Bluesky record about a post or person, such as a
  /// like. nil if no record exists, or if the record was removed a moment ago and is to be written
  /// again, as the server may still show the removed one.
  private func existingUserRecordAddress(_ found: JSON, _ change: PendingChange, _ isDone: Bool)
    -> ATProtocolAddress?
  {
    if isDone, let undone = change.inverse,
      connection.cache.recentActions(at: connection.world.now).isLatestChange(undone)
    {
      return nil
    }
    return found.nonEmptyString.flatMap(ATProtocolAddress.init)
  }
}

/// A kind of Bluesky record that an action on a post or person writes, such as a like or a follow.
struct BlueskyActionRecordKind: Sendable {
  let collection: String
  /// The name of the JSON field of a Bluesky post or person that contains the address of the user's
  /// record.
  let viewerField: String

  static let like = BlueskyActionRecordKind(collection: "app.bsky.feed.like", viewerField: "like")
  static let repost = BlueskyActionRecordKind(
    collection: "app.bsky.feed.repost", viewerField: "repost")
  static let follow = BlueskyActionRecordKind(
    collection: "app.bsky.graph.follow", viewerField: "following")
  static let block = BlueskyActionRecordKind(
    collection: "app.bsky.graph.block", viewerField: "blocking")

  /// Returns the key of the Bluesky record of an action, a hash of the record's subject: the record
  /// can be removed without asking the server for the key, and is never written twice.
  func recordKey(for subject: String) -> String {
    BlueskyRecordKeyGenerator.recordKey(for: "\(collection) \(subject)")
  }
}

struct BlueskyReplyAndQuoteLimitCalls: Sendable {
  private static let answering = "app.bsky.feed.threadgate"
  private static let quoting = "app.bsky.feed.postgate"

  let connection: BlueskyConnection

  /// Writes the records that limit who may answer and who may quote a Bluesky post; called before
  /// the post is written, so that the limits are in force at once.
  func writeReplyAndQuoteLimits(for draft: Draft, as key: String) async throws(FeedError) {
    let post = JSON.string("at://\(connection.me.rawValue)/app.bsky.feed.post/\(key)")
    let moment = JSON.string(ISODate.isoDateText(connection.world.now))
    if let answerers = draft.extraFields[.answerers].flatMap(ReplyPolicy.init) {
      let rules = answerers.blueskyRule.map { rule -> [JSON] in
        [["$type": .string("\(Self.answering)#\(rule)")]]
      }
      try await connection.records.writeRecord(
        [
          "$type": .string(Self.answering), "post": post, "allow": .array(rules ?? []),
          "createdAt": moment,
        ], as: key, in: Self.answering)
    }
    if draft.extraFields[.isUnquotable] == "true" {
      try await connection.records.writeRecord(
        [
          "$type": .string(Self.quoting), "post": post, "createdAt": moment,
          "embeddingRules": [["$type": .string("\(Self.quoting)#disableRule")]],
          "detachedEmbeddingUris": [],
        ], as: key, in: Self.quoting)
    }
  }
}

extension ReplyPolicy {
  /// Creates the reply policy from the rules of a Bluesky post's thread gate: `nobody` for an empty
  /// list, otherwise the first policy whose rule is in the list; nil without a list or a known
  /// rule.
  fileprivate init?(blueskyRules rules: JSON) {
    guard case .array(let rules) = rules else { return nil }
    let names = rules.compactMap { $0["$type"].string?.split(separator: "#").last.map(String.init) }
    guard !rules.isEmpty else {
      self = .nobody
      return
    }
    guard let policy = Self.allCases.first(where: { $0.blueskyRule.map(names.contains) ?? false })
    else { return nil }
    self = policy
  }

  /// The name of a reply policy's rule in Bluesky's lexicon; nil if nobody may reply.
  fileprivate var blueskyRule: String? {
    switch self {
    case .followers: "followerRule"
    case .followed: "followingRule"
    case .mentioned: "mentionRule"
    case .nobody: nil
    }
  }
}

struct BlueskyReportCalls: Sendable {
  let connection: BlueskyConnection

  func sendReport(_ action: ServiceAction) async throws(FeedError) {
    var subject: JSON = [
      "$type": "com.atproto.admin.defs#repoRef", "did": .string(action.target),
    ]
    if let post = action.answers[.post] {
      subject = try await connection.fetchSinglePostJSON(of: Post.ID(post)).reference.json
      subject = [
        "$type": "com.atproto.repo.strongRef", "uri": subject["uri"], "cid": subject["cid"],
      ]
    }
    let reason = action.answers[.reason].flatMap(ReportReason.init) ?? .other
    var request = HTTPRequest(
      .post, XRPCPath("com.atproto.moderation.createReport").path,
      body: .jsonBody([
        "reasonType": .string("com.atproto.moderation.defs#" + reason.blueskyName),
        "reason": .string(action.answers[.words] ?? ""), "subject": subject,
      ]), isRepeatable: true)
    request.headers["atproto-proxy"] = "did:plc:ar7c4by46qjdydhdevvrndac#atproto_labeler"
    _ = try await connection.client.sendRequest(request)
  }
}

extension ReportReason {
  /// The name of a report's reason in Bluesky's lexicon; illegal content counts as a violation.
  fileprivate var blueskyName: String {
    switch self {
    case .spam: "reasonSpam"
    case .legal, .violation: "reasonViolation"
    case .other: "reasonOther"
    }
  }
}

struct BlueskyOptionalInformation: OptionalInformationGateway {
  let connection: BlueskyConnection

  var extras: Set<OptionalInformationKind> {
    [.pinnedPosts, .ownProfile, .lists, .wordFilters, .feeds]
  }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] {
    try await BlueskyOwnProfileCalls(connection: connection).pinnedPosts(of: person)
  }

  func ownProfileFormValues() async throws(FeedError) -> [InputField: String] {
    try await BlueskyOwnProfileCalls(connection: connection).fetchProfileFields()
  }

  func userListsMarkingThose(with person: Person.ID?) async throws(FeedError) -> [UserList] {
    try await BlueskyListCalls(connection: connection).userLists(markingMembershipOf: person)
  }

  func wordFilters() async throws(FeedError) -> [WordFilter] {
    try await BlueskyPreferenceCalls(connection: connection).wordFilters()
  }

  func customFeeds(matching words: String?) async throws(FeedError) -> [CustomFeed] {
    try await BlueskyCustomFeedCalls(connection: connection).customFeeds(matching: words)
  }
}
