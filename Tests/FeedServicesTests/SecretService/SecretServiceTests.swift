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

  @Test func `a secret that is kept is there again, the newest alone`() throws {
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

  @Test func `another account's secret is nobody else's`() throws {
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

  @Test func `what is forgotten is gone, and forgetting nothing is no failure`() throws {
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

  @Test func `nobody is started for it, and nobody asked`() throws {
    let store = FakeSecretStore()
    try ask(store) { service throws(SecretFailure.SecretFailureReason) in
      try service.storeSecret(Secret("hers"), of: ada)
    }

    #expect(store.calls.contains { $0.member == "CreateItem" })
    #expect(store.calls.allSatisfy { !$0.mayStart })
    #expect(!store.calls.contains { $0.member == "Prompt" })
  }

  @Test func `a store that is locked says so`() throws {
    let store = FakeSecretStore(isLocked: true)

    #expect(throws: SecretFailure.SecretFailureReason.locked) {
      try ask(store) { service throws(SecretFailure.SecretFailureReason) in
        try service.storeSecret(Secret("hers"), of: ada)
      }
    }
    #expect(store.count == 0)
  }

  @Test func `without a collection there is no store`() throws {
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
  func `without a bus there is no store`(environment: [String: String]) {
    #expect(throws: SecretFailure.SecretFailureReason.notFound) {
      try SecretServiceStorage(environment: environment).storedSecret(of: ada)
    }
  }

  @Test func `a bus that never answers holds nothing up`() throws {
    let bus = try FakeBus(.silent)

    #expect(throws: SecretFailure.SecretFailureReason.tooSlow) {
      try service(bus, limit: .milliseconds(50)).storedSecret(of: ada)
    }
  }

  @Test func `nobody of that name on the bus is no store`() throws {
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

  @Test func `answers of another shape are refused`() throws {
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
