internal import FeedDomain

struct GoogleReaderRequestRules: ServiceRequestRules {
  /// The ends of those paths of Google Reader's API at which a refusal can mean an expired write
  /// token instead of a rejected sign-in.
  private static let writes = [
    "/edit-tag", "/mark-all-as-read", "/subscription/edit", "/subscription/quickadd",
    "/rename-tag", "/disable-tag", "/stream/items/contents",
  ]

  func sign(_ request: inout HTTPRequest, with token: Secret) {
    guard let auth = FeedServerAccountSecret(token)?.auth else { return }
    // Miniflux accepts this spelling alone.
    request.headers["Authorization"] = "GoogleLogin auth=\(auth)"
  }

  func canSignWithoutExchanging(_ token: Secret) -> Bool {
    FeedServerAccountSecret(token)?.auth != nil
  }

  func reportsExpiredToken(_ reply: HTTPReply) -> Bool {
    reply.status == 401 && !Self.reportsRefusedWriteToken(reply)
  }

  /// Returns true if a feed server's reply refuses the write token of a change, which may have
  /// expired.
  static func reportsRefusedWriteToken(_ reply: HTTPReply) -> Bool {
    guard reply.status == 401 || reply.status == 403 else { return false }
    let path = reply.url.prefix { $0 != "?" && $0 != "#" }
    return writes.contains { path.hasSuffix($0) }
  }

  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    switch reply.status {
    case 401: .signedOut
    case 404: .notFound
    case 429: nil
    case 400..<500: .refused(Self.errorMessage(in: reply))
    // Miniflux uses status 500 for most unsupported calls. Changes of entries are still repeated.
    case 500 where !reply.url.hasSuffix("/edit-tag"):
      Self.errorMessage(in: reply).map { .refused($0) }
    default: nil
    }
  }

  /// Returns the feed server's message in a reply with an error; nil for web pages, and for replies
  /// without a message.
  static func errorMessage(in reply: HTTPReply) -> String? {
    guard let json = try? JSON(reply.body) else { return nil }  // FreshRSS says the status again.
    return json["error_message"].nonBlankText ?? json["errors"][0].nonBlankText
      ?? reply.serviceMessage
  }

  /// Returns the feed server account's request limit for reading, as a reply of Inoreader or a
  /// similar server reports it, otherwise from the usual headers; nil if unknown.
  func updatedRequestQuota(
    after reply: HTTPReply, to request: HTTPRequest, before: RequestQuota?, now: Timestamp
  ) -> RequestQuota? {
    guard let limit = reply.headers["X-Reader-Zone1-Limit"].flatMap({ Int($0) }), limit > 0,
      let used = reply.headers["X-Reader-Zone1-Usage"].flatMap({ Int($0) }),
      let wait = reply.headers["X-Reader-Limits-Reset-After"].flatMap({ Double($0) }),
      (0...604_800).contains(wait)
    else { return request.method == .get ? RequestQuota(reply, at: now) : nil }
    return RequestQuota(
      limit - min(max(0, used), limit), of: limit, until: now.timeAdvanced(by: .seconds(Int(wait))))
  }
}
