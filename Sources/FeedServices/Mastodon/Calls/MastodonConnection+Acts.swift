internal import FeedDomain

extension MastodonConnection {
  /// Does what is no deed to a post or to somebody; each kind is a call.
  func perform(_ act: Act) async throws(FeedError) -> Outcome {
    switch act.kind {
    case .followTag:
      try await done(MastodonPath("/api/v1/tags", act.target, act.isDone ? "follow" : "unfollow"))
    case .hideBoosts: try await follow(act, [("reblogs", "\(!act.isDone)")])
    case .tellOfPosts: try await follow(act, [("notify", "\(act.isDone)")])
    case .blockServer:
      if act.isDone {
        try await done(MastodonPath("/api/v1/domain_blocks"), [("domain", act.target)])
      } else {
        try await delete(MastodonPath("/api/v1/domain_blocks", query: [("domain", act.target)]))
      }
    }
  }

  private func done(
    _ path: MastodonPath, _ form: [(String, String)] = []
  ) async throws(FeedError) -> Outcome {
    try await post(path, form) { _, _ in .done }
  }

  /// Follows somebody who is followed, otherwise.
  private func follow(
    _ act: Act, _ form: [(String, String)]
  ) async throws(FeedError) -> Outcome {
    try await done(.person(Person.ID(act.target), "follow"), form)
  }
}

extension MastodonSoftware {
  /// What else can be done there; of others nobody knows.
  var acts: Set<Act.Kind> {
    switch self {
    case .mastodon, .akkoma: [.followTag, .hideBoosts, .tellOfPosts, .blockServer]
    case .gotosocial: [.followTag, .hideBoosts, .tellOfPosts]
    case .pixelfed, .snac, .other: []
    }
  }

  /// Which lists of people it tells.
  var peopleLists: PeopleLists { self == .mastodon ? .most.union(.familiar) : .most }
}
