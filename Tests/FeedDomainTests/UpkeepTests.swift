import FeedDomain
import Testing

@MainActor @Suite struct UpkeepTests {
  private let setting = Setting()

  private func work(_ upkeep: any UpkeepGateway) -> AccountsAtWork {
    AccountsAtWork(
      AccountsAtWork.Surroundings(
        directory: UpkeepDirectory(connection: setting.service.offering(upkeep: upkeep)),
        shelf: setting.session.shelf, world: setting.world, log: NoLog(), undoWindow: .zero))
  }

  @Test func `the service is looked at again once what waits is sent, not before`() async throws {
    let upkeep = StubUpkeep()
    let work = work(upkeep)

    let desk = try #require(work.desk(of: .sample))
    #expect(await upkeep.looks == 0)
    work.deliver(for: [])

    #expect(await eventually { await upkeep.looks == 1 })
    await desk.actions.stop()
  }

  @Test func `a look that fails keeps nobody from anything`() async throws {
    let upkeep = StubUpkeep(failure: .serverFailed(500))
    let work = work(upkeep)
    let desk = try #require(work.desk(of: .sample))
    work.deliver(for: [])
    #expect(await eventually { await upkeep.looks == 1 })

    desk.actions.perform(.like("p"))

    #expect(await eventually { await setting.service.sent == [.like("p")] })
    await desk.actions.stop()
  }
}

private actor StubUpkeep: UpkeepGateway {
  private(set) var looks = 0
  private let failure: FeedError?

  init(failure: FeedError? = nil) { self.failure = failure }

  func lookAgain() async throws(FeedError) {
    looks += 1
    if let failure { throw failure }
  }
}

private struct UpkeepDirectory: ServiceDirectory {
  let connection: ServiceConnection

  func signIn(to service: Service) -> (any SignInGateway)? { nil }
  func connection(for account: SignedInAccount) -> ServiceConnection? { connection }
}
