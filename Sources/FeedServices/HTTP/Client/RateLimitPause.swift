internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A pause in the requests to a server that limits them, up to the time that its replies' headers
/// state, for a quarter of an hour at most. If they state none, or one less than a second away (as
/// with a wrong clock), the pause grows with each refusal.
struct RateLimitPause: Equatable, Sendable {
  static let longest = Duration.seconds(15 * 60)
  private static let shortest = Duration.seconds(1)

  private var until: Timestamp?
  private var refusals = 0

  /// Returns the time at which requests to the server of this pause may go on; nil without a pause.
  func pauseEnd(now: Timestamp) -> Timestamp? {
    // A longer pause than allowed means that the clock was set back since.
    guard let until, until > now, until <= now.timeAdvanced(by: Self.longest) else { return nil }
    return until
  }

  /// Begins, keeps or ends the pause of requests after a server's reply. A refusal because of a
  /// rate limit begins a pause, and so does a used-up limit for reading, but not one for writing.
  /// `random` in 0..<1 spreads the requests of many clients.
  mutating func updatePauseAfterReply(
    _ reply: HTTPReply, isRefusal: Bool? = nil, isReading: Bool = true, now: Timestamp,
    random: Double
  ) {
    if isRefusal ?? reply.isRateLimit {
      // No request is sent during a pause: this one was sent together with the first refused one.
      let isFirst = pauseEnd(now: now) == nil
      if isFirst { refusals = min(refusals + 1, 8) }
      let asked = reply.replyRetryTime(now: now) ?? reply.replyLimitResetTime(now: now)
      let known = asked.map { $0.elapsedTime(since: now) }.flatMap { $0 > Self.shortest ? $0 : nil }
      guard isFirst || known != nil else { return }
      until = now.timeAdvanced(by: min(known ?? backoffDelay(random: random), Self.longest))
    } else {
      // A successful reply during a pause was sent before the pause began, and does not end it.
      guard pauseEnd(now: now) == nil else { return }
      refusals = 0
      until = nil
      guard isReading, reply.isExhausted, let reset = reply.replyLimitResetTime(now: now),
        reset > now
      else { return }
      until = min(reset, now.timeAdvanced(by: Self.longest))
    }
  }

  private func backoffDelay(random: Double) -> Duration {
    min(.seconds(15 << refusals), Self.longest) * (0.8 + 0.4 * random)
  }
}

extension HTTPReply {
  var isRateLimit: Bool {
    status == 429 || (status == 503 && headers["Retry-After"] != nil)
  }

  fileprivate var isExhausted: Bool {
    RateLimitHeaderValues(headers).remaining.flatMap { Int($0) } == 0
  }

  /// Returns the time in a reply's header `Retry-After`, stated as seconds from now or as a date;
  /// nil if the reply has no such header, or an invalid one.
  func replyRetryTime(now: Timestamp) -> Timestamp? {
    guard let text = headers["Retry-After"]?.trimmingBlanks else { return nil }
    if let wait = Self.parsedSeconds(text) { return now.timeAdvanced(by: wait) }
    return HTTPDate.parsedTimestamp(text)
  }

  /// Returns the time at which a rate limit resets, which a reply states as a date, in seconds
  /// since 1970, or in seconds from now; nil if it states none.
  func replyLimitResetTime(now: Timestamp) -> Timestamp? {
    guard let text = RateLimitHeaderValues(headers).reset?.trimmingBlanks else { return nil }
    guard let number = Self.parsedSeconds(text) else {
      return ISODate.parsedTimestamp(text) ?? HTTPDate.parsedTimestamp(text)
    }
    return number < .seconds(1_000_000)
      ? now.timeAdvanced(by: number) : Timestamp(milliseconds: 0).timeAdvanced(by: number)
  }

  /// Parses a number of seconds in a rate limit header, without its fraction; nil for other text.
  private static func parsedSeconds(_ text: String) -> Duration? {
    guard let number = Double(text), number.isFinite else { return nil }
    return .seconds(Int64(min(max(number, -1e9), 1e12)))
  }
}

/// A rate limit that a reply states, as text: from three headers with "X-" (Mastodon, Unsplash),
/// three without (Bluesky, by an early draft of the IETF), or a single one (later drafts).
struct RateLimitHeaderValues {
  /// The number of requests that a rate limit allows per period, as text; nil if not stated.
  let limit: String?
  /// The number of requests left in the period of a rate limit, as text; nil if not stated.
  let remaining: String?
  /// The time when the period of a rate limit ends, or the number of seconds until then, as text;
  /// nil if the reply does not state it.
  let reset: String?

  init(_ headers: HTTPHeaders) {
    let merged = headers["RateLimit"].map(Self.parsedHeaderParameters) ?? [:]
    // Policies have a header of their own, with constant values.
    let policy = headers["RateLimit-Policy"].map(Self.parsedHeaderParameters) ?? [:]
    func firstRateLimitField(_ name: String, _ others: String?...) -> String? {
      let text = headers["X-RateLimit-\(name)"] ?? headers["RateLimit-\(name)"]
      return text ?? others.lazy.compactMap(\.self).first
    }
    limit = firstRateLimitField("Limit", merged["limit"], policy["q"])
    remaining = firstRateLimitField("Remaining", merged["remaining"], merged["r"])
    reset = firstRateLimitField("Reset", merged["reset"], merged["t"])
  }

  /// Returns the parameters of a rate limit header by name, as in `limit=100, remaining=50` or
  /// `"hour";r=50;t=30`; the first value of a repeated name counts.
  private static func parsedHeaderParameters(_ text: String) -> [String: String] {
    let pairs = text.split { $0 == "," || $0 == ";" }.compactMap { part in
      let sides = part.split(separator: "=", maxSplits: 1)
      return sides.count < 2
        ? nil : (String(sides[0]).trimmingBlanks, String(sides[1]).trimmingBlanks)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}

/// A set of pauses in a client's requests because of rate limits, one for each server.
struct ServerRateLimitPauses: Sendable {
  /// Maximum number of servers whose pauses of requests are kept; the least recently used is
  /// dropped.
  private static let maximumServers = 64

  /// The handle for the stored request limit of the account at its own server; nil if the client's
  /// requests are not counted.
  let accountQuota: AccountQuotaHandle?
  private var limits: [(origin: String, limits: RateLimitPause)] = []

  init(accountQuota: AccountQuotaHandle? = nil) { self.accountQuota = accountQuota }

  /// Returns the time at which requests to the server of an address may go on; nil without a pause.
  func pauseEnd(forServerOf address: String, now: Timestamp) -> Timestamp? {
    let origin = Self.origin(of: address)
    return limits.first { $0.origin == origin }?.limits.pauseEnd(now: now)
  }

  mutating func updatePauseAfterReply(
    _ reply: HTTPReply, to request: HTTPRequest, isRefusal: Bool, now: Timestamp, random: Double
  ) {
    let origin = Self.origin(of: request.url)
    let place = limits.firstIndex { $0.origin == origin }
    var known = place.map { limits.remove(at: $0).limits } ?? RateLimitPause()
    known.updatePauseAfterReply(
      reply, isRefusal: isRefusal, isReading: request.method == .get, now: now, random: random)
    // A server without a pause need not be remembered.
    guard known != RateLimitPause() else { return }
    limits.append((origin, known))
    if limits.count > Self.maximumServers { limits.removeFirst() }
  }

  private static func origin(of address: String) -> String {
    WebAddress(address)?.origin ?? address
  }
}

extension RequestQuota {
  /// Maximum time until a request limit resets; a later time in a reply is replaced by this one.
  private static let longest = Duration.seconds(3600)

  /// Returns true if the limit's time of reset can have been computed from a reply; false if it is
  /// too far in the future, as after the clock was set back.
  func isResetTimePlausible(at now: Timestamp) -> Bool {
    resetsAt <= now.timeAdvanced(by: isRefusal ? RateLimitPause.longest : Self.longest)
  }

  /// Creates the request limit of an account from a reply's headers; nil if there are no such
  /// headers, or if its time of reset is past. If they state no time of reset, the limit is taken
  /// as one per hour.
  init?(_ reply: HTTPReply, at now: Timestamp) {
    let fields = RateLimitHeaderValues(reply.headers)
    guard let limit = fields.limit.flatMap(Self.parsedNumber),
      let remaining = fields.remaining.flatMap(Self.parsedNumber), limit > 0
    else { return nil }
    let end = reply.replyLimitResetTime(now: now) ?? now.nextHour
    guard end > now else { return nil }
    self.init(remaining, of: limit, until: min(end, now.timeAdvanced(by: Self.longest)))
  }

  /// Creates the request limit of an account after one more request, for a server that allows
  /// `limit` requests an hour but does not report the number left.
  init(counting before: RequestQuota?, of limit: Int, at now: Timestamp) {
    let hour = now.timeAdvanced(by: Self.longest)
    if let before, before.resetsAt > now, before.resetsAt <= hour {
      self.init(before.remaining - 1, of: limit, until: before.resetsAt)
    } else {
      self.init(limit - 1, of: limit, until: hour)
    }
  }

  /// Parses a whole number in a rate limit header without its parameters, as in "100, 100;w=60";
  /// nil for other text.
  private static func parsedNumber(_ text: String) -> Int? {
    Int(text.trimmingBlanks.prefix { $0.isNumber })
  }
}

extension Timestamp {
  fileprivate var nextHour: Timestamp {
    let hour: Int64 = 3_600_000
    return Timestamp(milliseconds: (milliseconds / hour + 1) * hour)
  }
}

/// A store of the accounts' request limits, shared by all windows of the program: one small file
/// per account, written after each reply, read before automatic requests. An unreadable file means
/// no limit.
final class RequestQuotaStore: Sendable {
  private static let length = 64

  private let folder: String?
  /// The request limits of accounts that replies to this process reported, by account; used only if
  /// the store has no folder.
  private let quotas = LockedValue<[Account.ID: RequestQuota]>([:])

  /// Creates the store of request limits in a folder; without a folder, limits are forgotten when
  /// the program ends.
  init(folder: String?) { self.folder = folder }

  /// Creates the file in which an account's request limit is stored. Without the file the limit is
  /// not stored, so that a window that learns late of a sign-out does not create the file again.
  func createQuotaFile(for account: Account.ID) {
    // Without a file, each window knows only its own replies.
    if let path = quotaFilePath(of: account) { _ = try? OpenFile(path, O_RDWR | O_CREAT) }
  }

  func storedQuota(of account: Account.ID) -> RequestQuota? {
    guard let path = quotaFilePath(of: account) else { return quotas.withLock { $0[account] } }
    return (try? OpenFile(path, O_RDONLY)).flatMap(Self.readQuota)
  }

  /// Changes an account's stored request limit by a closure, while other windows of the program
  /// wait; returns the new limit.
  func changeQuota(of account: Account.ID, _ learn: (RequestQuota?) -> RequestQuota?)
    -> RequestQuota?
  {
    guard let path = quotaFilePath(of: account) else {
      return quotas.withLock { known in
        known[account] = learn(known[account]) ?? known[account]
        return known[account]
      }
    }
    guard let file = try? OpenFile(path, O_RDWR), (try? file.lockFile()) != nil else {
      return learn(nil)
    }
    defer { file.unlockFile() }
    let before = Self.readQuota(file)
    guard let after = learn(before), after != before else { return before }
    let refusal = after.isRefusal ? " 1" : ""
    let line = "\(after.remaining) \(after.limit) \(after.resetsAt.milliseconds)\(refusal)"
    let padding = String(repeating: " ", count: max(0, Self.length - line.utf8.count - 1))
    // The next reply reports the limit again.
    try? file.writeBytes(Array("\(line)\(padding)\n".utf8))
    return after
  }

  func deleteQuotaFile(of account: Account.ID) {
    quotas.withLock { $0[account] = nil }
    if let path = quotaFilePath(of: account) { unlink(path) }
  }

  private func quotaFilePath(of account: Account.ID) -> String? {
    folder.map { "\($0)/allowance-\(WebAddressQuery.percentEncoded(account.rawValue).suffix(200))" }
  }

  private static func readQuota(_ file: OpenFile) -> RequestQuota? {
    let line = (try? file.readBytes(length)).map { String(decoding: $0, as: UTF8.self) }
    let numbers = line?.trimmingBlanks.split(separator: " ").compactMap { Int64($0) } ?? []
    guard numbers.count == 3 || numbers.count == 4 else { return nil }
    return RequestQuota(
      Int(numbers[0]), of: Int(numbers[1]), until: Timestamp(milliseconds: numbers[2]),
      isRefusal: numbers.count == 4)
  }
}

/// A handle for reading one account's request limit in the store of request limits.
struct AccountQuotaHandle: Sendable {
  let account: Account.ID
  let allowances: RequestQuotaStore

  /// The stored request limit of the account; nil if the server never reported one.
  var allowance: RequestQuota? { allowances.storedQuota(of: account) }
}

extension RequestQuota {
  /// The text about the request limit in the log, such as "40 of 300 left".
  var logText: String { "\(remaining) of \(limit) left" }
}
