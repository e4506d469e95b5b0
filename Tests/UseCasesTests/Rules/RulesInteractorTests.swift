import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct RulesInteractorTests {
  private let spy = Spy<FilterRulesScene.SceneState>()

  @Test func `without a store for rules there are no rules`() async {
    let setting = Setting()
    let interactor = FilterRulesInteractor(setting.session, presenter: spy)
    await interactor.handle(.open)
    #expect(spy.last == FilterRulesScene.SceneState())
  }

  @Test func `invalid text for a rule is refused`() async {
    let setting = Setting()
    let interactor = FilterRulesInteractor(setting.session, presenter: spy)
    await interactor.handle(.add("burn everything", insteadOf: nil))
    #expect(spy.effects == [.say(.invalid(.rule))])
  }
}
