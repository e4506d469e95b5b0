internal import FeedDomain

/// How Instagram wants to be asked, and how it says what is wrong: by codes, whatever the status.
struct InstagramDialect: ServiceDialect {
  private static let tokenCodes: Set<Int> = [102, 190]
  private static let limitCodes: Set<Int> = [4, 17, 32, 613, 80_002]

  func sign(_ request: inout HTTPRequest, with token: Secret) {
    guard let token = InstagramToken(token) else { return }
    request.headers["Authorization"] = "Bearer \(token.access.revealed)"
  }

  func saysTokenIsSpent(_ reply: HTTPReply) -> Bool {
    InstagramFailure(reply).map { Self.tokenCodes.contains($0.code) } ?? (reply.status == 401)
  }

  func asksForPatience(_ reply: HTTPReply) -> Bool {
    reply.asksForPatience
      || InstagramFailure(reply).map { Self.limitCodes.contains($0.code) } ?? false
  }

  /// It tells in percent what is used up, of a day that goes along.
  func allowance(
    after reply: HTTPReply, to request: HTTPRequest, before: Allowance?, now: Timestamp
  ) -> Allowance? {
    InstagramUsage.shares(in: reply).max().map {
      Allowance(100 - Int($0), of: 100, until: now.advanced(by: .seconds(300)))
    }
  }

  func failure(in reply: HTTPReply) -> FeedError? {
    guard let failure = InstagramFailure(reply) else { return nil }
    if Self.tokenCodes.contains(failure.code) { return .signedOut }
    if failure.isTransient { return .serverFailed(503) }
    return failure.isMissing ? .notFound : .refused(failure.words)
  }
}

/// What Instagram says is wrong.
struct InstagramFailure: Equatable, Sendable {
  let code: Int
  let isTransient: Bool
  /// Whether there is no such thing, or no longer.
  let isMissing: Bool
  /// Whether a permission is missing.
  var isAboutPermission: Bool { code == 10 || code == 3 || (200..<300).contains(code) }
  let words: String?

  init?(_ reply: HTTPReply) {
    // A good reply is none, however long it is.
    guard !reply.isSuccess, let json = try? JSON(reply.body), json["error"].isObject else {
      return nil
    }
    let error = json["error"]
    code = error["code"].int ?? 0
    isTransient = error["is_transient"].bool == true || [1, 2].contains(code)
    isMissing = (code == 100 && error["error_subcode"].int == 33) || reply.status == 404
    words = (error["error_user_msg"].words ?? error["message"].words)
      .map { String($0.prefix(500)) }
  }
}
