internal import FeedDomain

extension MastodonConnection {
  /// Does what is no deed to a post or to somebody; each kind is a call.
  func perform(_ act: Act) async throws(FeedError) -> Outcome {
    switch act.kind {
    case .followTag:
      try await done(MastodonPath("/api/v1/tags", act.target, act.isDone ? "follow" : "unfollow"))
    case .hideBoosts: try await follow(act, [("reblogs", "\(!act.isDone)")])
    case .tellOfPosts: try await follow(act, [("notify", "\(act.isDone)")])
    case .blockServer:
      if act.isDone {
        try await done(MastodonPath("/api/v1/domain_blocks"), [("domain", act.target)])
      } else {
        try await delete(MastodonPath("/api/v1/domain_blocks", query: [("domain", act.target)]))
      }
    case .note:
      try await done(
        .person(Person.ID(act.target), "note"), [("comment", act.answers[.words] ?? "")])
    case .muteFor:
      try await stand(
        to: Person.ID(act.target), act.isDone ? "mute" : "unmute",
        act.isDone ? [("duration", act.answers[.lasts] ?? "0")] : [])
    case .report: try await report(act)
    case .unschedule: try await delete(MastodonPath("/api/v1/scheduled_statuses", act.target))
    case .filter where !act.isDone: try await delete(MastodonPath("/api/v2/filters", act.target))
    case .filter: try await filter(act)
    case .react: try await react(act)
    case .profile: try await changeProfile(act)
    case .makeList: try await done(MastodonPath("/api/v1/lists"), [("title", act.target)])
    case .renameList: try await rename(act)
    case .dropList: try await delete(MastodonPath("/api/v1/lists", act.target))
    case .enlist: try await enlist(act)
    }
  }

  private func report(_ act: Act) async throws(FeedError) -> Outcome {
    let form: [(String, String?)] = [
      ("account_id", act.target), ("status_ids[]", act.answers[.post]),
      ("category", act.answers[.reason]), ("comment", act.answers[.words]),
      ("forward", act.answers[.forwards]),
    ]
    return try await done(
      MastodonPath("/api/v1/reports"), form.compactMap { name, value in value.map { (name, $0) } })
  }

  private func rename(_ act: Act) async throws(FeedError) -> Outcome {
    let request = HTTPRequest(
      .put, MastodonPath("/api/v1/lists", act.target).text,
      body: .form([("title", act.answers[.name] ?? "")]), isRepeatable: true)
    return try await client.json(request) { _, _ in .done }
  }

  private func enlist(_ act: Act) async throws(FeedError) -> Outcome {
    let list = act.answers[.list] ?? ""
    let people = [("account_ids[]", act.target)]
    guard act.isDone else {
      return try await delete(MastodonPath("/api/v1/lists", list, "accounts", query: people))
    }
    do throws(FeedError) {
      return try await done(MastodonPath("/api/v1/lists", list, "accounts"), people)
    } catch {
      // Who is on it already stays on it.
      guard case .refused = error, try await lists(of: Person.ID(act.target)).contains(list) else {
        throw error
      }
      return .done
    }
  }

  private func changeProfile(_ act: Act) async throws(FeedError) -> Outcome {
    let form = Self.profileFields.compactMap { field, name in
      act.answers[field].map { (name, $0) }
    }
    let reader = reader()
    let request = HTTPRequest(
      .patch, MastodonPath("/api/v1/accounts/update_credentials").text, body: .form(form),
      isRepeatable: true)
    return try await client.json(request) { json, _ in
      reader.profile(json).map { .person($0) } ?? .done
    }
  }

  private static let profileFields: [(Act.Field, String)] = [
    (.name, "display_name"), (.words, "note"), (.isLocked, "locked"), (.isBot, "bot"),
    (.isDiscoverable, "discoverable"),
  ]

  private func filter(_ act: Act) async throws(FeedError) -> Outcome {
    let place = act.answers[.place].flatMap(WordFilter.Place.init)
    let places = (place.map { [$0] } ?? WordFilter.Place.allCases).map {
      ("context[]", $0.rawValue)
    }
    let seconds = act.answers[.ends] ?? "0"
    let form: [(String, String)] =
      [
        ("title", act.detail),
        ("filter_action", act.answers[.hides] == "true" ? "hide" : "warn"),
        ("keywords_attributes[][keyword]", act.target),
        ("keywords_attributes[][whole_word]", "true"),
      ] + places + (seconds == "0" ? [] : [("expires_in", seconds)])
    return try await done(MastodonPath("/api/v2/filters"), form)
  }

  /// A server's own emoji goes by its name between colons.
  private func react(_ act: Act) async throws(FeedError) -> Outcome {
    let isName = act.detail.utf8.allSatisfy { $0 < 0x80 }
    let path = MastodonPath(
      "/api/v1/pleroma/statuses", act.target, "reactions", isName ? ":\(act.detail):" : act.detail)
    let reader = reader()
    let request = HTTPRequest(act.isDone ? .put : .delete, path.text, isRepeatable: true)
    return try await client.json(request) { json, _ in
      reader.post(json).map { .post($0) } ?? .done
    }
  }

  private func done(
    _ path: MastodonPath, _ form: [(String, String)] = []
  ) async throws(FeedError) -> Outcome {
    try await post(path, form) { _, _ in .done }
  }

  /// Follows somebody who is followed, otherwise.
  private func follow(
    _ act: Act, _ form: [(String, String)]
  ) async throws(FeedError) -> Outcome {
    try await done(.person(Person.ID(act.target), "follow"), form)
  }
}

extension MastodonSoftware {
  /// What else can be done there; of others nobody knows.
  var acts: Set<Act.Kind> {
    switch self {
    case .mastodon: Self.most.union([.blockServer, .unschedule, .filter])
    case .akkoma: Self.most.union([.blockServer, .unschedule, .react])
    case .gotosocial: Self.most.union([.filter])
    case .pixelfed, .snac, .other: []
    }
  }

  private static let most: Set<Act.Kind> = [
    .followTag, .hideBoosts, .tellOfPosts, .note, .muteFor, .report, .profile,
    .makeList, .renameList, .dropList, .enlist,
  ]

  /// Which lists of people it tells.
  var peopleLists: PeopleLists { self == .mastodon ? .all : .most }
}
