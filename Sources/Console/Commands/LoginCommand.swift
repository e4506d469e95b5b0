internal import FeedDomain
import Preferences
internal import Terminal
internal import UseCases
import Words

extension LoginOptions: CommandRequest {
  package func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open()
    let service = if let service { service } else { try chosen(at: desk) }
    try await LoginCommand(
      service: service, options: self, backstage: backstage,
      prompt: desk.prompt, input: desk.input, printer: desk.printer, wording: desk.wording
    ).run()
  }

  /// The service that the person chooses, by its number or its name.
  private func chosen(at desk: CommandDesk) throws(CommandFailure) -> Service {
    guard desk.prompt.isThere else { throw .noService }
    let services = Service.allCases
    let names = services.map { desk.wording.name(of: $0) }
    let widest = names.map { TextWidth.columns(of: $0) }.max() ?? 0
    for (index, (service, name)) in zip(services, names).enumerated() {
      let gap = SafeText(repeating: " ", count: widest - TextWidth.columns(of: name) + 2)
      desk.printer.show(
        PrintedLine("  \(index + 1)  ").adding(name, .bold).adding(gap)
          .adding(desk.wording.remark(on: service.signInNote), .dim))
    }
    desk.printer.flush()
    while true {
      guard let typed = try desk.prompt.line(desk.wording.whichService) else { throw .noService }
      let word = typed.filter { !$0.isWhitespace }.lowercased()
      if let number = Int(word), services.indices.contains(number - 1) {
        return services[number - 1]
      }
      if let service = Service(rawValue: word) { return service }
      desk.printer.complain(
        desk.wording.say("Type a number from 1 to {count}.", ["count": services.count]))
    }
  }
}

/// `tweetie login`: signs in and keeps the account.
struct LoginCommand {
  let service: Service
  let options: LoginOptions
  let backstage: Backstage
  let prompt: any Prompt
  let input: any PipedInput
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    guard let gateway = backstage.services.signIn(to: service) else {
      throw .notYet(service)
    }
    var way = try way(among: gateway.ways)
    let answers = try answers(for: &way, among: gateway.ways)
    if way.kind == .appPassword, !AppPassword.mayBecome(answers.secret(.password).revealed) {
      printer.remark(wording.betterAppPassword)
    }
    let step: SignInStep
    do { step = try await gateway.begin(way, answers) } catch {
      throw .signIn(error, at: way.field(behind: error))
    }
    let signedIn =
      switch step {
      case .signedIn(let account): account
      case .approval(let approval): try await finish(approval, at: gateway)
      }
    let account = try kept(signedIn, by: gateway, way, answers)
    let shelf = backstage.shelf
    do {
      try await shelf.feeds.forget(othersThan: account.account, known: shelf.credentials)
      try shelf.credentials.replace(account)
    } catch { throw .store(error) }
    printer.confirm(wording.say("Signed in as @{handle}.", ["handle": account.account.handle]))
  }
}

extension LoginCommand {
  /// The way that fits what was given, else the one to offer first.
  private func way(among ways: [SignInWay]) throws(CommandFailure) -> SignInWay {
    let ways =
      options.server == nil
      ? ways : ways.filter { $0.fields.contains(.server) || $0.fields.contains(.address) }
    guard let first = ways.first else { throw .takesNoServer(service) }
    switch options.secret {
    case .passwordFromInput:
      return try way(among: ways, OptionSpec.passwordFromInput) { $0.fields.contains(.password) }
    case .tokenFromInput: return try way(among: ways, told: .tokenFromInput)
    case .fromBrowser: return try way(among: ways, OptionSpec.browser) { $0.kind == .browser }
    case .fromCommand: return try way(among: ways, told: .tokenFromCommand)
    case .asked where options.isKeptInStore: return try way(holding: ways)
    case .asked:
      guard options.user != nil else { break }
      return try way(among: ways, OptionSpec.user) { $0.fields.contains(.user) }
    }
    return first
  }

  /// What is told is one line: the way that wants nothing else goes first.
  private func way(
    among ways: [SignInWay], told option: OptionSpec
  ) throws(CommandFailure) -> SignInWay {
    let fits = ways.filter { told(in: $0) != nil }
    guard let way = fits.first(where: { isTold(all: $0) }) ?? fits.first else {
      throw .noSuchWay(service, option: option.name)
    }
    return way
  }

  private func way(
    among ways: [SignInWay], _ option: OptionSpec, where fits: (SignInWay) -> Bool
  ) throws(CommandFailure) -> SignInWay {
    guard let way = ways.first(where: fits) else {
      throw .noSuchWay(service, option: option.name)
    }
    return way
  }

  /// Whether nobody has to be asked for anything else.
  private func isTold(all way: SignInWay) -> Bool {
    way.fields.allSatisfy { field in
      switch field {
      case .server, .address: options.server != nil
      case .user: options.user != nil
      default: field == told(in: way)
      }
    }
  }

  /// The answers; whoever leaves an application's secret empty looks with its key alone, where that
  /// is a way.
  private func answers(
    for way: inout SignInWay, among ways: [SignInWay]
  ) throws(CommandFailure) -> SignInAnswers {
    let withKey = options.secret == .fromBrowser ? nil : ways.first { $0.kind == .key }
    if options.secret == .asked, way.kind == .key {
      way = ways.first { $0.fields == [.key, .secret] } ?? way
    }
    let told = backstage.keys[service] ?? [:]
    let isTold = way.fields.allSatisfy { !told[$0].isEmpty }
    if let page = way.page, self.told(in: way) == nil, !isTold {
      printer.show(PrintedLine(wording.whereToGet(way) + " " + SafeText(sanitizing: page)))
      if let setting = ApplicationKeys.setting(for: service) {
        printer.show(PrintedLine(wording.whereToPut(setting)))
      }
      printer.flush()
    }
    var answers: SignInAnswers = [:]
    for field in way.fields {
      let isOptional = field == .secret && withKey != nil
      if isOptional {
        printer.show(
          PrintedLine(
            wording.say(
              "With the secret you sign in yourself. Leave it empty to look with the key alone.")))
      }
      if isOptional { printer.flush() }
      answers.set(field, try answer(to: field, in: way))
      if isOptional, answers[.secret].isEmpty, let withKey { way = withKey }
    }
    return answers
  }

  private func answer(
    to field: SignInField, in way: SignInWay
  ) throws(CommandFailure) -> Secret {
    if field == told(in: way) { return try toldSecret() }
    switch field {
    case .server, .address: if let server = options.server { return Secret(server) }
    case .user: if let user = options.user { return Secret(user) }
    default: break
    }
    let told = backstage.keys[service] ?? [:]
    guard told[field].isEmpty else { return told.secret(field) }
    let question = wording.question(for: field, in: way)
    let answer =
      field.isSecret
      ? try prompt.secret(question) : try prompt.line(question).map { Secret($0) }
    guard let answer else { throw .cannotAsk(instead: field.option.name) }
    return answer
  }

  /// Shows the page to open, and goes on with what it showed in the end.
  private func finish(
    _ approval: SignInApproval, at gateway: any SignInGateway
  ) async throws(CommandFailure) -> SignedInAccount {
    // Whoever has to be asked besides would have to be asked at each start.
    if case .fromCommand = options.secret { throw .needsMore(service) }
    if options.isKeptInStore { throw .needsMore(service) }
    printer.show(PrintedLine(wording.sentence(for: approval)))
    if !approval.url.isEmpty { printer.show(PrintedLine(SafeText(sanitizing: approval.url))) }
    printer.flush()
    // It works once, so that nothing is lost by showing it.
    let label = approval.endsAtAddress ? wording.address : wording.code
    guard let answer = try prompt.line(wording.question(label)) else {
      throw .cannotAsk(instead: OptionSpec.tokenFromInput.name)
    }
    do { return try await gateway.finish(approval, answer: Secret(answer)) } catch {
      throw .approval(error)
    }
  }
}

extension SignInField {
  /// What gives it where nobody can be asked.
  fileprivate var option: OptionSpec {
    switch self {
    case .server, .address: .server
    case .user: .user
    case .password: .passwordFromInput
    case .token, .key, .secret: .tokenFromInput
    }
  }
}
