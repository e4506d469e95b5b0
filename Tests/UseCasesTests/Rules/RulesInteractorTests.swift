import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct RulesInteractorTests {
  private let spy = Spy<RulesScene.SceneState>()

  @Test func `without a store of rules there are none`() async {
    let setting = Setting()
    let interactor = RulesInteractor(setting.session, presenter: spy)
    await interactor.handle(.open)
    #expect(spy.last == RulesScene.SceneState())
  }

  @Test func `what is no rule is refused with an example`() async {
    let setting = Setting()
    let interactor = RulesInteractor(setting.session, presenter: spy)
    await interactor.handle(.add("burn everything", insteadOf: nil))
    #expect(spy.effects == [.say(.invalid(.rule))])
  }
}
