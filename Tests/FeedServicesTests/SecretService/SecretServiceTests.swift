import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// The desktop's store of secrets: asked for on the session's bus, never started, never waited for.
struct SecretServiceTests {
  private let ada = Account.ID("mastodon:https://example.social:ada")

  private func service(_ bus: FakeBus, limit: Duration = .seconds(60)) -> SecretServiceStorage {
    SecretServiceStorage(environment: bus.sessionEnvironment, limit: limit)
  }

  /// The bus has one conversation, so that there is one for each question.
  private func ask<Value>(
    _ store: FakeSecretStore,
    _ question: (SecretServiceStorage) throws(SecretFailure.SecretFailureReason) -> Value
  ) throws -> Value {
    let bus = try FakeBus(.answering { store.answer($0) })
    return try question(service(bus))
  }

  @Test func `a stored secret replaces the older one and is read back`() throws {
    let store = FakeSecretStore()

    for secret in ["old", "grün and new"] {
      try ask(store) { service throws(SecretFailure.SecretFailureReason) in
        try service.storeSecret(Secret(secret), of: ada)
      }
    }

    let secret = try ask(store) { service throws(SecretFailure.SecretFailureReason) in
      try service.storedSecret(of: ada)
    }
    #expect(secret.revealed == "grün and new")
    #expect(store.count == 1)
  }

  @Test func `a secret of one account is not found for another`() throws {
    let store = FakeSecretStore()
    try ask(store) { service throws(SecretFailure.SecretFailureReason) in
      try service.storeSecret(Secret("hers"), of: ada)
    }

    #expect(throws: SecretFailure.SecretFailureReason.empty) {
      try ask(store) { service throws(SecretFailure.SecretFailureReason) in
        try service.storedSecret(of: Account.ID("mastodon:https://example.social:bob"))
      }
    }
  }

  @Test func `a deleted secret is gone, and deleting a missing one succeeds`() throws {
    let store = FakeSecretStore()
    try ask(store) { service throws(SecretFailure.SecretFailureReason) in
      try service.storeSecret(Secret("hers"), of: ada)
    }

    for _ in 0..<2 {
      try ask(store) { service throws(SecretFailure.SecretFailureReason) in
        try service.deleteSecret(of: ada)
      }
    }

    #expect(store.count == 0)
  }

  @Test func `storing a secret starts no service and shows no prompt`() throws {
    let store = FakeSecretStore()
    try ask(store) { service throws(SecretFailure.SecretFailureReason) in
      try service.storeSecret(Secret("hers"), of: ada)
    }

    #expect(store.calls.contains { $0.member == "CreateItem" })
    #expect(store.calls.allSatisfy { !$0.mayStart })
    #expect(!store.calls.contains { $0.member == "Prompt" })
  }

  @Test func `a locked secret store is reported as locked`() throws {
    let store = FakeSecretStore(isLocked: true)

    #expect(throws: SecretFailure.SecretFailureReason.locked) {
      try ask(store) { service throws(SecretFailure.SecretFailureReason) in
        try service.storeSecret(Secret("hers"), of: ada)
      }
    }
    #expect(store.count == 0)
  }

  @Test func `a secret store without a collection is not found`() throws {
    let store = FakeSecretStore(hasCollection: false)

    #expect(throws: SecretFailure.SecretFailureReason.notFound) {
      try ask(store) { service throws(SecretFailure.SecretFailureReason) in
        try service.storeSecret(Secret("hers"), of: ada)
      }
    }
  }

  @Test(arguments: [
    [:], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"],
    ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=example.org"], ["XDG_RUNTIME_DIR": "/nowhere"],
    ["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=tweetie-nobody"],
  ])
  func `without a session bus the secret store is not found`(environment: [String: String]) {
    #expect(throws: SecretFailure.SecretFailureReason.notFound) {
      try SecretServiceStorage(environment: environment).storedSecret(of: ada)
    }
  }

  @Test func `a silent bus is given up as too slow`() throws {
    let bus = try FakeBus(.silent)

    #expect(throws: SecretFailure.SecretFailureReason.tooSlow) {
      try service(bus, limit: .milliseconds(50)).storedSecret(of: ada)
    }
  }

  @Test func `a bus without the secret service is reported as not found`() throws {
    let bus = try FakeBus(
      .answering { call in
        call.member == "Hello"
          ? [FakeBus.reply(call, .text(":1.1"))]
          : [FakeBus.failure(call, "org.freedesktop.DBus.Error.ServiceUnknown")]
      })

    #expect(throws: SecretFailure.SecretFailureReason.notFound) {
      try service(bus).storedSecret(of: ada)
    }
  }

  @Test func `replies of another type are rejected as unreadable`() throws {
    let answers: [DBusValue] = [
      .text("x"), .list([.number(1)], of: "u"), .fields([.path("/")]), .path("/item"),
    ]
    for answer in answers {
      let bus = try FakeBus(
        .answering { call in
          call.member == "SearchItems"
            ? [FakeBus.reply(call, .list([.path("/item")], of: "o"), .list([], of: "o"))]
            : call.member == "Unlock"
              ? [FakeBus.reply(call, call.body[0], .path("/"))] : [FakeBus.reply(call, answer)]
        })

      #expect(throws: SecretFailure.SecretFailureReason.unreadable) {
        try service(bus).storedSecret(of: ada)
      }
    }
  }
}
