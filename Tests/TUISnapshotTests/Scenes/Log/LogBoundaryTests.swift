import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Logging
@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests and view models of the log.
@MainActor @Suite struct LogBoundaryTests {
  @Test func `each key of the log sends its request to the interactor`() {
    let interactor = Spy<LogScene.SceneRequest>()
    let view = LogView(interactor: interactor)

    view.sceneDidAppear()
    view.sceneDidAppear()
    for command in [Command.stream(1), .stream(5), .view, .log, .refresh] {
      #expect(view.handleEvent(.command(command)))
    }
    #expect(!view.handleEvent(.command(.stream(6))))
    view.sceneDidClose()

    #expect(
      interactor.values == [
        .open, .switchLevel(.network), .switchLevel(.outbox), .filter, .open, .close,
      ])
  }

  @Test func `each state of the log becomes a view model`() {
    let shown = Spy<LogViewModel>()
    let words = LogPresenter(wording: Wording(), keys: .defaults)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    presenter.display = shown
    let line = LogRecord("2026-03-04T05:06:09Z error network: gone", offset: 7)

    presenter.present(LogScene.SceneState(thresholds: [.network: .info]))
    #expect(shown.last?.title == "Log")
    #expect(shown.last?.switches.count == LogChannel.allCases.count)
    #expect(
      shown.last?.switches.first
        == LogChannelLevelSwitch(key: "1", words: "network: info", isOn: true))
    #expect(shown.last?.levelKeys == KeyHint(named: "1–5", label: "level"))
    #expect(shown.last?.notice == nil && shown.last?.isKept == true)

    presenter.present(LogScene.SceneState(lines: [line], isRead: true, level: .error))
    #expect(
      shown.last?.rows == [LogRow(id: 7, time: "05:06:09", text: "network: gone", role: .bad)])
    #expect(shown.last?.filter == "failures only")
    #expect(shown.last?.notice == nil)

    presenter.present(LogScene.SceneState(isRead: true, level: .error))
    #expect(shown.last?.isKept == false)
    #expect(shown.last?.notice?.sentence == "The demo keeps no log.")
    #expect(shown.values.count == 3)
  }

  @Test
  func
    `open, level switch and filter each yield a new state of the log, and closing stops updates`()
    async throws
  {
    let home = ScratchFolder()
    let log = FileLog(path: home.path + "/log", thresholds: [:], world: FakeWorld())
    let told = Spy<LogScene.SceneState>()
    let interactor = LogInteractor(log, presenter: told)
    var channels: [LogChannel: LogThreshold] = [:]
    for channel in LogChannel.allCases { channels[channel] = .error }
    log.writeLogLine(.network, .error, "first")

    await interactor.handle(.open)
    #expect(told.values.first?.thresholds == channels)
    #expect(told.texts == ["network: first"])

    told.forget()
    await interactor.handle(.switchLevel(.storage))
    channels[.storage] = log.logThreshold(of: .storage)
    #expect(channels[.storage] != .error)
    #expect(told.values.map(\.thresholds) == [channels])

    await interactor.handle(.filter)
    #expect(told.last?.level == .info)

    await interactor.handle(.close)
    told.forget()
    log.writeLogLine(.network, .error, "second")
    await Task.yield()
    #expect(told.values == [])
  }
}
