internal import FeedDomain

/// Sends what the reader does to whatever does it.
struct BlueskyPublishing: PublishingGateway {
  /// What a post may be.
  static let limits = DraftLimits(
    characters: 300, bytes: 3000, attachments: 10, visibilities: [.everybody], allowsWarning: false,
    greetsAnswered: false, quotes: true, coversPictures: true,
    pictures: PictureLimits(longestSide: 2000, bytes: 1_000_000),
    // No server counts them: more than this is not shown by the service's own program.
    altText: 2000, namesLanguage: true, threads: true, remarks: [.answerers, .isUnquotable],
    answersDirectly: true)
  /// What can be done besides to posts and people.
  static let acts: Set<Act.Kind> = [
    .report, .profile, .makeList, .renameList, .dropList, .enlist, .filter, .pinFeed, .likeFeed,
    .takeLabels, .message,
  ]

  /// How long may be what is said with them, as the lexicon has it.
  static let textLimits: [Act.Kind: [AskedField: TextLimit]] = [
    .profile: [
      .name: TextLimit(characters: 64, bytes: 640), .words: TextLimit(characters: 256, bytes: 2560),
    ],
    .makeList: [.name: listName], .renameList: [.name: listName],
    .filter: [.phrase: TextLimit(characters: 1000, bytes: 10_000)],
    .report: [.words: TextLimit(characters: 2000, bytes: 20_000)],
    .message: [.words: message],
  ]
  /// Of a list's name, but the bytes are counted.
  private static let listName = TextLimit(bytes: 64)
  /// How long may be what is said directly.
  static let message = TextLimit(characters: 1000, bytes: 10_000)

  let connection: BlueskyConnection

  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    let outcome = try await outcome(of: change, key: key)
    connection.memory.note(change, at: connection.world.now)
    return outcome
  }

  func readBack(
    _ change: Change, key: OutboxItem.ID, after tries: EarlierTries
  ) async throws(FeedError) -> ReadBack {
    let words: String? =
      switch change {
      case .act(let act) where act.kind == .message: act.answers[.words]
      case .publish(let draft): draft.text
      default: nil
      }
    if let words, let chat = change.chat {
      return try await chats.readBack(words, in: chat, after: tries)
    }
    guard case .publish(let draft) = change,
      let arrived = try await drafts.arrived(draft, key: key)
      // What is written twice under the same key is written once.
    else { return .repeatable }
    return .arrived(.post(arrived))
  }

  func show(_ picture: PreparedPicture, as field: AskedField) async throws(FeedError) {
    try await BlueskyProfile(connection: connection).show(picture, as: field)
  }

  private var chats: BlueskyChats { BlueskyChats(connection: connection) }
  private var drafts: BlueskyDrafts { BlueskyDrafts(connection: connection) }

  private func outcome(
    of change: Change, key: OutboxItem.ID
  ) async throws(FeedError) -> Outcome {
    let deeds = BlueskyDeeds(connection: connection)
    switch change {
    case .mark(let post, let action, let isDone):
      return try await deeds.mark(post, action, isDone)
    case .follow(let person, let isDone):
      return try await deeds.stand(to: person, .follow, isDone, change)
    case .block(let person, let isDone):
      return try await deeds.stand(to: person, .block, isDone, change)
    case .mute(let person, let isDone): try await deeds.mute(person, isDone)
    case .publish(let draft):
      if let chat = change.chat { return .post(try await chats.say(draft.text, in: chat, draft)) }
      return .post(try await drafts.publish(draft, key: key))
    case .delete(let post): try await deeds.delete(post)
    case .act(let act): return try await outcome(of: act, key: key)
    // There are no polls at Bluesky, and nobody has to ask before they follow.
    case .vote, .admit: throw .refused(nil)
    }
    return .done
  }

  /// Does what is no deed to a post or to somebody; each kind is a call.
  private func outcome(of act: Act, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    // The last door: a form or a command has said so before.
    guard act.excess(beyond: Self.textLimits) == nil else { throw .refused(nil) }
    let lists = BlueskyLists(connection: connection)
    let preferences = BlueskyPreferences(connection: connection)
    let feeds = BlueskyFoundFeeds(connection: connection)
    switch act.kind {
    case .report: try await BlueskyReports(connection: connection).report(act)
    case .profile: try await BlueskyProfile(connection: connection).rewrite(act)
    case .makeList: try await lists.make(act, key: key)
    case .renameList: try await lists.rename(act)
    case .dropList: try await lists.drop(act)
    case .enlist: try await lists.enlist(act)
    case .filter: try await preferences.filter(act, key: key)
    case .takeLabels: try await preferences.takeLabels(act)
    case .pinFeed: try await feeds.pin(act, key: key)
    case .likeFeed: try await feeds.like(act)
    case .message:
      let words = act.answers[.words] ?? ""
      return .post(try await chats.say(words, in: .with(Person.ID(act.target))))
    case .followTag, .hideBoosts, .tellOfPosts, .blockServer, .note, .muteFor, .react,
      .unschedule, .reschedule, .answerNews, .feature, .publishMedia:
      throw .refused(nil)
    }
    return .done
  }
}
