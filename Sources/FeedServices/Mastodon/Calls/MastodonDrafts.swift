internal import FeedDomain
internal import Threads

/// The reader's drafts, which become posts, at once or later.
struct MastodonDrafts: Sendable {
  let connection: MastodonConnection

  /// Posts a draft, or has it posted later: then there is nothing to show yet.
  func publish(_ draft: Draft, key: OutboxItem.ID?) async throws(FeedError) -> Outcome {
    // Some would post at once what comes too late to wait.
    if let moment = draft.postsAt, moment < connection.world.now.advanced(by: DraftLimits.notice) {
      throw .refused(nil)
    }
    let fields = try await fields(of: draft)
    let reader = connection.reader()
    return try await connection.send(
      fields, .post, to: MastodonPath("/api/v1/statuses"), key: key?.rawValue,
      asForm: draft.poll != nil && connection.server.software.readsPollsInForms
    ) { json, _ throws(FeedError) in
      if let post = reader.post(json) { return .post(post) }
      guard json["scheduled_at"].filledString != nil else { throw .badReply }
      return .done
    }
  }

  private func fields(of draft: Draft) async throws(FeedError) -> MastodonFields {
    var text = draft.text
    var fields = MastodonFields()
    if let quoting = draft.quoting {
      if connection.server.quotes {
        fields.add("quoted_status_id", quoting.rawValue)
      } else {
        let address = try await self.address(of: quoting)
        text = Self.text(text, linking: address)
      }
    }
    fields.add("status", text)
    fields.add("visibility", draft.visibility.mastodonName)
    fields.add("in_reply_to_id", draft.replyTo?.rawValue)
    let warning = draft.warning ?? ""
    if !warning.isEmpty { fields.add("spoiler_text", warning) }
    if draft.coversSomething { fields.add("sensitive", true) }
    fields.add("language", draft.language ?? connection.habits.withLock(\.language))
    addQuoters(of: draft, to: &fields)
    fields.add("scheduled_at", draft.postsAt.map(ISODate.text))
    let pictures = draft.attachments.compactMap(\.uploaded)
    if !pictures.isEmpty { fields.add("media_ids", pictures) }
    fields.add("poll", draft.poll?.mastodonFields)
    addTextType(to: &fields)
    return fields
  }

  /// Who may quote it, for servers at which one can be quoted.
  func addQuoters(of draft: Draft, to fields: inout MastodonFields) {
    guard connection.server.quotes else { return }
    fields.add("quote_approval_policy", draft.quoters?.mastodonName)
  }

  /// What kind of text it is, for servers that would make something else of it where the account's
  /// settings say so.
  func addTextType(to fields: inout MastodonFields) {
    if connection.server.software.knowsPlainText { fields.add("content_type", "text/plain") }
  }

  /// The page of a post, for servers that cannot show one inside another.
  private func address(of post: Post.ID) async throws(FeedError) -> String? {
    try await connection.get(.status(post)) { json, _ in
      MastodonReader.address(json["url"]) ?? MastodonReader.address(json["uri"])
    }
  }

  private static func text(_ text: String, linking address: String?) -> String {
    guard let address, !text.contains(address) else { return text }
    return text.isEmpty ? address : "\(text)\n\n\(address)"
  }

  /// Looks for what came of a draft whose reply was lost: among what is kept for later, and among what
  /// the reader posted last, because only some servers know a key again, and those for an hour at most.
  func readBack(_ draft: Draft, after tries: EarlierTries) async throws(FeedError) -> ReadBack {
    try await readingBack { () async throws(FeedError) in
      if try await isKept(draft) { return .arrived(.done) }
      let mark = MastodonDraftMark(draft, at: connection.server.software)
      let (posts, told) = try await latestPosts()
      var written = told
      let search = await ArrivalSearch(
        after: tries, by: connection.client, now: connection.world.now)
      let unknown = search.unknown(of: posts)
      let isComplete = !posts.isEmpty
      var fits: [Post.ID: ArrivalSearch.Fit] = [:]
      for post in unknown { fits[post.id] = mark.fit(of: post, writtenAs: written[post.id]) }
      let timely = unknown.filter(search.isTimely)
      // Where none is it for certain, the server is asked for the words of those that may be, as they
      // were written.
      let doubtful =
        timely.contains { fits[$0.id] == .exact } ? [] : timely.filter { fits[$0.id] == .possible }
      for post in doubtful.prefix(Self.mostSources) where written[post.id] == nil {
        written[post.id] = try await source(of: post.id)
        fits[post.id] = mark.fit(of: post, writtenAs: written[post.id])
      }
      return search.result(
        among: unknown, isComplete: isComplete,
        // A server that knows keys does not look at those of what it posts later.
        knowsKeys: connection.server.software.remembersKeys && draft.postsAt == nil
      ) { fits[$0.id] ?? .different }
    }
  }

  /// The words of how many posts are asked for at most.
  private static let mostSources = 3

  /// What the reader posted last, and the words of it as they were written where that is told at once.
  private func latestPosts() async throws(FeedError) -> ([Post], [Post.ID: MastodonSource]) {
    let reader = connection.reader()
    let person = connection.account.person
    let query = [("limit", "20"), ("exclude_reblogs", "true")]
    return try await connection.get(.person(person, "statuses", query: query)) {
      json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      let own = json.array.compactMap { status in reader.post(status).map { ($0, status) } }
        .filter { $0.0.author.id == person }
      let written = own.compactMap { post, status in
        MastodonSource(status).map { (post.id, $0) }
      }
      return (own.map(\.0), Dictionary(written) { first, _ in first })
    }
  }

  /// A post as it was written; nil where the server does not tell.
  private func source(of post: Post.ID) async throws(FeedError) -> MastodonSource? {
    guard connection.server.software.edits else { return nil }
    do throws(FeedError) {
      return try await connection.get(.status(post, "source")) { json, _ in MastodonSource(json) }
    } catch {
      guard error.isLasting || error.leavesDoubt, error != .cancelled else { throw error }
      return nil
    }
  }

  /// Whether the server keeps the draft, to post it later.
  private func isKept(_ draft: Draft) async throws(FeedError) -> Bool {
    guard let moment = draft.postsAt else { return false }
    let path = MastodonPath("/api/v1/scheduled_statuses", query: [("limit", "40")])
    return try await connection.get(path) { json, _ in
      json.array.contains { kept in
        // A server may leave out what is less than a second.
        let time = kept["scheduled_at"].string.flatMap(ISODate.timestamp)
        let isThen = time.map { abs($0.milliseconds - moment.milliseconds) < 1_000 } ?? false
        return isThen && kept["params"]["text"].string == draft.text
      }
    }
  }
}

/// A post as it was written.
struct MastodonSource: Equatable, Sendable {
  let text: String
  let warning: String

  /// What a server tells of that with a post, or by itself; nil where it does not.
  init?(_ json: JSON) {
    guard let text = json["text"].filledString else { return nil }
    (self.text, warning) = (text, json["spoiler_text"].string ?? "")
  }
}

extension Draft {
  /// Whether something of it is to be seen by those alone who want to: to a server, a warning covers
  /// the pictures, too.
  var coversSomething: Bool {
    isSensitive && !attachments.isEmpty || !(warning ?? "").isEmpty
  }
}

extension Draft.Poll {
  fileprivate var mastodonFields: JSON {
    [
      "options": .array(choices.map { .string($0) }),
      "expires_in": .number(String(lasts.components.seconds)), "multiple": .bool(allowsSeveral),
      // Some hide the counts unless they are told not to.
      "hide_totals": false,
    ]
  }
}

extension Visibility {
  var mastodonName: String {
    switch self {
    case .everybody: "public"
    case .unlisted: "unlisted"
    case .followers: "private"
    case .mentioned, .oneself: "direct"
    }
  }
}
