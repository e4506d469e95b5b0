internal import FeedDomain

/// Signs out of an account: revokes its token and erases its data.
@MainActor struct SignOutProcess {
  /// Maximum time for revoking the token; signing out continues without.
  private static let patience = Duration.seconds(3)

  let directory: any ServiceDirectory
  let shelf: Session.Stores
  let world: any World

  /// The failures during a sign-out.
  struct Outcome {
    /// The error of revoking the token.
    let refusal: FeedError?
    /// The errors of erasing data.
    let failures: [StoreError]
  }

  /// Signs out of an account that has been stopped.
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

  /// Erases all data despite failures. Data is erased again after the token, as another window may
  /// have written meanwhile.
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
