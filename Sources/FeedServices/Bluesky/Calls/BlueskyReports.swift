internal import FeedDomain

/// What is told to those who moderate.
struct BlueskyReports: Sendable {
  let connection: BlueskyConnection

  /// Tells those who moderate for Bluesky what somebody does, or what a post of theirs says.
  func report(_ act: Act) async throws(FeedError) {
    var subject: JSON = [
      "$type": "com.atproto.admin.defs#repoRef", "did": .string(act.target),
    ]
    if let post = act.answers[.post] {
      subject = try await connection.view(of: Post.ID(post)).reference.json
      subject = [
        "$type": "com.atproto.repo.strongRef", "uri": subject["uri"], "cid": subject["cid"],
      ]
    }
    let reason = act.answers[.reason].flatMap(ReportReason.init) ?? .other
    var request = HTTPRequest(
      .post, XRPC("com.atproto.moderation.createReport").path,
      body: .json([
        "reasonType": .string("com.atproto.moderation.defs#" + reason.blueskyName),
        "reason": .string(act.answers[.words] ?? ""), "subject": subject,
      ]), isRepeatable: true)
    request.headers["atproto-proxy"] = "did:plc:ar7c4by46qjdydhdevvrndac#atproto_labeler"
    _ = try await connection.client.send(request)
  }
}

extension ReportReason {
  /// What breaks a law breaks the rules.
  fileprivate var blueskyName: String {
    switch self {
    case .spam: "reasonSpam"
    case .legal, .violation: "reasonViolation"
    case .other: "reasonOther"
    }
  }
}
