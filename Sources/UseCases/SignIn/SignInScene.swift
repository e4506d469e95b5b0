package import FeedDomain

package enum SignInScene {
  package enum SignInOccasion: Equatable, Sendable {
    /// An occasion of the sign-in scene: the first sign-in, without any signed-in account.
    case first
    case another
    /// An occasion of the sign-in scene: sign in again, since an account's token was rejected.
    case again(Account)
  }

  package enum SceneRequest: Equatable, Sendable {
    case open(SignInOccasion)
    case showServices
    case choose(Service)
    /// A request of the sign-in scene: switch to another method, such as a token or a browser.
    case take(SignInMethod)
    case submit(SignInAnswers)
    /// A request of the sign-in scene: follow one of the web feeds that the typed page names.
    case pick(FeedCandidate)
    /// A request of the sign-in scene: sign in as the guest of the demo service.
    case visit
    /// A request of the sign-in scene: open the new account after the scene has shown the lines of
    /// its imported list of web feeds that were not added.
    case proceed
    /// A request of the sign-in scene: complete signing in with the code or address that the
    /// browser showed.
    case answer(Secret)
    /// A request of the sign-in scene: cancel the attempt to sign in, or return from the page for
    /// the browser to the form.
    case cancel
  }

  /// A problem with the command from the settings that supplies an account's token or password.
  package enum SecretCommandProblem: Equatable, Sendable {
    /// A problem with an account's secret command: the command printed nothing.
    case printedNothing(command: String)
    /// A problem with an account's secret command: the service rejected the token or password that
    /// the command printed.
    case refused(command: String)
  }

  /// A sign-in form of a service, with the values known from the settings or the account.
  package struct ServiceSignInForm: Equatable, Sendable {
    package let occasion: SignInOccasion
    package let service: Service
    package let methods: [SignInMethod]
    package var method: SignInMethod
    /// True if the user can choose another service to sign in to than that of the form.
    package let hasOthers: Bool
    /// The values for fields of the sign-in form that the settings and the environment give.
    let presetAnswers: SignInAnswers
    /// The problem with the account's secret command; nil if there is none. A token or password
    /// that the user enters instead is valid until the program ends.
    package let problem: SecretCommandProblem?
    /// True if the stored token of the account belongs to another account now.
    package let storedTokenBelongsToOthers: Bool

    package init(
      occasion: SignInOccasion, service: Service, methods: [SignInMethod], method: SignInMethod,
      hasOthers: Bool,
      presetAnswers: SignInAnswers = [:], problem: SecretCommandProblem? = nil,
      storedTokenBelongsToOthers: Bool = false
    ) {
      self.storedTokenBelongsToOthers = storedTokenBelongsToOthers
      self.problem = problem
      self.occasion = occasion
      self.service = service
      self.methods = methods
      self.method = method
      self.hasOthers = hasOthers
      self.presetAnswers = presetAnswers
    }

    /// The next sign-in method of the service, in a cycle; nil if there is only one.
    package var otherMethod: SignInMethod? {
      guard methods.count > 1, let place = methods.firstIndex(of: method) else { return nil }
      return methods[(place + 1) % methods.count]
    }

    /// Returns the value of a sign-in field in the settings or the account; nil if unknown.
    package func knownValue(of field: SignInField) -> String? {
      guard presetAnswers[field].isEmpty else { return presetAnswers[field] }
      guard case .again(let account) = occasion else { return nil }
      switch field {
      case .user: return account.handle
      case .server: return account.server
      case .password, .token, .key, .secret, .address: return nil
      }
    }
  }

  package struct SceneState: Equatable, Sendable {
    /// The page that the sign-in scene shows; nil until the scene is open.
    package var page: SignInPage?
    package var progress: SignInAttemptState

    package init(_ page: SignInPage? = nil, _ progress: SignInAttemptState = .ready) {
      (self.page, self.progress) = (page, progress)
    }
  }

  package indirect enum SignInPage: Equatable, Sendable {
    /// A page of the sign-in scene: the list of services; `chosen` is the service chosen before.
    case services([Service], chosen: Service?)
    case form(ServiceSignInForm)
    /// A page of the sign-in scene: the web feeds that the typed page names.
    case feeds([FeedCandidate])
    /// A page of the sign-in scene: the lines of an imported list of web feeds that were not added.
    case rejected([RejectedImportEntry], SignedInAccount)
    /// A page of the sign-in scene: the approval that the sign-in waits for, by an address to open
    /// in a browser or a mailed code.
    case approval(PendingSignInApproval)
  }

  package enum SignInAttemptState: Equatable, Sendable {
    case ready
    case checking
    /// A progress of signing in: failed, as the service refused or was not reached; `at` is the
    /// form field to correct.
    case refused(FeedError, at: SignInField?)
    /// A progress of signing in: failed, as the account could not be stored.
    case notKept(StoreError)
  }
}

/// An interactor of the sign-in scene: signs in to a service, and stores the account.
@MainActor
package final class SignInInteractor: Interacting {
  private let directory: any ServiceDirectory
  private let credentials: any CredentialStore
  private let feeds: (any FeedStore)?
  private let keys: [Service: SignInAnswers]
  private let presenter: any Presenting<SignInScene.SceneState>
  private var state = SignInScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var occasion = SignInScene.SignInOccasion.first
  /// The sign-in form that was shown last; nil before a service is chosen.
  private var form: SignInScene.ServiceSignInForm?
  private var trying: Task<Void, Never>?

  /// Creates the interactor of the sign-in scene. `keys` are known values of sign-in fields, such
  /// as application keys. Data in `feeds` of another person who used the account's name is erased.
  package init(
    directory: any ServiceDirectory, credentials: any CredentialStore,
    feeds: (any FeedStore)? = nil, keys: [Service: SignInAnswers] = [:],
    presenter: any Presenting<SignInScene.SceneState>
  ) {
    self.directory = directory
    self.credentials = credentials
    self.feeds = feeds
    self.keys = keys
    self.presenter = presenter
  }

  package func handle(_ request: SignInScene.SceneRequest) async {
    switch request {
    case .open(let occasion): openSignIn(for: occasion)
    case .showServices: showServices()
    case .choose(let service): chooseService(service)
    case .take(let way):
      guard let form, form.methods.contains(way) else { return }
      cancelSignInAttempt()
      showSignInForm(changedCopy(form) { $0.method = way })
    case .submit(let answers): submitSignInAnswers(answers)
    case .pick(let feed): signInWithChosenFeed(feed)
    case .proceed:
      if case .rejected(_, let account)? = state.page { presenter.perform(.signedIn(account)) }
    case .visit:
      let visitor = form.flatMap { directory.signInGateway(to: $0.service)?.visitor }
      if let visitor { submitSignInAnswers(visitor) }
    case .answer(let answer): finishSignIn(with: answer)
    case .cancel: returnToSignInForm()
    }
  }
}

extension SignInInteractor {
  private var services: [Service] {
    Service.allCases.filter { directory.signInGateway(to: $0) != nil }
  }

  private func openSignIn(for occasion: SignInScene.SignInOccasion) {
    cancelSignInAttempt()
    self.occasion = occasion
    form = nil
    switch occasion {
    // The first sign-in begins with the first service's form, which is the demo.
    case .first: chooseService(services.first ?? .tweetie)
    case .another: showServices()
    case .again(let account): chooseService(account.service)
    }
  }

  private func showServices() {
    cancelSignInAttempt()
    state = SignInScene.SceneState(.services(services, chosen: form?.service))
  }

  private func chooseService(_ service: Service) {
    cancelSignInAttempt()
    guard let gateway = directory.signInGateway(to: service), let first = gateway.methods.first
    else {
      return state.progress = .refused(.refused(nil), at: nil)
    }
    let kept = accountToSignInAgain
    showSignInForm(
      SignInScene.ServiceSignInForm(
        occasion: occasion, service: service, methods: gateway.methods,
        method: kept.map(gateway.signInMethod) ?? first, hasOthers: isFree && services.count > 1,
        presetAnswers: keys[service] ?? [:],
        problem: kept.flatMap(SignInScene.SecretCommandProblem.init),
        storedTokenBelongsToOthers: kept.map(gateway.storedTokenBelongsToOthers) ?? false))
  }

  /// True if the user may sign in to any account, not only again to a known one.
  private var isFree: Bool {
    if case .again = occasion { false } else { true }
  }

  /// The stored account that signs in again in the sign-in scene; nil for a new account.
  private var accountToSignInAgain: SignedInAccount? {
    guard case .again(let account) = occasion else { return nil }
    do throws(StoreError) {
      return try credentials.storedAccounts().first { $0.account.id == account.id }
    } catch {
      return nil  // Then the first way is as good as any.
    }
  }

  private func showSignInForm(_ form: SignInScene.ServiceSignInForm) {
    self.form = form
    state = SignInScene.SceneState(.form(form))
  }

  private func cancelSignInAttempt() {
    trying?.cancel()
    trying = nil
  }

  private func returnToSignInForm() {
    let wasTrying = trying != nil
    cancelSignInAttempt()
    if wasTrying, approval != nil { return state.progress = .ready }
    guard wasTrying || approval != nil || isChoosingFeed, let form else { return }
    showSignInForm(form)
  }
}

extension SignInInteractor {
  private var approval: PendingSignInApproval? {
    if case .approval(let approval)? = state.page { approval } else { nil }
  }

  private var isChoosingFeed: Bool {
    if case .feeds? = state.page { true } else { false }
  }

  private func submitSignInAnswers(_ answers: SignInAnswers) {
    guard trying == nil, let form, let gateway = directory.signInGateway(to: form.service) else {
      return
    }
    state.progress = .checking
    trying = Task {
      await attemptSignIn(form) { () throws(FeedError) in
        let feeds = try await gateway.feedCandidates(for: answers)
        guard feeds.count < 2 else { return .choice(feeds) }
        let step = try await gateway.beginSignIn(form.method, answers)
        return .step(step, rejected: try await gateway.rejectedImportEntries(for: answers))
      }
    }
  }

  private func signInWithChosenFeed(_ feed: FeedCandidate) {
    guard isChoosingFeed, let form, let gateway = directory.signInGateway(to: form.service) else {
      return
    }
    state = SignInScene.SceneState(.form(form), .checking)
    trying = Task {
      await attemptSignIn(form) { () throws(FeedError) in
        .step(try await gateway.beginSignIn(form.method, [.address: Secret(feed.address)]))
      }
    }
  }

  private func finishSignIn(with answer: Secret) {
    guard trying == nil, let form, let approval,
      let gateway = directory.signInGateway(to: form.service)
    else { return }
    state.progress = .checking
    trying = Task {
      await attemptSignIn(form) { () throws(FeedError) in
        .step(.signedIn(try await gateway.finishSignIn(approval, answer: answer)))
      }
    }
  }

  private func attemptSignIn(
    _ form: SignInScene.ServiceSignInForm,
    _ work: () async throws(FeedError) -> SignInStepOrFeedChoice
  ) async {
    do throws(FeedError) {
      let result = try await RequestBudget.runActionWithNewBudget(work)
      // If the user cancelled meanwhile, the account is not signed in.
      guard !Task.isCancelled else { return }
      if case .step(.signedIn(let account), let rejected) = result {
        await storeAccountAndOpenStream(account, rejected)
      }
      trying = nil
      switch result {
      case .step(.approval(let approval), _): state = SignInScene.SceneState(.approval(approval))
      case .choice(let feeds): state = SignInScene.SceneState(.feeds(feeds))
      case .step(.signedIn, _): break
      }
    } catch {
      guard !Task.isCancelled else { return }
      trying = nil
      state.progress =
        error == .cancelled
        ? .ready
        : .refused(error, at: approval == nil ? form.method.fieldToCorrect(after: error) : nil)
    }
  }

  /// Stores the account that signed in and makes it active; then opens its stream or, if lines of
  /// its imported list of web feeds were not added, first shows these.
  private func storeAccountAndOpenStream(
    _ account: SignedInAccount, _ rejected: [RejectedImportEntry]
  ) async {
    let kept = accountToSignInAgain
    let isSame = kept?.account.person == account.account.person
    // Compared by person id, since the handle may have changed; the secret's source stays the same.
    let account = isSame ? account.inheritingSecretSource(kept?.source) : account
    do throws(StoreError) {
      try await feeds?.eraseDataOfOtherPerson(than: account.account, known: credentials)
      try credentials.saveAccountAndMakeActive(account)
      if rejected.isEmpty {
        presenter.perform(.signedIn(account))
      } else {
        state = SignInScene.SceneState(.rejected(rejected, account))
      }
    } catch {
      state.progress = .notKept(error)
    }
  }
}

private enum SignInStepOrFeedChoice: Sendable {
  case step(SignInStepResult, rejected: [RejectedImportEntry] = [])
  /// A result of an attempt to sign in: the web feeds that the page at the typed address links to,
  /// of which the user chooses one.
  case choice([FeedCandidate])
}

extension SignInScene.SecretCommandProblem {
  /// Creates the problem with an account's secret command; nil for an account without a command.
  fileprivate init?(_ account: SignedInAccount) {
    guard let command = account.source?.command else { return nil }
    self = account.isLocked ? .printedNothing(command: command) : .refused(command: command)
  }
}

extension SignInMethod {
  /// Returns the field of the sign-in form to correct after an error; nil if there is none.
  package func fieldToCorrect(after error: FeedError) -> SignInField? {
    switch error {
    case .invalidCredentials, .signedOut: fields.last(where: \.isSecret) ?? fields.last
    // If the form has no server field, the server was looked up by the handle, which is then wrong.
    case .notFound where !fields.contains(.server): fields.first { $0 == .user || $0 == .address }
    // The unreadable reply is from the server that was looked up by the handle.
    case .badReply where kind == .browser && !fields.contains(.server),
      .tooLarge where kind == .browser && !fields.contains(.server):
      fields.first { $0 == .user }
    case .notFound, .badReply, .tooLarge, .endless, .unreachable, .untrusted, .serverFailed,
      .outcomeUnknown:
      fields.first { $0 == .server || $0 == .address }
    case .refused, .limited, .membersOnly, .misconfigured, .rateLimited, .missingLibrary,
      .cancelled, .storeFailed:
      nil
    }
  }
}
