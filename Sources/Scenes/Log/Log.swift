import FeedDomain
import Logging
import Preferences
import UseCases

/// The log of the program.
enum LogReading {
  enum Request: Equatable {
    /// Show the last lines, and those that are written from now on.
    case open
    /// Write a channel from the next level on.
    case turn(LogChannel)
    /// Show lines from the next level on.
    case filter
    case close
  }

  struct State: Equatable {
    /// The lines from the level on, latest last; nil if none is kept, or none was read yet.
    var lines: [LogRecord]?
    /// Whether the log was read.
    var isRead = false
    /// Lines below the level are hidden.
    var level = LogLevel.debug
    /// From which level on each channel is written; empty if no log is kept.
    var thresholds: [LogChannel: LogThreshold] = [:]
  }
}

/// Follows the log, and changes which lines are written and shown.
@MainActor final class LogInteractor: Interacting {
  private let book: FileLog
  private let presenter: any Presenting<LogReading.State>
  private var state = LogReading.State() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var isOpen = false
  private var lines: [LogRecord]?
  /// What is written while the end of the log is read is one more look, however much it is.
  private lazy var looks = LatestWrite<Void> { [weak self] in await self?.look() }

  init(_ book: FileLog, presenter: any Presenting<LogReading.State>) {
    self.book = book
    self.presenter = presenter
  }

  func handle(_ request: LogReading.Request) async {
    switch request {
    case .open:
      isOpen = true
      book.follow { [weak self] in Task { @MainActor in self?.looks.submit(()) } }
      if book.isKept { showChannels() }
      looks.submit(())
      await looks.finish()
    case .turn where !book.isKept, .filter where !book.isKept: break
    case .turn(let channel):
      book.setThreshold(book.threshold(of: channel).next, of: channel)
      showChannels()
    case .filter:
      state.level = state.level.next
      showLines()
    case .close:
      isOpen = false
      book.follow(nil)
    }
  }
}

extension LogInteractor {
  private func look() async {
    guard isOpen else { return }
    lines = await book.tail()
    if isOpen { showLines() }
  }

  private func showLines() {
    var next = state
    // A line without a level belongs to the line before it.
    next.lines = lines?.filter { ($0.level ?? .error) >= state.level }
    next.isRead = true
    state = next
  }

  private func showChannels() {
    let thresholds = LogChannel.allCases.map { ($0, book.threshold(of: $0)) }
    state.thresholds = Dictionary(uniqueKeysWithValues: thresholds)
  }
}

extension CaseIterable where Self: Equatable {
  /// The next one, round and round.
  fileprivate var next: Self {
    let following = Self.allCases.drop { $0 != self }.dropFirst()
    return following.first ?? Self.allCases.first ?? self
  }
}
