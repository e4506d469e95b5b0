internal import FeedDomain
internal import Threads

struct MastodonDraftPublisher: Sendable {
  let connection: MastodonConnection

  /// Publishes a draft at a Mastodon server, or schedules it there. The returned outcome contains
  /// the post, unless the draft was scheduled.
  func publishDraft(_ draft: Draft, key: OutboxItem.ID?) async throws(FeedError) -> ChangeOutcome {
    // Some servers would post at once if the time is too close.
    if let moment = draft.postsAt,
      moment < connection.world.now.timeAdvanced(by: DraftLimits.notice)
    {
      throw .refused(nil)
    }
    let fields = try await makePostFields(of: draft)
    let reader = connection.makeJSONReader()
    return try await connection.sendPostFields(
      fields, .post, to: MastodonAPIPath("/api/v1/statuses"), key: key?.rawValue,
      asForm: draft.poll != nil && connection.server.software.readsPollsInForms
    ) { json, _ throws(FeedError) in
      if let post = reader.parsedPost(json) {
        // Sharkey turns an answer that is an emoji into a reaction, and returns the answered post.
        if post.id == draft.replyTo { return .done }
        // A server that knows public and private posts only reports unlisted posts as public.
        let isUnlisted = !reader.knowsVisibility && draft.visibility == .unlisted
        guard isUnlisted, post.visibility == .everybody else { return .post(post) }
        return .post(changedCopy(post) { $0.visibility = .unlisted })
      }
      guard json["scheduled_at"].nonEmptyString != nil else { throw .badReply }
      return .done
    }
  }

  private func makePostFields(of draft: Draft) async throws(FeedError) -> MastodonPostFields {
    var text = draft.text
    var fields = MastodonPostFields()
    if let quoting = draft.quoting {
      if connection.server.quotes {
        fields.addPostField("quoted_status_id", quoting.rawValue)
      } else {
        let address = try await self.fetchPostAddress(of: quoting)
        text = Self.textWithLinkAppended(text, linking: address)
      }
    }
    fields.addPostField("status", connection.server.software.textToSend(text))
    fields.addPostField("visibility", draft.visibility.mastodonName)
    fields.addPostField("in_reply_to_id", draft.replyTo?.rawValue)
    let warning = draft.warning ?? ""
    if !warning.isEmpty { fields.addPostField("spoiler_text", warning) }
    // Without the field, the account's default at the server applies.
    if draft.isMarkedSensitive || connection.postingDefaults.withLock(\.coversPictures) {
      fields.addPostField("sensitive", .bool(draft.isMarkedSensitive))
    }
    fields.addPostField(
      "language", draft.language ?? connection.postingDefaults.withLock(\.language))
    addQuotePolicy(of: draft, to: &fields)
    fields.addPostField("scheduled_at", draft.postsAt.map(ISODate.isoDateText))
    let pictures = draft.attachments.compactMap(\.uploaded)
    if !pictures.isEmpty { fields.addPostField("media_ids", pictures) }
    fields.addPostField("poll", draft.poll?.mastodonFields)
    addTextFormat(of: draft, to: &fields)
    return fields
  }

  func addQuotePolicy(of draft: Draft, to fields: inout MastodonPostFields) {
    guard connection.server.quotes else { return }
    fields.addPostField("quote_approval_policy", draft.quotePolicy?.mastodonName)
  }

  /// Adds the field that declares the text format of a Mastodon post to send: the format of the
  /// post that the draft edits or replaces, otherwise plain text at servers where the account's
  /// settings could make the text Markdown.
  func addTextFormat(of draft: Draft, to fields: inout MastodonPostFields) {
    let usual = connection.server.software.declaresPlainText ? "text/plain" : nil
    fields.addPostField("content_type", draft.extraFields[.format] ?? usual)
  }

  /// Fetches the web address of a Mastodon post, for a link to the post at servers without quotes;
  /// nil if the server states none.
  private func fetchPostAddress(of post: Post.ID) async throws(FeedError) -> String? {
    try await connection.getJSON(.postPath(post)) { json, _ in
      json["url"].webAddress ?? json["uri"].webAddress
    }
  }

  private static func textWithLinkAppended(_ text: String, linking address: String?) -> String {
    guard let address, !text.contains(address) else { return text }
    return text.isEmpty ? address : "\(text)\n\n\(address)"
  }

  /// Searches scheduled and recent Mastodon posts for a draft that was sent, but whose reply was
  /// lost; returns whether the draft arrived. Few servers recognise a repeated idempotency key.
  func checkDraftDelivery(_ draft: Draft, after tries: PossiblyArrivedSendAttempts)
    async throws(FeedError)
    -> DeliveryCheckResult
  {
    try await treatingRefusedCheckAsUnknown { () async throws(FeedError) in
      if try await isScheduled(draft) { return .arrived(.done) }
      let fingerprint = MastodonSentPostMatcher(draft, at: connection.server.software)
      let (posts, knownSources) = try await fetchLatestOwnPosts()
      var sources = knownSources
      let search = await SentPostSearch(
        after: tries, by: connection.client, now: connection.world.now)
      let candidates = search.candidatePosts(in: posts)
      let isComplete = !posts.isEmpty
      var matches: [Post.ID: SentPostSearch.PostSimilarity] = [:]
      for post in candidates {
        matches[post.id] = fingerprint.similarity(of: post, source: sources[post.id])
      }
      let inWindow = candidates.filter(search.isDatedWithinAttempts)
      // Without an exact match, the source texts of possible matches are fetched.
      let unsure =
        inWindow.contains { matches[$0.id] == .exact }
        ? [] : inWindow.filter { matches[$0.id] == .possible }
      for post in unsure.prefix(Self.maximumSources) where sources[post.id] == nil {
        sources[post.id] = try await fetchSourceText(of: post.id)
        matches[post.id] = fingerprint.similarity(of: post, source: sources[post.id])
      }
      return search.deliveryCheckResult(
        among: candidates, isComplete: isComplete,
        // Servers check keys at once, not when a scheduled post is published.
        knowsKeys: connection.server.software.recognisesKeys && draft.postsAt == nil
      ) { matches[$0.id] ?? .different }
    }
  }

  private static let maximumSources = 3

  /// Fetches the account's latest Mastodon posts, the newest first, and those of their source texts
  /// that the replies contain. Posts that the server leaves out of the person's posts are fetched
  /// from the home stream.
  private func fetchLatestOwnPosts() async throws(FeedError) -> (
    [Post], [Post.ID: MastodonSourceText]
  ) {
    let query = [("limit", "20"), ("exclude_reblogs", "true")]
    var (posts, sources) = try await fetchOwnPosts(
      in: .personPath(connection.account.person, "statuses", query: query))
    guard !connection.server.software.listsAllOwnPosts else { return (posts, sources) }
    let home = try await fetchOwnPosts(
      in: MastodonAPIPath("/api/v1/timelines/home", query: [("limit", "40")]))
    let known = Set(posts.map(\.id))
    posts += home.0.filter { !known.contains($0.id) }
    sources.merge(home.1) { first, _ in first }
    return (posts.sorted { $0.createdAt > $1.createdAt }, sources)
  }

  private func fetchOwnPosts(
    in list: MastodonAPIPath
  ) async throws(FeedError) -> ([Post], [Post.ID: MastodonSourceText]) {
    let reader = connection.makeJSONReader()
    let software = connection.server.software
    let person = connection.account.person
    return try await connection.getJSON(list) { json, _ throws(FeedError) in
      let own = try json.requiredArray()
        .compactMap { status in reader.parsedPost(status).map { ($0, status) } }
        .filter { $0.0.author.id == person }
      let sources = own.compactMap { post, status in
        MastodonSourceText(status, at: software).map { (post.id, $0) }
      }
      return (own.map(\.0), Dictionary(sources) { first, _ in first })
    }
  }

  /// Fetches the source text of a Mastodon post, as typed; nil if the server does not provide it.
  private func fetchSourceText(of post: Post.ID) async throws(FeedError) -> MastodonSourceText? {
    let software = connection.server.software
    guard software.edits else { return nil }
    do throws(FeedError) {
      return try await connection.getJSON(.postPath(post, "source")) { json, _ in
        MastodonSourceText(json, at: software)
      }
    } catch {
      guard error.isPermanent || error.mayHaveTakenEffect, error != .cancelled else { throw error }
      return nil
    }
  }

  private func isScheduled(_ draft: Draft) async throws(FeedError) -> Bool {
    guard let moment = draft.postsAt else { return false }
    let path = MastodonAPIPath("/api/v1/scheduled_statuses", query: [("limit", "40")])
    return try await connection.getJSON(path) { json, _ in
      json.array.contains { scheduled in
        // Servers may drop fractions of a second.
        let time = scheduled["scheduled_at"].isoDate
        let isSameTime = time.map { abs($0.milliseconds - moment.milliseconds) < 1_000 } ?? false
        return isSameTime
          && scheduled["params"]["text"].string.map { isSentText($0, of: draft) } ?? false
      }
    }
  }

  /// Returns true if a scheduled post's text is that of a draft, or has the address of the quoted
  /// post appended, at Mastodon servers without quotes.
  private func isSentText(_ text: String, of draft: Draft) -> Bool {
    guard text != draft.text else { return true }
    let beginning = draft.text.isEmpty ? "http" : "\(draft.text)\n\nhttp"
    return draft.quoting != nil && !connection.server.quotes && text.hasPrefix(beginning)
      && !text.dropFirst(beginning.count).contains(where: \.isWhitespace)
  }
}

struct MastodonSourceText: Equatable, Sendable {
  let text: String
  let warning: String

  init?(_ json: JSON, at software: MastodonSoftware) {
    guard let text = json["text"].nonEmptyString else { return nil }
    (self.text, warning) = (software.typedTextFromSource(text), json["spoiler_text"].string ?? "")
  }
}

extension Draft {
  /// True if the draft is published at Mastodon with its pictures covered: the author asked for it,
  /// or a content warning implies it.
  var isMarkedSensitive: Bool {
    isSensitive && !attachments.isEmpty || !(warning ?? "").isEmpty
  }
}

extension Draft.DraftPoll {
  fileprivate var mastodonFields: JSON {
    [
      "options": .array(choices.map { .string($0) }),
      "expires_in": .number(String(lasts.components.seconds)), "multiple": .bool(allowsSeveral),
      // Some servers hide the counts by default.
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

/// A fingerprint of a draft: features such as its words and its number of pictures, by which it is
/// recognised among published Mastodon posts.
struct MastodonSentPostMatcher: Equatable, Sendable {
  private let words: [String]
  private let reply: Post.ID?
  private let pictures: [String]
  private let warning: String
  private let quotes: Bool
  private let choices: [[String]]
  private let comparesPictureIDs: Bool

  init(_ draft: Draft, at software: MastodonSoftware) {
    words = Self.comparableWords(of: draft.text)
    reply = draft.replyTo
    pictures = draft.attachments.compactMap(\.uploaded)
    warning = (draft.warning ?? "").trimmingBlanks
    quotes = draft.quoting != nil
    choices = (draft.poll?.choices ?? []).map(Self.comparableWords)
    comparesPictureIDs = software.keepsPictureIDs
  }

  /// Returns how similar a published Mastodon post is to the draft; texts are compared by the
  /// post's source text if known.
  func similarity(of post: Post, source: MastodonSourceText? = nil)
    -> SentPostSearch.PostSimilarity
  {
    // Servers may change the text, but neither the parent, the pictures nor the poll.
    let options = post.content.poll?.options ?? []
    guard post.reply?.post == reply, post.content.photos.count == pictures.count,
      options.count == choices.count
    else { return .different }
    if !pictures.isEmpty, comparesPictureIDs {
      return post.content.photos.map(\.id.rawValue) == pictures ? .exact : .different
    }
    let hasSamePoll = options.map { Self.comparableWords(of: $0.title) } == choices
    if let source, hasSamePoll, matchesDraftWords(source.text),
      source.warning.trimmingBlanks == warning
    {
      return .exact
    }
    guard hasSamePoll, (post.content.warning ?? "").trimmingBlanks == warning else {
      return .possible
    }
    let text = post.content.text.runs.reduce(into: "") { text, run in
      // A link's text is shortened, but its address is the original text.
      if case .link(let address) = run.kind, !run.text.hasPrefix("@") {
        text += address
      } else {
        text += run.text
      }
    }
    return matchesDraftWords(text) ? .exact : .possible
  }

  private func matchesDraftWords(_ text: String) -> Bool {
    let posted = Self.comparableWords(of: text)
    if posted == words { return true }
    // A quoted post's address comes after the words.
    return quotes && !words.isEmpty && Array(posted.dropLast()) == words
  }

  /// Returns the words of a Mastodon post for comparison, without blanks and with shortened
  /// handles, as servers change both.
  private static func comparableWords(of text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(wordWithShortenedHandle)
  }

  /// Returns the word with its handle shortened as Mastodon servers show it: "(@ada@x.example)"
  /// becomes "(@ada)".
  private static func wordWithShortenedHandle(_ word: Substring) -> String {
    var short = ""
    var rest = word
    while let sign = rest.firstIndex(of: "@") {
      short += rest[...sign]
      rest = rest[rest.index(after: sign)...]
      // An "@" within a web or mail address begins no handle.
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
  /// The beginning of this text that can be the name or host of a Mastodon handle, without full
  /// stops and hyphens at its end.
  fileprivate var beginningOfName: Substring {
    var name = prefix { $0.isOfName || $0 == "." || $0 == "-" }
    while let last = name.last, !last.isOfName { name.removeLast() }
    return name
  }
}

struct MastodonPostEditor {
  let connection: MastodonConnection

  func editableDraft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    let reader = connection.makeJSONReader()
    let posted = try await connection.getJSON(.postPath(post)) { json, _ throws(FeedError) in
      guard let shown = reader.parsedPost(json) else { throw .badReply }
      // snac lets anybody edit its copy of a post.
      guard shown.author.id == connection.account.person else {
        throw .limited(.postOfOthers)
      }
      // An edit makes servers drop the votes, or the whole poll.
      guard shown.content.poll == nil else { throw .refused(nil) }
      let attachments = json["media_attachments"].array.compactMap { attachment in
        attachment["id"].id.map {
          Draft.DraftAttachment(posted: $0, altText: attachment["description"].string ?? "")
        }
      }
      return Draft(
        id: id, visibility: shown.visibility, replyTo: shown.reply?.post, editing: post,
        attachments: attachments,
        isSensitive: shown.content.warning == nil && json["sensitive"].bool == true,
        language: json["language"].nonEmptyString,
        quotePolicy: QuotePolicy(mastodon: json["quote_approval"]))
    }
    return try await fetchDraftWithSourceText(of: post, basedOn: posted)
  }

  /// Returns a draft with the content of the user's own Mastodon post, without its pictures, to
  /// post it again; at servers without the source of posts, with the text as shown.
  func draftForPostingAgain(_ post: Post, as id: Draft.ID) async throws(FeedError) -> Draft {
    let reader = connection.makeJSONReader()
    let shown = try await connection.getJSON(.postPath(post.id)) { json, _ throws(FeedError) in
      guard let shown = reader.parsedPost(json) else { throw .badReply }
      return changedCopy(Draft(repeating: shown, as: id)) {
        $0.isSensitive = shown.content.warning == nil && json["sensitive"].bool == true
        $0.quotePolicy = QuotePolicy(mastodon: json["quote_approval"])
      }
    }
    guard connection.server.software.edits else { return shown }
    do throws(FeedError) {
      return try await fetchDraftWithSourceText(of: post.id, basedOn: shown)
    } catch {
      guard error == .notFound else { throw error }
      return shown
    }
  }

  /// Returns a draft with the text and the warning of a post as they were typed, and the format of
  /// the text where the server has several.
  private func fetchDraftWithSourceText(of post: Post.ID, basedOn draft: Draft)
    async throws(FeedError) -> Draft
  {
    let software = connection.server.software
    return try await connection.getJSON(.postPath(post, "source")) { json, _ throws(FeedError) in
      guard let text = json["text"].string else { throw .badReply }
      return changedCopy(draft) {
        $0.text = software.typedTextFromSource(text)
        $0.warning = json["spoiler_text"].nonEmptyString
        $0.extraFields[.format] = json["content_type"].string.flatMap {
          $0.hasPrefix("text/") ? $0 : nil
        }
      }
    }
  }

  /// Sends an edit of a published Mastodon post, and returns the changed post; its visibility and
  /// the post that it answers cannot change.
  func sendPostEdit(_ post: Post.ID, to draft: Draft) async throws(FeedError) -> Post {
    guard
      connection.server.software.canEditPictures || draft.attachments.allSatisfy(\.isPosted)
    else { throw .limited(.addsNoPictures) }
    // Some servers keep fields that are not sent, others clear them.
    var fields = MastodonPostFields()
    fields.addPostField("status", connection.server.software.textToSend(draft.text))
    fields.addPostField("spoiler_text", draft.warning ?? "")
    fields.addPostField("sensitive", .bool(draft.isMarkedSensitive))
    fields.addPostField("language", draft.language)
    let drafts = MastodonDraftPublisher(connection: connection)
    drafts.addQuotePolicy(of: draft, to: &fields)
    fields.addPostField("media_ids", draft.attachments.compactMap(\.uploaded))
    fields.clearsArraysInForm = try await formMustClearPictures(of: post, by: draft)
    addAltTexts(of: draft, to: &fields)
    drafts.addTextFormat(of: draft, to: &fields)
    let reader = connection.makeJSONReader()
    return try await connection.sendPostFields(fields, .put, to: .postPath(post)) {
      json, _ throws(FeedError) in
      guard let post = reader.parsedPost(json) else { throw .badReply }
      return post
    }
  }

  /// Returns true if a draft removes all pictures of a published Mastodon post, at a server of
  /// unknown software, to which the edit may be sent as a form; false if the post has no pictures.
  private func formMustClearPictures(of post: Post.ID, by draft: Draft) async throws(FeedError)
    -> Bool
  {
    guard connection.server.software == .other, draft.attachments.isEmpty else { return false }
    return try await connection.getJSON(.postPath(post)) { json, _ in
      !json["media_attachments"].array.isEmpty
    }
  }

  /// Adds to the fields of an edit the alt texts of pictures that the Mastodon post already has, if
  /// the server can change them. In a form, a repeated id begins the next picture's fields.
  private func addAltTexts(of draft: Draft, to fields: inout MastodonPostFields) {
    let posted = draft.attachments.filter(\.isPosted)
    guard connection.server.software.canEditAltTexts, !posted.isEmpty else { return }
    fields.addPostField(
      "media_attributes",
      .array(
        posted.map { ["id": .string($0.uploaded ?? ""), "description": .string($0.altText)] }))
  }
}

struct MastodonUploads: UploadGateway {
  /// Maximum number of requests that ask a Mastodon server whether an uploaded picture is ready;
  /// with the pauses between them they take some two minutes.
  private static let maximumAttempts = 10

  let connection: MastodonConnection

  func uploadPicture(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> String {
    // The server would refuse a larger picture after the transfer.
    if let most = connection.server.pictureBytes, picture.bytes.count > most { throw .refused(nil) }
    let upload: UploadedPictureState
    do throws(FeedError) {
      upload = try await sendPicture(picture, altText, key, to: "/api/v2/media", progress)
    } catch {
      // Older servers only have the older path.
      guard error == .notFound else { throw error }
      upload = try await sendPicture(picture, altText, key, to: "/api/v1/media", progress)
    }
    if !upload.isReady { try await waitUntilUploadReady(upload.id) }
    return upload.id
  }

  private struct UploadedPictureState: Sendable {
    let id: String
    let isReady: Bool
  }

  private func sendPicture(
    _ picture: PreparedPicture, _ altText: String, _ key: String, to path: String,
    _ progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> UploadedPictureState {
    // A picture replaces earlier ones of the same file name at some servers.
    var parts = [HTTPFormPart(name: "file", picture: picture, key: key)]
    if !altText.isEmpty { parts.append(HTTPFormPart(name: "description", content: .text(altText))) }
    var request = HTTPRequest(.post, path, body: .multipart(parts))
    request.kind = .media
    return try await connection.client.requestJSON(request) { step in
      if case .sent(let transfer) = step { progress(transfer) }
    } _: { json, reply throws(FeedError) in
      try Self.parsedUploadState(json, reply)
    }
  }

  private func waitUntilUploadReady(_ id: String) async throws(FeedError) {
    for attempt in 0..<Self.maximumAttempts {
      // 1, 2, 4, … seconds, up to 15.
      let wait = Duration.seconds(min(1 << attempt, 15))
      do { try await connection.world.sleep(for: wait) } catch { throw .cancelled }
      let upload = try await connection.getJSON(MastodonAPIPath("/api/v1/media", id)) {
        json, reply throws(FeedError) in
        try Self.parsedUploadState(json, reply)
      }
      if upload.isReady { return }
    }
    // The picture is still not processed.
    throw .serverFailed(206)
  }

  private static func parsedUploadState(_ json: JSON, _ reply: HTTPReply) throws(FeedError)
    -> UploadedPictureState
  {
    guard let id = json["id"].id else { throw .badReply }
    return UploadedPictureState(id: id, isReady: reply.status == 200 && !json["url"].isNull)
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

  /// Creates the policy about who may quote the account's own Mastodon post from the post's JSON;
  /// nil for a policy that Tweetie cannot represent.
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
