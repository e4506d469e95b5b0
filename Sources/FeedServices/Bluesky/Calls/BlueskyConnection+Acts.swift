internal import FeedDomain

extension BlueskyConnection {
  /// What can be done besides to posts and people.
  static let acts: Set<Act.Kind> = [
    .report, .profile, .makeList, .renameList, .dropList, .enlist, .filter, .pinFeed, .likeFeed,
    .takeLabels, .message,
  ]

  /// Does what is no deed to a post or to somebody; each kind is a call.
  func perform(_ act: Act, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    switch act.kind {
    case .report: return try await report(act)
    case .profile: return try await rewriteProfile(act)
    case .makeList: try await makeList(act, key: key)
    case .renameList: try await renameList(act)
    case .dropList: try await dropList(act)
    case .enlist: try await enlist(act)
    case .filter: try await filter(act, key: key)
    case .pinFeed: try await pinFeed(act, key: key)
    case .likeFeed: try await likeFeed(act)
    case .takeLabels: try await takeLabels(act)
    case .message:
      let words = act.answers[.words] ?? ""
      return .post(try await say(words, in: .with(Person.ID(act.target))))
    case .followTag, .hideBoosts, .tellOfPosts, .blockServer, .note, .muteFor, .react,
      .unschedule, .reschedule, .answerNews, .feature, .publishMedia:
      throw .refused(nil)
    }
    return .done
  }
}
