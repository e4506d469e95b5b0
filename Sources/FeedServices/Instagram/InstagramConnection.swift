internal import FeedDomain
internal import Threads

/// What Instagram offers to one account: its own media and what is said about them.
struct InstagramConnection: Sendable {
  let account: Account
  /// Asks in the account's name.
  let client: ServiceClient
  /// Fetches pictures, in nobody's name.
  let files: ServiceClient
  let world: any World
  let renewal: InstagramRenewal
  let usage = InstagramUsage()

  var reader: InstagramReader { InstagramReader(me: account, now: world.now) }

  @_semantics("optimize.sil.specialize.generic.never")
  func get<Value: Sendable>(
    _ path: InstagramPath, _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    try await ask(HTTPRequest(.get, path.text), read)
  }

  /// Asks for something, or has something done; how much is used up is learnt from every reply.
  @_semantics("optimize.sil.specialize.generic.never")
  func ask<Value: Sendable>(
    _ request: HTTPRequest, _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let listen: @Sendable (HTTPReply) -> Result<Value, FeedError>? = { [usage, world] reply in
      usage.note(reply, at: world.now)
      return nil
    }
    return try await client.json(request, judging: listen) { json, _ throws(FeedError) in
      try read(json)
    }
  }

  /// Asks for media in full, and where a field of it is refused for what every account may know.
  func media<Value: Sendable>(
    _ path: @Sendable (_ fields: [String]) -> InstagramPath,
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    do throws(FeedError) {
      return try await get(path(InstagramReader.fields), read)
    } catch {
      guard case .refused = error else { throw error }
      return try await get(path(InstagramReader.plainFields), read)
    }
  }

  /// A medium of one's own.
  func post(_ medium: String) async throws(FeedError) -> Post {
    try await media { fields in
      InstagramPath(medium, fields: fields)
    } _: { json throws(FeedError) in
      guard let post = reader.post(json) else { throw .badReply }
      return post
    }
  }

  /// The position of the next page. Its address has the token in it and is left alone.
  static func next(in json: JSON) -> String? {
    let paging = json["paging"]
    return paging["next"].isNull ? nil : paging["cursors"]["after"].filledString
  }
}

/// Something at Instagram, with the fields of it that are wanted.
struct InstagramPath: Equatable, Sendable {
  let text: String

  /// A thing by its id, or what hangs on it.
  init(
    _ id: String, _ edge: String? = nil, fields: [String] = [], _ query: [(String, String)] = []
  ) {
    let path = (["", WebQuery.encoded(id)] + (edge.map { [$0] } ?? [])).joined(separator: "/")
    let wanted = fields.isEmpty ? [] : [("fields", fields.joined(separator: ","))]
    let items = WebQuery(wanted + query).text
    text = items.isEmpty ? path : "\(path)?\(items)"
  }
}

/// How much of what an application may ask is used up, as replies tell it.
///
/// Close to the end nobody is asked for what is new for a minute, or for as long as Instagram says;
/// what somebody opens is.
final class InstagramUsage: Sendable {
  /// Of a hundred.
  private static let most = 75.0
  private static let pause = Duration.seconds(60)
  private static let names = ["call_count", "total_cputime", "total_time"]

  private let end = Guarded<Timestamp?>(nil)

  /// Until when to leave it alone; nil where that is not needed.
  func pause(at now: Timestamp) -> Timestamp? {
    end.withLock { end in
      guard let end, end > now, end.since(now) <= RateLimits.longest else { return nil }
      return end
    }
  }

  /// Learns from a reply: what the application used up, and what it did in the name of an account.
  func note(_ reply: HTTPReply, at now: Timestamp) {
    let used = Self.shares(in: reply)
    let minutes =
      Self.entries(in: reply).compactMap { $0["estimated_time_to_regain_access"].double }.max() ?? 0
    guard minutes > 0 || used.contains(where: { $0 > Self.most }) else { return }
    let told = Duration.seconds(60) * min(max(minutes, 0), 60)
    end.withLock { $0 = now.advanced(by: min(max(Self.pause, told), RateLimits.longest)) }
  }

  /// How much is used up, in percent, of each thing that is counted.
  static func shares(in reply: HTTPReply) -> [Double] {
    entries(in: reply).flatMap { entry in names.compactMap { entry[$0].double } }
      .map { min(max($0, 0), 100) }
  }

  private static func entries(in reply: HTTPReply) -> [JSON] {
    let accounts = told("X-Business-Use-Case-Usage", by: reply)
    return [told("X-App-Usage", by: reply)] + accounts.members.flatMap(\.value.array)
  }

  private static func told(_ name: String, by reply: HTTPReply) -> JSON {
    guard let text = reply.headers[name] else { return .null }
    return (try? JSON(Array(text.utf8))) ?? .null  // What is no JSON tells nothing.
  }
}

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

/// A version of Instagram's interface. Each is retired some two years after it came, so that a program
/// must be able to go on with the next one.
package struct InstagramVersion: Hashable, Sendable {
  /// The one that this program was written for.
  package static let usual = InstagramVersion(checked: "v25.0")

  /// As it stands in addresses: "v25.0".
  package let text: String

  /// Nil for what is no version.
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
