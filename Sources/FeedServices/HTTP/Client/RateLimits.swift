internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// Until when a service wants to be left alone, as its replies say in several dialects.
///
/// Whatever they say, nobody waits for longer than a quarter of an hour. An end that is past or all
/// but here is none: by a clock that is behind, a service would be asked again and again.
struct RateLimits: Equatable, Sendable {
  static let longest = Duration.seconds(15 * 60)
  private static let shortest = Duration.seconds(1)

  private var until: Timestamp?
  private var refusals = 0

  /// The end of the wait; nil where there is none.
  func pause(at now: Timestamp) -> Timestamp? {
    // Further away than anybody may be made to wait: the clock was set back since.
    guard let until, until > now, until <= now.advanced(by: Self.longest) else { return nil }
    return until
  }

  /// Learns from a reply, which may refuse in a way of the service's own; `random`, from 0 up to 1,
  /// keeps many clients from coming back at once.
  ///
  /// What is used up for reading is not asked for again. Writing has limits of its own at many
  /// services, as of pictures a day: those keep nobody from reading.
  mutating func note(
    _ reply: HTTPReply, isRefusal: Bool? = nil, isReading: Bool = true, now: Timestamp,
    random: Double
  ) {
    if isRefusal ?? reply.asksForPatience {
      refusals = min(refusals + 1, 8)
      let asked = reply.retryMoment(now: now) ?? reply.limitReset(now: now)
      let told = asked.map { $0.since(now) }.flatMap { $0 > Self.shortest ? $0 : nil }
      until = now.advanced(by: min(told ?? backoff(random: random), Self.longest))
    } else {
      // A good reply during a wait was on its way before it began, and does not end it.
      guard pause(at: now) == nil else { return }
      refusals = 0
      until = nil
      guard isReading, reply.hasSpentItsLimit, let reset = reply.limitReset(now: now), reset > now
      else { return }
      until = min(reset, now.advanced(by: Self.longest))
    }
  }

  private func backoff(random: Double) -> Duration {
    min(.seconds(15 << refusals), Self.longest) * (0.8 + 0.4 * random)
  }
}

extension HTTPReply {
  /// Whether the service refuses because it is asked too much.
  var asksForPatience: Bool {
    status == 429 || (status == 503 && headers["Retry-After"] != nil)
  }

  /// Whether the next request would be one too many.
  fileprivate var hasSpentItsLimit: Bool {
    RateLimitFields(headers).remaining.flatMap { Int($0) } == 0
  }

  /// When to come back: seconds from now, or a date.
  fileprivate func retryMoment(now: Timestamp) -> Timestamp? {
    guard let text = headers["Retry-After"]?.trimmingBlanks else { return nil }
    if let wait = Self.seconds(text) { return now.advanced(by: wait) }
    return HTTPDate.timestamp(text)
  }

  /// When the limit is as it was: a date, seconds since 1970, or, where the number is small,
  /// seconds from now.
  func limitReset(now: Timestamp) -> Timestamp? {
    guard let text = RateLimitFields(headers).reset?.trimmingBlanks else { return nil }
    guard let number = Self.seconds(text) else {
      return ISODate.timestamp(text) ?? HTTPDate.timestamp(text)
    }
    return number < .seconds(1_000_000)
      ? now.advanced(by: number) : Timestamp(milliseconds: 0).advanced(by: number)
  }

  /// Whole seconds, however many; a fraction is let go.
  private static func seconds(_ text: String) -> Duration? {
    guard let number = Double(text), number.isFinite else { return nil }
    return .seconds(Int64(min(max(number, -1e9), 1e12)))
  }
}

/// What a reply says of how much may be asked, as texts, however its server writes that down.
///
/// Mastodon and Unsplash have a field for each with an "X-" before it; Bluesky has the fields of the
/// IETF's earlier drafts, and others those of the later ones, where they all stand in one.
struct RateLimitFields {
  /// How much may be asked in a while.
  let limit: String?
  /// How much of that is left.
  let remaining: String?
  /// When there is as much again.
  let reset: String?

  init(_ headers: HTTPHeaders) {
    let merged = headers["RateLimit"].map(Self.parameters) ?? [:]
    // A policy stands apart: it is the same in every reply.
    let policy = headers["RateLimit-Policy"].map(Self.parameters) ?? [:]
    func field(_ name: String, _ others: String?...) -> String? {
      let text = headers["X-RateLimit-\(name)"] ?? headers["RateLimit-\(name)"]
      return text ?? others.lazy.compactMap(\.self).first
    }
    limit = field("Limit", merged["limit"], policy["q"])
    remaining = field("Remaining", merged["remaining"], merged["r"])
    reset = field("Reset", merged["reset"], merged["t"])
  }

  /// The first value of each name, as in `limit=100, remaining=50` and in `"hour";r=50;t=30`.
  private static func parameters(_ text: String) -> [String: String] {
    let pairs = text.split { $0 == "," || $0 == ";" }.compactMap { part in
      let sides = part.split(separator: "=", maxSplits: 1)
      return sides.count < 2
        ? nil : (String(sides[0]).trimmingBlanks, String(sides[1]).trimmingBlanks)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}

/// Until when each server wants to be left alone: what one says holds for no other.
struct OriginLimits: Sendable {
  /// Of more servers that refuse, those are forgotten that have been silent for longest.
  private static let most = 64

  /// What the account may ask its own server; nil where nobody counts.
  let budget: AccountBudget?
  private var limits: [(origin: String, limits: RateLimits)] = []

  init(budget: AccountBudget? = nil) { self.budget = budget }

  /// The end of the wait at the server of that address; nil where there is none.
  func pause(at address: String, now: Timestamp) -> Timestamp? {
    let origin = Self.origin(of: address)
    return limits.first { $0.origin == origin }?.limits.pause(at: now)
  }

  /// Learns from a server's reply to a request; see `RateLimits`.
  mutating func note(
    _ reply: HTTPReply, to request: HTTPRequest, isRefusal: Bool, now: Timestamp, random: Double
  ) {
    let origin = Self.origin(of: request.url)
    let place = limits.firstIndex { $0.origin == origin }
    var known = place.map { limits.remove(at: $0).limits } ?? RateLimits()
    known.note(
      reply, isRefusal: isRefusal, isReading: request.method == .get, now: now, random: random)
    // Of a server that asks for nothing nothing is to be known.
    guard known != RateLimits() else { return }
    limits.append((origin, known))
    if limits.count > Self.most { limits.removeFirst() }
  }

  private static func origin(of address: String) -> String {
    WebAddress(address)?.origin ?? address
  }
}

extension Allowance {
  /// Nothing is believed for longer: a server that lies is asked again.
  private static let longest = Duration.seconds(3600)

  /// What a reply tells; nil where it tells nothing. A server that does not say when there is as much
  /// again counts by the hour.
  init?(_ reply: HTTPReply, at now: Timestamp) {
    let fields = RateLimitFields(reply.headers)
    guard let limit = fields.limit.flatMap(Self.number),
      let remaining = fields.remaining.flatMap(Self.number), limit > 0
    else { return nil }
    let end = reply.limitReset(now: now) ?? now.nextHour
    guard end > now else { return nil }
    self.init(remaining, of: limit, until: min(end, now.advanced(by: Self.longest)))
  }

  /// What is left of so many an hour after one more question, where a server does not tell.
  init(counting before: Allowance?, of limit: Int, at now: Timestamp) {
    let hour = now.advanced(by: Self.longest)
    if let before, before.resets > now, before.resets <= hour {
      self.init(before.remaining - 1, of: limit, until: before.resets)
    } else {
      self.init(limit - 1, of: limit, until: hour)
    }
  }

  /// A whole number, without what may be said of it, as in "100, 100;w=60".
  private static func number(_ text: String) -> Int? {
    Int(text.trimmingBlanks.prefix { $0.isNumber })
  }
}

extension Timestamp {
  /// The next full hour.
  fileprivate var nextHour: Timestamp {
    let hour: Int64 = 3_600_000
    return Timestamp(milliseconds: (milliseconds / hour + 1) * hour)
  }
}

/// How much each account may still ask its server, the same for every window of the program: a line
/// in a small file, written by whoever was answered last and read before something is asked that
/// nobody asked for.
///
/// What cannot be read was never told; what cannot be written is known to one window alone.
final class Allowances: Sendable {
  private static let length = 64

  private let folder: String?
  /// What was told to this process.
  private let told = Guarded<[Account.ID: Allowance]>([:])

  /// Kept in files of that folder; without one, as long as the process lives.
  init(folder: String?) { self.folder = folder }

  /// Makes room for an account. What is told of one that was forgotten is not kept: a window may
  /// find out late that it was signed out in another.
  func begin(_ account: Account.ID) {
    // Where none can be made, each window knows what it was told itself.
    if let path = path(of: account) { _ = try? OpenFile(path, O_RDWR | O_CREAT) }
  }

  /// What the account may still ask; nil where that was never told.
  func allowance(of account: Account.ID) -> Allowance? {
    guard let path = path(of: account) else { return told.withLock { $0[account] } }
    return (try? OpenFile(path, O_RDONLY)).flatMap(Self.read)
  }

  /// Learns more, with nobody in between; returns what is known then.
  func change(of account: Account.ID, _ learn: (Allowance?) -> Allowance?) -> Allowance? {
    guard let path = path(of: account) else {
      return told.withLock { told in
        told[account] = learn(told[account]) ?? told[account]
        return told[account]
      }
    }
    guard let file = try? OpenFile(path, O_RDWR), (try? file.lock()) != nil else {
      return learn(nil)
    }
    defer { file.unlock() }
    let before = Self.read(file)
    guard let after = learn(before), after != before else { return before }
    let line = "\(after.remaining) \(after.limit) \(after.resets.milliseconds)"
    let padding = String(repeating: " ", count: max(0, Self.length - line.utf8.count - 1))
    try? file.write(Array("\(line)\(padding)\n".utf8))  // It will be told again.
    return after
  }

  /// Forgets what an account may ask, with its file.
  func forget(_ account: Account.ID) {
    told.withLock { $0[account] = nil }
    if let path = path(of: account) { unlink(path) }
  }

  private func path(of account: Account.ID) -> String? {
    folder.map { "\($0)/allowance-\(WebQuery.encoded(account.rawValue).suffix(200))" }
  }

  private static func read(_ file: OpenFile) -> Allowance? {
    let line = (try? file.bytes(length)).map { String(decoding: $0, as: UTF8.self) }
    let numbers = line?.trimmingBlanks.split(separator: " ").compactMap { Int64($0) } ?? []
    guard numbers.count == 3 else { return nil }
    return Allowance(
      Int(numbers[0]), of: Int(numbers[1]), until: Timestamp(milliseconds: numbers[2]))
  }
}
