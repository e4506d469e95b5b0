internal import FeedDomain

struct MastodonServiceActionCalls: Sendable {
  let connection: MastodonConnection

  func performServiceAction(_ action: ServiceAction) async throws(FeedError) -> ChangeOutcome {
    switch action.kind {
    case .followTag:
      try await connection.postFormIgnoringReply(
        MastodonAPIPath("/api/v1/tags", action.target, action.isDone ? "follow" : "unfollow"))
    case .hideBoosts: try await changeFollowOption(action, [("reblogs", "\(!action.isDone)")])
    case .tellOfPosts: try await changeFollowOption(action, [("notify", "\(action.isDone)")])
    case .blockServer:
      if action.isDone {
        try await connection.postFormIgnoringReply(
          MastodonAPIPath("/api/v1/domain_blocks"), [("domain", action.target)])
      } else {
        try await connection.sendDeleteRequestAcceptingMissing(
          MastodonAPIPath("/api/v1/domain_blocks", query: [("domain", action.target)]))
      }
    case .note:
      try await connection.postFormIgnoringReply(
        .personPath(Person.ID(action.target), "note"), [("comment", action.answers[.words] ?? "")])
    case .muteFor:
      try await MastodonPeople(connection: connection).changeRelationship(
        to: Person.ID(action.target), action.isDone ? "mute" : "unmute",
        action.isDone ? [("duration", action.answers[.duration] ?? "0")] : [])
    case .report: try await sendReport(action)
    case .unschedule:
      try await connection.sendDeleteRequestAcceptingMissing(
        MastodonAPIPath("/api/v1/scheduled_statuses", action.target))
    case .filter where connection.server.hasPhraseFilters: try await changePhraseFilters(action)
    case .filter where !action.isDone:
      try await connection.sendDeleteRequestAcceptingMissing(
        MastodonAPIPath("/api/v2/filters", action.target))
    case .filter: try await changeWordFilter(action)
    case .react: try await changeEmojiReaction(action)
    case .profile: try await MastodonProfileCalls(connection: connection).sendProfileChanges(action)
    case .makeList:
      try await connection.postFormIgnoringReply(
        MastodonAPIPath("/api/v1/lists"), [("title", action.target)])
    case .renameList: try await renameList(action)
    case .dropList:
      try await connection.sendDeleteRequestAcceptingMissing(
        MastodonAPIPath("/api/v1/lists", action.target))
    case .changeListMembership: try await changeListMembership(action)
    case .reschedule: try await reschedulePost(action)
    case .addAnnouncementReaction: try await reactToAnnouncement(action)
    case .feature: try await featurePerson(action)
    case .publishMedia, .pinFeed, .likeFeed, .takeLabels, .message, .renameFeed, .moveFeed,
      .renameFolder:
      throw .refused(nil)
    }
  }

  private func sendReport(_ action: ServiceAction) async throws(FeedError) -> ChangeOutcome {
    let form: [(String, String?)] = [
      ("account_id", action.target), ("status_ids[]", action.answers[.post]),
      ("category", action.answers[.reason]), ("comment", action.answers[.words]),
      // A rule is sent only with the reason "violation".
      (
        "rule_ids[]",
        action.answers[.reason] == ReportReason.violation.rawValue
          ? action.answers[.rule].flatMap { $0.isEmpty ? nil : $0 } : nil
      ),
      ("forward", action.answers[.forwardsReport]),
    ]
    return try await connection.postFormIgnoringReply(
      MastodonAPIPath("/api/v1/reports"),
      form.compactMap { name, value in value.map { (name, $0) } })
  }

  private func renameList(_ action: ServiceAction) async throws(FeedError) -> ChangeOutcome {
    try await connection.putForm(
      MastodonAPIPath("/api/v1/lists", action.target), [("title", action.answers[.name] ?? "")])
  }

  private func changeListMembership(_ action: ServiceAction) async throws(FeedError)
    -> ChangeOutcome
  {
    let list = action.answers[.list] ?? ""
    let people = [("account_ids[]", action.target)]
    guard action.isDone else {
      return try await connection.sendDeleteRequestAcceptingMissing(
        MastodonAPIPath("/api/v1/lists", list, "accounts", query: people))
    }
    do throws(FeedError) {
      return try await connection.postFormIgnoringReply(
        MastodonAPIPath("/api/v1/lists", list, "accounts"), people)
    } catch {
      // The server refuses a person who is already on the list.
      guard case .refused = error,
        try await MastodonOptionalInformation(connection: connection).fetchListIDs(
          of: Person.ID(action.target)
        )
        .contains(list)
      else { throw error }
      return .done
    }
  }

  private func reschedulePost(_ action: ServiceAction) async throws(FeedError) -> ChangeOutcome {
    guard let moment = action.answers[.moment].flatMap({ Int64($0) }) else { throw .refused(nil) }
    return try await connection.putForm(
      MastodonAPIPath("/api/v1/scheduled_statuses", action.target),
      [("scheduled_at", ISODate.isoDateText(Timestamp(milliseconds: moment)))])
  }

  private func reactToAnnouncement(_ action: ServiceAction) async throws(FeedError) -> ChangeOutcome
  {
    let path = MastodonAPIPath("/api/v1/announcements", action.target, "reactions", action.detail)
    try await connection.client.sendRequestCheckingJSON(
      HTTPRequest(action.isDone ? .put : .delete, path.text, isRepeatable: true))
    return .done
  }

  /// Features a person on the account's own Mastodon profile, or stops featuring the person, by the
  /// API call `endorse`, which older servers name `pin`.
  private func featurePerson(_ action: ServiceAction) async throws(FeedError) -> ChangeOutcome {
    let person = Person.ID(action.target)
    do throws(FeedError) {
      return try await connection.postFormIgnoringReply(
        .personPath(person, action.isDone ? "endorse" : "unendorse"))
    } catch {
      guard error == .notFound else { throw error }
      return try await connection.postFormIgnoringReply(
        .personPath(person, action.isDone ? "pin" : "unpin"))
    }
  }

  private func changeWordFilter(_ action: ServiceAction) async throws(FeedError) -> ChangeOutcome {
    let places = Set<WordFilter.WordFilterContext>(answer: action.answers[.filterContexts])
    var form = [("filter_action", action.answers[.hidesMatches] == "true" ? "hide" : "warn")]
    form += WordFilter.WordFilterContext.allCases.filter(places.contains).map {
      ("context[]", $0.rawValue)
    }
    let end = action.answers[.endTime].flatMap { $0.isEmpty ? nil : $0 }
    guard let changed = action.answers[.item].flatMap({ $0.isEmpty ? nil : $0 }) else {
      if let end, end != "0" { form.append(("expires_in", end)) }
      let keywords = FilterKeywordChanges(from: [], to: action.target)
      return try await connection.postFormIgnoringReply(
        MastodonAPIPath("/api/v2/filters"),
        [("title", keywords.title)] + form + keywords.formFields)
    }
    // The end time of an existing filter is removed by an empty field, and stays without a field.
    if let end { form.append(("expires_in", end == "0" ? "" : end)) }
    let reader = connection.makeJSONReader()
    let (title, keywords) = try await connection.getJSON(
      MastodonAPIPath("/api/v2/filters", changed)
    ) { json, _ in
      (json["title"].string ?? "", json["keywords"].array.compactMap(reader.parsedFilterKeyword))
    }
    // A title that differs from the words was given by the user in another program.
    let isGiven = title != WordFilter.answer(asTypedInForm: keywords.map(\.words))
    let changes = FilterKeywordChanges(from: keywords, to: action.target)
    let kept = title.isEmpty || !isGiven ? changes.title : title
    return try await connection.putForm(
      MastodonAPIPath("/api/v2/filters", changed), [("title", kept)] + form + changes.formFields)
  }

  /// Adds filters at a Mastodon server whose filters have one phrase each, or changes or removes
  /// one; further phrases that were typed become filters of their own.
  private func changePhraseFilters(_ action: ServiceAction) async throws(FeedError) -> ChangeOutcome
  {
    defer { connection.phraseFilters.expireFilters() }
    guard action.isDone else {
      return try await connection.sendDeleteRequestAcceptingMissing(
        MastodonAPIPath("/api/v1/filters", action.target))
    }
    let known = try await connection.fetchPhraseFilters()
    let item = action.answers[.item].flatMap { $0.isEmpty ? nil : $0 }
    let edited = known.first { $0.id == item }
    guard item == nil || edited != nil else { throw .notFound }
    var places = Set<WordFilter.WordFilterContext>(answer: action.answers[.filterContexts])
    // Pleroma and Akkoma have no filters for profiles, and refuse the name.
    if connection.server.software == .akkoma, places.count > 1 { places.remove(.profiles) }
    let contexts = WordFilter.WordFilterContext.allCases.filter(places.contains).map(\.rawValue)
    let isHiding = action.answers[.hidesMatches] == "true"
    let seconds = action.answers[.endTime].flatMap { Int($0) }
    func filterJSON(_ phrase: String, isWholeWord: Bool, _ end: [JSON.JSONMember]) -> JSON {
      .object(
        [
          JSON.JSONMember(name: "phrase", value: .string(phrase)),
          JSON.JSONMember(name: "context", value: .array(contexts.map { .string($0) })),
          JSON.JSONMember(name: "irreversible", value: .bool(isHiding)),
          JSON.JSONMember(name: "whole_word", value: .bool(isWholeWord)),
        ] + end)
    }
    func end(_ seconds: Int) -> [JSON.JSONMember] {
      [JSON.JSONMember(name: "expires_in", value: seconds == 0 ? .null : .number(String(seconds)))]
    }
    let changes = FilterKeywordChanges(
      from: edited.map { [FilterKeyword(id: $0.id, words: $0.phrase)] } ?? [], to: action.target)
    // A repeated action must not add the filters again that its first attempt has added.
    for phrase in changes.added
    where !known.contains(where: {
      $0.phrase == phrase && $0.contexts == Set(contexts) && $0.isHiding == isHiding
    }) {
      try await sendPhraseFilter(
        .post, MastodonAPIPath("/api/v1/filters"),
        filterJSON(phrase, isWholeWord: true, seconds.map { $0 == 0 ? [] : end($0) } ?? []))
    }
    guard let edited else { return .done }
    try await sendPhraseFilter(
      .put, MastodonAPIPath("/api/v1/filters", edited.id),
      filterJSON(
        changes.changed.first?.words ?? edited.phrase, isWholeWord: edited.isWholeWord,
        // The end time of an existing filter is removed by null, and stays without a member.
        seconds.map(end) ?? []))
    return .done
  }

  private func sendPhraseFilter(
    _ method: HTTPRequest.HTTPMethod, _ path: MastodonAPIPath, _ json: JSON
  ) async throws(FeedError) {
    try await connection.client.sendRequestCheckingJSON(
      HTTPRequest(
        method, path.text, body: .bytes(json.encodedBytes(), type: "application/json"),
        isRepeatable: true))
  }

  /// Adds the account's emoji reaction to a post, or removes it. Akkoma expects the name of a
  /// custom emoji between colons.
  private func changeEmojiReaction(_ action: ServiceAction) async throws(FeedError) -> ChangeOutcome
  {
    guard connection.server.software == .akkoma else {
      let path = MastodonAPIPath(
        "/api/v1/statuses", action.target, action.isDone ? "react" : "unreact", action.detail)
      let reader = connection.makeJSONReader()
      return try await connection.postForm(path) { json, _ in
        reader.parsedPost(json).map { .post($0) } ?? .done
      }
    }
    let isName = action.detail.utf8.allSatisfy { $0 < 0x80 }
    let path = MastodonAPIPath(
      "/api/v1/pleroma/statuses", action.target, "reactions",
      isName ? ":\(action.detail):" : action.detail)
    let reader = connection.makeJSONReader()
    let request = HTTPRequest(action.isDone ? .put : .delete, path.text, isRepeatable: true)
    return try await connection.client.requestJSON(request) { json, _ in
      reader.parsedPost(json).map { .post($0) } ?? .done
    }
  }

  private func changeFollowOption(
    _ action: ServiceAction, _ form: [(String, String)]
  ) async throws(FeedError) -> ChangeOutcome {
    try await connection.postFormIgnoringReply(
      .personPath(Person.ID(action.target), "follow"), form)
  }
}

extension MastodonSoftware {
  /// The actions on posts and people that the Mastodon-family server software supports beyond those
  /// of every server; none for unknown software, Pixelfed and snac.
  var actions: Set<ServiceAction.ServiceActionKind> {
    switch self {
    case .mastodon:
      Self.commonServiceActions.union([.blockServer, .filter, .addAnnouncementReaction, .feature])
    case .akkoma: Self.commonServiceActions.union([.blockServer, .filter, .react, .feature])
    case .gotosocial: Self.commonServiceActions.union([.filter])
    case .takahe: [.followTag]
    case .pixelfed, .snac, .other: []
    }
  }

  private static let commonServiceActions: Set<ServiceAction.ServiceActionKind> = [
    .followTag, .hideBoosts, .tellOfPosts, .note, .muteFor, .report, .profile,
    .makeList, .renameList, .dropList, .changeListMembership,
  ]

  var peopleLists: PeopleListKinds {
    PeopleListKinds.requests.union(self == .mastodon ? .all : .common)
  }
}

/// The changes that turn a filter's keywords into those typed by the user, separated by commas or
/// line ends. A filter with one keyword that has a comma itself stays one of one keyword.
struct FilterKeywordChanges {
  /// The keywords with other texts; their other properties, such as whether they match only whole
  /// words, stay.
  private(set) var changed: [(keyword: FilterKeyword, words: String)] = []
  private(set) var removed: [FilterKeyword] = []
  private(set) var added: [String]
  /// The title of the filter, which consists of its keywords.
  let title: String

  init(from keywords: [FilterKeyword], to typed: String) {
    let known = keywords.map(\.words)
    let isOne = known.count == 1 && known[0].contains(",")
    let words = isOne ? [] : WordFilter.words(fromFormAnswer: typed, known: known)
    added = words.isEmpty ? [typed] : words
    title = WordFilter.answer(asTypedInForm: added)
    for keyword in keywords {
      if let index = added.firstIndex(of: keyword.words) {
        added.remove(at: index)
      } else {
        removed.append(keyword)
      }
    }
    while !removed.isEmpty, !added.isEmpty {
      changed.append((removed.removeFirst(), added.removeFirst()))
    }
  }

  /// The fields of the form that changes the filter. Each keyword begins with the same field,
  /// because servers begin a new keyword where a field comes again.
  var formFields: [(String, String)] {
    func keywordFormFields(_ words: String, _ others: [(String, String)]) -> [(String, String)] {
      ([("keyword", words)] + others).map { ("keywords_attributes[][\($0.0)]", $0.1) }
    }
    return changed.flatMap { keywordFormFields($0.words, [("id", $0.keyword.id)]) }
      + removed.flatMap { keywordFormFields($0.words, [("id", $0.id), ("_destroy", "true")]) }
      + added.flatMap { keywordFormFields($0, [("whole_word", "true")]) }
  }
}
