internal import FeedDomain

/// Sees to it that a new token which could not be kept is kept after all, and has that told once.
@MainActor final class TokenKeeper {
  private let credentials: any CredentialStore
  private let world: any World
  private let log: any Log
  private var told: Set<Account.ID> = []
  private var trying: Task<Void, Never>?
  /// Is told of each account whose new token would be lost with the program.
  var tell: (Account) -> Void = { _ in }

  init(credentials: any CredentialStore, world: any World, log: any Log) {
    (self.credentials, self.world, self.log) = (credentials, world, log)
    credentials.whenUnkept { [weak self] account, error in
      Task { @MainActor in self?.note(account, error) }
    }
  }

  /// Tries no more: whoever ends the program does, once.
  func stop() { trying?.cancel() }

  private func note(_ account: Account, _ error: StoreError) {
    log.note(.storage, .error, "a new token could not be kept: \(error)")
    if told.insert(account.id).inserted { tell(account) }
    guard trying == nil else { return }
    trying = Task { [weak self, credentials, world] in
      var failures = 0
      while !Task.isCancelled, !credentials.unsaved.isEmpty {
        failures += 1
        let pause = Backoff.keeping.delay(afterFailures: failures, random: world.random())
        do { try await world.sleep(for: pause) } catch { break }
        await Self.keepAgain(credentials)
      }
      self?.rest()
    }
  }

  /// All is kept: of what fails from here on is told again.
  private func rest() {
    trying = nil
    told = []
  }

  /// Files take their time, and nothing on the main actor waits for them.
  @concurrent private nonisolated static func keepAgain(_ credentials: any CredentialStore) async {
    // What is still not kept says so by itself.
    try? credentials.keepAgain()
  }
}
