internal import FeedDomain

/// A client for custom feeds at Bluesky, which finds, likes and pins them.
struct BlueskyCustomFeedCalls: Sendable {
  let connection: BlueskyConnection

  func customFeeds(matching words: String?) async throws(FeedError) -> [CustomFeed] {
    let pinned = Set(
      try await preferences.fetchAllPreferences().preferenceJSON(.savedFeeds)?["items"].array
        .compactMap {
          item in
          item["pinned"].bool == true ? item["value"].string : nil
        } ?? [])
    let method =
      words == nil
      ? "app.bsky.feed.getSuggestedFeeds" : "app.bsky.unspecced.getPopularFeedGenerators"
    return try await connection.callXRPCQuery(method, [("limit", "50"), ("query", words)]) {
      json throws(FeedError) in
      try json["feeds"].requiredArray().compactMap { feed in
        guard let id = feed["uri"].nonEmptyString, let name = feed["displayName"].nonBlankText
        else { return nil }
        return CustomFeed(
          id: id, name: name, author: feed["creator"].blueskyHandle ?? "",
          words: feed["description"].string ?? "", likes: feed["likeCount"].count,
          isLiked: feed["viewer"]["like"].nonEmptyString != nil, isPinned: pinned.contains(id))
      }
    }
  }

  func changeCustomFeedPin(_ action: ServiceAction, key: OutboxItem.ID) async throws(FeedError) {
    let isList = ATProtocolAddress(action.target)?.collection == "app.bsky.graph.list"
    try await preferences.changePreferenceArray(.savedFeeds, "items") { items in
      guard let place = items.firstIndex(where: { $0["value"].string == action.target }) else {
        guard action.isDone else { return items }
        return items + [
          [
            "id": .string(BlueskyRecordKeyGenerator.recordKey(forPost: key)),
            "type": isList ? "list" : "feed",
            "value": .string(action.target), "pinned": .bool(true),
          ]
        ]
      }
      var items = items
      items[place] = items[place].addingOrReplacingMember("pinned", .bool(action.isDone))
      return items
    }
  }

  func changeCustomFeedLike(_ action: ServiceAction) async throws(FeedError) {
    let view = try await connection.callXRPCQuery(
      "app.bsky.feed.getFeedGenerator", [("feed", action.target)]
    ) {
      json throws(FeedError) in
      guard let view = BlueskyPostJSON(json["view"]) else { throw .badReply }
      return view
    }
    try await connection.records.writeOrRemoveActionRecord(
      .like, action.isDone, about: action.target,
      own: view.json["viewer"]["like"].nonEmptyString.flatMap(ATProtocolAddress.init),
      subject: view.reference.json)
  }

  private var preferences: BlueskyPreferenceCalls { BlueskyPreferenceCalls(connection: connection) }
}

/// A client for reading and changing the user's preferences at Bluesky: one list that all programs
/// share, and that is always written as a whole.
struct BlueskyPreferenceCalls: Sendable {
  let connection: BlueskyConnection

  func fetchAllPreferences() async throws(FeedError) -> JSON {
    try await connection.callXRPCQuery("app.bsky.actor.getPreferences") { json throws(FeedError) in
      guard json["preferences"].isArray else { throw .badReply }
      return json
    }
  }

  /// Replaces a named JSON array in one of the user's preferences at Bluesky by the result of a
  /// closure, keeps all other preferences, and forgets the cached moderation preferences.
  func changePreferenceArray(
    _ preference: BlueskyModerationPreferences.BlueskyPreferenceType, _ name: String,
    _ change: @Sendable ([JSON]) -> [JSON]
  ) async throws(FeedError) {
    var all = try await self.fetchAllPreferences()["preferences"].array
    let place = all.lastIndex { $0["$type"].string == preference.rawValue }
    let kept = place.map { all[$0] } ?? ["$type": .string(preference.rawValue)]
    let changed = change(kept[name].array)
    guard place == nil || changed != kept[name].array else { return }
    let new = kept.addingOrReplacingMember(name, .array(changed))
    if let place { all[place] = new } else { all.append(new) }
    try await connection.callXRPCProcedure(
      "app.bsky.actor.putPreferences", ["preferences": .array(all)])
    connection.cache.forgetModerationPreferences()
  }

  func changeLabelerSubscription(_ action: ServiceAction) async throws(FeedError) {
    try await changePreferenceArray(.labelers, "labelers") { labelers in
      let others = labelers.filter { $0["did"].string != action.target }
      return action.isDone ? others + [["did": .string(action.target)]] : others
    }
  }

  func wordFilters() async throws(FeedError) -> [WordFilter] {
    let now = connection.world.now
    return try await fetchAllPreferences().preferenceJSON(.mutedWords)?["items"].array.compactMap {
      item in
      guard let value = item["value"].nonBlankText else { return nil }
      let end = item["expiresAt"].isoDate
      if let end, end <= now { return nil }
      let shown = item["targets"].array == ["tag"] ? "#\(value)" : value
      return WordFilter(
        id: item["id"].nonEmptyString ?? value, title: shown, words: [shown],
        places: Set(WordFilter.WordFilterContext.allCases), isHiding: true, end: end)
    } ?? []
  }

  func changeWordFilter(_ action: ServiceAction, key: OutboxItem.ID) async throws(FeedError) {
    let seconds = action.answers[.endTime].flatMap { Int64($0) }
    let end = seconds.map { connection.world.now.timeAdvanced(by: .seconds($0)) }
    let replaced = action.isDone ? action.answers[.item] : action.target
    try await changePreferenceArray(.mutedWords, "items") { items in
      let words = WordFilter.words(
        fromFormAnswer: action.target, known: items.compactMap { $0["value"].string }
      ).map(Self.mutedWordValueAndTargets)
      func isReplacedMutedWord(_ item: JSON) -> Bool {
        (item["id"].nonEmptyString ?? item["value"].string) == replaced
      }
      let others = items.filter { item in
        !isReplacedMutedWord(item)
          && !(action.isDone
            && words.contains { item["value"].string == $0.value && item["targets"] == $0.targets })
      }
      guard action.isDone else { return others }
      let added = words.enumerated().map { index, word in
        let id = BlueskyRecordKeyGenerator.recordKey(
          forPost: index == 0 ? key : OutboxItem.ID("\(key.rawValue) \(index)"))
        // A changed word goes on sparing the same people, also if the word is sent a second time.
        let old = items.first { isReplacedMutedWord($0) || $0["id"].string == id }
        let kept = old?["expiresAt"].nonEmptyString
        return JSON.object(withoutNulls: [
          "id": .string(id), "value": .string(word.value), "targets": word.targets,
          "actorTarget": .string(old?["actorTarget"].nonEmptyString ?? "all"),
          "expiresAt": JSON(text: seconds == 0 ? nil : end.map(ISODate.isoDateText) ?? kept),
        ])
      }
      return others + added
    }
  }

  /// Returns muted words in the form that Bluesky stores: words apply to texts and tags, a word
  /// typed with "#" to tags alone.
  private static func mutedWordValueAndTargets(of words: String) -> (value: String, targets: JSON) {
    guard words.hasPrefix("#"), words.count > 1 else { return (words, ["content", "tag"]) }
    let value = String(words.dropFirst()).trimmingBlanks
    return (value, value.contains(where: \.isWhitespace) ? ["content", "tag"] : ["tag"])
  }
}

extension JSON {
  func preferenceJSON(_ preference: BlueskyModerationPreferences.BlueskyPreferenceType) -> JSON? {
    self["preferences"].array.last { $0["$type"].string == preference.rawValue }
  }

  func addingOrReplacingMember(_ name: String, _ value: JSON) -> JSON {
    var members = members
    if let place = members.firstIndex(where: { $0.name == name }) {
      members[place] = JSONMember(name: name, value: value)
    } else {
      members.append(JSONMember(name: name, value: value))
    }
    return .object(members)
  }
}
