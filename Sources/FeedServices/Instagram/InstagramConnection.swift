internal import FeedDomain
internal import Threads

struct InstagramConnection: Sendable {
  let account: Account
  let client: ServiceClient
  let files: ServiceClient
  let world: any World
  let renewal: InstagramTokenRenewer
  let usage = InstagramQuotaUsage()

  var reader: InstagramJSONReader { InstagramJSONReader(me: account, now: world.now) }

  @_semantics("optimize.sil.specialize.generic.never")
  func getJSON<Value: Sendable>(
    _ path: InstagramAPIPath, _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    try await sendRequest(HTTPRequest(.get, path.text), read)
  }

  /// Sends a request to Instagram, and returns the value that `read` makes of the JSON reply;
  /// records the used request limit that the reply reports.
  @_semantics("optimize.sil.specialize.generic.never")
  func sendRequest<Value: Sendable>(
    _ request: HTTPRequest, _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let noteUsage: @Sendable (HTTPReply) -> Result<Value, FeedError>? = { [usage, world] reply in
      usage.recordQuotaUsage(in: reply, at: world.now)
      return nil
    }
    return try await client.requestJSON(request, interpreting: noteUsage) {
      json, _ throws(FeedError) in
      try read(json)
    }
  }

  /// Fetches Instagram media with all fields or, if Instagram refuses that request, with the fields
  /// that every account may request; returns the value that `read` makes of the JSON. `path`
  /// returns the path of the request for the fields.
  func fetchMediaWithPermittedFields<Value: Sendable>(
    _ path: @Sendable (_ fields: [String]) -> InstagramAPIPath,
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    do throws(FeedError) {
      return try await getJSON(path(InstagramJSONReader.fields), read)
    } catch {
      guard case .refused = error else { throw error }
      return try await getJSON(path(InstagramJSONReader.plainFields), read)
    }
  }

  func fetchPost(_ medium: String) async throws(FeedError) -> Post {
    try await fetchMediaWithPermittedFields { fields in
      InstagramAPIPath(medium, fields: fields)
    } _: { json throws(FeedError) in
      guard let post = reader.parsedPost(json) else { throw .badReply }
      return post
    }
  }

  /// Returns the cursor of the next page in the JSON of an Instagram list; nil after the last page.
  /// The address of the next page, which the JSON also states, contains the account's token and is
  /// not used.
  static func nextCursor(in json: JSON) -> String? {
    let paging = json["paging"]
    return paging["next"].isNull ? nil : paging["cursors"]["after"].nonEmptyString
  }
}

struct InstagramAPIPath: Equatable, Sendable {
  let text: String

  init(
    _ id: String, _ edge: String? = nil, fields: [String] = [], _ query: [(String, String)] = []
  ) {
    let path = (["", WebAddressQuery.percentEncoded(id)] + (edge.map { [$0] } ?? [])).joined(
      separator: "/")
    let wanted = fields.isEmpty ? [] : [("fields", fields.joined(separator: ","))]
    let items = WebAddressQuery(wanted + query).text
    text = items.isEmpty ? path : "\(path)?\(items)"
  }
}

/// A record of how much of an application's request limit at Instagram is used. Close to the limit,
/// refreshes of streams pause for a minute, or as long as Instagram states; older pages and
/// conversations are still requested.
final class InstagramQuotaUsage: Sendable {
  /// The used percentage of Instagram's request limit above which refreshes of streams pause.
  private static let maximumUsedPercent = 75.0
  private static let pause = Duration.seconds(60)
  private static let names = ["call_count", "total_cputime", "total_time"]

  private let end = LockedValue<Timestamp?>(nil)

  func refreshPauseEnd(at now: Timestamp) -> Timestamp? {
    end.withLock { end in
      guard let end, end > now, end.elapsedTime(since: now) <= RateLimitPause.longest else {
        return nil
      }
      return end
    }
  }

  /// Reads in a reply how much of Instagram's request limits is used, and begins a pause of stream
  /// refreshes if it is over 75 percent, or if Instagram states a waiting time.
  func recordQuotaUsage(in reply: HTTPReply, at now: Timestamp) {
    let used = Self.usedQuotaShares(in: reply)
    let minutes =
      Self.usageEntries(in: reply).compactMap { $0["estimated_time_to_regain_access"].double }.max()
      ?? 0
    guard minutes > 0 || used.contains(where: { $0 > Self.maximumUsedPercent }) else { return }
    let told = Duration.seconds(60) * min(max(minutes, 0), 60)
    end.withLock { $0 = now.timeAdvanced(by: min(max(Self.pause, told), RateLimitPause.longest)) }
  }

  static func usedQuotaShares(in reply: HTTPReply) -> [Double] {
    usageEntries(in: reply).flatMap { entry in names.compactMap { entry[$0].double } }
      .map { min(max($0, 0), 100) }
  }

  private static func usageEntries(in reply: HTTPReply) -> [JSON] {
    let accounts = parsedHeaderJSON("X-Business-Use-Case-Usage", by: reply)
    return [parsedHeaderJSON("X-App-Usage", by: reply)] + accounts.members.flatMap(\.value.array)
  }

  private static func parsedHeaderJSON(_ name: String, by reply: HTTPReply) -> JSON {
    guard let text = reply.headers[name] else { return .null }
    return (try? JSON(Array(text.utf8))) ?? .null  // Invalid JSON counts as missing.
  }
}

struct InstagramRequestRules: ServiceRequestRules {
  private static let tokenCodes: Set<Int> = [102, 190]
  private static let limitCodes: Set<Int> = [4, 17, 32, 613, 80_002]

  func sign(_ request: inout HTTPRequest, with token: Secret) {
    guard let token = InstagramAccountSecret(token) else { return }
    request.headers["Authorization"] = "Bearer \(token.access.revealed)"
  }

  func reportsExpiredToken(_ reply: HTTPReply) -> Bool {
    InstagramFailure(reply).map { Self.tokenCodes.contains($0.code) } ?? (reply.status == 401)
  }

  func reportsRateLimit(_ reply: HTTPReply) -> Bool {
    reply.isRateLimit
      || InstagramFailure(reply).map { Self.limitCodes.contains($0.code) } ?? false
  }

  /// Returns the unused percentage of Instagram's request limit, as the reply reports it, as a
  /// quota of 100 requests for five minutes; nil if the reply reports none.
  func updatedRequestQuota(
    after reply: HTTPReply, to request: HTTPRequest, before: RequestQuota?, now: Timestamp
  ) -> RequestQuota? {
    InstagramQuotaUsage.usedQuotaShares(in: reply).max().map {
      RequestQuota(100 - Int($0), of: 100, until: now.timeAdvanced(by: .seconds(300)))
    }
  }

  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    guard let failure = InstagramFailure(reply) else { return nil }
    if Self.tokenCodes.contains(failure.code) { return .signedOut }
    if failure.isTransient { return .serverFailed(503) }
    return failure.isMissing ? .notFound : .refused(failure.words)
  }
}

struct InstagramFailure: Equatable, Sendable {
  let code: Int
  let isTransient: Bool
  let isMissing: Bool
  var isAboutPermission: Bool { code == 10 || code == 3 || (200..<300).contains(code) }
  let words: String?

  init?(_ reply: HTTPReply) {
    // A successful reply is never parsed as an error, however long it is.
    guard !reply.isSuccess, let json = try? JSON(reply.body), json["error"].isObject else {
      return nil
    }
    let error = json["error"]
    code = error["code"].int ?? 0
    isTransient = error["is_transient"].bool == true || [1, 2].contains(code)
    isMissing = (code == 100 && error["error_subcode"].int == 33) || reply.status == 404
    words = (error["error_user_msg"].nonBlankText ?? error["message"].nonBlankText)
      .map { String($0.prefix(500)) }
  }
}

/// A version of Instagram's API, such as "v25.0". Instagram retires versions after some two years,
/// so that the settings can name a newer one.
package struct InstagramAPIVersion: Equatable, Sendable {
  /// The version of Instagram's API that Tweetie was written for.
  package static let standard = InstagramAPIVersion(checked: "v25.0")

  package let text: String

  package init?(_ text: String) {
    let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    let isNumbers = parts.allSatisfy { part in
      (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard text.first == "v", parts.count == 2, isNumbers else { return nil }
    self.init(checked: text)
  }

  private init(checked text: String) { self.text = text }
}
