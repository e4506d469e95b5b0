import FeedDomain

/// Decides what looking through the log does.
@MainActor final class LogInteractor: LogInteracting {
  private let book: any LogBook
  private let presenter: any LogPresenting
  private var isOpen = false
  private var level = LogLevel.debug
  private var lines: [LogRecord]?
  private var isReading = false
  private var isOutdated = false

  init(_ book: any LogBook, presenter: any LogPresenting) {
    self.book = book
    self.presenter = presenter
  }

  func handle(_ request: LogReading.Request) async {
    switch request {
    case .open:
      isOpen = true
      book.follow { [weak self] in Task { @MainActor in await self?.read() } }
      if book.isKept { tellChannels() }
      await read()
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
  /// Reads the end of the log; what is written meanwhile is one more look, however much it is.
  private func read() async {
    guard isOpen else { return }
    guard !isReading else {
      isOutdated = true
      return
    }
    isReading = true
    repeat {
      isOutdated = false
      lines = await book.tail()
      guard isOpen else { break }
      tellLines()
    } while isOutdated
    isReading = false
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

extension LogThreshold {
  /// The next one, round and round.
  fileprivate var next: LogThreshold {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

extension LogLevel {
  /// The next one, round and round.
  fileprivate var next: LogLevel {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
