internal import FeedDomain

extension MastodonConnection {
  /// Does what is no deed to a post or to somebody; each kind is a call.
  func perform(_ act: Act) async throws(FeedError) -> Outcome {
    let path =
      switch act.kind {
      case .followTag:
        MastodonPath("/api/v1/tags", act.target, act.isDone ? "follow" : "unfollow")
      }
    return try await post(path) { _, _ in .done }
  }
}

extension MastodonSoftware {
  /// What else can be done there; of others nobody knows.
  var acts: Set<Act.Kind> {
    switch self {
    case .mastodon, .gotosocial, .akkoma: [.followTag]
    case .pixelfed, .snac, .other: []
    }
  }
}
