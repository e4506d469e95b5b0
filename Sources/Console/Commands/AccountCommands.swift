internal import FeedDomain
import Preferences
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  static let login = CommandSpec(
    .login, .accounts, "[SERVICE]",
    [
      .user, .browser, .passwordFromInput, .tokenFromInput, .tokenFromCommand, .secretService,
      .server,
    ],
    examples: "login tweetie", "login tweetie --user tweetieuser --password-stdin",
    meaning: { $0.say("sign in") }
  ) { arguments throws(UsageError) in
    let options = try LoginOptions(arguments)
    return { context async throws(CommandFailure) in
      let services = try await context.openServices()
      let service =
        if let named = options.service { named } else { try context.askForSignInService() }
      try await LoginCommand(
        service: service, options: options, context: context, services: services
      )
      .runLogin()
    }
  }

  static let logout = CommandSpec(
    .logout, .accounts, "[ACCOUNT]", [.force, .account],
    examples: "logout", "logout ada@example.org --force",
    meaning: { $0.say("sign out and erase what is stored for the account") }
  ) { arguments throws(UsageError) in
    let name = try arguments.optionalSingleOperand()
    if let name, arguments.hasOption(.account) {
      throw .contradiction(name, OptionSpec.account.name)
    }
    let isForced = arguments.hasOption(.force)
    return { context async throws(CommandFailure) in
      let services = try await context.openServices()
      let account = try services.signedInAccount(named: name ?? context.accountName)
      try await signOutAccount(account, of: services, isForced: isForced, context)
    }
  }

  static let accounts = CommandSpec(
    .accounts, .accounts, "", [.json], examples: "accounts", "accounts --json",
    meaning: { $0.say("list the accounts, the current one first") }
  ) { arguments throws(UsageError) in
    try arguments.expectNoOperands()
    let json = arguments.hasOption(.json)
    return { context async throws(CommandFailure) in
      let accounts = try await context.openServices(isReading: true).signedInAccounts()
      // Without accounts an empty list is printed, which is no failure.
      if accounts.isEmpty, !json {
        context.printer.printError(context.wording.sentence(for: .notSignedIn))
      }
      for signedIn in accounts {
        let isCurrent = signedIn == accounts[0]
        if json {
          context.printer.printJSONLine(.accountJSONObject(signedIn, isCurrent: isCurrent))
        } else {
          context.printer.printLine(
            PrintedLine(isCurrent ? "* " : "  ")
              .appendingText("@\(signedIn.account.handle)", .bold)
              .appendingText("  \(signedIn.account.id.rawValue)", .dim)
              .appendingOnSameLine("  ").appendingText(
                context.wording.secretLocationText(ofSecret: signedIn.source), .dim))
        }
      }
    }
  }

  static let use = CommandSpec(
    .use, .accounts, "ACCOUNT", [], examples: "use ada", "use ada@example.org",
    meaning: { $0.say("set the current account") }
  ) { arguments throws(UsageError) in
    let name = try arguments.requiredSingleOperand("ACCOUNT")
    return { context async throws(CommandFailure) in
      let services = try await context.openServices()
      let account = try services.signedInAccount(named: name)
      do throws(StoreError) {
        try services.stores.credentials.saveAccountAndMakeActive(account)
      } catch {
        throw .store(error)
      }
      context.printer.printConfirmation(context.wording.currentAccountMessage(for: account.account))
    }
  }

  static let whoami = CommandSpec(
    .whoami, .accounts, "", [.json, .account], examples: "whoami", "whoami --json",
    meaning: { $0.say("show the current account") }
  ) { arguments throws(UsageError) in
    try arguments.expectNoOperands()
    let json = arguments.hasOption(.json)
    return { context async throws(CommandFailure) in
      let services = try await context.openServices(isReading: true)
      let signedIn = try services.signedInAccount(named: context.accountName)
      guard !json else {
        let isCurrent = try services.signedInAccounts().first == signedIn
        return context.printer.printJSONLine(.accountJSONObject(signedIn, isCurrent: isCurrent))
      }
      context.printer.printLine(
        PrintedLine("@\(signedIn.account.handle)", .bold)
          .appendingText("  \(signedIn.account.id.rawValue)", .dim))
    }
  }
}

// MARK: - Signing out

extension CommandSpec {
  private static func signOutAccount(
    _ signedIn: SignedInAccount, of services: CommandServices, isForced: Bool,
    _ context: CommandContext
  ) async throws(CommandFailure) {
    let (account, printer, wording) = (signedIn.account, context.printer, context.wording)
    if isForced {
      // The data lost with the account is shown as far as it can be read.
      do throws(CommandFailure) {
        let count = try await printSignOutLosses(with: account, of: services, context).unsent.count
        if count > 0 { printer.printError(wording.discardedUnsentItemsMessage(count)) }
      } catch {
        printer.printError(wording.sentence(for: error))
      }
    } else {
      let losses = try await printSignOutLosses(with: account, of: services, context)
      let question = wording.say("Sign out of @{handle}? (y/n)", ["handle": account.handle])
      switch try context.prompt.askYesNoIfTerminal(to: question) {
      case true?: break
      case false?: throw .calledOff
      // Without a terminal to ask on, signing out goes on only if nothing would be lost.
      case nil: guard losses.unsent.isEmpty else { throw .unsentPosts(losses.unsent.count) }
      }
    }
    // Signing out must work offline, too; then the token is deleted here but not revoked at the
    // service.
    var refusal: FeedError?
    do {
      try await services.directory.signInGateway(to: account.service)?.signOut(signedIn)
    } catch {
      refusal = error
    }
    try await eraseSignedOutAccount(account.id, of: services)
    printer.printConfirmation(
      wording.say(
        "Signed out of @{handle}. Nothing of the account is left here.",
        ["handle": account.handle]))
    guard let refusal, refusal != .signedOut else { return }
    printer.printError(
      wording.say(
        "{service} did not confirm the sign-out. The token may still be valid there.",
        ["service": wording.name(of: account.service)]))
  }

  private static func printSignOutLosses(
    with account: Account, of services: CommandServices, _ context: CommandContext
  ) async throws(CommandFailure) -> SignOutLosses {
    let losses = try await convertingStoreErrors { () async throws(StoreError) in
      try await services.stores.signOutLosses(of: account.id)
    }
    let text = OutboxItemFormatter(wording: context.wording, now: services.world.now)
    for item in losses.undelivered { context.printer.printLine(text.outboxItemLine(for: item)) }
    for draft in losses.drafts { context.printer.printLine(text.draftLine(for: draft)) }
    if losses.mutes { context.printer.printConfirmation(context.wording.signOutUnmutes) }
    context.printer.flushOutput()
    return losses
  }

  /// Deletes a signed-out account's stores, and its token last, so that the account can still be
  /// signed out if the program ends half-way. Data that an open window of the program stored
  /// meanwhile is deleted after the token; from then on the window stores nothing.
  private static func eraseSignedOutAccount(
    _ account: Account.ID, of services: CommandServices
  ) async throws(CommandFailure) {
    let stores = services.stores
    func eraseAccountData() async throws(StoreError) {
      try await stores.outbox.eraseOutboxData(of: account)
      try await stores.feeds.eraseAllData(of: account)
      try await stores.photos?.eraseAllPhotos(of: account)
    }
    try await convertingStoreErrors { () async throws(StoreError) in
      try await eraseAccountData()
      try stores.credentials.removeAccount(account)
      try await eraseAccountData()
      if try stores.credentials.storedAccounts().isEmpty {
        await services.directory.eraseDataSharedByAccounts()
        try stores.mutes?.deleteAllMutes()
      }
    }
  }
}

// MARK: - Signing in

struct LoginOptions {
  enum SecretSourceOption: Equatable {
    case prompted, passwordFromInput, tokenFromInput
    case fromBrowser
    /// A source of the secret for `tweetie login`: a shell command, run now and whenever the secret
    /// is needed, whose output is the secret.
    case fromCommand(String)
  }

  /// The service that the arguments of `tweetie login` name; nil to ask the user.
  let service: Service?
  let user: String?
  let server: String?
  let secret: SecretSourceOption
  /// True if the arguments of `tweetie login` ask to store the sign-in secret in the desktop's
  /// keyring.
  let usesSecretStore: Bool

  init(_ arguments: ScannedArguments) throws(UsageError) {
    let name = try arguments.optionalSingleOperand()
    service = name.flatMap { Service(rawValue: $0) ?? CommandSynonyms.acceptedServiceNames[$0] }
    if let name, service == nil {
      let allowed = Service.allCases.map(\.rawValue).joined(separator: ", ")
      guard let nearest = CommandSynonyms.serviceMeant(by: name) else {
        throw .badValue(name, option: "SERVICE", allowed: allowed)
      }
      throw .unknownService(name, nearest: nearest.rawValue, allowed: allowed)
    }
    user = arguments.optionValue(of: .user)
    server = arguments.optionValue(of: .server)
    secret = try Self.secretSourceOption(in: arguments)
    usesSecretStore = arguments.hasOption(.secretService)
    guard usesSecretStore else { return }
    switch secret {
    case .fromCommand:
      throw .contradiction(OptionSpec.tokenFromCommand.name, OptionSpec.secretService.name)
    case .fromBrowser: throw .contradiction(OptionSpec.browser.name, OptionSpec.secretService.name)
    case .prompted, .passwordFromInput, .tokenFromInput: break
    }
  }

  private static func secretSourceOption(in arguments: ScannedArguments) throws(UsageError)
    -> SecretSourceOption
  {
    let sources: [(option: OptionSpec, secret: SecretSourceOption)] = [
      (.browser, .fromBrowser), (.passwordFromInput, .passwordFromInput),
      (.tokenFromInput, .tokenFromInput), (.tokenFromCommand, .prompted),
    ]
    let given = sources.filter { arguments.hasOption($0.option) }
    guard given.count < 2 else { throw .contradiction(given[0].option.name, given[1].option.name) }
    guard let command = arguments.optionValue(of: .tokenFromCommand) else {
      return given.first?.secret ?? .prompted
    }
    guard !command.allSatisfy(\.isWhitespace) else {
      throw .missingValue(option: OptionSpec.tokenFromCommand.name)
    }
    return .fromCommand(command)
  }
}

extension CommandContext {
  fileprivate func askForSignInService() throws(CommandFailure) -> Service {
    guard prompt.isThere else { throw .noService }
    let services = Service.allCases
    let names = services.map { wording.name(of: $0) }
    let widest = names.map { TextWidth.columnCount(of: $0) }.max() ?? 0
    for (index, (service, name)) in zip(services, names).enumerated() {
      let gap = SafeText(repeating: " ", count: widest - TextWidth.columnCount(of: name) + 2)
      printer.printLine(
        PrintedLine("  \(index + 1)  ").appendingText(name, .bold).appendingText(gap)
          .appendingText(wording.signInRemarkText(on: service.signInRemark), .dim))
    }
    printer.flushOutput()
    while true {
      guard let typed = try prompt.askForLineIfTerminal(wording.whichService) else {
        throw .noService
      }
      let word = typed.filter { !$0.isWhitespace }.lowercased()
      if let number = Int(word), number > 0, number <= services.count {
        return services[number - 1]
      }
      if let service = Service(rawValue: word) { return service }
      printer.printError(wording.say("Type a number from 1 to {count}.", ["count": services.count]))
    }
  }
}

private struct LoginCommand {
  let service: Service
  let options: LoginOptions
  let context: CommandContext
  let services: CommandServices

  private var prompt: any UserQuestionPrompt { context.prompt }
  private var printer: ResultPrinter { context.printer }
  private var wording: Wording { context.wording }

  func runLogin() async throws(CommandFailure) {
    guard let gateway = services.directory.signInGateway(to: service) else {
      throw .unsupportedService(service)
    }
    var way = try signInMethodForLoginOptions(among: gateway.methods)
    let answers = try askForMissingSignInAnswers(for: &way, among: gateway.methods)
    if way.kind == .appPassword,
      !AppPassword.isBeginningOfAppPassword(answers.secretAnswer(.password).revealed)
    {
      printer.printRemark(wording.betterAppPassword)
    }
    let step: SignInStepResult
    do { step = try await gateway.beginSignIn(way, answers) } catch {
      throw .signIn(error, at: way.fieldToCorrect(after: error))
    }
    let signedIn =
      switch step {
      case .signedIn(let account): account
      case .approval(let approval): try await askForApprovalAndSignIn(approval, at: gateway)
      }
    let account = try signedInAccountToStore(signedIn, by: gateway, way, answers)
    let stores = services.stores
    do {
      try await stores.feeds.eraseDataOfOtherPerson(
        than: account.account, known: stores.credentials)
      try stores.credentials.saveAndActivateReplacingSecretSource(account)
    } catch { throw .store(error) }
    printer.printConfirmation(
      wording.say("Signed in as @{handle}.", ["handle": account.account.handle]))
  }

  private func signInMethodForLoginOptions(among ways: [SignInMethod]) throws(CommandFailure)
    -> SignInMethod
  {
    let ways =
      options.server == nil
      ? ways : ways.filter { $0.fields.contains(.server) || $0.fields.contains(.address) }
    guard let first = ways.first else { throw .takesNoServer(service) }
    switch options.secret {
    case .passwordFromInput:
      return try firstFittingSignInMethod(among: ways, OptionSpec.passwordFromInput) {
        $0.fields.contains(.password)
      }
    case .tokenFromInput:
      return try signInMethodForSecretOption(among: ways, answeredBy: .tokenFromInput)
    case .fromBrowser:
      return try firstFittingSignInMethod(among: ways, OptionSpec.browser) { $0.kind == .browser }
    case .fromCommand:
      return try signInMethodForSecretOption(among: ways, answeredBy: .tokenFromCommand)
    case .prompted where options.usesSecretStore:
      return try signInMethodForSecretStore(among: ways)
    case .prompted:
      guard options.user != nil else { break }
      return try firstFittingSignInMethod(among: ways, OptionSpec.user) {
        $0.fields.contains(.user)
      }
    }
    return first
  }

  /// Returns the sign-in method of a service whose secret can come from a pipe or a command,
  /// preferably one whose other fields the options of `tweetie login` answer; throws if there is
  /// none.
  private func signInMethodForSecretOption(
    among ways: [SignInMethod], answeredBy option: OptionSpec
  ) throws(CommandFailure) -> SignInMethod {
    let fits = ways.filter { fieldAnsweredBySecretOption(in: $0) != nil }
    guard let way = fits.first(where: { optionsAnswerAllFields(of: $0) }) ?? fits.first else {
      throw .noSignInMethod(service, option: option.name)
    }
    return way
  }

  private func firstFittingSignInMethod(
    among ways: [SignInMethod], _ option: OptionSpec, where fits: (SignInMethod) -> Bool
  ) throws(CommandFailure) -> SignInMethod {
    guard let way = ways.first(where: fits) else {
      throw .noSignInMethod(service, option: option.name)
    }
    return way
  }

  /// Returns true if the options of `tweetie login` answer every field of a sign-in method, so that
  /// the user is asked for none.
  private func optionsAnswerAllFields(of way: SignInMethod) -> Bool {
    way.fields.allSatisfy { field in
      switch field {
      case .server, .address: options.server != nil
      case .user: options.user != nil
      default: field == fieldAnsweredBySecretOption(in: way)
      }
    }
  }

  /// Asks the user for the values of a sign-in form that the options of `tweetie login` do not
  /// give, and returns all values. If the user leaves the secret of an application empty, `way`
  /// becomes the sign-in method that needs only the application's key.
  private func askForMissingSignInAnswers(
    for way: inout SignInMethod, among ways: [SignInMethod]
  ) throws(CommandFailure) -> SignInAnswers {
    let withKey = options.secret == .fromBrowser ? nil : ways.first { $0.kind == .key }
    if options.secret == .prompted, way.kind == .key {
      way = ways.first { $0.fields == [.key, .secret] } ?? way
    }
    let preset = services.keys[service] ?? [:]
    let hasPresetAnswers = way.fields.allSatisfy { !preset[$0].isEmpty }
    if let page = way.page, self.fieldAnsweredBySecretOption(in: way) == nil, !hasPresetAnswers {
      printer.printLine(
        PrintedLine(wording.secretPageIntroText(way) + " " + SafeText(sanitizing: page)))
      if let setting = UsersOwnApplicationKeys.apiKeySettingName(for: service) {
        printer.printLine(PrintedLine(wording.secretSettingHint(setting)))
      }
      printer.flushOutput()
    }
    var answers: SignInAnswers = [:]
    for field in way.fields {
      let isOptional = field == .secret && withKey != nil
      if isOptional {
        printer.printLine(
          PrintedLine(
            wording.say(
              "The secret lets you sign in. Leave it empty to browse with the key alone.")))
      }
      if isOptional { printer.flushOutput() }
      answers.setAnswer(field, try signInFieldAnswer(to: field, in: way))
      if isOptional, answers[.secret].isEmpty, let withKey { way = withKey }
    }
    return answers
  }

  private func signInFieldAnswer(to field: SignInField, in way: SignInMethod) throws(CommandFailure)
    -> Secret
  {
    if field == fieldAnsweredBySecretOption(in: way) { return try secretFromOptions() }
    switch field {
    case .server, .address: if let server = options.server { return Secret(server) }
    case .user: if let user = options.user { return Secret(user) }
    default: break
    }
    let preset = services.keys[service] ?? [:]
    guard preset[field].isEmpty else { return preset.secretAnswer(field) }
    let question = wording.fieldPrompt(for: field, in: way)
    let answer =
      field.isSecret
      ? try prompt.askForSecretIfTerminal(question)
      : try prompt.askForLineIfTerminal(question).map { Secret($0) }
    guard let answer else { throw .cannotAsk(instead: field.option.name) }
    return answer
  }

  /// Prints the address of the sign-in page to open in a browser, asks the user for the code or
  /// address that the page shows at its end, and completes the sign-in.
  private func askForApprovalAndSignIn(
    _ approval: PendingSignInApproval, at gateway: any SignInGateway
  ) async throws(CommandFailure) -> SignedInAccount {
    // A secret from a command must be available again at each start, without asking the user.
    if case .fromCommand = options.secret { throw .needsMore(service) }
    if options.usesSecretStore { throw .needsMore(service) }
    printer.printLine(PrintedLine(wording.approvalInstruction(for: approval)))
    if !approval.url.isEmpty { printer.printLine(PrintedLine(SafeText(sanitizing: approval.url))) }
    printer.flushOutput()
    // The code works once, so that nothing is lost by showing it.
    let label = approval.endsAtAddress ? wording.address : wording.code
    guard let answer = try prompt.askForLineIfTerminal(wording.fieldPrompt(label)) else {
      throw .cannotAsk(instead: OptionSpec.tokenFromInput.name)
    }
    do { return try await gateway.finishSignIn(approval, answer: Secret(answer)) } catch {
      throw .approval(error)
    }
  }
}

extension SignInField {
  /// The option of `tweetie login` that gives the value of a field of the sign-in form, so that no
  /// terminal is needed.
  fileprivate var option: OptionSpec {
    switch self {
    case .server, .address: .server
    case .user: .user
    case .password: .passwordFromInput
    case .token, .key, .secret: .tokenFromInput
    }
  }
}

extension LoginCommand {
  /// Returns the field of a sign-in form that the piped line or the output of the secret command
  /// answers; nil if `tweetie login` uses neither, or no field fits.
  func fieldAnsweredBySecretOption(in way: SignInMethod) -> SignInField? {
    switch options.secret {
    case .prompted, .fromBrowser: nil
    case .passwordFromInput: .password
    case .tokenFromInput: way.pipedField
    case .fromCommand: way.fieldSuppliedByCommand
    }
  }

  func secretFromOptions() throws(CommandFailure) -> Secret {
    guard case .fromCommand(let command) = options.secret else {
      do { return Secret(try context.input.firstInputLine()) } catch { throw .input(error) }
    }
    do { return try services.secrets.secret(from: command) } catch { throw .secret(error) }
  }

  /// Returns the first of the sign-in methods with a secret that the desktop's keyring can supply
  /// at each start, such as an app password; throws if there is none.
  func signInMethodForSecretStore(among ways: [SignInMethod]) throws(CommandFailure)
    -> SignInMethod
  {
    guard let way = ways.first(where: { $0.fieldSuppliedByCommand != nil }) else {
      throw .noSignInMethod(service, option: OptionSpec.secretService.name)
    }
    return way
  }

  /// Returns the new account as it is written to disk: with a placeholder in place of a secret that
  /// a command or the desktop's keyring supplies. Also stores the secret in the keyring if the
  /// options of `tweetie login` ask for that.
  func signedInAccountToStore(
    _ account: SignedInAccount, by gateway: any SignInGateway, _ way: SignInMethod,
    _ answers: SignInAnswers
  ) throws(CommandFailure) -> SignedInAccount {
    func accountWithExternalSecretSource(
      secretFrom source: (Secret) -> SecretSource, _ option: OptionSpec
    ) throws(CommandFailure) -> SignedInAccount {
      guard let record = gateway.accountTokenHoldingCommandSecret(of: account, holding: .standIn)
      else {
        throw .noSignInMethod(service, option: option.name)
      }
      return SignedInAccount(account.account, token: account.token, source: source(record))
    }
    if case .fromCommand(let command) = options.secret {
      return try accountWithExternalSecretSource(
        secretFrom: { SecretSource(command: command, record: $0) }, .tokenFromCommand)
    }
    guard options.usesSecretStore else { return account }
    let id = account.account.id
    let stored = try accountWithExternalSecretSource(
      secretFrom: { SecretSource(inStoreFor: id, record: $0) }, .secretService)
    do throws(SecretFailure.SecretFailureReason) {
      guard let field = way.fieldSuppliedByCommand, let store = services.secretStore else {
        throw .notFound
      }
      try store.storeSecret(answers.secretAnswer(field), of: id)
    } catch {
      throw .secret(SecretFailure(stored.source?.command ?? "", error))
    }
    return stored
  }
}

extension SignInMethod {
  /// The field of a sign-in method that `--token-stdin` answers: the token, or the field used in
  /// place of a token; nil if the method has none.
  fileprivate var pipedField: SignInField? {
    [.token, .secret, .key].first { fields.contains($0) }
  }
}
