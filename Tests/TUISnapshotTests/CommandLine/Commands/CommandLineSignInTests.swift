import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Console
@testable import Preferences
@testable import Words

/// `tweetie login` at services that want more than a name and a password.
struct CommandLineSignInTests {
  let accounts = FakeCredentials()
  let secretStore = FakeSecretStore()
  let output = SinkSpy()
  let errors = SinkSpy()

  func run(
    _ arguments: String..., prompt: StubPrompt = StubPrompt(), piped: String = "",
    keys: [Service: SignInAnswers] = [:]
  ) async throws -> ExitCode {
    try await run(arguments, prompt: prompt, piped: piped, keys: keys)
  }

  private func run(
    _ arguments: [String], prompt: StubPrompt = StubPrompt(), piped: String = "",
    keys: [Service: SignInAnswers] = [:]
  ) async throws -> ExitCode {
    let options = try LaunchOptions.parsedCommandLine(from: ["login"] + arguments, environment: [:])
    let shelf = AccountSession.SessionStores(
      feeds: FakeFeedStore(), outbox: FakeOutbox(), drafts: FakeOutbox(), credentials: accounts)
    var services = CommandServices(
      directory: StubWays(), stores: shelf,
      sending: StubSending(outbox: FakeOutbox(), result: .delivered(.done)), world: FakeWorld(),
      secrets: StubSecrets(["pass show token": "token", "pass show sky": "app-password"]))
    services.secretStore = secretStore
    services.keys = keys
    return await CommandRunner(
      options: options,
      printer: ResultPrinter(output: output, errors: errors, properties: OutputProperties()),
      wording: Wording(), settings: CurrentSettings(path: "config.ini", entries: []),
      prompt: prompt, input: StubInput(piped: piped), installationCheck: { _ in [] },
      services: { [services] _ in services }
    ).runCommand()
  }

  @Test func `login prints the authorization address, and asks for the code`() async throws {
    let prompt = StubPrompt(["code"])

    let code = try await run("mastodon", "--server", "social.example", prompt: prompt)

    #expect(code == .done)
    #expect(prompt.questions == ["Code:"])
    #expect(
      output.text == """
        Open this address in a browser, allow Tweetie, and enter the code it shows:
        https://social.example/authorize
        Signed in as @ada.

        """)
    #expect(accounts.storedAccounts() == [StubWays.ada])
  }

  @Test(arguments: ["2", " 2 ", "mastodon", "Mastodon"])
  func `login without a service offers a list, and takes a number or name`(_ typed: String)
    async throws
  {
    let prompt = StubPrompt(["nine", "9", "\(Int.min)", typed, "social.example", "code"])

    #expect(try await run(prompt: prompt) == .done)
    #expect(
      prompt.questions
        == Array(repeating: "Where do you want to sign in?", count: 4) + ["Server:", "Code:"])
    let lines = output.text.split(separator: "\n")
    #expect(lines.first == "  1  Tweetie (built in)  built-in demo; needs no network")
    #expect(lines.dropFirst(7).first?.hasPrefix("  8  ") == true)
    #expect(errors.text.contains("Type a number from 1 to 8."))
    #expect(accounts.storedAccounts() == [StubWays.ada])
  }

  @Test func `login without a service and a terminal is a usage error that names the services`()
    async throws
  {
    #expect(try await run() == .wrongUse)
    #expect(
      errors.text == """
        tweetie: SERVICE is missing. Possible values: tweetie, mastodon, bluesky, unsplash, \
        flickr, instagram, rss, feed-server.

        """)
    #expect(output.text == "")
  }

  @Test func `login asks for a missing server and code, and a wrong code fails`() async throws {
    let prompt = StubPrompt(["social.example", "cod"])

    #expect(try await run("mastodon", prompt: prompt) == .failed)
    #expect(prompt.questions == ["Server:", "Code:"])
    #expect(errors.text.contains("did not accept this code"))
    #expect(accounts.storedAccounts().isEmpty)
  }

  @Test func `login reads a token from standard input`() async throws {
    let code = try await run(
      "mastodon", "--server", "social.example", "--token-stdin", piped: "token\n")

    #expect(code == .done)
    #expect(accounts.storedAccounts() == [StubWays.ada])
    #expect(!output.text.contains("token"))
  }

  @Test func `login with a rejected token says to copy or create another`() async throws {
    let code = try await run(
      "mastodon", "--server", "social.example", "--token-stdin", piped: "toke\n")

    #expect(code == .failed)
    #expect(errors.text.contains("Copy all of it, or create a new one."))
  }

  @Test func `login asks for an app password, and names the page to create one`() async throws {
    let prompt = StubPrompt(["ada.example", "app-password"])

    #expect(try await run("bluesky", prompt: prompt) == .done)
    #expect(prompt.questions == ["Handle:", "App password:"])
    #expect(output.text.hasPrefix("Create one at https://sky.example/passwords\n"))
  }

  @Test func `login accepts an account password, and recommends an app password`() async throws {
    let prompt = StubPrompt(["ada.example", "app-password"])

    #expect(try await run("bluesky", prompt: prompt) == .done)
    #expect(errors.text.contains("does not look like an app password"))
    #expect(!errors.text.contains("app-password"))
  }

  @Test func `login with a key and an empty secret opens the service for browsing`() async throws {
    let prompt = StubPrompt(["the-key", ""])

    #expect(try await run("flickr", prompt: prompt) == .done)
    #expect(prompt.questions == ["Key:", "Secret:"])
    #expect(
      output.text == """
        Find it at https://photos.example/keys
        It can go in the settings, under [services]: flickr-key = …
        The secret lets you sign in. Leave it empty to browse with the key alone.
        Signed in as @guest.

        """)
  }

  @Test func `login with a key and a secret asks for a code, and does not print the secret`()
    async throws
  {
    for service in ["flickr", "unsplash"] {
      let prompt = StubPrompt(["the-key", "canary", "code"])

      #expect(try await run(service, prompt: prompt) == .done)
      #expect(prompt.questions == ["Key:", "Secret:", "Code:"])
      #expect(!output.text.contains("canary"))
    }
  }

  @Test func `login does not ask for keys that the settings contain`() async throws {
    let prompt = StubPrompt(["code"])
    let keys: SignInAnswers = [.key: Secret("the-key"), .secret: Secret("canary")]

    #expect(try await run("flickr", prompt: prompt, keys: [.flickr: keys]) == .done)

    #expect(prompt.questions == ["Code:"])
    #expect(!output.text.contains("Find it at"))
  }

  @Test func `login reads a key from standard input`() async throws {
    #expect(try await run("flickr", "--token-stdin", piped: "the-key\n") == .done)
    #expect(output.text == "Signed in as @guest.\n")
  }

  @Test func `login with a token command stores the command instead of the token`() async throws {
    let code = try await run(
      "mastodon", "--server", "social.example", "--token-command", "pass show token")

    #expect(code == .done)
    #expect(output.text == "Signed in as @ada.\n")
    let source = SecretSource(command: "pass show token", record: Secret("kept, but for a secret"))
    #expect(
      accounts.storedAccounts() == [
        SignedInAccount(StubWays.ada.account, token: StubWays.ada.token, source: source)
      ])
  }

  @Test func `login takes an app password from a token command`() async throws {
    let code = try await run("bluesky", "--user", "ada", "--token-command", "pass show sky")

    #expect(code == .done)
    #expect(accounts.storedAccounts().first?.source?.command == "pass show sky")
  }

  @Test func `login fails if the token command fails, and stores no account`() async throws {
    let code = try await run("bluesky", "--user", "ada", "--token-command", "pass show nothing")

    #expect(code == .signedOut)
    #expect(errors.text.contains("\"pass show nothing\" gave no secret"))
    #expect(accounts.storedAccounts().isEmpty)
  }

  @Test func `login with a token command whose secret is rejected stores no account`() async throws
  {
    let code = try await run(
      "mastodon", "--server", "social.example", "--token-command", "pass show sky")

    #expect(code == .failed)
    #expect(errors.text.contains("Copy all of it, or create a new one."))
    #expect(accounts.storedAccounts().isEmpty)
  }

  @Test func `login at a service that needs a code refuses a token command`() async throws {
    let code = try await run("instagram", "--user", "ada", "--token-command", "pass show sky")

    #expect(code == .failed)
    #expect(errors.text.contains("Create an app password"))
    #expect(accounts.storedAccounts().isEmpty)
  }

  @Test func `login at an unreachable server exits with code 4`() async throws {
    let code = try await run("mastodon", "--server", "nowhere", "--token-stdin", piped: "token")

    #expect(code == .noNetwork)
    #expect(errors.text.contains("Check its name and the network."))
  }

  @Test(arguments: [
    ["bluesky", "--token-stdin"], ["mastodon", "--password-stdin"], ["mastodon", "--user", "ada"],
    ["bluesky", "--server", "https://social.example"], ["mastodon"],
    ["tweetie", "--token-command", "echo x"],
  ])
  func `login with missing or unsupported options is a usage error`(_ arguments: [String])
    async throws
  {
    #expect(try await run(arguments) == .wrongUse)
  }

  @Test func `an account is found by id, handle, or handle and server`() {
    let account = Account(
      service: .mastodon, person: Person.ID("1"), handle: "sol", server: "https://social.example")

    for name in ["sol", "@sol", "sol@social.example", "@sol@social.example", account.id.rawValue] {
      #expect(account.isMeantByName(name), "\(name)")
    }
    #expect(!account.isMeantByName("sol@elsewhere.example"))
  }

  @Test func `an ambiguous account name is refused, a handle with its server is accepted`()
    async throws
  {
    var fixture = CommandFixture()
    let other = Account(
      service: .mastodon, person: Person.ID("9"), handle: "ada", server: "https://social.example")
    fixture.accounts = FakeCredentials([
      CommandFixture.ada, SignedInAccount(other, token: Secret("t")),
    ])

    #expect(try await fixture.run("logout", "ada") == .wrongUse)
    #expect(fixture.errors.text.contains("Several accounts are called ada."))
    #expect(try await fixture.run("logout", "ada@social.example") == .done)
    #expect(fixture.accounts.storedAccounts() == [CommandFixture.ada])
  }
}

/// Services that are signed in to in other ways.
struct StubWays: ServiceDirectory, SignInGateway {
  static let ada = SignedInAccount(
    Account(
      service: .mastodon, person: Person.ID("1"), handle: "ada", server: "https://social.example"),
    token: Secret("kept"))

  static let guest = SignedInAccount(
    Account(service: .flickr, person: Person.ID(""), handle: "guest"), token: Secret("kept"))

  var service = Service.mastodon

  var methods: [SignInMethod] {
    let page = "https://photos.example/keys"
    let withKey = SignInMethod(.key, fields: [.key], page: page)
    let withSecret = SignInMethod(.browser, fields: [.key, .secret], page: page)
    return switch service {
    case .mastodon:
      [SignInMethod(.browser, fields: [.server]), SignInMethod(.token, fields: [.server, .token])]
    case .flickr: [withSecret, withKey]
    case .unsplash: [withKey, withSecret]
    case .tweetie: [SignInMethod(.password, fields: [.user, .password])]
    default:
      [
        SignInMethod(
          .appPassword, fields: [.user, .password], page: "https://sky.example/passwords")
      ]
    }
  }

  func signInGateway(to service: Service) -> (any SignInGateway)? { StubWays(service: service) }
  func connection(for account: SignedInAccount) -> ServiceConnection? { nil }

  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    if answers[.server] == "nowhere" { throw .unreachable }
    if service == .instagram {
      return .approval(PendingSignInApproval(url: "", message: "A code?", ticket: Secret("ticket")))
    }
    switch way.kind {
    case .key:
      guard answers[.key] == "the-key" else { throw .invalidCredentials }
      return .signedIn(Self.guest)
    case .browser where answers[.secret] == "" && answers[.server] == "": throw .invalidCredentials
    case .browser:
      return .approval(
        PendingSignInApproval(
          url: "https://\(answers[.server])/authorize", ticket: Secret("ticket")))
    case .token where answers[.token] != "token": throw .invalidCredentials
    case .appPassword where answers[.password] != "app-password": throw .invalidCredentials
    default: return .signedIn(Self.ada)
    }
  }

  func finishSignIn(
    _ approval: PendingSignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    guard answer.revealed == "code" else { throw .invalidCredentials }
    return Self.ada
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {}

  func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  {
    secret == .standIn ? Secret("kept, but for a secret") : nil
  }
}
