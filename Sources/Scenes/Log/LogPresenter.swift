import FeedDomain
internal import Groundwork
import Logging
import Preferences
import Terminal
import UseCases
import Words

/// Puts the log into words, as far as it has none.
@MainActor final class LogPresenter: Presenting {
  weak var display: (any Displaying<LogViewModel>)?
  private let wording: Wording
  private let keys: KeyMap
  private var viewModel = LogViewModel()

  /// The keys that turn the channels, in their order.
  static let turning = (1...5).map(Command.stream)

  init(wording: Wording, keys: KeyMap) {
    self.wording = wording
    self.keys = keys
    viewModel.title = wording.say("Log")
  }

  func present(_ response: LogReading.Response) {
    switch response {
    case .lines(let lines, let level):
      viewModel.rows = lines?.map(row) ?? []
      viewModel.isKept = lines != nil
      viewModel.filter = lines == nil ? "" : wording.logFilter(level)
      viewModel.notice = viewModel.rows.isEmpty ? notice(isKept: lines != nil) : nil
    case .channels(let thresholds):
      viewModel.switches = zip(LogChannel.allCases, Self.turning).map { channel, command in
        let threshold = thresholds[channel] ?? .off
        return LogSwitch(
          key: SafeText(sanitizing: keys.name(for: command) ?? ""),
          words: "\(channel.rawValue): \(threshold.rawValue)",
          isOn: threshold != .off)
      }
      let names = viewModel.switches.map(\.key).filter { !$0.isEmpty }
      viewModel.turning = names.first.map {
        Hint(
          named: names.count > 1 ? $0 + "–" + names[names.count - 1] : $0,
          word: wording.say("level"))
      }
    }
    display?.display(viewModel)
  }
}

extension LogPresenter {
  private func notice(isKept: Bool) -> StreamNotice {
    StreamNotice(
      sentence: isKept
        ? wording.say("Nothing has been logged.")
        : wording.say("No log is kept here: nothing is, in a demo."),
      next: isKept ? wording.say("The keys above set how much of each channel is logged.") : "")
  }

  private func row(_ record: LogRecord) -> LogRow {
    let role: Role =
      switch record.level {
      case .error?: .bad
      case .info?: .text
      case .debug?, nil: .faint
      }
    // The time of day is enough to tell lines apart: the one on the wall, as everywhere.
    let time = CalendarDate(iso: record.time).map {
      wording.localDate(Timestamp(milliseconds: Int64($0.seconds) * 1_000)).clockWithSeconds
    }
    return LogRow(
      id: record.offset, time: SafeText(sanitizing: time ?? ""),
      text: SafeText(sanitizing: record.text), role: role)
  }
}
