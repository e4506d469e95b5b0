import FeedDomain
import Terminal
import Testing

@testable import TweetieTUI

/// `tweetie login` at services that want more than a name and a password.
struct CommandLineSignInTests {
  let accounts = CredentialStoreFake()
  let secretStore = SecretStoreStub()
  let output = SinkSpy()
  let errors = SinkSpy()

  func run(
    _ arguments: String..., prompt: PromptStub = PromptStub(), piped: String = "",
    keys: [Service: SignInAnswers] = [:]
  ) async throws -> ExitCode {
    let options = try LaunchOptions.parse(arguments: ["login"] + arguments, environment: [:])
    let shelf = Session.Shelf(
      feeds: FeedStoreFake(), outbox: OutboxFake(), drafts: DraftStoreFake(), credentials: accounts)
    let backstage = Backstage(
      services: WaysStub(), shelf: shelf,
      sending: SendingStub(outbox: OutboxFake(), result: .delivered(.done)), world: WorldStub(),
      secrets: SecretsStub(["pass show token": "token", "pass show sky": "app-password"]),
      secretStore: secretStore,
      keys: keys)
    return await CommandRunner(
      options: options, printer: Printer(output: output, errors: errors, look: OutputLook()),
      wording: Wording(), settings: SettingsInForce(path: "config.ini", entries: []),
      prompt: prompt, input: InputStub(piped: piped), examination: { [] },
      backstage: { _ in backstage }
    ).run()
  }

  @Test func `the address is printed, and the code asked for`() async throws {
    let prompt = PromptStub(["code"])

    let code = try await run("mastodon", "--server", "social.example", prompt: prompt)

    #expect(code == .done)
    #expect(prompt.questions == ["Code:"])
    #expect(
      output.text == """
        Open this address in a browser, let Tweetie in, and bring back the code it shows:
        https://social.example/authorize
        Signed in as @ada.

        """)
    #expect(try accounts.accounts() == [WaysStub.ada])
  }

  @Test func `what is not given is asked for`() async throws {
    let prompt = PromptStub(["social.example", "cod"])

    #expect(try await run("mastodon", prompt: prompt) == .failed)
    #expect(prompt.questions == ["Server:", "Code:"])
    #expect(errors.text.contains("does not accept this code"))
    #expect(try accounts.accounts().isEmpty)
  }

  @Test func `a token is read from standard input`() async throws {
    let code = try await run(
      "mastodon", "--server", "social.example", "--token-stdin", piped: "token\n")

    #expect(code == .done)
    #expect(try accounts.accounts() == [WaysStub.ada])
    #expect(!output.text.contains("token"))
  }

  @Test func `a token that is not accepted says what to do`() async throws {
    let code = try await run(
      "mastodon", "--server", "social.example", "--token-stdin", piped: "toke\n")

    #expect(code == .failed)
    #expect(errors.text.contains("Copy all of it, or make a new one."))
  }

  @Test func `an app password is asked for with the page where it is made`() async throws {
    let prompt = PromptStub(["ada.example", "app-password"])

    #expect(try await run("bluesky", prompt: prompt) == .done)
    #expect(prompt.questions == ["Handle:", "App password:"])
    #expect(output.text.hasPrefix("You make one at https://sky.example/passwords\n"))
  }

  @Test func `another password than an app password is taken, with a word of advice`() async throws
  {
    let prompt = PromptStub(["ada.example", "app-password"])

    #expect(try await run("bluesky", prompt: prompt) == .done)
    #expect(errors.text.contains("does not look like an app password"))
    #expect(!errors.text.contains("app-password"))
  }

  @Test func `an application's secret may be left empty, to look with its key`() async throws {
    let prompt = PromptStub(["the-key", ""])

    #expect(try await run("flickr", prompt: prompt) == .done)
    #expect(prompt.questions == ["Key:", "Secret:"])
    #expect(
      output.text == """
        You find it at https://photos.example/keys
        It can stand in the settings, under [services]: flickr-key = …
        With the secret you sign in yourself. Leave it empty to look with the key alone.
        Signed in as @guest.

        """)
  }

  @Test func `with the secret somebody signs in, wherever the key comes first`() async throws {
    for service in ["flickr", "unsplash"] {
      let prompt = PromptStub(["the-key", "canary", "code"])

      #expect(try await run(service, prompt: prompt) == .done)
      #expect(prompt.questions == ["Key:", "Secret:", "Code:"])
      #expect(!output.text.contains("canary"))
    }
  }

  @Test func `what the settings tell is not asked for`() async throws {
    let prompt = PromptStub(["code"])
    let keys: SignInAnswers = [.key: Secret("the-key"), .secret: Secret("canary")]

    #expect(try await run("flickr", prompt: prompt, keys: [.flickr: keys]) == .done)

    #expect(prompt.questions == ["Code:"])
    #expect(!output.text.contains("You find it at"))
  }

  @Test func `a key alone can be piped in`() async throws {
    #expect(try await run("flickr", "--token-stdin", piped: "the-key\n") == .done)
    #expect(output.text == "Signed in as @guest.\n")
  }

  @Test func `a command tells the token, and is kept instead of it`() async throws {
    let code = try await run(
      "mastodon", "--server", "social.example", "--token-command", "pass show token")

    #expect(code == .done)
    #expect(output.text == "Signed in as @ada.\n")
    let source = SecretSource(command: "pass show token", record: Secret("kept, but for a secret"))
    #expect(
      try accounts.accounts() == [
        SignedInAccount(WaysStub.ada.account, token: WaysStub.ada.token, source: source)
      ])
  }

  @Test func `a command tells an app password`() async throws {
    let code = try await run("bluesky", "--user", "ada", "--token-command", "pass show sky")

    #expect(code == .done)
    #expect(try accounts.accounts().first?.source?.command == "pass show sky")
  }

  @Test func `a command that fails signs nobody in`() async throws {
    let code = try await run("bluesky", "--user", "ada", "--token-command", "pass show nothing")

    #expect(code == .signedOut)
    #expect(errors.text.contains("\"pass show nothing\" gave no secret"))
    #expect(try accounts.accounts().isEmpty)
  }

  @Test func `a secret that the service refuses is not kept, nor its command`() async throws {
    let code = try await run(
      "mastodon", "--server", "social.example", "--token-command", "pass show sky")

    #expect(code == .failed)
    #expect(errors.text.contains("Copy all of it, or make a new one."))
    #expect(try accounts.accounts().isEmpty)
  }

  @Test func `a code besides cannot come from a command`() async throws {
    let code = try await run("instagram", "--user", "ada", "--token-command", "pass show sky")

    #expect(code == .failed)
    #expect(errors.text.contains("Make an app password"))
    #expect(try accounts.accounts().isEmpty)
  }

  @Test func `no server there has a sentence of its own and code 4`() async throws {
    let code = try await run("mastodon", "--server", "nowhere", "--token-stdin", piped: "token")

    #expect(code == .noNetwork)
    #expect(errors.text.contains("Check its name and the network."))
  }

  @Test(arguments: [
    ["bluesky", "--token-stdin"], ["mastodon", "--password-stdin"], ["mastodon", "--user", "ada"],
    ["bluesky", "--server", "https://social.example"], ["mastodon"],
    ["tweetie", "--token-command", "echo x"],
  ])
  func `what is no way in is wrong use`(_ arguments: [String]) async throws {
    let options = try LaunchOptions.parse(arguments: ["login"] + arguments, environment: [:])
    guard case .login(let login) = options.invocation else { return #expect(Bool(false)) }
    let shelf = Session.Shelf(
      feeds: FeedStoreFake(), outbox: OutboxFake(), drafts: DraftStoreFake(), credentials: accounts)
    let command = LoginCommand(
      options: login,
      backstage: Backstage(
        services: WaysStub(), shelf: shelf,
        sending: SendingStub(outbox: OutboxFake(), result: .delivered(.done)), world: WorldStub(),
        secrets: SecretsStub()),
      prompt: PromptStub(), input: InputStub(),
      printer: Printer(output: output, errors: errors, look: OutputLook()), wording: Wording())

    do {
      try await command.run()
      #expect(Bool(false))
    } catch {
      #expect(error.exitCode == .wrongUse)
    }
  }

  @Test func `accounts are named by id, handle, or handle and server`() {
    let account = Account(
      service: .mastodon, person: Person.ID("1"), handle: "sol", server: "https://social.example")

    for name in ["sol", "@sol", "sol@social.example", "@sol@social.example", account.id.rawValue] {
      #expect(account.isCalled(name), "\(name)")
    }
    #expect(!account.isCalled("sol@elsewhere.example"))
  }

  @Test func `a name of several accounts is not guessed`() async throws {
    var stage = CommandStage()
    let other = Account(
      service: .mastodon, person: Person.ID("9"), handle: "ada", server: "https://social.example")
    stage.accounts = CredentialStoreFake([
      CommandStage.ada, SignedInAccount(other, token: Secret("t")),
    ])

    #expect(try await stage.run("logout", "ada") == .wrongUse)
    #expect(stage.errors.text.contains("Several accounts are called ada."))
    #expect(try await stage.run("logout", "ada@social.example") == .done)
    #expect(try stage.accounts.accounts() == [CommandStage.ada])
  }
}

/// Services that are signed in to in other ways.
struct WaysStub: ServiceDirectory, SignInGateway {
  static let ada = SignedInAccount(
    Account(
      service: .mastodon, person: Person.ID("1"), handle: "ada", server: "https://social.example"),
    token: Secret("kept"))

  static let guest = SignedInAccount(
    Account(service: .flickr, person: Person.ID(""), handle: "guest"), token: Secret("kept"))

  var service = Service.mastodon

  var ways: [SignInWay] {
    let page = "https://photos.example/keys"
    let withKey = SignInWay(.key, fields: [.key], page: page)
    let withSecret = SignInWay(.browser, fields: [.key, .secret], page: page)
    return switch service {
    case .mastodon:
      [SignInWay(.browser, fields: [.server]), SignInWay(.token, fields: [.server, .token])]
    case .flickr: [withSecret, withKey]
    case .unsplash: [withKey, withSecret]
    case .tweetie: [SignInWay(.password, fields: [.user, .password])]
    default:
      [SignInWay(.appPassword, fields: [.user, .password], page: "https://sky.example/passwords")]
    }
  }

  func signIn(to service: Service) -> (any SignInGateway)? { WaysStub(service: service) }
  func connection(for account: SignedInAccount) -> ServiceConnection? { nil }

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    if answers[.server] == "nowhere" { throw .unreachable }
    if service == .instagram {
      return .approval(SignInApproval(url: "", message: "A code?", ticket: Secret("ticket")))
    }
    switch way.kind {
    case .key:
      guard answers[.key] == "the-key" else { throw .invalidCredentials }
      return .signedIn(Self.guest)
    case .browser where answers[.secret] == "" && answers[.server] == "": throw .invalidCredentials
    case .browser:
      return .approval(
        SignInApproval(url: "https://\(answers[.server])/authorize", ticket: Secret("ticket")))
    case .token where answers[.token] != "token": throw .invalidCredentials
    case .appPassword where answers[.password] != "app-password": throw .invalidCredentials
    default: return .signedIn(Self.ada)
    }
  }

  func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    guard answer.revealed == "code" else { throw .invalidCredentials }
    return Self.ada
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {}

  func token(of account: SignedInAccount, holding secret: Secret) -> Secret? {
    secret == .standIn ? Secret("kept, but for a secret") : nil
  }
}
