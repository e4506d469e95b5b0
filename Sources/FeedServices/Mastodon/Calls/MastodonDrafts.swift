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
    let form = try await form(for: draft)
    let reader = connection.reader()
    // The transport must not repeat it by itself where the server does not know a repeat.
    return try await connection.post(
      MastodonPath("/api/v1/statuses"), form, key: key?.rawValue, isRepeatable: false
    ) { json, _ throws(FeedError) in
      if let post = reader.post(json) { return .post(post) }
      guard json["scheduled_at"].filledString != nil else { throw .badReply }
      return .done
    }
  }

  private func form(for draft: Draft) async throws(FeedError) -> [(String, String)] {
    var text = draft.text
    var form: [(String, String)] = []
    if let quoting = draft.quoting {
      if connection.server.quotes {
        form.append(("quoted_status_id", quoting.rawValue))
      } else {
        let address = try await self.address(of: quoting)
        text = Self.text(text, linking: address)
      }
    }
    form.append(("status", text))
    form.append(("visibility", draft.visibility.mastodonName))
    if let reply = draft.replyTo { form.append(("in_reply_to_id", reply.rawValue)) }
    let warning = draft.warning ?? ""
    if !warning.isEmpty { form.append(("spoiler_text", warning)) }
    if draft.coversSomething { form.append(("sensitive", "true")) }
    if let language = draft.language ?? connection.habits.withLock(\.language) {
      form.append(("language", language))
    }
    form += quoters(of: draft)
    if let moment = draft.postsAt { form.append(("scheduled_at", ISODate.text(moment))) }
    form += draft.attachments.compactMap(\.uploaded).map { ("media_ids[]", $0) }
    return form + (draft.poll?.fields ?? []) + textType
  }

  /// Who may quote it, for servers at which one can be quoted.
  func quoters(of draft: Draft) -> [(String, String)] {
    guard connection.server.quotes, let quoters = draft.quoters else { return [] }
    return [("quote_approval_policy", quoters.mastodonName)]
  }

  /// What kind of text it is, for servers that would make something else of it where the account's
  /// settings say so.
  var textType: [(String, String)] {
    connection.server.software.knowsPlainText ? [("content_type", "text/plain")] : []
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

  /// Whether the server has the draft already, to be posted later: it knows no key of those.
  func isKept(_ draft: Draft) async throws(FeedError) -> Bool {
    guard let moment = draft.postsAt else { return false }
    let path = MastodonPath("/api/v1/scheduled_statuses", query: [("limit", "40")])
    do throws(FeedError) {
      return try await connection.get(path) { json, _ in
        json.array.contains { kept in
          // A server may leave out what is less than a second.
          let time = kept["scheduled_at"].string.flatMap(ISODate.timestamp)
          let isThen = time.map { abs($0.milliseconds - moment.milliseconds) < 1_000 } ?? false
          return isThen && kept["params"]["text"].string == draft.text
        }
      }
    } catch {
      // Where there is no such list, nothing is in it.
      guard error == .notFound else { throw error }
      return false
    }
  }

  /// What became of a draft whose sending broke off: the post, where it arrived after all.
  ///
  /// Asks for what the reader posted last, because only some servers know a key again, and those
  /// for an hour at most.
  func arrived(_ draft: Draft, since begun: Timestamp) async throws(FeedError) -> Post? {
    let reader = connection.reader()
    let query = [("limit", "20"), ("exclude_reblogs", "true")]
    // The server's clock may be behind ours.
    let earliest = begun.advanced(by: .seconds(-300))
    let mark = MastodonDraftMark(draft, at: connection.server.software)
    return try await connection.get(.person(connection.account.person, "statuses", query: query)) {
      json, _ in
      json.array.lazy.compactMap(reader.post).first { post in
        post.createdAt >= earliest && mark.fits(post)
      }
    }
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
  /// As a form has it, by the names that every server of the family reads.
  fileprivate var fields: [(String, String)] {
    choices.map { ("poll[options][]", $0) } + [
      ("poll[expires_in]", String(lasts.components.seconds)),
      ("poll[multiple]", allowsSeveral ? "true" : "false"),
      // Some hide the counts unless they are told not to.
      ("poll[hide_totals]", "false"),
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
