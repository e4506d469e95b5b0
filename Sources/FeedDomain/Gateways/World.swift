internal import Glibc

/// A protocol of sources of the time, the local calendar and random numbers; tests pass in their
/// own.
public protocol World: Sendable {
  var now: Timestamp { get }
  /// Returns the calendar day of a time in the local time zone.
  func calendarDay(of moment: Timestamp) -> CalendarDay
  /// Returns the first moment of a calendar day in the local time zone; nil for invalid days.
  func startOfDay(_ day: CalendarDay) -> Timestamp?
  func sleep(for duration: Duration) async throws(CancellationError)
  func randomKey() -> String
  /// Returns an unguessable key that sorts after all keys returned before; with a real clock the
  /// key is a `TimedIdempotencyKey`.
  func timeSortableKey() -> String
  /// Returns a random number in 0..<1.
  func randomFraction() -> Double
}

extension World {
  public func timeSortableKey() -> String { randomKey() }

  /// Returns the calendar day of a time in UTC.
  public func calendarDay(of moment: Timestamp) -> CalendarDay {
    var seconds = time_t(moment.milliseconds / 1000)
    var parts = tm()
    // Years beyond the range of `tm` do not occur in practice, and become the year 1900.
    _ = gmtime_r(&seconds, &parts)
    return CalendarDay(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }

  /// Returns the first moment of a calendar day in UTC; nil for invalid days.
  public func startOfDay(_ day: CalendarDay) -> Timestamp? {
    guard (1...9999).contains(day.year), (1...12).contains(day.month), (1...31).contains(day.day)
    else { return nil }
    var parts = tm()
    parts.tm_year = Int32(day.year - 1900)
    parts.tm_mon = Int32(day.month - 1)
    parts.tm_mday = Int32(day.day)
    let seconds = timegm(&parts)
    // `timegm` turns the 30th of February into a day in March, which is rejected.
    guard Int(parts.tm_mday) == day.day else { return nil }
    return Timestamp(milliseconds: Int64(seconds) * 1000)
  }
}

public protocol LocationSource: Sendable {
  /// Returns the user's location within a few seconds; nil if unknown or not permitted. The
  /// location has no name unless the source knows one.
  func userLocation() async -> Place?
}

/// A protocol of logs of what the program does, without tokens and without texts of the user.
public protocol Log: Sendable {
  func writeLogLine(_ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String)
  /// Registers a secret, so that the log masks it in all later lines.
  func maskSecretInLog(_ secret: Secret)
  /// Deletes all lines of the log after an account signed out, as lines cannot be told apart by
  /// account.
  func eraseLog()
}

public enum LogChannel: String, CaseIterable, Sendable {
  case network, storage, pictures, terminal, outbox
}

public enum LogLevel: Int, CaseIterable, Comparable, CustomStringConvertible, Sendable {
  case debug, info, error

  /// The log level's name in the log; spelled out since Swift's reflection is slow the first time.
  public var description: String {
    switch self {
    case .debug: "debug"
    case .info: "info"
    case .error: "error"
    }
  }

  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

/// A protocol of spelling checkers with a dictionary for each language.
public protocol SpellingGateway: Sendable {
  /// Returns the words missing from a language's dictionary, the user's language for nil; nil if
  /// there is no dictionary.
  func misspelledWords(_ words: Set<String>, in language: String?) async -> Set<String>?
  /// Returns corrections for a misspelt word, the likeliest first.
  func spellingSuggestions(for word: String, in language: String?) async -> [String]
}

/// A purpose of requests, which decides how much of a server's quota they may use; attached to the
/// task.
public enum RequestPriority: CaseIterable, Sendable {
  /// A purpose of a request: asked for by the user, such as opening, refreshing, liking or writing.
  case userRequest
  case automatic
  /// A purpose of a request: fetching the conversation of a post that is selected, but not opened.
  case preview

  @TaskLocal public static var current = RequestPriority.userRequest
}

extension RequestPriority {
  /// Runs a closure as one action with its own request budget; all of its requests have this
  /// purpose.
  @discardableResult
  package func runActionWithPriority<Value, Failure: Error>(
    _ ask: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await RequestBudget.runActionWithNewBudget { () async throws(Failure) in
      let answer = await Self.$current.withValue(self) { () async -> Result<Value, Failure> in
        do throws(Failure) { return .success(try await ask()) } catch { return .failure(error) }
      }
      return try answer.get()
    }
  }
}

/// A server's remaining request quota, as reported by the server or counted.
public struct RequestQuota: Equatable, Sendable {
  public let limit: Int
  public let remaining: Int
  /// The time at which the server's request quota is full again.
  public let resetsAt: Timestamp
  /// True if the server refused a request and asked to wait, so that no request is sent before the
  /// end, not even one by the user.
  public let isRefusal: Bool

  /// Maximum number of requests in a quota, whose multiples are computed.
  private static let maximumLimit = 1 << 32

  public init(
    _ remaining: Int, of limit: Int, until resetsAt: Timestamp, isRefusal: Bool = false
  ) {
    self.limit = min(max(limit, 1), Self.maximumLimit)
    self.remaining = min(max(remaining, 0), self.limit)
    self.resetsAt = resetsAt
    self.isRefusal = isRefusal
  }

  /// Returns true if the remaining quota allows a request of this purpose: a prefetch needs half of
  /// the quota left, an automatic refresh a quarter; requests by the user are always allowed,
  /// unless the server asked to wait.
  public func allowsRequestWithinQuota(_ purpose: RequestPriority, at now: Timestamp) -> Bool {
    guard now < resetsAt else { return true }
    return switch purpose {
    case .userRequest: !isRefusal
    case .automatic: remaining * 4 > limit
    case .preview: remaining * 2 > limit
    }
  }
}
