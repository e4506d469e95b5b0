import FeedDomain
import Logging
import Preferences
import UseCases

/// The use case of showing the program's log.
enum LogReading {
  enum Request: Equatable {
    /// Show the last lines, and follow new ones.
    case open
    /// Switch a channel to its next level.
    case turn(LogChannel)
    /// Switch the lowest visible level to the next one.
    case filter
    case close
  }

  struct State: Equatable {
    /// The visible lines, latest last; nil if no log is kept, or before the log was read.
    var lines: [LogRecord]?
    var isRead = false
    /// The lowest visible level.
    var level = LogLevel.debug
    /// The level of each channel; empty if no log is kept.
    var thresholds: [LogChannel: LogThreshold] = [:]
  }
}

/// The interactor of the log: follows the file, and changes what is written and shown.
@MainActor final class LogInteractor: Interacting {
  private let book: FileLog
  private let presenter: any Presenting<LogReading.State>
  private var state = LogReading.State() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var isOpen = false
  private var lines: [LogRecord]?
  /// The reader of the log's end. Lines written during a read cause one more read, however many.
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
  /// The next case, wrapping around.
  fileprivate var next: Self {
    let following = Self.allCases.drop { $0 != self }.dropFirst()
    return following.first ?? Self.allCases.first ?? self
  }
}
