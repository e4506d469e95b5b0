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

  /// What the pictures show that are in the post already: the others were described as they were
  /// sent. In a form another picture begins where an id comes again.
  private func addDescriptions(of draft: Draft, to fields: inout MastodonFields) {
    let posted = draft.attachments.filter(\.isPosted)
    guard connection.server.software.describesAnew, !posted.isEmpty else { return }
    fields.add(
      "media_attributes",
      .array(
        posted.map { ["id": .string($0.uploaded ?? ""), "description": .string($0.altText)] }))
  }
}
