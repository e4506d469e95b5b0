internal import FeedDomain

/// How Unsplash wants to be asked, and how it says what is wrong.
struct UnsplashDialect: ServiceDialect {
  /// Whether the token is somebody's own, and not an application's key.
  var isPersonal = false

  func sign(_ request: inout HTTPRequest, with token: Secret) {
    let kind = isPersonal ? "Bearer" : "Client-ID"
    request.headers["Authorization"] = "\(kind) \(token.revealed)"
    request.headers["Accept-Version"] = "v1"
  }

  func failure(in reply: HTTPReply) -> FeedError? {
    switch reply.status {
    case 400, 403, 422: .refused(reply.unsplashComplaint)
    default: nil
    }
  }

  /// It tells what is left of an hour's questions; of a new application's, where it does not.
  func allowance(
    after reply: HTTPReply, to request: HTTPRequest, before: Allowance?, now: Timestamp
  ) -> Allowance? {
    Allowance(reply, at: now) ?? Allowance(counting: before, of: 50, at: now)
  }

  /// Beyond its limit it answers 403, in plain words or with nothing left to spend.
  func asksForPatience(_ reply: HTTPReply) -> Bool {
    if reply.asksForPatience { return true }
    guard reply.status == 403 else { return false }
    let hasSpent = reply.headers["X-Ratelimit-Remaining"].flatMap { Int($0.trimmingBlanks) } == 0
    // What is no JSON is no refusal of Unsplash's own.
    return hasSpent || (try? JSON(reply.body)) == nil
  }
}

extension HTTPReply {
  /// What it says is wrong, in its words.
  var unsplashComplaint: String? {
    guard let json = try? JSON(body) else { return nil }  // No words of the service's own, then.
    let words = json["errors"].array.compactMap(\.words).joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(500))
  }
}
