import Doubles
import FeedDomain
import Testing
import UseCases

/// Earlier texts of what is being written.
@MainActor @Suite struct ComposeVersionTests {
  private let spy = Spy<ComposeScene.SceneState>()
  private let setting = Setting()

  private func writing(_ texts: String...) async throws -> ComposeInteractor {
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(.post))
    for text in texts {
      let draft = try #require(spy.last?.page?.draft)
      await interactor.handle(.edit(draft.with(\.text, text)))
    }
    return interactor
  }

  private func offered(by interactor: ComposeInteractor) async -> [String]? {
    await interactor.handle(.offerVersions)
    guard case .offerVersions(let versions) = spy.effects.last else { return nil }
    return versions.map(\.text)
  }

  @Test func `a deleted text is offered as an earlier version`() async throws {
    let interactor = try await writing("Rye, always, on Sundays", "", "Oats")

    #expect(await offered(by: interactor) == ["Rye, always, on Sundays"])
  }

  @Test func `the text that an earlier version replaces is offered as well, once`() async throws {
    let interactor = try await writing("Rye, always, on Sundays", "Oats")

    await interactor.handle(.keepText(post: 0))
    let draft = try #require(spy.last?.page?.draft)
    await interactor.handle(.edit(draft.with(\.text, "Rye, always, on Sundays")))

    #expect(await offered(by: interactor) == ["Oats", "Rye, always, on Sundays"])
  }

  @Test func `a short correction is not offered as an earlier version`() async throws {
    let interactor = try await writing("Rye, alwasy", "Rye, alwa", "Rye, always")

    #expect(await offered(by: interactor) == [])
  }
}
