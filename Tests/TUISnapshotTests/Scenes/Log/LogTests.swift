import Doubles
import FeedDomain
import Terminal
import TerminalRig
import Testing

@testable import Logging
@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct LogTests {
  private let interactor = Spy<LogScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let lines = [
    "2026-03-04T05:06:07Z info network: page of home, latest: 20 entries, 12 ms",
    "2026-03-04T05:06:09Z error network: search: unreachable, 3021 ms",
    "a line that somebody else wrote",
  ]

  @Test func `the log is drawn at 80 by 24`() {
    let (view, presenter) = scene()

    presenter.present(
      state(records, thresholds: [.network: .info, .storage: .error, .pictures: .off]))

    #expect(
      view.drawn(rows: 9, columns: 80).text == """
          1 network: info   2 storage: error   3 pictures: off   4 terminal: off
          5 outbox: off

          05:06:07 network: page of home, latest: 20 entries, 12 ms
          05:06:09 network: search: unreachable, 3021 ms
        ▌ a line that somebody else wrote



        """)
    #expect(view.header.leftText == [StyledSpan("Log", .barStrong)])
    #expect(view.keyHints == [KeyHint(named: "1–5", label: "level")])
    #expect(view.header.rightText == [StyledSpan("everything", .barFaint)])
  }

  @Test func `the log is drawn at 40 by 12`() {
    let (view, presenter) = scene()

    presenter.present(state(records))

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
          05:06:07 network: page of home,
          latest: 20 entries, 12 ms
          05:06:09 network: search:
          unreachable, 3021 ms
        ▌ a line that somebody else wrote





        """)
  }

  @Test func `the log at 20 by 6 shows the last line`() {
    let (view, presenter) = scene()

    presenter.present(state(records, thresholds: off))

    #expect(
      view.drawn(rows: 4, columns: 20).text == """
          ms
        ▌ a line that
        ▌ somebody else
        ▌ wrote
        """)
  }

  @Test func `the log at 200 by 60 has its channels in one line`() {
    let (view, presenter) = scene()

    presenter.present(state(records, thresholds: off))

    let rows = view.drawn(rows: 58, columns: 200).text.split(separator: "\n")
    #expect(rows[0].hasSuffix("5 outbox: off"))
    #expect(rows.count == 4)
  }

  @Test func `log times are local`() {
    struct TwoHoursEast: LocalTimeSource {
      func utcOffset(at moment: Timestamp) -> Int { 7_200 }
    }
    let words = LogPresenter(wording: Wording(zone: TwoHoursEast()), keys: .defaults)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let view = LogView(interactor: interactor)
    presenter.display = view

    presenter.present(
      state([LogRecord("2026-12-31T23:06:07Z info network: late", offset: 0)], from: .info))

    #expect(view.drawn(rows: 2, columns: 40).text.hasPrefix("▌ 01:06:07 network: late"))
  }

  @Test func `an empty log and a missing one have their messages`() {
    let (view, presenter) = scene()

    presenter.present(state([], from: .error))
    let empty = view.drawn(rows: 10, columns: 80).text
    presenter.present(state(nil, from: .error))
    let none = view.drawn(rows: 10, columns: 80).text

    #expect(empty.contains("Nothing has been logged."))
    #expect(none.contains("The demo keeps no log"))
  }

  @Test func `new lines are followed until the user moves up`() {
    let (view, presenter) = scene()
    presenter.present(state(records))
    _ = view.drawn(rows: 4, columns: 80)
    let longer = records + [LogRecord("one more", offset: 900)]

    presenter.present(state(longer))
    #expect(view.drawn(rows: 4, columns: 80).text.contains("▌ one more"))
    view.command(.up)
    presenter.present(state(longer + [LogRecord("and one", offset: 910)]))

    #expect(view.drawn(rows: 4, columns: 80).text.contains("▌ a line that somebody else wrote"))
  }

  @Test func `the log shows the end of the file, and each new line`() async throws {
    let home = ScratchFolder()
    let log = FileLog(path: home.path + "/log", thresholds: [:], world: FakeWorld())
    let spy = Spy<LogScene.SceneState>()
    let interactor = LogInteractor(log, presenter: spy)
    log.writeLogLine(.network, .error, "first")
    await interactor.handle(.open)
    #expect(spy.texts == ["network: first"])

    log.writeLogLine(.storage, .error, "second")
    log.writeLogLine(.storage, .info, "not written")

    #expect(await eventually { spy.texts?.count == 2 })
    #expect(spy.texts == ["network: first", "storage: second"])
    await interactor.handle(.close)
  }

  @Test func `the level of a channel changes while the program runs`() async throws {
    let home = ScratchFolder()
    let log = FileLog(path: home.path + "/log", thresholds: [:], world: FakeWorld())
    let spy = Spy<LogScene.SceneState>()
    let interactor = await LogInteractor(log, presenter: spy).after(.open)

    await interactor.handle(.switchLevel(.pictures))
    log.writeLogLine(.pictures, .info, "shown as sixels")
    await interactor.handle(.switchLevel(.pictures), .switchLevel(.pictures))
    log.writeLogLine(.pictures, .error, "not written")

    #expect(log.logThreshold(of: .pictures) == .off)
    #expect(await eventually { spy.texts?.isEmpty == false })
    #expect(spy.texts == ["pictures: shown as sixels"])
  }

  @Test func `lines below the chosen level are hidden`() async throws {
    let home = ScratchFolder()
    let log = FileLog(
      path: home.path + "/log", thresholds: [.network: .debug], world: FakeWorld())
    let spy = Spy<LogScene.SceneState>()
    let interactor = LogInteractor(log, presenter: spy)
    for level in LogLevel.allCases { log.writeLogLine(.network, level, "\(level)") }
    await interactor.handle(.open)

    await interactor.handle(.filter)
    #expect(spy.texts == ["network: info", "network: error"])
    await interactor.handle(.filter)

    #expect(spy.texts == ["network: error"])
  }

  @Test func `without a file the log is empty`() async {
    let spy = Spy<LogScene.SceneState>()
    let log = FileLog(path: nil, thresholds: [:], world: FakeWorld())

    let interactor = LogInteractor(log, presenter: spy)
    for request in [LogScene.SceneRequest.open, .switchLevel(.network), .filter] {
      await interactor.handle(request)
    }

    #expect(spy.values == [LogScene.SceneState(isRead: true)])
    #expect(log.logThreshold(of: .network) == .error)
  }

  @Test func `without a file no levels are offered`() {
    let (view, presenter) = scene()

    presenter.present(state(nil))

    #expect(view.hints == [.back, .help])
    #expect(view.keyHints == [])
    #expect(view.header.rightText == [])
  }

  @Test func `a long log begins with a complete line`() {
    let text = (0..<5).map { "line \($0)\n" }.joined() + "torn"

    let records = LogFileReader.parsedRecords(in: Array(text.utf8)[...], atFileOffset: 100)

    #expect(records.map(\.text) == ["line 1", "line 2", "line 3", "line 4"])
    #expect(records.first?.offset == 107)
  }

  @Test func `control characters in the log stay in their row`() {
    let (view, presenter) = scene()

    presenter.present(
      state([LogRecord("x\u{1b}[2J\u{9b}31m\u{202e}\ty", offset: 0)]))

    let scalars = view.drawn(rows: 4, columns: 80).text.unicodeScalars.filter { $0 != "\n" }
    #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
  }

  private var records: [LogRecord] {
    lines.enumerated().map { LogRecord($1, offset: $0 * 100) }
  }

  private let off = Dictionary(
    uniqueKeysWithValues: LogChannel.allCases.map { ($0, LogThreshold.off) })

  private func state(
    _ lines: [LogRecord]?, from level: LogLevel = .debug,
    thresholds: [LogChannel: LogThreshold] = [:]
  ) -> LogScene.SceneState {
    LogScene.SceneState(lines: lines, isRead: true, level: level, thresholds: thresholds)
  }

  private func scene() -> (LogView, ScenePresenter<LogScene.SceneState, LogViewModel>) {
    let words = LogPresenter(wording: Wording(), keys: .defaults)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let view = LogView(interactor: interactor).opened(by: navigator)
    presenter.display = view
    return (view, presenter)
  }
}

extension Spy<LogScene.SceneState> {
  /// The lines shown last, without their times.
  var texts: [String]? { last?.lines?.map(\.text) }
}
