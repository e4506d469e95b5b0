internal import FeedDomain

struct MastodonActions: Sendable {
  let connection: MastodonConnection

  func perform(_ act: ServiceAction) async throws(FeedError) -> Outcome {
    switch act.kind {
    case .followTag:
      try await connection.done(
        MastodonPath("/api/v1/tags", act.target, act.isDone ? "follow" : "unfollow"))
    case .hideBoosts: try await follow(act, [("reblogs", "\(!act.isDone)")])
    case .tellOfPosts: try await follow(act, [("notify", "\(act.isDone)")])
    case .blockServer:
      if act.isDone {
        try await connection.done(MastodonPath("/api/v1/domain_blocks"), [("domain", act.target)])
      } else {
        try await connection.delete(
          MastodonPath("/api/v1/domain_blocks", query: [("domain", act.target)]))
      }
    case .note:
      try await connection.done(
        .person(Person.ID(act.target), "note"), [("comment", act.answers[.words] ?? "")])
    case .muteFor:
      try await MastodonPeople(connection: connection).stand(
        to: Person.ID(act.target), act.isDone ? "mute" : "unmute",
        act.isDone ? [("duration", act.answers[.lasts] ?? "0")] : [])
    case .report: try await report(act)
    case .unschedule:
      try await connection.delete(MastodonPath("/api/v1/scheduled_statuses", act.target))
    case .filter where !act.isDone:
      try await connection.delete(MastodonPath("/api/v2/filters", act.target))
    case .filter: try await filter(act)
    case .react: try await react(act)
    case .profile: try await MastodonProfile(connection: connection).change(act)
    case .makeList:
      try await connection.done(MastodonPath("/api/v1/lists"), [("title", act.target)])
    case .renameList: try await rename(act)
    case .dropList: try await connection.delete(MastodonPath("/api/v1/lists", act.target))
    case .enlist: try await enlist(act)
    case .reschedule: try await reschedule(act)
    case .answerNews: try await answerNews(act)
    case .feature: try await feature(act)
    case .publishMedia, .pinFeed, .likeFeed, .takeLabels, .message: throw .refused(nil)
    }
  }

  private func report(_ act: ServiceAction) async throws(FeedError) -> Outcome {
    let form: [(String, String?)] = [
      ("account_id", act.target), ("status_ids[]", act.answers[.post]),
      ("category", act.answers[.reason]), ("comment", act.answers[.words]),
      // Only what breaks the rules breaks one of them.
      (
        "rule_ids[]",
        act.answers[.reason] == ReportReason.violation.rawValue
          ? act.answers[.rule].flatMap { $0.isEmpty ? nil : $0 } : nil
      ),
      ("forward", act.answers[.forwards]),
    ]
    return try await connection.done(
      MastodonPath("/api/v1/reports"), form.compactMap { name, value in value.map { (name, $0) } })
  }

  private func rename(_ act: ServiceAction) async throws(FeedError) -> Outcome {
    let request = HTTPRequest(
      .put, MastodonPath("/api/v1/lists", act.target).text,
      body: .form([("title", act.answers[.name] ?? "")]), isRepeatable: true)
    return try await connection.client.json(request) { _, _ in .done }
  }

  private func enlist(_ act: ServiceAction) async throws(FeedError) -> Outcome {
    let list = act.answers[.list] ?? ""
    let people = [("account_ids[]", act.target)]
    guard act.isDone else {
      return try await connection.delete(
        MastodonPath("/api/v1/lists", list, "accounts", query: people))
    }
    do throws(FeedError) {
      return try await connection.done(MastodonPath("/api/v1/lists", list, "accounts"), people)
    } catch {
      // Who is on it already stays on it.
      guard case .refused = error,
        try await MastodonExtras(connection: connection).lists(of: Person.ID(act.target)).contains(
          list)
      else {
        throw error
      }
      return .done
    }
  }

  private func reschedule(_ act: ServiceAction) async throws(FeedError) -> Outcome {
    guard let moment = act.answers[.moment].flatMap({ Int64($0) }) else { throw .refused(nil) }
    let request = HTTPRequest(
      .put, MastodonPath("/api/v1/scheduled_statuses", act.target).text,
      body: .form([("scheduled_at", ISODate.text(Timestamp(milliseconds: moment)))]),
      isRepeatable: true)
    return try await connection.client.json(request) { _, _ in .done }
  }

  private func answerNews(_ act: ServiceAction) async throws(FeedError) -> Outcome {
    let path = MastodonPath("/api/v1/announcements", act.target, "reactions", act.detail)
    try await connection.client.perform(
      HTTPRequest(act.isDone ? .put : .delete, path.text, isRepeatable: true))
    return .done
  }

  /// Features a person on the reader's profile, with the call `endorse`, which older servers name
  /// `pin`.
  private func feature(_ act: ServiceAction) async throws(FeedError) -> Outcome {
    let person = Person.ID(act.target)
    do throws(FeedError) {
      return try await connection.done(.person(person, act.isDone ? "endorse" : "unendorse"))
    } catch {
      guard error == .notFound else { throw error }
      return try await connection.done(.person(person, act.isDone ? "pin" : "unpin"))
    }
  }

  private func filter(_ act: ServiceAction) async throws(FeedError) -> Outcome {
    let place = act.answers[.place].flatMap(WordFilter.Context.init)
    let places = (place.map { [$0] } ?? WordFilter.Context.allCases).map {
      ("context[]", $0.rawValue)
    }
    let seconds = act.answers[.ends] ?? "0"
    let changed = act.answers[.item].flatMap { $0.isEmpty ? nil : $0 }
    var form: [(String, String)] =
      [
        ("title", act.detail),
        ("filter_action", act.answers[.hides] == "true" ? "hide" : "warn"),
      ] + places
    // What held for a while holds for good only where that is said.
    if seconds != "0" || changed != nil {
      form.append(("expires_in", seconds == "0" ? "" : seconds))
    }
    form += try await words(act.target, ofFilter: changed)
    guard let changed else {
      return try await connection.done(MastodonPath("/api/v2/filters"), form)
    }
    let request = HTTPRequest(
      .put, MastodonPath("/api/v2/filters", changed).text, body: .form(form), isRepeatable: true)
    return try await connection.client.json(request) { _, _ in .done }
  }

  /// Form fields for the words of a filter. In an existing filter, the first keyword is changed and
  /// the others stay.
  private func words(
    _ words: String, ofFilter id: String?
  ) async throws(FeedError) -> [(String, String)] {
    var known: String?
    if let id {
      known = try await connection.get(MastodonPath("/api/v2/filters", id)) { json, _ in
        json["keywords"][0]["id"].id
      }
    }
    return (known.map { [("keywords_attributes[][id]", $0)] } ?? []) + [
      ("keywords_attributes[][keyword]", words), ("keywords_attributes[][whole_word]", "true"),
    ]
  }

  /// Adds or removes an emoji reaction. Akkoma wants the name of a custom emoji between colons.
  private func react(_ act: ServiceAction) async throws(FeedError) -> Outcome {
    guard connection.server.software == .akkoma else {
      let path = MastodonPath(
        "/api/v1/statuses", act.target, act.isDone ? "react" : "unreact", act.detail)
      let reader = connection.reader()
      return try await connection.post(path) { json, _ in
        reader.post(json).map { .post($0) } ?? .done
      }
    }
    let isName = act.detail.utf8.allSatisfy { $0 < 0x80 }
    let path = MastodonPath(
      "/api/v1/pleroma/statuses", act.target, "reactions", isName ? ":\(act.detail):" : act.detail)
    let reader = connection.reader()
    let request = HTTPRequest(act.isDone ? .put : .delete, path.text, isRepeatable: true)
    return try await connection.client.json(request) { json, _ in
      reader.post(json).map { .post($0) } ?? .done
    }
  }

  private func follow(
    _ act: ServiceAction, _ form: [(String, String)]
  ) async throws(FeedError) -> Outcome {
    try await connection.done(.person(Person.ID(act.target), "follow"), form)
  }
}

extension MastodonSoftware {
  /// Actions on posts and people that the software supports, beyond the usual ones; none for
  /// unknown software.
  var acts: Set<ServiceAction.Kind> {
    switch self {
    case .mastodon:
      Self.most.union([.blockServer, .filter, .answerNews, .feature])
    case .akkoma: Self.most.union([.blockServer, .react, .feature])
    case .gotosocial: Self.most.union([.filter])
    case .takahe: [.followTag]
    case .pixelfed, .snac, .other: []
    }
  }

  private static let most: Set<ServiceAction.Kind> = [
    .followTag, .hideBoosts, .tellOfPosts, .note, .muteFor, .report, .profile,
    .makeList, .renameList, .dropList, .enlist,
  ]

  var peopleLists: PeopleLists {
    PeopleLists.requests.union(self == .mastodon ? .all : .most)
  }
}
