package import FeedDomain

/// Decides what looking through the accounts does.
@MainActor package final class AccountsInteractor: Interacting {
  private let session: Session
  private let work: AccountsAtWork
  private let directory: any ServiceDirectory
  private let presenter: any Presenting<Accounts.Response>
  private var isOpen = false
  private var signOut = SignOut.none
  private lazy var looks = LatestWrite<Void> { [weak self] in await self?.look() }

  /// How far signing out has come.
  private enum SignOut {
    case none
    case asked(Account.ID)
    case going
  }

  package init(
    _ session: Session, work: AccountsAtWork, directory: any ServiceDirectory,
    presenter: any Presenting<Accounts.Response>
  ) {
    self.session = session
    self.work = work
    self.directory = directory
    self.presenter = presenter
  }

  package func handle(_ request: Accounts.Request) async {
    switch request {
    case .open:
      isOpen = true
      await lookAgain()
    case .use(let id): use(id)
    case .signOut(let id): await ask(id)
    case .reallySignOut: await reallySignOut()
    case .stay: stay()
    case .close: isOpen = false
    }
  }
}

extension AccountsInteractor {
  /// Looks again when the number of what waits may have changed, or an account was refused.
  private func hear(_ news: ActionNews) {
    guard isOpen else { return }
    switch news {
    case .waiting, .signedOut: looks.submit(())
    default: break
    }
  }
}

extension AccountsInteractor {
  private var shelf: Session.Shelf { session.shelf }

  private func lookAgain() async {
    looks.submit(())
    await looks.finish()
  }

  private func look() async {
    guard isOpen else { return }
    for desk in work.all { desk.actions.tell(self) { $0.hear($1) } }
    do throws(StoreError) {
      let kept = try shelf.credentials.accounts()
      let waiting = try await shelf.outbox.items(of: nil)
      var entries: [Accounts.Entry] = []
      for signedIn in kept {
        let account = signedIn.account
        entries.append(
          Accounts.Entry(
            account, isCurrent: account.id == session.account.id,
            waiting: waiting.count { $0.account == account.id },
            person: try await shelf.feeds.person(account.person, account: account.id),
            unread: try await shelf.notices?.notices(of: account.id).unread.count ?? 0,
            isRefused: work.refused.contains(account.id),
            command: signedIn.source?.command, isLocked: signedIn.isLocked))
      }
      guard isOpen else { return }
      presenter.present(
        .accounts(entries.filter(\.isCurrent) + entries.filter { !$0.isCurrent }))
    } catch {
      presenter.present(.storeFailed(error))
    }
  }

  private func account(_ id: Account.ID) throws(StoreError) -> SignedInAccount? {
    try shelf.credentials.accounts().first { $0.account.id == id }
  }

  private func use(_ id: Account.ID) {
    do throws(StoreError) {
      guard let account = try account(id) else { return looks.submit(()) }
      guard !work.refused.contains(id) else {
        return presenter.present(.mustSignIn(account.account))
      }
      // The last one saved is the one with which the program opens.
      try shelf.credentials.save(account)
      presenter.present(.using(account))
    } catch {
      presenter.present(.storeFailed(error))
    }
  }

  private func ask(_ id: Account.ID) async {
    do throws(StoreError) {
      guard let account = try account(id) else { return await lookAgain() }
      let losses = try await shelf.losses(with: id)
      if case .going = signOut { return }
      signOut = .asked(id)
      presenter.present(.confirmSignOut(account.account, losses))
    } catch {
      presenter.present(.storeFailed(error))
    }
  }

  private func stay() {
    guard case .asked = signOut else { return }
    signOut = .none
    presenter.present(.staying)
  }

  private func reallySignOut() async {
    guard case .asked(let id) = signOut else { return }
    do throws(StoreError) {
      guard let account = try account(id) else {
        stay()
        return await lookAgain()
      }
      signOut = .going
      presenter.present(.signingOut)
      await work.end(id)
      let outcome = await SigningOut(
        directory: directory, shelf: shelf, world: session.world
      ).leave(account)
      signOut = .none
      for error in outcome.failures { presenter.present(.storeFailed(error)) }
      presenter.present(
        .signedOut(
          account.account, outcome.refusal, wasCurrent: id == session.account.id))
      if id != session.account.id { await lookAgain() }
    } catch {
      presenter.present(.storeFailed(error))
    }
  }
}
