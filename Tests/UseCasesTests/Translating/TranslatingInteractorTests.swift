import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct TranslatingInteractorTests {
  private let spy = Spy<TranslationScene.SceneState>()
  private let post = Post.sample("7", by: "ada")

  private func setting(_ extras: StubExtras) async throws -> (Setting, TranslationInteractor) {
    let setting = try await Setting(extras: extras).holding([post])
    let interactor = TranslationInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    return (setting, interactor)
  }

  private func held(_ setting: Setting) async -> Translation? {
    await setting.store.storedPost(post.id, account: setting.account)?.content.translation
  }

  @Test func `a translation is requested once and stored, then hidden and shown again`()
    async throws
  {
    let service = StubExtras()
    let (setting, interactor) = try await setting(service)

    await interactor.handle(.open(post.id, into: "en"))
    #expect(await eventually { spy.effects.last == .leave(nil) })
    #expect(await held(setting)?.text.plain == "Good morning")
    #expect(spy.values.map(\.fetchProgress) == [.underWay, .idle])

    await interactor.handle(.open(post.id, into: "en"))
    #expect(await held(setting)?.isShown == false)
    await interactor.handle(.open(post.id, into: "en"))
    #expect(await held(setting)?.isShown == true)
    #expect(await service.languages == ["en"])
  }

  @Test func `a failed translation is reported, and can be requested again`() async throws {
    let service = StubExtras()
    await service.fail(.unreachable)
    let (setting, interactor) = try await setting(service)

    await interactor.handle(.open(post.id, into: "en"))
    #expect(await eventually { spy.effects == [.leave(.failed(.translate, .unreachable))] })
    #expect(await held(setting) == nil)

    await interactor.handle(.again)
    #expect(await eventually { spy.effects.last == .leave(nil) })
  }

  @Test func `at a service without translations a message says so`() async throws {
    let (_, interactor) = try await setting(StubExtras([]))

    await interactor.handle(.open(post.id, into: "en"))

    #expect(spy.effects == [.leave(.failed(.translate, .notFound))])
  }

  @Test func `a post whose text changed loses its translation`() {
    var translated = post
    translated.content.translation = Translation(text: RichText("Good morning"))
    let changed = Post.sample("7", by: "ada").replacingContent(
      Post.PostContent(text: RichText("Gute Nacht")))

    #expect(post.mergedPost(with: translated, fetchedAs: .inStream).content.translation != nil)
    #expect(changed.mergedPost(with: translated, fetchedAs: .inStream).content.translation == nil)
  }
}
