import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What is kept of an account whose token a command gives.
extension MastodonStoredTokenTests {
  @Test func `facts learnt with a command's token are stored beside its placeholder`()
    async throws
  {
    let given = account(record())
    var members = record().members
    members[0] = .init(name: "access", value: .string(Secret.standIn.revealed))
    let source = SecretSource(
      command: "pass show sol", record: Secret(json: .object(members)))
    let opened = SignedInAccount(given.account, token: given.token, source: source)

    try await connection(opened, try talkative()).upkeep?.refreshAccountFactsIfOld()

    let kept = try #require(store.storedAccounts().first)
    let record = try #require(kept.source?.record)
    #expect(kept.source?.command == "pass show sol")
    #expect(!record.revealed.contains("token-1"))
    #expect(MastodonAccountSecret(record)?.server.lists.map(\.name) == ["Friends"])
    #expect(MastodonAccountSecret(record)?.refreshedAt == world.now)
    #expect(MastodonAccountSecret(kept.token)?.server.lists.map(\.name) == ["Friends"])
    #expect(try self.kept()["access"] == "token-1")
    #expect(!kept.isLocked)
  }

  @Test func `a locked account has no upkeep`() throws {
    let record = account(record()).token
    let source = SecretSource(command: "pass show sol", record: record)
    let locked = SignedInAccount(account(self.record()).account, token: record, source: source)

    #expect(locked.isLocked)
    #expect(try connection(locked, try talkative()).upkeep == nil)
  }

  @Test func `a token from a command keeps the time of the last refresh`() throws {
    let seen = JSON.object(
      record().members.filter { $0.name != "application" } + [
        .init(name: "seen_at", value: JSON(moment: world.now))
      ])
    let signIn = try #require(services(try talkative()).signInGateway(to: .mastodon))

    let token = signIn.accountTokenHoldingCommandSecret(of: account(seen), holding: Secret("told"))

    #expect(token.flatMap { MastodonAccountSecret($0) }?.refreshedAt == world.now)
  }
}
