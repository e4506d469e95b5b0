extension ProfileInteractor {
  /// How long the service may take to be told; whoever wants to leave, leaves.
  private static let patience = Duration.seconds(3)

  /// Shows what would be lost.
  func askBeforeSigningOut() async {
    do throws(StoreError) {
      presenter.present(
        .confirmSignOut(
          undelivered: try await session.shelf.outbox.items(of: session.account.id)))
    } catch {
      presenter.present(.storeFailed(error))
    }
  }

  /// Tells the service, and erases everything of the account here.
  func signOut() async {
    guard !isSigningOut else { return }
    isSigningOut = true
    presenter.present(.signingOut)
    stop()
    // From here on nothing of the account is written, by nobody.
    session.end()
    await actions.stop()
    let signedIn = session.signedIn
    var refusal: FeedError?
    if let gateway = directory.signIn(to: signedIn.account.service) {
      let answer = await session.world.wait(atMost: Self.patience) { () throws(FeedError) in
        try await gateway.signOut(signedIn)
      }
      if case .failure(let error) = answer { refusal = error }
    }
    let failures = await erase(signedIn.account.id)
    for error in failures { presenter.present(.storeFailed(error)) }
    presenter.present(.signedOut(refusal))
  }

  /// Goes through with all of it, whatever fails on the way.
  private func erase(_ account: Account.ID) async -> [StoreError] {
    var failures: [StoreError] = []
    let shelf = session.shelf
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
      for draft in try await shelf.drafts.drafts(of: account) {
        try await shelf.drafts.discard(draft.id)
      }
    } catch {
      failures.append(error)
    }
    do throws(StoreError) {
      try await shelf.outbox.erase(account: account)
    } catch {
      failures.append(error)
    }
    do throws(StoreError) {
      try shelf.credentials.remove(account)
    } catch {
      failures.append(error)
    }
    return failures
  }
}
