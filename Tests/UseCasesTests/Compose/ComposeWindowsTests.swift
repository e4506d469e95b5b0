import Doubles
import FeedDomain
import Testing
import UseCases

/// Two windows write on one draft.
@MainActor @Suite struct ComposeWindowsTests {
  private let setting = Setting()

  /// A window in which somebody writes.
  @MainActor private final class Window {
    let spy = Spy<Compose.Response>()
    let interactor: ComposeInteractor

    init(_ setting: Setting) {
      interactor = ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)
    }

    func write(_ text: String) async throws {
      for case .editing(let draft, _, _, _) in spy.values {
        await interactor.handle(.edit(draft.saying(text)))
      }
      #expect(await eventually { spy.values.last == .saved })
    }
  }

  private var texts: [String] {
    get async { await setting.outbox.drafts(of: setting.account).map(\.text) }
  }

  /// Two windows with the same draft.
  private func windows() async throws -> (Window, Window) {
    let (one, two) = (Window(setting), Window(setting))
    await one.interactor.handle(.open(.post))
    try await one.write("Hello")
    await two.interactor.handle(.open(.post))
    return (one, two)
  }

  @Test func `what was written in the other window is not overwritten`() async throws {
    let (one, two) = try await windows()
    try await two.write("Hello you")

    try await one.write("Hello me")
    try await one.write("Hello me too")
    try await two.write("Hello you two")

    #expect(await Set(texts) == ["Hello me too", "Hello you two"])
    #expect(one.spy.values.count { $0 == .parted } == 1)
    #expect(!two.spy.values.contains(.parted))
  }

  @Test func `what was sent in the other window is not sent in its place`() async throws {
    let (one, two) = try await windows()
    try await two.write("Hello you")
    await two.interactor.handle(.send)

    try await one.write("Hello me")
    await one.interactor.handle(.send)

    let sent = await setting.outbox.held.map(\.change).map {
      if case .publish(let draft) = $0 { draft.text } else { "" }
    }
    #expect(sent == ["Hello you", "Hello me"])
    #expect(await texts == [])
  }

  @Test func `a draft that is sent leaves what the other window wrote`() async throws {
    let (one, two) = try await windows()
    try await two.write("Hello you")

    await one.interactor.handle(.send)

    #expect(await setting.outbox.held.count == 1)
    #expect(await texts == ["Hello you"])
  }

  @Test func `what both windows send as it is, is sent once`() async throws {
    let (one, two) = try await windows()

    await one.interactor.handle(.send)
    await two.interactor.handle(.send)

    #expect(await setting.outbox.held.count == 1)
  }

  @Test func `throwing a draft away leaves what the other window wrote`() async throws {
    let (one, two) = try await windows()
    try await two.write("Hello you")

    await one.interactor.handle(.discard)

    #expect(await texts == ["Hello you"])
  }
}
