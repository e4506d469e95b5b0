internal import FeedDomain

/// Signing out: the service is told, and everything of the account here is erased.
@MainActor struct SigningOut {
  /// How long the service may take to be told; whoever wants to leave, leaves.
  private static let patience = Duration.seconds(3)

  let directory: any ServiceDirectory
  let shelf: Session.Stores
  let world: any World

  /// What did not work.
  struct Outcome {
    /// Why the service could not be told.
    let refusal: FeedError?
    /// What could not be erased, and why.
    let failures: [StoreError]
  }

  /// Signs out; whatever goes on for the account has been stopped.
  func leave(_ signedIn: SignedInAccount) async -> Outcome {
    var refusal: FeedError?
    if let gateway = directory.signIn(to: signedIn.account.service) {
      let answer = await world.wait(atMost: Self.patience) { () throws(FeedError) in
        try await gateway.signOut(signedIn)
      }
      if case .failure(let error) = answer { refusal = error }
    }
    return Outcome(refusal: refusal, failures: await erase(signedIn.account.id))
  }

  /// Goes through with all of it, whatever fails on the way. What another window wrote meanwhile
  /// goes after the token, and from then on it writes nothing.
  private func erase(_ account: Account.ID) async -> [StoreError] {
    var failures = await eraseStored(for: account)
    do throws(StoreError) {
      try shelf.credentials.remove(account)
      if try shelf.credentials.accounts().isEmpty {
        await directory.forget()
        try shelf.mutes?.forget()
      }
    } catch {
      failures.append(error)
    }
    for failure in await eraseStored(for: account) where !failures.contains(failure) {
      failures.append(failure)
    }
    return failures
  }

  private func eraseStored(for account: Account.ID) async -> [StoreError] {
    var failures: [StoreError] = []
    do throws(StoreError) {
      try await shelf.feeds.erase(account: account)
    } catch {
      failures.append(error)
    }
    do throws(StoreError) {
      try await shelf.photos?.erase(account: account)
    } catch {
      failures.append(error)
    }
    do throws(StoreError) {
      // With the drafts, which lie beside what waits.
      try await shelf.outbox.erase(account: account)
    } catch {
      failures.append(error)
    }
    return failures
  }
}
