package import FeedDomain
import Glibc
package import Terminal
package import UseCases

extension Wording {
  package var accounts: SafeText { say("Accounts") }
  package func name(of service: Service) -> SafeText {
    switch service {
    case .tweetie: say("Tweetie (built in)")
    case .mastodon: "Mastodon"
    case .bluesky: "Bluesky"
    case .unsplash: "Unsplash"
    case .flickr: "Flickr"
    case .instagram: "Instagram"
    case .rss: "RSS, Atom"
    case .feedServer: "FreshRSS, Miniflux"
    }
  }

  package var signingIn: SafeText { say("Signing in …") }
  package func accountNotStoredMessage(_ reason: SafeText) -> SafeText {
    say("You are signed in, but it cannot be saved. {reason}", ["reason": reason])
  }
  package var service: SafeText { say("Service") }
  package var password: SafeText { say("Password") }
  package var signIn: SafeText { say("Sign in") }
  package var nextField: SafeText { say("next field") }
  package var whichService: SafeText { say("Where do you want to sign in?") }
  package func signInRemarkText(on note: ServiceListRemark) -> SafeText {
    switch note {
    case .demo: say("built-in demo; needs no network")
    case .family: say("also Pixelfed, GoToSocial, Akkoma and snac")
    case .postsAndPhotos: say("posts and photos")
    case .photographs: say("photographs")
    case .ownPhotos: say("your own photos")
    case .web: say("blogs, news and podcasts; needs no account")
    case .feedReaders: say("and other feed readers: The Old Reader, BazQux")
    }
  }

  package func name(of way: SignInMethod, among ways: [SignInMethod]) -> SafeText {
    if way.isMethodForOwnServer(among: ways) { return say("your own server") }
    return switch way.kind {
    case .password: say("a password")
    case .appPassword: say("an app password")
    case .apiPassword: say("an API password")
    case .browser: say("your browser")
    case .token: say("a token")
    case .key: say("a key")
    case .address: say("an address")
    }
  }
  package func otherSignInMethodOffer(with way: SignInMethod, among ways: [SignInMethod])
    -> SafeText
  {
    if way.isMethodForOwnServer(among: ways) { return say("use your own server") }
    return switch way.kind {
    case .password: say("use a password")
    case .appPassword: say("use an app password")
    case .apiPassword: say("use an API password")
    case .browser: say("use the browser")
    case .token: say("use a token")
    case .key: say("use a key")
    case .address: say("use an address")
    }
  }

  package func fieldLabel(of field: SignInField, in way: SignInMethod) -> SafeText {
    switch field {
    case .server: say("Server")
    case .user: way.asksForHandle ? say("Handle") : say("User name")
    case .password:
      switch way.kind {
      case .appPassword: say("App password")
      case .apiPassword: say("API password")
      default: password
      }
    case .token: say("Token")
    case .key: say("Key")
    case .secret: say("Secret")
    case .address: address
    }
  }

  package func missingSignInAnswerMessage(in field: SignInField, _ way: SignInMethod) -> SafeText {
    switch field {
    case .server: say("Type the server's name.")
    case .user: way.asksForHandle ? say("Type your handle.") : say("Type the user name.")
    case .password:
      switch way.kind {
      case .appPassword: say("Type the app password.")
      case .apiPassword: say("Type the API password.")
      default: say("Type the password.")
      }
    case .token: say("Type the token.")
    case .key: say("Type the key.")
    case .secret: say("Type the secret.")
    case .address: say("Type a web address, or the path of an OPML file.")
    }
  }

  package func fieldPrompt(_ label: SafeText) -> SafeText { say("{label}:", ["label": label]) }
  package func fieldPrompt(for field: SignInField, in way: SignInMethod) -> SafeText {
    fieldPrompt(fieldLabel(of: field, in: way))
  }

  package func signInHelpText(for way: SignInMethod, at service: Service) -> SafeText? {
    switch way.kind {
    case .browser where way.fields.contains(.server):
      say("The server's name, such as mastodon.social, or your handle there.")
    case .browser where way.asksForHandle:
      say("You enter your password at your server; Tweetie never sees it.")
    case .token where service == .feedServer:
      say("In Miniflux, create an API key in the settings, under API Keys.")
    case .token where way.fields.contains(.server):
      say("Create a token in the server's settings, under Development.")
    case .appPassword: say("Create it in the service's settings, for this program only.")
    case .apiPassword:
      say("FreshRSS: under Profile. Miniflux: under Integrations. Elsewhere: your own password.")
    case .address: say("A page, its feed, or the path of an OPML file with your list.")
    case .password, .browser, .token, .key: nil
    }
  }
  package var betterAppPassword: SafeText {
    say("This does not look like an app password. An app password is safer.")
  }
  /// Returns the beginning of the sign-in form's tip with the page on which the service shows or
  /// creates the secret: "Create one at" or "Find it at".
  package func secretPageIntroText(_ way: SignInMethod) -> SafeText {
    way.kind == .appPassword ? say("Create one at") : say("Find it at")
  }

  package func secretSettingHint(_ setting: String) -> SafeText {
    say("It can go in the settings, under [services]: {line}", ["line": "\(setting) = …"])
  }

  package func approvalInstruction(for approval: PendingSignInApproval) -> SafeText {
    if approval.url.isEmpty {
      return approval.message.map { SafeText(sanitizing: $0) }
        ?? say("The service sends you a code. Enter it here:")
    }
    return approval.endsAtAddress ? bringBackAddress : bringBackCode
  }
  private var bringBackCode: SafeText {
    say("Open this address in a browser, allow Tweetie, and enter the code it shows:")
  }
  private var bringBackAddress: SafeText {
    say("Open this in a browser, allow Tweetie, and enter the address that it shows:")
  }
  package var code: SafeText { say("Code") }
  package var address: SafeText { say("Address") }
  package var choose: SafeText { say("choose") }
  package var continueLabel: SafeText { say("continue") }
  package var backLabel: SafeText { say("back") }
  package var copyAddress: SafeText { say("copy the address") }

  package func signInRefusedMessage(_ error: FeedError, at field: SignInField?) -> SafeText {
    switch (field, error) {
    case (.server?, .notFound), (.server?, .badReply):
      say("No server of this kind answers there. Check the server's name.")
    case (.server?, .unreachable):
      say("The server cannot be reached. Check its name and the network.")
    case (.address?, .notFound): say("No feed was found there.")
    case (.address?, .badReply): say("There is no readable feed at this address.")
    case (.address?, .refused(nil)):
      say("Access is denied. A feed with a password is written https://name:password@host/….")
    case (.address?, .tooLarge): say("The feed at this address is too large to be read.")
    case (.user?, .notFound): say("No account has that name. Check the spelling.")
    case (.user?, .badReply):
      say("The server of this account has no browser sign-in. Use an app password.")
    case (.password?, .invalidCredentials):
      say("Invalid credentials. The user name or the password is wrong.")
    case (.token?, .invalidCredentials), (.key?, .invalidCredentials),
      (.secret?, .invalidCredentials):
      say("The service did not accept it. Copy all of it, or create a new one.")
    default: sentence(for: error)
    }
  }

  package func signInCodeRefusedMessage(_ error: FeedError) -> SafeText {
    guard error == .invalidCredentials else { return sentence(for: error) }
    return say("The service did not accept this code. Copy all of it, or go back for a new one.")
  }

  package func sentence(for failure: SecretFailure) -> SafeText {
    if SecretSource.keyringEntryAccountID(in: failure.command) != nil {
      return secretStoreFailureMessage(failed: failure.reason)
    }
    let command: Values = ["command": failure.command]
    return switch failure.reason {
    case .forbidden: say("\"{command}\" is not run in restricted mode.", command)
    case .notFound:
      say("There is no program for \"{command}\", which gives the secret. Install it.", command)
    case .notStarted(let reason):
      say(
        "\"{command}\", which gives the secret, cannot be started: {reason}.",
        command.merging(["reason": reason]) { $1 })
    case .tooSlow: say("\"{command}\" did not give the secret in time. Try it in a shell.", command)
    case .tooMuch: say("\"{command}\" prints more than a secret. Try it in a shell.", command)
    case .failed(let code):
      say(
        "\"{command}\" gave no secret (code {code}). Try it in a shell.",
        command.merging(["code": code]) { $1 })
    case .killed(let signal):
      say(
        "\"{command}\" gave no secret: it was stopped ({signal}).",
        command.merging(["signal": String(cString: strsignal(CInt(signal)))]) { $1 })
    case .empty: say("\"{command}\" printed no secret. Try it in a shell.", command)
    // Only a secret store can be locked, not a command.
    case .unreadable, .locked: say("What \"{command}\" printed is not UTF-8 text.", command)
    }
  }

  private func secretStoreFailureMessage(failed reason: SecretFailure.SecretFailureReason)
    -> SafeText
  {
    switch reason {
    case .locked: say("The Secret Service is locked. Unlock it and try again.")
    case .tooSlow: say("The Secret Service does not answer.")
    case .empty: say("The Secret Service has no secret for this account. Sign in again.")
    case .unreadable, .tooMuch: say("The answer of the Secret Service cannot be read.")
    case .forbidden, .notFound, .notStarted, .failed, .killed:
      say("There is no Secret Service (desktop keyring) here.")
    }
  }

  package func secretLocationText(ofSecret source: SecretSource?) -> SafeText {
    guard let source else { return say("secret in the accounts file") }
    return source.inStore == nil
      ? secretOriginText(from: source.command) : say("secret in the Secret Service")
  }

  package func sentence(for problem: SignInScene.SecretCommandProblem, at service: SafeText)
    -> SafeText
  {
    switch problem {
    case .printedNothing(let command):
      say(
        "\"{command}\" gave no secret. What you type here is used until you quit.",
        ["command": commandOrSecretServiceName(of: command)])
    case .refused(let command):
      say(
        "{service} rejected the secret from \"{command}\". What you type here is used until you quit.",
        ["command": commandOrSecretServiceName(of: command), "service": service])
    }
  }

  private func commandOrSecretServiceName(of command: String) -> SafeText {
    SecretSource.keyringEntryAccountID(in: command) == nil
      ? SafeText(sanitizing: command) : "Secret Service"
  }

  package func secretOriginText(from command: String) -> SafeText {
    say("secret from \"{command}\"", ["command": command])
  }
}

extension SignInMethod {
  fileprivate var asksForHandle: Bool {
    switch kind {
    case .appPassword, .browser: fields.contains(.user)
    case .password, .apiPassword, .token, .key, .address: false
    }
  }

  fileprivate func isMethodForOwnServer(among ways: [SignInMethod]) -> Bool {
    fields.contains(.server) && ways.contains { $0.kind == kind && !$0.fields.contains(.server) }
  }
}
