package import FeedDomain

/// Decides what signing in does.
@MainActor package final class SignInInteractor: Interacting {
  private let directory: any ServiceDirectory
  private let credentials: any CredentialStore
  private let feeds: (any FeedStore)?
  private let keys: [Service: SignInAnswers]
  private let presenter: any Presenting<SignIn.Response>
  private var occasion = SignIn.Occasion.first
  /// What is to be told; nil before a service is chosen.
  private var form: SignIn.Form?
  /// What the person has to allow; nil while nothing is to be brought back.
  private var approval: SignInApproval?
  private var trying: Task<Void, Never>?

  /// Signing in to one of the services; who does it is kept in the credentials. The keys of
  /// applications that the settings tell need not be typed. What was fetched for somebody else who went
  /// by the same name is forgotten in the feeds.
  package init(
    directory: any ServiceDirectory, credentials: any CredentialStore,
    feeds: (any FeedStore)? = nil, keys: [Service: SignInAnswers] = [:],
    presenter: any Presenting<SignIn.Response>
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
      stop()
      show(form.with(way))
    case .submit(let answers): submit(answers)
    case .visit:
      let visitor = form.flatMap { directory.signIn(to: $0.service)?.visitor }
      if let visitor { submit(visitor) }
    case .answer(let answer): finish(with: answer)
    case .cancel: stepBack()
    }
  }
}

extension SignInInteractor {
  private var services: [Service] {
    Service.allCases.filter { directory.signIn(to: $0) != nil }
  }

  private func open(_ occasion: SignIn.Occasion) {
    stop()
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
    stop()
    presenter.present(.services(services, chosen: form?.service))
  }

  private func choose(_ service: Service) {
    stop()
    guard let gateway = directory.signIn(to: service), let first = gateway.ways.first else {
      return presenter.present(.refused(.refused(nil), at: nil))
    }
    let kept = keptAccount
    show(
      SignIn.Form(
        occasion: occasion, service: service, ways: gateway.ways,
        way: kept.map(gateway.way) ?? first, hasOthers: isFree && services.count > 1,
        told: keys[service] ?? [:], trouble: kept.flatMap(SignIn.CommandTrouble.init),
        isAnothers: kept.map(gateway.isAnothers) ?? false))
  }

  /// Whether one may sign in to any service.
  private var isFree: Bool {
    if case .again = occasion { false } else { true }
  }

  /// The account that is signed in to again, as it was signed in to.
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
    approval = nil
    presenter.present(.ready(form))
  }

  private func stop() {
    trying?.cancel()
    trying = nil
  }

  private func stepBack() {
    let wasTrying = trying != nil
    stop()
    if wasTrying, let approval { return presenter.present(.approval(approval)) }
    guard wasTrying || approval != nil, let form else { return }
    show(form)
  }
}

extension SignInInteractor {
  private func submit(_ answers: SignInAnswers) {
    guard trying == nil, let form, let gateway = directory.signIn(to: form.service) else { return }
    presenter.present(.checking)
    trying = Task {
      await attempt(form) { () throws(FeedError) in try await gateway.begin(form.way, answers) }
    }
  }

  private func finish(with answer: Secret) {
    guard trying == nil, let form, let approval,
      let gateway = directory.signIn(to: form.service)
    else { return }
    presenter.present(.checking)
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
      let step = try await work()
      // Called off meanwhile: nobody is signed in who no longer wanted to be.
      guard !Task.isCancelled else { return }
      switch step {
      case .signedIn(let account): end(with: await keep(account))
      case .approval(let approval):
        self.approval = approval
        end(with: .approval(approval))
      }
    } catch {
      guard !Task.isCancelled else { return }
      end(with: .refused(error, at: approval == nil ? form.way.field(behind: error) : nil))
    }
  }

  private func keep(_ account: SignedInAccount) async -> SignIn.Response {
    let kept = keptAccount
    let isSame = kept?.account.person == account.account.person
    // Whoever goes by another name since is still the one whose secret is not to be kept.
    let account = isSame ? account.inheriting(kept?.source) : account
    do throws(StoreError) {
      try await feeds?.forget(othersThan: account.account, known: credentials)
      try credentials.save(account)
      return .signedIn(account)
    } catch {
      return .notKept(error)
    }
  }

  private func end(with response: SignIn.Response) {
    trying = nil
    presenter.present(response)
  }
}

extension SignIn.Form {
  fileprivate func with(_ way: SignInWay) -> SignIn.Form {
    SignIn.Form(
      occasion: occasion, service: service, ways: ways, way: way, hasOthers: hasOthers,
      told: told, trouble: trouble, isAnothers: isAnothers)
  }
}

extension SignIn.CommandTrouble {
  /// Nil where the account's secret is kept.
  fileprivate init?(_ account: SignedInAccount) {
    guard let command = account.source?.command else { return nil }
    self = account.isLocked ? .gaveNone(command: command) : .refused(command: command)
  }
}

extension SignInWay {
  /// The field in which the reason for a failure is to be looked for first; nil where it is none.
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
