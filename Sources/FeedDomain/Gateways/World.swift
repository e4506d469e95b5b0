internal import Glibc

/// The clock and the dice, passed in so that a test can choose them.
public protocol World: Sendable {
  var now: Timestamp { get }
  /// The day it is at that moment where the reader is.
  func day(of moment: Timestamp) -> CalendarDay
  /// When that day begins where the reader is; nil where there is no such day.
  func beginning(of day: CalendarDay) -> Timestamp?
  /// Waits.
  func sleep(for duration: Duration) async throws(CancellationError)
  /// A number that nobody can guess, for keys.
  func randomKey() -> String
  /// A key for what is written, which nobody can guess either: a `TimedKey` where the clock is a real
  /// one, made after every one before it.
  func orderedKey() -> String
  /// A random number from 0 up to 1, for jitter.
  func random() -> Double
}

extension World {
  /// Where no order is asked for, any key does.
  public func orderedKey() -> String { randomKey() }

  /// Where nothing is known of the reader's clock, days are those at Greenwich.
  public func day(of moment: Timestamp) -> CalendarDay {
    var seconds = time_t(moment.milliseconds / 1000)
    var parts = tm()
    // Years beyond what `tm` holds are nobody's: they are taken for its first.
    _ = gmtime_r(&seconds, &parts)
    return CalendarDay(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }

  /// Where nothing is known of the reader's clock, days are those at Greenwich.
  public func beginning(of day: CalendarDay) -> Timestamp? {
    guard (1...9999).contains(day.year), (1...12).contains(day.month), (1...31).contains(day.day)
    else { return nil }
    var parts = tm()
    parts.tm_year = Int32(day.year - 1900)
    parts.tm_mon = Int32(day.month - 1)
    parts.tm_mday = Int32(day.day)
    let seconds = timegm(&parts)
    // The 30th of February would be a day in March.
    guard Int(parts.tm_mday) == day.day else { return nil }
    return Timestamp(milliseconds: Int64(seconds) * 1000)
  }
}

/// Something that knows where the reader is.
public protocol LocationSource: Sendable {
  /// Where the reader is; nil where nobody knows, may tell, or answers in time.
  ///
  /// It takes a few seconds at most, and bears no name unless the source knows one.
  func locate() async -> Place?
}

/// Where facts go that help to find out what happened; never a token nor what somebody wrote.
public protocol Log: Sendable {
  func note(_ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String)
  /// Blots out a secret wherever it would be written from now on.
  func conceal(_ secret: Secret)
  /// Erases what was written: somebody signed out, and nobody can tell whom an address is of.
  func forget()
}

/// What a logged fact is about.
public enum LogChannel: String, CaseIterable, Sendable {
  /// Requests and replies.
  case network
  /// Files and databases.
  case storage
  /// Photographs.
  case pictures
  case terminal
  /// What waits to be sent.
  case outbox
}

/// How much a logged fact matters.
public enum LogLevel: Int, CaseIterable, Comparable, CustomStringConvertible, Sendable {
  /// Only for looking closely.
  case debug
  /// Worth a line.
  case info
  /// Something failed.
  case error

  /// Its name, for which the type need not be looked into: that is slow the first time.
  public var description: String {
    switch self {
    case .debug: "debug"
    case .info: "info"
    case .error: "error"
    }
  }

  /// The one that matters less comes first.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

/// Knows how words are spelt.
public protocol SpellingGateway: Sendable {
  /// Those of the words that the dictionary of a language does not have, of the person's own language
  /// where none is named; nil where there is no such dictionary.
  func unknown(_ words: Set<String>, in language: String?) async -> Set<String>?
  /// What a word may have been meant to be, the likeliest first.
  func suggestions(for word: String, in language: String?) async -> [String]
}

/// On whose behalf a service is asked: what it allows is spent first on what the reader asked for.
///
/// It travels with the task, and whoever speaks with a server looks at it there.
public enum RequestPurpose: CaseIterable, Sendable {
  /// The reader asked for it: they opened, refreshed, liked or wrote something.
  case asked
  /// It is due by itself: a stream is looked at again, or what happened to the reader.
  case due
  /// It is shown beside what the reader looks at as they pass, and nobody asked for it.
  case passing

  @TaskLocal public static var current = RequestPurpose.asked
}

extension RequestPurpose {
  /// Asks for this purpose.
  @discardableResult
  package func asking<Value, Failure: Error>(
    _ ask: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let answer = await Self.$current.withValue(self) { () async -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await ask()) } catch { return .failure(error) }
    }
    return try answer.get()
  }
}

/// How much a server still lets an account ask, as it told last or as it is counted.
public struct Allowance: Equatable, Sendable {
  /// How many questions it takes in a while.
  public let limit: Int
  /// How many of them are left.
  public let remaining: Int
  /// When it takes as many as ever again.
  public let resets: Timestamp

  /// So many of so many, until then.
  public init(_ remaining: Int, of limit: Int, until resets: Timestamp) {
    self.limit = max(limit, 1)
    self.remaining = min(max(remaining, 0), self.limit)
    self.resets = resets
  }

  /// Whether it may be asked: about what the reader passes while more than half is left, for what is
  /// due while more than a quarter is, and for what the reader asked for always.
  public func covers(_ purpose: RequestPurpose, at now: Timestamp) -> Bool {
    guard now < resets else { return true }
    return switch purpose {
    case .asked: true
    case .due: remaining * 4 > limit
    case .passing: remaining * 2 > limit
    }
  }
}
