package import FeedDomain

/// A worker that signs out of an account: revokes its token, then erases its data.
@MainActor
struct SignOutProcess {
  /// The timeout for revoking the token while signing out; the account's data is erased anyway.
  private static let revocationTimeout = Duration.seconds(3)

  let directory: any ServiceDirectory
  let stores: AccountSession.SessionStores
  let world: any World

  struct SignOutOutcome {
    let refusal: FeedError?
    let failures: [StoreError]
  }

  /// Signs out of an account that has been stopped; returns the refusal of the service and the
  /// errors of erasing, if any.
  func signOut(of signedIn: SignedInAccount) async -> SignOutOutcome {
    var refusal: FeedError?
    if let gateway = directory.signInGateway(to: signedIn.account.service) {
      let answer = await world.requestResultWithTimeout(atMost: Self.revocationTimeout) {
        () throws(FeedError) in
        try await gateway.signOut(signedIn)
      }
      if case .failure(let error) = answer { refusal = error }
    }
    return SignOutOutcome(refusal: refusal, failures: await eraseAllData(of: signedIn.account.id))
  }

  /// Erases all stored data and the token of an account; continues after errors, and returns them.
  /// The data is erased again after the token, since another window may have written meanwhile.
  private func eraseAllData(of account: Account.ID) async -> [StoreError] {
    var failures = await eraseDataInStores(for: account)
    do throws(StoreError) {
      try stores.credentials.removeAccount(account)
      if try stores.credentials.storedAccounts().isEmpty {
        await directory.eraseDataSharedByAccounts()
        try stores.mutes?.deleteAllMutes()
      }
    } catch {
      failures.append(error)
    }
    for failure in await eraseDataInStores(for: account) where !failures.contains(failure) {
      failures.append(failure)
    }
    return failures
  }

  private func eraseDataInStores(for account: Account.ID) async -> [StoreError] {
    var failures: [StoreError] = []
    do throws(StoreError) {
      try await stores.feeds.eraseAllData(of: account)
    } catch {
      failures.append(error)
    }
    do throws(StoreError) {
      try await stores.photos?.eraseAllPhotos(of: account)
    } catch {
      failures.append(error)
    }
    do throws(StoreError) {
      try await stores.draftPictures?.eraseAllDraftPictures(of: account)
    } catch {
      failures.append(error)
    }
    do throws(StoreError) {
      // This also erases the drafts, which are in the outbox's database.
      try await stores.outbox.eraseOutboxData(of: account)
    } catch {
      failures.append(error)
    }
    return failures
  }
}

/// A summary of what signing out of an account would lose: unsent changes, drafts, and perhaps the
/// local mutes.
package struct SignOutLosses: Equatable, Sendable {
  package let undelivered: [OutboxItem]
  package let drafts: [Draft]
  /// True if signing out would also delete the local mutes.
  package let mutes: Bool

  package init(undelivered: [OutboxItem] = [], drafts: [Draft] = [], mutes: Bool = false) {
    (self.undelivered, self.drafts, self.mutes) = (undelivered, drafts, mutes)
  }

  package var unsent: [PendingChange] {
    undelivered.map(\.change) + drafts.map(PendingChange.publish)
  }
}

extension AccountSession.SessionStores {
  package func signOutLosses(of account: Account.ID) async throws(StoreError) -> SignOutLosses {
    SignOutLosses(
      undelivered: try await outbox.outboxItems(of: account),
      drafts: try await drafts.drafts(of: account), mutes: try signOutDeletesMutes(with: account))
  }

  /// Returns true if signing out of the account would delete the local mutes, since no other
  /// account is left.
  private func signOutDeletesMutes(with account: Account.ID) throws(StoreError) -> Bool {
    guard try credentials.storedAccounts().allSatisfy({ $0.account.id == account }) else {
      return false
    }
    // Unreadable mutes count as existing ones, which signing out deletes.
    do throws(StoreError) { return try mutes?.mutes().isEmpty == false } catch { return true }
  }
}
