import FeedDomain
import Logging
import UseCases

/// Decides what looking through the log does.
@MainActor final class LogInteractor: Interacting {
  private let book: FileLog
  private let presenter: any Presenting<LogReading.Response>
  private var isOpen = false
  private var level = LogLevel.debug
  private var lines: [LogRecord]?
  /// What is written while the end of the log is read is one more look, however much it is.
  private lazy var looks = LatestWrite<Void> { [weak self] in await self?.look() }

  init(_ book: FileLog, presenter: any Presenting<LogReading.Response>) {
    self.book = book
    self.presenter = presenter
  }

  func handle(_ request: LogReading.Request) async {
    switch request {
    case .open:
      isOpen = true
      book.follow { [weak self] in Task { @MainActor in self?.looks.submit(()) } }
      if book.isKept { tellChannels() }
      looks.submit(())
      await looks.finish()
    case .turn where !book.isKept, .filter where !book.isKept: break
    case .turn(let channel):
      book.setThreshold(book.threshold(of: channel).next, of: channel)
      tellChannels()
    case .filter:
      level = level.next
      tellLines()
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
    if isOpen { tellLines() }
  }

  private func tellLines() {
    // A line that is none of ours belongs to what stands before it.
    let shown = lines?.filter { ($0.level ?? .error) >= level }
    presenter.present(.lines(shown, from: level))
  }

  private func tellChannels() {
    let thresholds = LogChannel.allCases.map { ($0, book.threshold(of: $0)) }
    presenter.present(.channels(Dictionary(uniqueKeysWithValues: thresholds)))
  }
}

extension CaseIterable where Self: Equatable {
  /// The next one, round and round.
  fileprivate var next: Self {
    let following = Self.allCases.drop { $0 != self }.dropFirst()
    return following.first ?? Self.allCases.first ?? self
  }
}
