import FeedDomain
internal import Groundwork
import Logging
import Preferences
import Terminal
import UseCases
import Words

enum LogScene {
  enum SceneRequest: Equatable {
    /// A request of the log scene: show the last lines of the log, and follow new ones.
    case open
    /// A request of the log scene: switch a channel to the next log level; after the last level, to
    /// the first.
    case switchLevel(LogChannel)
    /// A request of the log scene: switch the lowest visible level to the next one; after the last
    /// level, to the first.
    case filter
    case close
  }

  struct SceneState: Equatable {
    /// The visible lines in the log scene, latest last; nil if no log is kept, or until the log is
    /// read.
    var lines: [LogRecord]?
    var isRead = false
    /// The lowest level of the log lines that the log scene shows.
    var level = LogLevel.debug
    /// The log levels of all channels, by channel, in the log scene's state; empty if no log is
    /// kept.
    var thresholds: [LogChannel: LogThreshold] = [:]
  }
}

/// An interactor of the log scene: follows the log file, and changes the levels of written and
/// visible lines.
@MainActor
final class LogInteractor: Interacting {
  private let log: FileLog
  private let presenter: any Presenting<LogScene.SceneState>
  private var state = LogScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var isOpen = false
  private var lines: [LogRecord]?
  /// The worker that reads the end of the log file for the log scene, one read at a time; if lines
  /// are written during a read, another read follows.
  private lazy var reads = LatestValueWriter<Void> { [weak self] in await self?.readLastLogRecords()
  }

  init(_ log: FileLog, presenter: any Presenting<LogScene.SceneState>) {
    self.log = log
    self.presenter = presenter
  }

  func handle(_ request: LogScene.SceneRequest) async {
    switch request {
    case .open:
      isOpen = true
      log.setLogLineListener { [weak self] in
        Task { @MainActor in self?.reads.submitValueToWrite(()) }
      }
      if log.isKept { readLogChannelThresholds() }
      reads.submitValueToWrite(())
      await reads.waitUntilValueIsWritten()
    case .switchLevel where !log.isKept, .filter where !log.isKept: break
    case .switchLevel(let channel):
      log.setThreshold(log.logThreshold(of: channel).next, of: channel)
      readLogChannelThresholds()
    case .filter:
      state.level = state.level.next
      filterShownLogLines()
    case .close:
      isOpen = false
      log.setLogLineListener(nil)
    }
  }

  private func readLastLogRecords() async {
    guard isOpen else { return }
    lines = await log.lastLogRecords()
    if isOpen { filterShownLogLines() }
  }

  private func filterShownLogLines() {
    var next = state
    // A line without a level may continue an error, so it is always shown.
    next.lines = lines?.filter { ($0.level ?? .error) >= state.level }
    next.isRead = true
    state = next
  }

  private func readLogChannelThresholds() {
    let thresholds = LogChannel.allCases.map { ($0, log.logThreshold(of: $0)) }
    state.thresholds = Dictionary(uniqueKeysWithValues: thresholds)
  }
}

extension CaseIterable where Self: Equatable {
  /// The case of the enum that is declared after this one; after the last case, the first.
  fileprivate var next: Self {
    let following = Self.allCases.drop { $0 != self }.dropFirst()
    return following.first ?? Self.allCases.first ?? self
  }
}

struct LogRow: Identifiable, Equatable {
  /// The byte offset of the line in the log file, as the id of a row in the log scene.
  let id: Int
  /// The time of day in a row of the log scene, as text; empty if the log line has none.
  let time: SafeText
  let text: SafeText
  let role: TextRole
}

/// A view model of a text above the lines of the log scene: a log channel's level, with the key
/// that switches the level.
struct LogChannelLevelSwitch: Equatable {
  let key: SafeText
  let words: SafeText
  let isOn: Bool
}

struct LogViewModel: Equatable {
  var title: SafeText = ""
  var isKept = true
  /// The text in the log scene's header that names the lowest visible level; empty until the log is
  /// read, and if no log is kept.
  var filter: SafeText = ""
  var switches: [LogChannelLevelSwitch] = []
  /// The hint in the bottom line for the keys that switch the levels of log channels; nil if there
  /// are no such keys.
  var levelKeys: KeyHint?
  var rows: [LogRow] = []
  var notice: EmptySceneMessage?
}

struct LogPresenter {
  /// The commands that switch the levels of the log channels in the log scene, in the order of the
  /// channels.
  static let levelKeys = (1...5).map(Command.stream)

  let wording: Wording
  let keys: KeyMap

  func viewModel(of state: LogScene.SceneState) -> LogViewModel {
    var viewModel = LogViewModel(title: wording.say("Log"))
    if state.isRead {
      viewModel.rows = state.lines?.map(logRow) ?? []
      viewModel.isKept = state.lines != nil
      viewModel.filter = state.lines == nil ? "" : wording.logFilterText(state.level)
      viewModel.notice =
        viewModel.rows.isEmpty ? emptySceneMessage(isKept: state.lines != nil) : nil
    }
    guard !state.thresholds.isEmpty else { return viewModel }
    viewModel.switches = zip(LogChannel.allCases, Self.levelKeys).map { channel, command in
      let threshold = state.thresholds[channel] ?? .off
      return LogChannelLevelSwitch(
        key: SafeText(sanitizing: keys.keyName(for: command) ?? ""),
        words: "\(channel.rawValue): \(threshold.rawValue)", isOn: threshold != .off)
    }
    let names = viewModel.switches.map(\.key).filter { !$0.isEmpty }
    viewModel.levelKeys = names.first.map {
      KeyHint(
        named: names.count > 1 ? $0 + "–" + names[names.count - 1] : $0, label: wording.say("level")
      )
    }
    return viewModel
  }

  private func emptySceneMessage(isKept: Bool) -> EmptySceneMessage {
    EmptySceneMessage(
      sentence: isKept
        ? wording.say("Nothing has been logged.")
        : wording.say("The demo keeps no log."),
      nextStep: isKept ? wording.say("The keys above set the log level of each channel.") : "")
  }

  private func logRow(_ record: LogRecord) -> LogRow {
    let role: TextRole =
      switch record.level {
      case .error?: .bad
      case .info?: .text
      case .debug?, nil: .faint
      }
    // Only the time of day is shown, in local time.
    let time = CalendarDateTime(iso: record.time).map {
      wording.localDate(Timestamp(milliseconds: Int64($0.seconds) * 1_000)).clockWithSeconds
    }
    return LogRow(
      id: record.offset, time: SafeText(sanitizing: time ?? ""),
      text: SafeText(sanitizing: record.text), role: role)
  }
}

@MainActor
final class LogView: ListScene {
  weak var navigator: (any Navigator)?
  private let options: DisplayOptions
  private let send: SceneRequestSender<LogScene.SceneRequest>
  private var viewModel = LogViewModel()
  package var pane = ListPane<LogRow, Never>()
  /// True if the log scene keeps its last line selected while lines are added.
  private var follows = true

  init(
    interactor: any Interacting<LogScene.SceneRequest>, options: DisplayOptions = DisplayOptions()
  ) {
    send = SceneRequestSender(to: interactor)
    self.options = options
  }

  var header: SceneHeader {
    SceneHeader(viewModel.title, aside: viewModel.filter)
  }

  var hints: [Command] {
    viewModel.isKept ? [.back, .view, .bottom, .top, .help] : [.back, .help]
  }
  var keyHints: [KeyHint] { viewModel.levelKeys.map { [$0] } ?? [] }
  var properties: SceneProperties { SceneProperties(fitsBeside: false) }

  func sceneDidAppear() { send.sendOpeningRequestOnce(.open) }

  func sceneDidClose() { send(.close) }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let theme = drawing.theme
    // On a low screen only the log lines are shown.
    let switches = rect.size.rows >= 8 ? logChannelLines(columns: rect.size.columns - 3, theme) : []
    for (row, line) in switches.enumerated() {
      canvas.writeLine(
        line,
        at: CellPosition(row: rect.origin.row + row, column: rect.origin.column + 2), within: rect)
    }
    let top = switches.isEmpty ? 0 : switches.count + 1
    let body = rect.droppingRows(top)
    if let notice = viewModel.notice {
      return notice.drawEmptySceneMessage(on: &canvas, in: body, drawing, options)
    }
    pane.setSizeAndLayoutFunction(body.size, look: .init(theme: theme)) {
      Self.laidOutRow(of: $0, columns: $1, theme)
    }
    if follows { pane.selectLastItem() }
    pane.drawItems(on: &canvas, in: body, mark: drawing.isFront ? .init(theme, options) : nil)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    // Log lines cannot be opened, so clicks are ignored.
    if case .mouse(let mouse, _) = event, case .press = mouse.action { return false }
    return handleListEvent(event)
  }

  func handleCommand(_ command: Command) -> Bool {
    switch command {
    case .view: send(.filter)
    // The command for the log scene does nothing here, since the scene is open already.
    case .log: break
    case .refresh: send(.open)
    default:
      guard let place = LogPresenter.levelKeys.firstIndex(of: command) else { return false }
      send(.switchLevel(LogChannel.allCases[place]))
    }
    return true
  }

  func selectionDidMove() {
    follows = pane.selection + 1 >= pane.items.count
    navigator?.requestRedraw()
  }

  private static func laidOutRow(of row: LogRow, columns: Int, _ theme: Theme) -> LaidOutLines<
    Never
  > {
    var line = Line()
    if !row.time.isEmpty { line.append(row.time + " ", theme.style(.time)) }
    line.append(row.text, theme.style(row.role))
    return LaidOutLines(lines: TextWrapper.wrappedLines(of: line, columns: columns))
  }

  private func logChannelLines(columns: Int, _ theme: Theme) -> [Line] {
    var lines: [Line] = []
    var line = Line()
    for channel in viewModel.switches {
      var next = Line(channel.key + " ", theme.style(.key))
      next.append(channel.words, theme.style(channel.isOn ? .text : .faint))
      if line.columns > 0, line.columns + 3 + next.columns > columns {
        lines.append(line)
        line = Line()
      }
      if line.columns > 0 { line.appendBlanks(3) }
      line.append(next.truncatedLine(columns: columns))
    }
    return line.columns > 0 ? lines + [line] : lines
  }
}

extension LogView: Displaying {
  func display(_ viewModel: LogViewModel) {
    self.viewModel = viewModel
    pane.replaceItems(viewModel.rows)
    navigator?.requestRedraw()
  }
}

extension LogView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    screenReaderContentsOfList(
      notice: viewModel.notice, notes: viewModel.switches.map { $0.key + " " + $0.words })
  }
}
