internal import FeedDomain
internal import Threads

struct MastodonDrafts: Sendable {
  let connection: MastodonConnection

  /// Publishes a draft, or schedules a draft for later; a scheduled draft yields no post.
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
      guard json["scheduled_at"].nonEmptyString != nil else { throw .badReply }
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

  /// Adds the quote policy, at servers that support quotes.
  func addQuoters(of draft: Draft, to fields: inout MastodonFields) {
    guard connection.server.quotes else { return }
    fields.add("quote_approval_policy", draft.quotePolicy?.mastodonName)
  }

  /// Declares the text as plain, at servers where the account's settings might turn it into
  /// Markdown.
  func addTextType(to fields: inout MastodonFields) {
    if connection.server.software.knowsPlainText { fields.add("content_type", "text/plain") }
  }

  /// Fetches the web address of a post, for servers that cannot show quotes.
  private func address(of post: Post.ID) async throws(FeedError) -> String? {
    try await connection.get(.status(post)) { json, _ in
      MastodonReader.address(json["url"]) ?? MastodonReader.address(json["uri"])
    }
  }

  private static func text(_ text: String, linking address: String?) -> String {
    guard let address, !text.contains(address) else { return text }
    return text.isEmpty ? address : "\(text)\n\n\(address)"
  }

  /// Looks among scheduled and recent posts for a draft whose reply was lost. Few servers recognise
  /// an idempotency key again, and those for an hour at most.
  func readBack(_ draft: Draft, after tries: EarlierTries) async throws(FeedError) -> DeliveryCheck
  {
    try await treatingRefusalAsUnknown { () async throws(FeedError) in
      if try await isKept(draft) { return .arrived(.done) }
      let mark = MastodonDraftMark(draft, at: connection.server.software)
      let (posts, told) = try await latestPosts()
      var written = told
      let search = await LostReplySearch(
        after: tries, by: connection.client, now: connection.world.now)
      let unknown = search.candidates(in: posts)
      let isComplete = !posts.isEmpty
      var matches: [Post.ID: LostReplySearch.Match] = [:]
      for post in unknown { matches[post.id] = mark.match(of: post, writtenAs: written[post.id]) }
      let timely = unknown.filter(search.isInTimeWindow)
      // Where none is it for certain, the server is asked for the words of those that may be, as they
      // were written.
      let doubtful =
        timely.contains { matches[$0.id] == .exact }
        ? [] : timely.filter { matches[$0.id] == .possible }
      for post in doubtful.prefix(Self.maximumSources) where written[post.id] == nil {
        written[post.id] = try await source(of: post.id)
        matches[post.id] = mark.match(of: post, writtenAs: written[post.id])
      }
      return search.result(
        among: unknown, isComplete: isComplete,
        // A server that knows keys does not look at those of what it posts later.
        knowsKeys: connection.server.software.remembersKeys && draft.postsAt == nil
      ) { matches[$0.id] ?? .different }
    }
  }

  private static let maximumSources = 3

  /// Fetches the account's latest posts, with their sources where the reply contains sources.
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

  /// Fetches the source text of a post; nil if the server offers none.
  private func source(of post: Post.ID) async throws(FeedError) -> MastodonSource? {
    guard connection.server.software.edits else { return nil }
    do throws(FeedError) {
      return try await connection.get(.status(post, "source")) { json, _ in MastodonSource(json) }
    } catch {
      guard error.isPermanent || error.leavesDoubt, error != .cancelled else { throw error }
      return nil
    }
  }

  /// Whether the draft is among the scheduled posts.
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

struct MastodonSource: Equatable, Sendable {
  let text: String
  let warning: String

  init?(_ json: JSON) {
    guard let text = json["text"].nonEmptyString else { return nil }
    (self.text, warning) = (text, json["spoiler_text"].string ?? "")
  }
}

extension Draft {
  /// Whether the post is marked as sensitive. A content warning covers the pictures, too.
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

/// Features by which a draft is recognised among posts, although servers turn its text into HTML.
struct MastodonDraftMark: Equatable, Sendable {
  private let words: [String]
  private let reply: Post.ID?
  private let pictures: [String]
  private let warning: String
  private let quotes: Bool
  private let choices: [[String]]
  private let namesPictures: Bool

  init(_ draft: Draft, at software: MastodonSoftware) {
    words = Self.words(draft.text)
    reply = draft.replyTo
    pictures = draft.attachments.compactMap(\.uploaded)
    warning = (draft.warning ?? "").trimmingBlanks
    quotes = draft.quoting != nil
    choices = (draft.poll?.choices ?? []).map(Self.words)
    namesPictures = software.keepsPictureIDs
  }

  /// Compares a post with the draft, using the post's source text if known.
  func match(of post: Post, writtenAs source: MastodonSource? = nil) -> LostReplySearch.Match {
    // Words may be changed by a server; what they answer, show and ask is not.
    let options = post.content.poll?.options ?? []
    guard post.reply?.post == reply, post.content.photos.count == pictures.count,
      options.count == choices.count
    else { return .different }
    if !pictures.isEmpty, namesPictures {
      return post.content.photos.map(\.id.rawValue) == pictures ? .exact : .different
    }
    let isAsked = options.map { Self.words($0.title) } == choices
    if let source, isAsked, saysSame(source.text),
      source.warning.trimmingBlanks == warning
    {
      return .exact
    }
    guard isAsked, (post.content.warning ?? "").trimmingBlanks == warning else { return .possible }
    let text = post.content.text.runs.reduce(into: "") { text, run in
      // A link is shown short; what was written is where it leads.
      if case .link(let address) = run.kind, !run.text.hasPrefix("@") {
        text += address
      } else {
        text += run.text
      }
    }
    return saysSame(text) ? .exact : .possible
  }

  private func saysSame(_ text: String) -> Bool {
    let posted = Self.words(text)
    if posted == words { return true }
    // A quoted post's address comes after the words.
    return quotes && !words.isEmpty && Array(posted.dropLast()) == words
  }

  /// The words of a text, with handles shortened, since servers change blanks and handles.
  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(shortened)
  }

  /// Shortens handles in a word as a server shows them: "(@ada@x.example)" becomes "(@ada)".
  private static func shortened(_ word: Substring) -> String {
    var short = ""
    var rest = word
    while let sign = rest.firstIndex(of: "@") {
      short += rest[...sign]
      rest = rest[rest.index(after: sign)...]
      // In an address of the web, or of mail, nothing is changed.
      let isHandle = short.dropLast().last.map { !$0.isOfName && $0 != "/" && $0 != "=" } ?? true
      guard isHandle else { continue }
      let name = rest.beginningOfName
      short += name
      rest = rest[name.endIndex...]
      guard !name.isEmpty, rest.first == "@" else { continue }
      let host = rest.dropFirst().beginningOfName
      if !host.isEmpty { rest = rest[host.endIndex...] }
    }
    return short + rest
  }
}

extension Character {
  fileprivate var isOfName: Bool { isLetter || isNumber || self == "_" }
}

extension Substring {
  /// The leading characters that can belong to a name or host, without a full stop at the end.
  fileprivate var beginningOfName: Substring {
    var name = prefix { $0.isOfName || $0 == "." || $0 == "-" }
    while let last = name.last, !last.isOfName { name.removeLast() }
    return name
  }
}

struct MastodonEditing {
  let connection: MastodonConnection

  func draft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    let reader = connection.reader()
    let posted = try await connection.get(.status(post)) { json, _ throws(FeedError) in
      guard let held = reader.post(json) else { throw .badReply }
      // A server forgets the votes, or the whole poll, when it is told anything about it.
      guard held.content.poll == nil else { throw .refused(nil) }
      let attachments = json["media_attachments"].array.compactMap { attachment in
        attachment["id"].id.map {
          Draft.Attachment(posted: $0, altText: attachment["description"].string ?? "")
        }
      }
      return Draft(
        id: id, visibility: held.visibility, replyTo: held.reply?.post, editing: post,
        attachments: attachments,
        isSensitive: held.content.warning == nil && json["sensitive"].bool == true,
        language: json["language"].nonEmptyString,
        quotePolicy: QuotePolicy(mastodon: json["quote_approval"]))
    }
    return try await connection.get(.status(post, "source")) { json, _ throws(FeedError) in
      guard let text = json["text"].string else { throw .badReply }
      return changed(posted) {
        $0.text = text
        $0.warning = json["spoiler_text"].nonEmptyString
      }
    }
  }

  /// Replaces the text, pictures and warning of a published post; its visibility and its parent
  /// stay.
  func change(_ post: Post.ID, to draft: Draft) async throws(FeedError) -> Post {
    // What is not named is kept by some servers and dropped by others.
    var fields = MastodonFields()
    fields.add("status", draft.text)
    fields.add("spoiler_text", draft.warning ?? "")
    fields.add("sensitive", .bool(draft.coversSomething))
    fields.add("language", draft.language)
    let drafts = MastodonDrafts(connection: connection)
    drafts.addQuoters(of: draft, to: &fields)
    fields.add("media_ids", draft.attachments.compactMap(\.uploaded))
    addDescriptions(of: draft, to: &fields)
    drafts.addTextType(to: &fields)
    let reader = connection.reader()
    return try await connection.send(fields, .put, to: .status(post)) {
      json, _ throws(FeedError) in
      guard let post = reader.post(json) else { throw .badReply }
      return post
    }
  }

  /// Adds alt texts of pictures that are already in the post. In a form, a repeated id begins the
  /// next picture.
  private func addDescriptions(of draft: Draft, to fields: inout MastodonFields) {
    let posted = draft.attachments.filter(\.isPosted)
    guard connection.server.software.canEditAltTexts, !posted.isEmpty else { return }
    fields.add(
      "media_attributes",
      .array(
        posted.map { ["id": .string($0.uploaded ?? ""), "description": .string($0.altText)] }))
  }
}

struct MastodonUploads: UploadGateway {
  /// Requests for the state of an upload; with the pauses, some two minutes.
  private static let maximumLooks = 10

  let connection: MastodonConnection

  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String {
    // What would be refused in the end need not be sent.
    if let most = connection.server.pictureBytes, picture.bytes.count > most { throw .refused(nil) }
    let arrived: Arrived
    do throws(FeedError) {
      arrived = try await send(picture, altText, to: "/api/v2/media", progress)
    } catch {
      // Older servers take a picture in only under the older path.
      guard error == .notFound else { throw error }
      arrived = try await send(picture, altText, to: "/api/v1/media", progress)
    }
    if !arrived.isReady { try await waitUntilReady(arrived.id) }
    return arrived.id
  }

  private struct Arrived: Sendable {
    let id: String
    let isReady: Bool
  }

  private func send(
    _ picture: PreparedPicture, _ altText: String, to path: String,
    _ progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> Arrived {
    let ending = picture.mediaType.split(separator: "/").last.map(String.init) ?? "jpeg"
    let file = HTTPPart.Content.bytes(
      picture.bytes, fileName: "picture.\(ending)", type: picture.mediaType)
    var parts = [HTTPPart(name: "file", content: file)]
    if !altText.isEmpty { parts.append(HTTPPart(name: "description", content: .text(altText))) }
    var request = HTTPRequest(.post, path, body: .multipart(parts))
    request.kind = .media
    return try await connection.client.json(request) { step in
      if case .sent(let transfer) = step { progress(transfer) }
    } _: { json, reply throws(FeedError) in
      try Self.arrived(json, reply)
    }
  }

  private func waitUntilReady(_ id: String) async throws(FeedError) {
    for look in 0..<Self.maximumLooks {
      // 1, 2, 4, … seconds, but never longer than 15.
      let wait = Duration.seconds(min(1 << look, 15))
      do { try await connection.world.sleep(for: wait) } catch { throw .cancelled }
      let arrived = try await connection.get(MastodonPath("/api/v1/media", id)) {
        json, reply throws(FeedError) in
        try Self.arrived(json, reply)
      }
      if arrived.isReady { return }
    }
    // It answers each time, and is not done: with this status.
    throw .serverFailed(206)
  }

  private static func arrived(_ json: JSON, _ reply: HTTPReply) throws(FeedError) -> Arrived {
    guard let id = json["id"].id else { throw .badReply }
    return Arrived(id: id, isReady: reply.status == 200 && !json["url"].isNull)
  }
}

extension QuotePolicy {
  var mastodonName: String {
    switch self {
    case .everybody: "public"
    case .followers: "followers"
    case .nobody: "nobody"
    }
  }

  /// The quote policy of the reader's own post; nil for a policy that Tweetie cannot express.
  init?(mastodon approval: JSON) {
    guard approval.isObject, approval["manual"].array.isEmpty else { return nil }
    switch approval["automatic"].array.compactMap(\.string) {
    case []: self = .nobody
    case ["followers"]: self = .followers
    case let names where names.contains("public"): self = .everybody
    default: return nil
    }
  }
}
