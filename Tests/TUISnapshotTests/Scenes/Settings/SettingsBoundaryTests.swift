import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests and view models of the settings.
@MainActor @Suite struct SettingsBoundaryTests {
  private let requests = Spy<SettingsScene.SceneRequest>()
  private let told = Spy<SettingsScene.SceneState>()
  private let navigator = NavigatorSpy()

  /// A book in which changes hold at once; what it was asked for is in `asked`.
  private final class Stores {
    var asked: [SettingChange] = []
    var failure: StoreError?
  }

  private func book(
    _ shelf: Stores, entries: [SettingEntry] = [], overrides: [String: String] = [:],
    isRestricted: Bool = false
  ) -> SettingsEditor {
    var lines = entries
    return SettingsEditor(
      CurrentSettings(path: "config.ini", entries: lines),
      storage: SettingsEditor.SettingsStorage(
        outlivesProgram: true, isRestricted: isRestricted, overrides: overrides
      ) { changes throws(StoreError) in
        shelf.asked += changes
        if let failure = shelf.failure { throw failure }
        for change in changes {
          lines.removeAll { $0.section == change.section && $0.key == change.key }
          guard let value = change.value else { continue }
          lines.append(
            SettingEntry(
              section: change.section, key: change.key, value: value, line: lines.count + 1))
        }
        return CurrentSettings(path: "config.ini", entries: lines)
      })
  }

  /// The scene with all settings at one of them, and who tells it what happened.
  private func scene(
    at id: String, entries: [SettingEntry] = []
  ) -> (view: SettingsView, show: (SettingsScene.KeyReassignmentQuestion?) -> Void) {
    let view = SettingsView(interactor: requests)
    let words = SettingsPresenter(wording: Wording(), keeping: book(Stores()).storage)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let inForce = CurrentSettings(path: "config.ini", entries: entries)
    presenter.display = view
    view.navigator = navigator
    let show = { presenter.present(SettingsScene.SceneState(inForce: inForce, question: $0)) }
    show(nil)
    view.pane.selectItem(id, onRow: 0)
    return (view, show)
  }

  @Test(arguments: [
    "programs.editor", "programs.opener", "programs.player", "photos.save-directory",
    "photos.nominatim", "photos.photon",
  ])
  func `in the restricted mode settings of programs, servers and files cannot be changed`(
    _ name: String
  ) async {
    for isRestricted in [true, false] {
      let told = Spy<SettingsScene.SceneState>()
      let shelf = Stores()
      let interactor = SettingsInteractor(
        book(shelf, isRestricted: isRestricted), presenter: told)

      await interactor.handle(.set(name, to: "https://example.org"))

      #expect(told.effects.contains(.say(.setting(.restricted))) == isRestricted)
      #expect(shelf.asked.isEmpty == isRestricted)
    }
  }

  @Test func `a choice is changed by Enter, Space and the arrows`() {
    let view = scene(at: "reading.order").view

    #expect(view.handleEvent(.command(.open)))
    #expect(view.handlesKeyItself(" "))
    #expect(view.handleEvent(.key(" ")))
    #expect(view.handleEvent(.command(.left)))
    #expect(view.handleEvent(.key(Key(.backspace))))

    #expect(
      requests.values == [
        .set("reading.order", to: "oldest"), .set("reading.order", to: "oldest"),
        .set("reading.order", to: "oldest"), .set("reading.order", to: nil),
      ])
  }

  @Test func `Enter stores a typed value, and Esc discards it`() {
    let view = scene(at: "reading.refresh").view

    view.command(.open)
    #expect(view.properties.takesText)
    view.press(.character("u"), .control)
    view.type("5m")
    view.press(.enter)
    view.command(.open)
    view.type("x")
    view.press(.escape)

    #expect(!view.properties.takesText)
    #expect(requests.values == [.set("reading.refresh", to: "5m")])
  }

  @Test func `a secret setting is edited in an empty field`() {
    let key = SettingEntry(section: "services", key: "flickr-key", value: "abc", line: 1)
    let view = scene(at: "services.flickr-key", entries: [key]).view

    view.command(.open)

    let text = view.drawn(rows: 20, columns: 80).text
    #expect(text.contains("flickr-key"))
    #expect(!text.contains("abc"))
  }

  @Test func `a pressed key is assigned, after a confirmation if another command has it`() {
    let (view, show) = scene(at: "keys.like")

    view.command(.open)
    #expect(view.drawn(rows: 20, columns: 80).text.contains("Press a key for: Like"))
    view.press(.character("b"))
    show(SettingsScene.KeyReassignmentQuestion(key: "b", owner: .boost, command: .like))
    #expect(view.drawn(rows: 20, columns: 80).text.contains("b is taken by: Boost"))
    view.press(.enter)
    _ = view.handleEvent(.key(Key(.delete)))

    #expect(
      requests.values == [.press("b", for: .like), .take("b", for: .like), .resetKeys(.like)])
  }

  @Test func `typing filters the settings, and Esc shows all again`() {
    let view = scene(at: "display.theme").view

    view.command(.search)
    view.type("the mouse")
    #expect(view.pane.items.map(\.id) == ["reading.mouse"])
    view.press(.enter)
    #expect(view.handleEvent(.command(.back)))
    #expect(view.pane.items.count > 100)
    #expect(!view.handleEvent(.command(.back)))
  }

  @Test func `a theme is previewed while it is chosen`() {
    let view = scene(at: "display.theme").view

    view.command(.open)
    #expect(view.properties.isOverlay)
    view.press(.down)
    view.press(.down)
    view.press(.enter)
    #expect(!view.properties.isOverlay)
    view.command(.open)
    view.press(.up)
    view.press(.escape)

    let names = ThemeChoice.allCases.map(\.rawValue)
    #expect(
      requests.values == [
        .previewTheme(names[1]), .previewTheme(names[2]), .set("display.theme", to: names[2]),
        .previewTheme(names[names.count - 1]), .previewTheme(nil),
      ])
  }

  @Test func `each change of a setting is shown, and an invalid or unsaved change has a message`()
    async
  {
    let shelf = Stores()
    let book = book(shelf)
    let interactor = SettingsInteractor(book, presenter: told)

    await interactor.handle(.open, .set("display.theme", to: "light"))
    #expect(book.inForce.settings.theme == .light)
    #expect(
      told.values.map(\.inForce) == [
        CurrentSettings(path: "config.ini", entries: []), book.inForce,
      ])

    await interactor.handle(.set("display.language", to: "xx"), .set("reading.mouse", to: "off"))
    #expect(told.values.count == 3 && told.last?.inForce == book.inForce)
    shelf.failure = .readOnly
    var failures: [StoreError] = []
    book.writeFailed = { failures.append($0) }
    await interactor.handle(.set("reading.mouse", to: nil))

    #expect(
      told.effects == [
        .say(
          .setting(
            .invalid(
              "xx", name: "display.language", allowed: "en, de, es, fr, ja, ko, pt_BR, vi, zh_CN")
          )), .say(.setting(.appliesLater)),
      ])
    #expect(failures == [.readOnly])
    #expect(told.values.count == 3)
  }

  @Test func `a key is added, removed, and moved from another command`() async {
    let shelf = Stores()
    let line = SettingEntry(section: "keys", key: "boost", value: "x b", line: 1)
    let interactor = SettingsInteractor(book(shelf, entries: [line]), presenter: told)

    await interactor.handle(.press("^", for: .like))
    await interactor.handle(.press("^", for: .like), .press("x", for: .like))
    #expect(told.last?.question == .init(key: "x", owner: .boost, command: .like))
    await interactor.handle(.take("x", for: .like), .resetKeys(.like))

    #expect(
      shelf.asked == [
        SettingChange(section: "keys", key: "like", value: "^ l"),
        SettingChange(section: "keys", key: "like", value: "l"),
        SettingChange(section: "keys", key: "like", value: "x l"),
        SettingChange(section: "keys", key: "boost", value: "b"),
        SettingChange(section: "keys", key: "like", value: nil),
      ])
  }

  @Test func `a key shared with other scenes stays at its command until it is removed`() async {
    let shelf = Stores()
    let interactor = SettingsInteractor(book(shelf), presenter: told)

    await interactor.handle(.press("^", for: .reject), .press("K", for: .reject))

    #expect(
      shelf.asked == [
        SettingChange(section: "keys", key: "reject-request", value: "^ K"),
        SettingChange(section: "keys", key: "reject-request", value: "^"),
      ])
  }

  @Test func `a key line under a command's former name is replaced by one under the current name`()
    async
  {
    let shelf = Stores()
    let line = SettingEntry(section: "keys", key: "keep-tab", value: "% t", line: 1)
    let interactor = SettingsInteractor(book(shelf, entries: [line]), presenter: told)

    await interactor.handle(.press("%", for: .keepTab), .resetKeys(.keepTab))

    #expect(
      shelf.asked == [
        SettingChange(section: "keys", key: "keep-tab", value: nil),
        SettingChange(section: "keys", key: "toggle-tab", value: "t"),
        SettingChange(section: "keys", key: "toggle-tab", value: nil),
      ])
  }

  @Test func `the state of the settings becomes a view model`() {
    let shown = Spy<SettingsViewModel>()
    let words = SettingsPresenter(
      wording: Wording(), keeping: book(Stores(), overrides: ["display.theme": "--theme"]).storage)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    presenter.display = shown

    presenter.present(
      SettingsScene.SceneState(
        inForce: CurrentSettings(path: "config.ini", entries: []),
        question: .init(key: "b", owner: .boost, command: .like)))

    #expect(shown.last?.remark == "config.ini")
    #expect(shown.last?.rows.first?.override == "--theme overrides this setting in this session.")
    #expect(shown.last?.question?.words.string.contains("b is taken by: Boost") == true)
  }

  @Test(arguments: [
    (
      SceneEffect.SettingChangeResult.appliesLater,
      BottomLineMessage(text: "Takes effect at the next start.", tone: .plain)
    ),
    (.unnamedKey, BottomLineMessage(text: "That key cannot be used.", tone: .bad)),
    (
      .notWritten(path: "config.ini", .readOnly),
      BottomLineMessage(text: "config.ini cannot be written to. Check its permissions.", tone: .bad)
    ),
    (
      .invalid("x", name: "reading.mouse", allowed: "on, off"),
      BottomLineMessage(
        text: "reading.mouse cannot be \"x\". Possible values: on, off.", tone: .bad)
    ),
  ])
  func `each outcome of a change has its message`(
    report: SceneEffect.SettingChangeResult, message: BottomLineMessage
  ) {
    let view = scene(at: "reading.order").view

    view.perform(.say(.setting(report)))

    #expect(navigator.messages == [message])
  }
}
