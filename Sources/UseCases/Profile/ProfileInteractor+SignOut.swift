internal import FeedDomain

extension ProfileInteractor {
  /// Shows what would be lost.
  func askBeforeSigningOut() async {
    do throws(StoreError) {
      presenter.present(
        .confirmSignOut(try await session.shelf.losses(with: session.account.id)))
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
    let outcome = await SigningOut(
      directory: directory, shelf: session.shelf, world: session.world
    ).leave(session.signedIn)
    for error in outcome.failures { presenter.present(.storeFailed(error)) }
    presenter.present(.signedOut(outcome.refusal))
  }
}
