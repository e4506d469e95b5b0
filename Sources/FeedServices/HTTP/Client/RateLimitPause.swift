internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// The end of the pause before a service may be sent requests again, by its replies' headers in
/// several forms. A pause lasts a quarter of an hour at most. One that ends within a second is
/// replaced by a backoff: with a slow clock, requests would be repeated at once.
struct RateLimits: Equatable, Sendable {
  static let longest = Duration.seconds(15 * 60)
  private static let shortest = Duration.seconds(1)

  private var until: Timestamp?
  private var refusals = 0

  /// Returns the end of the pause in requests to a service; nil without a pause.
  func pauseEnd(at now: Timestamp) -> Timestamp? {
    // A longer pause than allowed means that the clock was set back since.
    guard let until, until > now, until <= now.timeAdvanced(by: Self.longest) else { return nil }
    return until
  }

  /// Updates the pause after a reply, which may report the limit in the service's own form;
  /// `random` in 0..<1 spreads many clients. An exhausted limit for reading stops requests; limits
  /// for writing, such as uploads a day, do not.
  mutating func recordReply(
    _ reply: HTTPReply, isRefusal: Bool? = nil, isReading: Bool = true, now: Timestamp,
    random: Double
  ) {
    if isRefusal ?? reply.isRateLimit {
      refusals = min(refusals + 1, 8)
      let asked = reply.retryTime(now: now) ?? reply.limitReset(now: now)
      let known = asked.map { $0.elapsedTime(since: now) }.flatMap { $0 > Self.shortest ? $0 : nil }
      until = now.timeAdvanced(by: min(known ?? backoffDelay(random: random), Self.longest))
    } else {
      // A good reply during a pause was sent before the pause began, and does not end it.
      guard pauseEnd(at: now) == nil else { return }
      refusals = 0
      until = nil
      guard isReading, reply.isExhausted, let reset = reply.limitReset(now: now), reset > now
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
    RateLimitFields(headers).remaining.flatMap { Int($0) } == 0
  }

  /// Returns the time in a reply's header `Retry-After`, stated as seconds from now or as a date;
  /// nil without the header.
  func retryTime(now: Timestamp) -> Timestamp? {
    guard let text = headers["Retry-After"]?.trimmingBlanks else { return nil }
    if let wait = Self.parsedSeconds(text) { return now.timeAdvanced(by: wait) }
    return HTTPDate.timestamp(text)
  }

  /// Returns the time when a rate limit resets, stated as a date, seconds since 1970, or, if small,
  /// seconds from now; nil if not stated.
  func limitReset(now: Timestamp) -> Timestamp? {
    guard let text = RateLimitFields(headers).reset?.trimmingBlanks else { return nil }
    guard let number = Self.parsedSeconds(text) else {
      return ISODate.timestamp(text) ?? HTTPDate.timestamp(text)
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

/// The rate limit headers of a reply. Mastodon and Unsplash send three headers with "X-", Bluesky
/// those of the IETF's earlier drafts, and others the single header of later drafts.
struct RateLimitFields {
  /// The number of requests that a rate limit allows per period, as text; nil if not stated.
  let limit: String?
  /// The number of requests left in the period of a rate limit, as text; nil if not stated.
  let remaining: String?
  /// The end of a rate limit's period as text: a time, or seconds from now; nil if not stated.
  let reset: String?

  init(_ headers: HTTPHeaders) {
    let merged = headers["RateLimit"].map(Self.parsedParameters) ?? [:]
    // Policies have a header of their own, with constant values.
    let policy = headers["RateLimit-Policy"].map(Self.parsedParameters) ?? [:]
    func field(_ name: String, _ others: String?...) -> String? {
      let text = headers["X-RateLimit-\(name)"] ?? headers["RateLimit-\(name)"]
      return text ?? others.lazy.compactMap(\.self).first
    }
    limit = field("Limit", merged["limit"], policy["q"])
    remaining = field("Remaining", merged["remaining"], merged["r"])
    reset = field("Reset", merged["reset"], merged["t"])
  }

  /// Returns the first value of each parameter in a rate limit header, as in `limit=100,
  /// remaining=50` or `"hour";r=50;t=30`.
  private static func parsedParameters(_ text: String) -> [String: String] {
    let pairs = text.split { $0 == "," || $0 == ";" }.compactMap { part in
      let sides = part.split(separator: "=", maxSplits: 1)
      return sides.count < 2
        ? nil : (String(sides[0]).trimmingBlanks, String(sides[1]).trimmingBlanks)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}

/// The pauses in requests of one client, by server.
struct ServerRateLimits: Sendable {
  /// Maximum number of servers whose pauses are remembered; the least recently used are dropped.
  private static let most = 64

  /// The account's request limit at its own server; nil if requests are not counted.
  let accountQuota: AccountQuota?
  private var limits: [(origin: String, limits: RateLimits)] = []

  init(accountQuota: AccountQuota? = nil) { self.accountQuota = accountQuota }

  /// Returns the end of the pause at the server of an address; nil without a pause.
  func pauseEnd(at address: String, now: Timestamp) -> Timestamp? {
    let origin = Self.origin(of: address)
    return limits.first { $0.origin == origin }?.limits.pauseEnd(at: now)
  }

  mutating func recordReply(
    _ reply: HTTPReply, to request: HTTPRequest, isRefusal: Bool, now: Timestamp, random: Double
  ) {
    let origin = Self.origin(of: request.url)
    let place = limits.firstIndex { $0.origin == origin }
    var known = place.map { limits.remove(at: $0).limits } ?? RateLimits()
    known.recordReply(
      reply, isRefusal: isRefusal, isReading: request.method == .get, now: now, random: random)
    // A server without a pause need not be remembered.
    guard known != RateLimits() else { return }
    limits.append((origin, known))
    if limits.count > Self.most { limits.removeFirst() }
  }

  private static func origin(of address: String) -> String {
    WebAddress(address)?.origin ?? address
  }
}

extension RequestQuota {
  /// Maximum time until a request limit resets; later times in replies are shortened.
  private static let longest = Duration.seconds(3600)

  /// Parses the request limit in a reply's headers; nil without such headers. Without the time of a
  /// reset, the limit is per hour.
  init?(_ reply: HTTPReply, at now: Timestamp) {
    let fields = RateLimitFields(reply.headers)
    guard let limit = fields.limit.flatMap(Self.parsedNumber),
      let remaining = fields.remaining.flatMap(Self.parsedNumber), limit > 0
    else { return nil }
    let end = reply.limitReset(now: now) ?? now.nextHour
    guard end > now else { return nil }
    self.init(remaining, of: limit, until: min(end, now.timeAdvanced(by: Self.longest)))
  }

  /// Counts a request against an hourly limit whose state the server does not report.
  init(counting before: RequestQuota?, of limit: Int, at now: Timestamp) {
    let hour = now.timeAdvanced(by: Self.longest)
    if let before, before.resets > now, before.resets <= hour {
      self.init(before.remaining - 1, of: limit, until: before.resets)
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

/// The request limits of accounts, shared by all windows of the program: one line in a small file
/// per account, written after each reply and read before automatic requests. An unreadable file
/// counts as no limit; without a writable file, a limit is known to one window alone.
final class QuotaStore: Sendable {
  private static let length = 64

  private let folder: String?
  /// By account, the request limits that this process has read in replies; used without a folder.
  private let known = LockedValue<[Account.ID: RequestQuota]>([:])

  /// Opens the folder of stored request limits; without a folder, limits are lost when the program
  /// ends.
  init(folder: String?) { self.folder = folder }

  /// Creates the file of an account's request limit. Limits are stored in existing files only,
  /// since a window may learn late that an account was signed out.
  func createFile(for account: Account.ID) {
    // Without a file, each window knows only its own replies.
    if let path = filePath(of: account) { _ = try? OpenFile(path, O_RDWR | O_CREAT) }
  }

  func requestQuota(of account: Account.ID) -> RequestQuota? {
    guard let path = filePath(of: account) else { return known.withLock { $0[account] } }
    return (try? OpenFile(path, O_RDONLY)).flatMap(Self.readQuota)
  }

  /// Changes an account's request limit by a closure, locked against other windows; returns the new
  /// limit.
  func changeQuota(of account: Account.ID, _ learn: (RequestQuota?) -> RequestQuota?)
    -> RequestQuota?
  {
    guard let path = filePath(of: account) else {
      return known.withLock { known in
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
    let line = "\(after.remaining) \(after.limit) \(after.resets.milliseconds)"
    let padding = String(repeating: " ", count: max(0, Self.length - line.utf8.count - 1))
    // The next reply reports the limit again.
    try? file.writeBytes(Array("\(line)\(padding)\n".utf8))
    return after
  }

  func deleteFile(of account: Account.ID) {
    known.withLock { $0[account] = nil }
    if let path = filePath(of: account) { unlink(path) }
  }

  private func filePath(of account: Account.ID) -> String? {
    folder.map { "\($0)/allowance-\(WebQuery.percentEncoded(account.rawValue).suffix(200))" }
  }

  private static func readQuota(_ file: OpenFile) -> RequestQuota? {
    let line = (try? file.readBytes(length)).map { String(decoding: $0, as: UTF8.self) }
    let numbers = line?.trimmingBlanks.split(separator: " ").compactMap { Int64($0) } ?? []
    guard numbers.count == 3 else { return nil }
    return RequestQuota(
      Int(numbers[0]), of: Int(numbers[1]), until: Timestamp(milliseconds: numbers[2]))
  }
}

/// The request limit of one account, in the store of request limits.
struct AccountQuota: Sendable {
  let account: Account.ID
  let allowances: QuotaStore

  /// The account's request limit; nil if the server never reported one.
  var allowance: RequestQuota? { allowances.requestQuota(of: account) }
}

extension RequestQuota {
  /// The number of requests left in a limit, as text for the log.
  var logText: String { "\(remaining) of \(limit) left" }
}
