internal import FeedDomain
internal import Glibc
internal import Terminal

/// Where the secrets of accounts are.
extension Wording {
  /// Why a command gave no secret, and what to do next.
  func sentence(for failure: SecretFailure) -> SafeText {
    let command = ["command": failure.command]
    return switch failure.reason {
    case .forbidden: say("\"{command}\" is not run in restricted mode.", command)
    case .notFound:
      say("There is no program for \"{command}\", which gives the secret. Install it.", command)
    case .notStarted(let reason):
      say(
        "\"{command}\", which gives the secret, cannot be started: {reason}.",
        command.merging(["reason": reason]) { $1 })
    case .tooSlow:
      say("\"{command}\" did not give the secret in time. Try it in a shell.", command)
    case .tooMuch: say("\"{command}\" prints more than a secret. Try it in a shell.", command)
    case .failed(let code):
      say(
        "\"{command}\" gave no secret (code {code}). Try it in a shell.",
        command.merging(["code": String(code)]) { $1 })
    case .killed(let signal):
      say(
        "\"{command}\" gave no secret: it was ended ({signal}).",
        command.merging(["signal": String(cString: strsignal(CInt(signal)))]) { $1 })
    case .empty: say("\"{command}\" printed no secret. Try it in a shell.", command)
    case .unreadable: say("What \"{command}\" printed is not UTF-8 text.", command)
    }
  }

  /// Where the secret of an account is.
  func place(ofSecret source: SecretSource?) -> SafeText {
    guard let source else { return say("secret in the accounts file") }
    return secretComes(from: source.command)
  }

  /// Why one has to sign in where a command gives the secret.
  func sentence(for trouble: SignIn.CommandTrouble, at service: String) -> SafeText {
    switch trouble {
    case .gaveNone(let command):
      say(
        "\"{command}\" gave no secret. What you type here is good until Tweetie ends.",
        ["command": command])
    case .refused(let command):
      say(
        "{service} refuses the secret from \"{command}\". What you type here is good until Tweetie ends.",
        ["command": command, "service": service])
    }
  }

  /// That an account's command gave no secret.
  var accountLocked: SafeText { say("locked, because its command gave no secret") }

  /// That a command gives the secret of an account.
  func secretComes(from command: String) -> SafeText {
    say("secret from \"{command}\"", ["command": command])
  }
}
