package import FeedDomain

/// Signing in to a service.
package enum SignIn {
  package enum Occasion: Equatable, Sendable {
    /// No account is signed in.
    case first
    case another
    /// An account's token was rejected.
    case again(Account)
  }

  package enum Request: Equatable, Sendable {
    case open(Occasion)
    case showServices
    case choose(Service)
    /// Switch to another way of signing in.
    case take(SignInWay)
    /// Sign in with the entered values.
    case submit(SignInAnswers)
    /// Sign in as the demo's guest.
    case visit
    /// Complete signing in with the code or address from the browser.
    case answer(Secret)
    /// Cancel the attempt, or go back from the browser to the form.
    case cancel
  }

  /// The reason why the secret of a command failed.
  package enum CommandProblem: Equatable, Sendable {
    /// The command printed no secret.
    case gaveNone(command: String)
    /// The service rejected the secret.
    case refused(command: String)
  }

  /// The sign-in form of a service.
  package struct Form: Equatable, Sendable {
    package let occasion: Occasion
    package let service: Service
    package let ways: [SignInWay]
    package let way: SignInWay
    /// True if another service can be chosen.
    package let hasOthers: Bool
    /// Field values from the settings.
    let told: SignInAnswers
    /// The problem with the account's secret command; an entered secret is valid for this run only.
    package let problem: CommandProblem?
    /// True if the stored token belongs to another account now.
    package let belongsToOtherAccount: Bool

    package init(
      occasion: Occasion, service: Service, ways: [SignInWay], way: SignInWay, hasOthers: Bool,
      told: SignInAnswers = [:], problem: CommandProblem? = nil, belongsToOtherAccount: Bool = false
    ) {
      self.belongsToOtherAccount = belongsToOtherAccount
      self.problem = problem
      self.occasion = occasion
      self.service = service
      self.ways = ways
      self.way = way
      self.hasOthers = hasOthers
      self.told = told
    }

    /// The next way in a cycle; nil if there is only one.
    package var otherWay: SignInWay? {
      guard ways.count > 1, let place = ways.firstIndex(of: way) else { return nil }
      return ways[(place + 1) % ways.count]
    }

    /// Returns the known value of a field, from the settings or the account.
    package func known(_ field: SignInField) -> String? {
      guard told[field].isEmpty else { return told[field] }
      guard case .again(let account) = occasion else { return nil }
      switch field {
      case .user: return account.handle
      case .server: return account.server
      case .password, .token, .key, .secret, .address: return nil
      }
    }
  }

  package struct State: Equatable, Sendable {
    /// The page; nil until the scene is open.
    package var page: Page?
    package var progress: Progress

    package init(_ page: Page? = nil, _ progress: Progress = .ready) {
      (self.page, self.progress) = (page, progress)
    }
  }

  package indirect enum Page: Equatable, Sendable {
    /// The page with the list of services; `chosen` is the service chosen before.
    case services([Service], chosen: Service?)
    case form(Form)
    /// The page for approval in a browser.
    case approval(SignInApproval)
  }

  package enum Progress: Equatable, Sendable {
    case ready
    /// The service is checking the values.
    case checking
    /// The service refused or was not reached; `at` is the field to correct.
    case refused(FeedError, at: SignInField?)
    /// The account could not be stored.
    case notKept(StoreError)
  }
}

/// Signs in to a service, and stores the account.
@MainActor package final class SignInInteractor: Interacting {
  private let directory: any ServiceDirectory
  private let credentials: any CredentialStore
  private let feeds: (any FeedStore)?
  private let keys: [Service: SignInAnswers]
  private let presenter: any Presenting<SignIn.State>
  private var state = SignIn.State() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var occasion = SignIn.Occasion.first
  /// The latest form; nil before a service is chosen.
  private var form: SignIn.Form?
  private var trying: Task<Void, Never>?

  /// `keys` are application keys from the settings. Data of another person who used the account's
  /// name is erased from `feeds`.
  package init(
    directory: any ServiceDirectory, credentials: any CredentialStore,
    feeds: (any FeedStore)? = nil, keys: [Service: SignInAnswers] = [:],
    presenter: any Presenting<SignIn.State>
  ) {
    self.directory = directory
    self.credentials = credentials
    self.feeds = feeds
    self.keys = keys
    self.presenter = presenter
  }

  package func handle(_ request: SignIn.Request) async {
    switch request {
    case .open(let occasion): open(occasion)
    case .showServices: showServices()
    case .choose(let service): choose(service)
    case .take(let way):
      guard let form, form.ways.contains(way) else { return }
      cancelAttempt()
      show(form.with(way))
    case .submit(let answers): submit(answers)
    case .visit:
      let visitor = form.flatMap { directory.signIn(to: $0.service)?.visitor }
      if let visitor { submit(visitor) }
    case .answer(let answer): finish(with: answer)
    case .cancel: goBack()
    }
  }
}

extension SignInInteractor {
  private var services: [Service] {
    Service.allCases.filter { directory.signIn(to: $0) != nil }
  }

  private func open(_ occasion: SignIn.Occasion) {
    cancelAttempt()
    self.occasion = occasion
    form = nil
    switch occasion {
    // Whoever is new can have a look at once.
    case .first: choose(services.first ?? .tweetie)
    case .another: showServices()
    case .again(let account): choose(account.service)
    }
  }

  private func showServices() {
    cancelAttempt()
    state = SignIn.State(.services(services, chosen: form?.service))
  }

  private func choose(_ service: Service) {
    cancelAttempt()
    guard let gateway = directory.signIn(to: service), let first = gateway.ways.first else {
      return state.progress = .refused(.refused(nil), at: nil)
    }
    let kept = keptAccount
    show(
      SignIn.Form(
        occasion: occasion, service: service, ways: gateway.ways,
        way: kept.map(gateway.way) ?? first, hasOthers: isFree && services.count > 1,
        told: keys[service] ?? [:], problem: kept.flatMap(SignIn.CommandProblem.init),
        belongsToOtherAccount: kept.map(gateway.belongsToOtherAccount) ?? false))
  }

  /// True if any service can be chosen.
  private var isFree: Bool {
    if case .again = occasion { false } else { true }
  }

  /// The stored account that signs in again.
  private var keptAccount: SignedInAccount? {
    guard case .again(let account) = occasion else { return nil }
    do throws(StoreError) {
      return try credentials.accounts().first { $0.account.id == account.id }
    } catch {
      return nil  // Then the first way is as good as any.
    }
  }

  private func show(_ form: SignIn.Form) {
    self.form = form
    state = SignIn.State(.form(form))
  }

  private func cancelAttempt() {
    trying?.cancel()
    trying = nil
  }

  private func goBack() {
    let wasTrying = trying != nil
    cancelAttempt()
    if wasTrying, approval != nil { return state.progress = .ready }
    guard wasTrying || approval != nil, let form else { return }
    show(form)
  }
}

extension SignInInteractor {
  private var approval: SignInApproval? {
    if case .approval(let approval)? = state.page { approval } else { nil }
  }

  private func submit(_ answers: SignInAnswers) {
    guard trying == nil, let form, let gateway = directory.signIn(to: form.service) else { return }
    state.progress = .checking
    trying = Task {
      await attempt(form) { () throws(FeedError) in try await gateway.begin(form.way, answers) }
    }
  }

  private func finish(with answer: Secret) {
    guard trying == nil, let form, let approval,
      let gateway = directory.signIn(to: form.service)
    else { return }
    state.progress = .checking
    trying = Task {
      await attempt(form) { () throws(FeedError) in
        .signedIn(try await gateway.finish(approval, answer: answer))
      }
    }
  }

  private func attempt(
    _ form: SignIn.Form, _ work: () async throws(FeedError) -> SignInStep
  ) async {
    do throws(FeedError) {
      let step = try await RequestBudget.separateAction(work)
      // Called off meanwhile: nobody is signed in who no longer wanted to be.
      guard !Task.isCancelled else { return }
      if case .signedIn(let account) = step { await storeAccount(account) }
      trying = nil
      if case .approval(let approval) = step { state = SignIn.State(.approval(approval)) }
    } catch {
      guard !Task.isCancelled else { return }
      trying = nil
      state.progress =
        error == .cancelled
        ? .ready : .refused(error, at: approval == nil ? form.way.field(behind: error) : nil)
    }
  }

  private func storeAccount(_ account: SignedInAccount) async {
    let kept = keptAccount
    let isSame = kept?.account.person == account.account.person
    // Whoever goes by another name since is still the one whose secret is not to be kept.
    let account = isSame ? account.inheriting(kept?.source) : account
    do throws(StoreError) {
      try await feeds?.forget(othersThan: account.account, known: credentials)
      try credentials.save(account)
      presenter.perform(.signedIn(account))
    } catch {
      state.progress = .notKept(error)
    }
  }
}

extension SignIn.Form {
  fileprivate func with(_ way: SignInWay) -> SignIn.Form {
    SignIn.Form(
      occasion: occasion, service: service, ways: ways, way: way, hasOthers: hasOthers,
      told: told, problem: problem, belongsToOtherAccount: belongsToOtherAccount)
  }
}

extension SignIn.CommandProblem {
  /// nil if the account's secret is stored.
  fileprivate init?(_ account: SignedInAccount) {
    guard let command = account.source?.command else { return nil }
    self = account.isLocked ? .gaveNone(command: command) : .refused(command: command)
  }
}

extension SignInWay {
  /// Returns the field to correct after an error, if any.
  package func field(behind error: FeedError) -> SignInField? {
    switch error {
    case .invalidCredentials, .signedOut: fields.last(where: \.isSecret) ?? fields.last
    // Where the server is found by the name, it is the name that is not found.
    case .notFound where !fields.contains(.server): fields.first { $0 == .user || $0 == .address }
    // What cannot be read there is what was found by the name.
    case .badReply where kind == .browser && !fields.contains(.server):
      fields.first { $0 == .user }
    case .notFound, .badReply, .endless, .unreachable, .untrusted, .serverFailed,
      .outcomeUnknown:
      fields.first { $0 == .server || $0 == .address }
    case .refused, .misconfigured, .rateLimited, .missingLibrary, .cancelled: nil
    }
  }
}
