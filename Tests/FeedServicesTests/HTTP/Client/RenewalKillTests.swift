import CFaults
import Doubles
import FeedStorage
import Glibc
import Testing
import Threads

@testable import FeedDomain
@testable import FeedServices
@testable import UseCases

/// Killed between the reply that brings a new token and the moment at which it is kept (AS8).
///
/// A kill is a folder in which no call does anything any more; what the kernel was given before is
/// there, as after a real one.
@MainActor @Suite struct RenewalKillTests {
  private let folder = ScratchFolder()
  private var accounts: FileCredentialStore { FileCredentialStore(path: folder["accounts"]) }

  private let files = LockedValue<[SignedInAccount: [UInt8]]>([:])

  /// Others who are signed in: what is written when one token is kept.
  private let others = ["bob", "eve"].map {
    SignedInAccount(
      Account(service: .tweetie, person: Person.ID($0), handle: $0), token: Secret("\($0)'s"))
  }

  @Test(arguments: RetiringServer.Kind.allCases)
  func `a process killed at any call of a token renewal leaves the old or new tokens on disk`(
    kind: RetiringServer.Kind
  ) async throws {
    var (points, kept, lost) = (0, 0, 0)
    var reach = 0
    for call in 0..<100 where reach >= 0 {
      var bytes = 0
      repeat {
        try begin(RetiringServer(kind).account(1))
        let server = killing(kind, at: call, after: bytes)
        _ = await failure { try await home(at: server).feeds.feedPage(of: .home, .latest) }
        reach = cfaults_revive(folder.path)

        let held = try accounts.storedAccounts()
        let isNew = held == all(server.account(2))
        #expect(isNew || (held == all(server.account(1)) && reach >= 0), "call \(call), \(bytes)")
        if bytes % 50 == 0 {
          let error = await failure {
            try await home(at: server).feeds.feedPage(of: .home, .latest)
          }
          #expect(error == (isNew ? nil : .signedOut), "call \(call), \(bytes)")
          #expect(try accounts.storedAccounts() == held)
        }
        (points, kept, lost) = (points + 1, kept + (isNew ? 1 : 0), lost + (isNew ? 0 : 1))
        bytes += max(1, reach / 340)
      } while bytes <= reach
    }

    #expect(reach < 0, "it never went well")
    // A thousand for the three of them: every call, and the one that writes at every other byte.
    #expect(points > 334)
    #expect(kept > 1)
    #expect(lost > 5)
  }

  @Test(arguments: RetiringServer.Kind.allCases)
  func `a user whose tokens were lost in a crash signs in again and keeps drafts and outbox`(
    kind: RetiringServer.Kind
  ) async throws {
    let draft = Draft(id: Draft.ID("d"), text: "Half a thought")
    let place = DatabaseLocation.file(folder["outbox.db"])
    var (call, reach) = (0, 0)
    while reach >= 0 {
      try begin(RetiringServer(kind).account(1))
      let server = killing(kind, at: call)
      let account = server.account(1)
      let item = OutboxItem(
        id: OutboxItem.ID("item-\(call)"), account: account.account.id,
        change: .publish(Draft(id: Draft.ID("p"), text: "A whole one")),
        state: .queued(notBefore: nil, after: nil), createdAt: PassingWorld().now)
      do {
        let outbox = try await SQLiteOutbox(place)
        _ = try await SQLiteDraftStore(outbox).saveDraftIfUnchanged(
          draft, over: nil, account: account.account.id, now: PassingWorld().now)
        try await outbox.enqueueItem(item)
        _ = await failure { try await home(at: server).feeds.feedPage(of: .home, .latest) }
        // Nothing is closed before the kill: it is still open here.
        reach = cfaults_revive(folder.path)
        withExtendedLifetime(outbox) {}
      }

      let outbox = try await SQLiteOutbox(place)
      let drafts = SQLiteDraftStore(outbox)
      let isLost = try accounts.storedAccounts().contains(account)
      let session = AccountSession(
        account, connection: try home(at: server),
        stores: AccountSession.SessionStores(
          feeds: try await SQLiteFeedStore(.memory), outbox: outbox, drafts: drafts,
          credentials: accounts), world: PassingWorld(), log: LogSpy())
      let actions = UserActionPerformer(session, undoWindow: .zero)
      let delivery = OutboxDelivery(session, for: actions)
      await delivery.sendDueItems()

      #expect(delivery.isTokenRejected == isLost)
      #expect(try await drafts.drafts(of: account.account.id).map(\.text) == [draft.text])
      if isLost {
        let waiting = try await outbox.outboxItems(of: account.account.id)
        #expect(waiting.map(\.change) == [item.change])
        // Whoever is really dead does not even ask for the page with a token held in memory.
        #expect(server.requests.allSatisfy { $0.method == .get })

        let again = server.signIn()
        try accounts.saveAndActivateReplacingSecretSource(again)
        session.replaceToken(of: again, connection: try home(at: server))
        delivery.resumeDeliveryAfterSignIn()
        await delivery.sendDueItems()
      }
      #expect(server.requests.contains { $0.says("A whole one") })
      await delivery.stopDelivery()
      await outbox.closeDatabase()
      call += 1
    }

    #expect(call > 10)
  }

  @Test func `temporary files left by a killed renewal are deleted at sign-out`() async throws {
    var (call, reach, left) = (0, 0, 0)
    while reach >= 0 {
      let server = killing(.bluesky, at: call)
      try begin(server.account(1))
      // The file goes with the last account, and nothing is written in its place.
      for other in others { try accounts.removeAccount(other.account.id) }
      _ = await failure { try await home(at: server).feeds.feedPage(of: .home, .latest) }
      reach = cfaults_revive(folder.path)
      left += folder.names.contains { $0.hasSuffix(".new") } ? 1 : 0

      for account in try accounts.storedAccounts() {
        try accounts.removeAccount(account.account.id)
      }

      #expect(Set(folder.names) == ["accounts.lock", "renewal.lock"])
      call += 1
    }

    #expect(left > 0)
  }
}

extension RenewalKillTests {
  private func all(_ account: SignedInAccount) -> [SignedInAccount] {
    [others[0], account, others[1]]
  }

  /// Has the account kept, between the others; not by way of the store, which waits for the disk.
  private func begin(_ account: SignedInAccount) throws {
    if let bytes = files.withLock({ $0[account] }) { return folder.write(bytes, to: "accounts") }
    for account in all(account).reversed() { try accounts.saveAccountAndMakeActive(account) }
    files.withLock { $0[account] = folder.bytes(of: "accounts") }
  }

  /// A server during whose reply the client is killed: so many calls later, and in one that writes
  /// after so many bytes.
  private func killing(
    _ kind: RetiringServer.Kind, at call: Int, after bytes: Int = 0
  ) -> RetiringServer {
    RetiringServer(kind) { [path = folder.path] in cfaults_kill(path, CInt(call), bytes) }
  }

  /// The client as it starts: the account as it is stored, and what it offers.
  private func home(at server: RetiringServer) throws -> ServiceConnection {
    let world = PassingWorld()
    let services = AllServices.forTests(
      over: server.transport, world: world,
      accounts: AccountTokenStorage(
        store: accounts, lockFile: folder["renewal.lock"], world: world))
    let account = try #require(
      try accounts.storedAccounts().first { $0.account.id == server.account(1).account.id })
    return try #require(services.connection(for: account))
  }
}

extension HTTPRequest {
  fileprivate func says(_ text: String) -> Bool {
    switch body {
    case .bytes(let bytes, _): String(decoding: bytes, as: UTF8.self).contains(text)
    case .form(let fields): fields.contains { $0.1 == text }
    default: false
    }
  }
}
