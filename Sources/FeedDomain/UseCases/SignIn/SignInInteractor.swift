/// Decides what signing in does.
@MainActor public final class SignInInteractor: SignInInteracting {
  private let directory: any ServiceDirectory
  private let credentials: any CredentialStore
  private let presenter: any SignInPresenting
  private var service = Service.tweetie
  private var again: Account?
  private var trying: Task<Void, Never>?

  /// Signing in to one of the services; who does it is kept in the credentials.
  public init(
    directory: any ServiceDirectory, credentials: any CredentialStore,
    presenter: any SignInPresenting
  ) {
    self.directory = directory
    self.credentials = credentials
    self.presenter = presenter
  }

  /// Answers a request; asking the service goes on by itself.
  public func handle(_ request: SignIn.Request) async {
    switch request {
    case .open(let service, let again):
      stop()
      self.service = service
      self.again = again
      presenter.present(.ready(service, handle: again?.handle))
    case .submit(let typed):
      guard trying == nil else { return }
      presenter.present(.checking)
      trying = Task { await attempt(typed) }
    case .cancel:
      guard trying != nil else { return }
      stop()
      presenter.present(.ready(service, handle: again?.handle))
    }
  }
}

extension SignInInteractor {
  private func stop() {
    trying?.cancel()
    trying = nil
  }

  private func attempt(_ typed: Credentials) async {
    guard let gateway = directory.signIn(to: service) else {
      return finish(.refused(.refused(nil)))
    }
    do throws(FeedError) {
      let account = try await gateway.signIn(typed)
      // Called off meanwhile: nobody is signed in who no longer wanted to be.
      guard !Task.isCancelled else { return }
      finish(keep(account))
    } catch {
      guard !Task.isCancelled else { return }
      finish(.refused(error))
    }
  }

  private func keep(_ account: SignedInAccount) -> SignIn.Response {
    do throws(StoreError) {
      try credentials.save(account)
      return .signedIn(account)
    } catch {
      return .notKept(error)
    }
  }

  private func finish(_ response: SignIn.Response) {
    trying = nil
    presenter.present(response)
  }
}
