internal import FeedDomain

/// What was posted, to be written anew.
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
        language: json["language"].filledString,
        quoters: Quoters(mastodon: json["quote_approval"]))
    }
    return try await connection.get(.status(post, "source")) { json, _ throws(FeedError) in
      guard let text = json["text"].string else { throw .badReply }
      return posted.saying(text).warning(json["spoiler_text"].filledString)
    }
  }

  /// Puts a draft in the place of what was posted; who sees it and what it answers stay.
  func change(_ post: Post.ID, to draft: Draft) async throws(FeedError) -> Post {
    // What is not named is kept by some servers and dropped by others.
    var form = [
      ("status", draft.text), ("spoiler_text", draft.warning ?? ""),
      ("sensitive", draft.coversSomething ? "true" : "false"),
    ]
    if let language = draft.language { form.append(("language", language)) }
    let drafts = MastodonDrafts(connection: connection)
    form += drafts.quoters(of: draft)
    form += draft.attachments.compactMap(\.uploaded).map { ("media_ids[]", $0) }
    form += descriptions(of: draft) + drafts.textType
    let request = HTTPRequest(
      .put, MastodonPath.status(post).text, body: .form(form), isRepeatable: true)
    let reader = connection.reader()
    return try await connection.client.json(request) { json, _ throws(FeedError) in
      guard let post = reader.post(json) else { throw .badReply }
      return post
    }
  }

  /// What the pictures show that are in the post already: the others were described as they were
  /// sent. Where an id comes again, another picture begins.
  private func descriptions(of draft: Draft) -> [(String, String)] {
    guard connection.server.software.describesAnew else { return [] }
    return draft.attachments.filter(\.isPosted).flatMap {
      [
        ("media_attributes[][id]", $0.uploaded ?? ""),
        ("media_attributes[][description]", $0.altText),
      ]
    }
  }
}
