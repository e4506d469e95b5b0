import Doubles
import FeedDomain
import Testing

@testable import UseCases

/// Every action that asks servers has a request budget of its own, so that no reply can keep the
/// program asking.
@MainActor @Suite struct ActionBudgetTests {
  @Test func `each fetch of a scene has its own request budget`() async {
    var budgets: [RequestBudget?] = []
    for _ in 0..<2 {
      let fetch = SceneFetcher(FakeWorld())
      fetch.runRequest({ () async throws(FeedError) in RequestBudget.current }) {
        budgets.append((try? $0.get()) ?? nil)  // a failed fetch would have no budget either
      }
      #expect(await eventually { !fetch.isRunning })
    }

    #expect(await eventually { budgets.count == 2 })
    #expect(budgets[0] != nil && budgets[1] != nil && budgets[0] !== budgets[1])
  }

  @Test func `each automatic fetch has its own request budget, also inside another action`() async {
    await RequestBudget.runActionInCurrentBudget { () async in
      let outer = RequestBudget.current
      let inner = await RequestPriority.automatic.runActionWithPriority { () async in
        RequestBudget.current
      }

      #expect(outer != nil && inner != nil && outer !== inner)
      #expect(RequestBudget.current === outer)
    }
  }

  @Test func `each item of the outbox is sent with its own request budget`() async {
    let setting = Setting()
    await setting.actions.startDelivery()
    setting.actions.performChange(.like("1"))
    setting.actions.performChange(.like("2"))

    #expect(await eventually { await setting.service.sent.count == 2 })
    let budgets = await setting.service.budgets
    #expect(budgets[0] != nil && budgets[1] != nil && budgets[0] !== budgets[1])
  }

  @Test func `a sign-in has a request budget`() async {
    let gateway = StubSignIn()
    let interactor = SignInInteractor(
      directory: StubDirectory(gateway: gateway), credentials: FakeCredentials(),
      presenter: Spy<SignInScene.SceneState>())
    await interactor.handle(.open(.first))

    await interactor.handle(.submit([.user: Secret("me"), .password: Secret("secret")]))

    #expect(await eventually { await gateway.budget != nil })
  }
}
