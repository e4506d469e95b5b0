internal import FeedDomain
internal import Threads

/// A set of calls that fetch and change the account's Mastodon profile, and the posting defaults
/// that are part of it.
struct MastodonProfileCalls: Sendable {
  private static let plainFields: [(InputField, String)] = [
    (.name, "display_name"), (.words, "note"), (.isLocked, "locked"), (.isBot, "bot"),
    (.isDiscoverable, "discoverable"), (.language, "source[language]"),
  ]

  let connection: MastodonConnection

  func fetchProfileFields() async throws(FeedError) -> [InputField: String] {
    // Akkoma reports these defaults but changes them under other names.
    let acceptsPostingDefaults = connection.server.software != .akkoma
    return try await connection.getJSON(MastodonAPIPath("/api/v1/accounts/verify_credentials")) {
      json, _ throws(FeedError) in
      guard json["id"].id != nil else { throw .badReply }
      let source = json["source"]
      var answers: [InputField: String] = [
        .name: json["display_name"].string ?? "", .words: source["note"].string ?? "",
      ]
      answers[.facts] = source["fields"].array.compactMap { fact in
        fact["name"].string.map { "\($0): \(fact["value"].string ?? "")" }
      }.joined(separator: "\n")
      (answers[.portrait], answers[.banner]) = ("", "")
      for (field, told) in [
        (InputField.isLocked, json["locked"]), (.isBot, json["bot"]),
        (
          .isDiscoverable,
          source["discoverable"].isNull ? json["discoverable"] : source["discoverable"]
        ),
      ] {
        // A setting missing in the reply must not be changed by accident.
        if let isOn = told.bool { answers[field] = isOn ? "true" : "false" }
      }
      let audience = Visibility.widerThanMentioned.first {
        source["privacy"] == .string($0.mastodonName)
      }
      if let audience, acceptsPostingDefaults {
        answers[.audience] = audience.rawValue
        answers[.language] = source["language"].string ?? ""
      }
      return answers
    }
  }

  func sendProfileChanges(_ action: ServiceAction) async throws(FeedError) -> ChangeOutcome {
    var form = Self.plainFields.compactMap { field, name in
      action.answers[field].map { (name, $0) }
    }
    if let audience = action.answers[.audience].flatMap(Visibility.init) {
      form.append(("source[privacy]", audience.mastodonName))
    }
    if let facts = action.answers[.facts] { form += Self.profileTableFormFields(from: facts) }
    // Only pictures were changed, which are sent separately.
    guard !form.isEmpty else { return .done }
    let reader = connection.makeJSONReader()
    let request = HTTPRequest(
      .patch, MastodonAPIPath("/api/v1/accounts/update_credentials").text, body: .form(form),
      isRepeatable: true)
    let (outcome, defaults): (ChangeOutcome, PostingDefaults?) = try await connection.client
      .requestJSON(
        request
      ) {
        json, _ in
        let source = json["source"]
        return (
          reader.parsedPersonWithPortrait(json).map { .person($0) } ?? .done,
          source.isObject ? PostingDefaults(mastodon: source) : nil
        )
      }
    if let defaults { await storePostingDefaults(defaults) }
    return outcome
  }

  func uploadProfilePicture(_ picture: PreparedPicture, as field: InputField)
    async throws(FeedError)
  {
    let part = HTTPFormPart(name: field == .banner ? "header" : "avatar", picture: picture)
    var request = HTTPRequest(
      .patch, MastodonAPIPath("/api/v1/accounts/update_credentials").text, body: .multipart([part]),
      isRepeatable: true)
    request.kind = .media
    try await connection.client.sendRequestCheckingJSON(request)
  }

  private func storePostingDefaults(_ defaults: PostingDefaults) async {
    connection.postingDefaults.withLock { $0 = defaults }
    // Defaults that cannot be stored are fetched again within a day.
    try? await connection.storedFacts?.updateAccountFacts { $0.postingDefaults = defaults }
  }

  /// Returns the form fields that set the table of a Mastodon profile: each line of the text, such
  /// as "name: value", is a row; rows without a line are cleared.
  private static func profileTableFormFields(from facts: String) -> [(String, String)] {
    let lines = facts.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    return (0..<max(4, lines.count)).flatMap { place -> [(String, String)] in
      let (name, value) = lines.dropFirst(place).first.map(profileTableRow) ?? ("", "")
      return [
        ("fields_attributes[\(place)][name]", name),
        ("fields_attributes[\(place)][value]", value),
      ]
    }
  }

  /// Splits a line of the text about a profile's table into name and value, at the first colon
  /// before a blank, since names may contain colons; without one, at the first colon.
  private static func profileTableRow(_ line: Substring) -> (String, String) {
    let colons = line.indices.filter { line[$0] == ":" }
    let separator = colons.first { line[line.index(after: $0)...].first?.isWhitespace == true }
    guard let colon = separator ?? colons.first else { return (line.trimmingBlanks, "") }
    return (line[..<colon].trimmingBlanks, line[line.index(after: colon)...].trimmingBlanks)
  }
}
