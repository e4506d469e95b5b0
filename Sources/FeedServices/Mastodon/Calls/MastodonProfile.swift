internal import FeedDomain
internal import Threads

/// What the reader's profile says, and how drafts begin, which is kept with it.
struct MastodonProfile: Sendable {
  private static let plainFields: [(AskedField, String)] = [
    (.name, "display_name"), (.words, "note"), (.isLocked, "locked"), (.isBot, "bot"),
    (.isDiscoverable, "discoverable"), (.language, "source[language]"),
  ]

  let connection: MastodonConnection

  /// What can be said of oneself, as it stands.
  func fields() async throws(FeedError) -> [AskedField: String] {
    // Akkoma tells them, and has them changed under other names.
    let takesHabits = connection.server.software != .akkoma
    return try await connection.get(MastodonPath("/api/v1/accounts/verify_credentials")) {
      json, _ throws(FeedError) in
      guard json["id"].id != nil else { throw .badReply }
      let source = json["source"]
      var answers: [AskedField: String] = [
        .name: json["display_name"].string ?? "", .words: source["note"].string ?? "",
      ]
      answers[.facts] = source["fields"].array.compactMap { fact in
        fact["name"].string.map { "\($0): \(fact["value"].string ?? "")" }
      }.joined(separator: "\n")
      (answers[.portrait], answers[.banner]) = ("", "")
      for (field, told) in [
        (AskedField.isLocked, json["locked"]), (.isBot, json["bot"]),
        (
          .isDiscoverable,
          source["discoverable"].isNull ? json["discoverable"] : source["discoverable"]
        ),
      ] {
        // What is not told is not to be changed by accident.
        if let isOn = told.bool { answers[field] = isOn ? "true" : "false" }
      }
      let audience = Visibility.forMany.first { source["privacy"] == .string($0.mastodonName) }
      if let audience, takesHabits {
        answers[.audience] = audience.rawValue
        answers[.language] = source["language"].string ?? ""
      }
      return answers
    }
  }

  func change(_ act: Act) async throws(FeedError) -> Outcome {
    var form = Self.plainFields.compactMap { field, name in
      act.answers[field].map { (name, $0) }
    }
    if let audience = act.answers[.audience].flatMap(Visibility.init) {
      form.append(("source[privacy]", audience.mastodonName))
    }
    if let facts = act.answers[.facts] { form += Self.form(facts) }
    // Only its pictures were to be others.
    guard !form.isEmpty else { return .done }
    let reader = connection.reader()
    let request = HTTPRequest(
      .patch, MastodonPath("/api/v1/accounts/update_credentials").text, body: .form(form),
      isRepeatable: true)
    let (outcome, usual): (Outcome, DraftHabits?) = try await connection.client.json(request) {
      json, _ in
      let source = json["source"]
      return (
        reader.profile(json).map { .person($0) } ?? .done,
        source.isObject ? DraftHabits(mastodon: source) : nil
      )
    }
    if let usual { await note(usual) }
    return outcome
  }

  func show(_ picture: PreparedPicture, as field: AskedField) async throws(FeedError) {
    let ending = picture.mediaType.split(separator: "/").last.map(String.init) ?? "jpeg"
    let part = HTTPPart(
      name: field == .banner ? "header" : "avatar",
      content: .bytes(picture.bytes, fileName: "picture.\(ending)", type: picture.mediaType))
    var request = HTTPRequest(
      .patch, MastodonPath("/api/v1/accounts/update_credentials").text, body: .multipart([part]),
      isRepeatable: true)
    request.kind = .media
    try await connection.client.perform(request)
  }

  /// Begins drafts that way from now on.
  private func note(_ usual: DraftHabits) async {
    connection.habits.withLock { $0 = usual }
    // What cannot be kept is asked for again within a day.
    try? await connection.notes?.keep { $0.habits = usual }
  }

  /// Facts as they were typed, a line each; what is not said any more is taken out.
  private static func form(_ facts: String) -> [(String, String)] {
    let lines = facts.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    return (0..<max(4, lines.count)).flatMap { place -> [(String, String)] in
      let parts =
        lines.dropFirst(place).first?.split(
          separator: ":", maxSplits: 1, omittingEmptySubsequences: false
        ).map { String($0).trimmingBlanks } ?? []
      return [
        ("fields_attributes[\(place)][name]", parts.first ?? ""),
        ("fields_attributes[\(place)][value]", parts.dropFirst().first ?? ""),
      ]
    }
  }
}
