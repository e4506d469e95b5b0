package import FeedDomain
internal import Glibc
package import Terminal
package import UseCases

extension Wording {
  package func sentence(for failure: SecretFailure) -> SafeText {
    if SecretSource.account(in: failure.command) != nil { return store(failed: failure.reason) }
    let command: Values = ["command": failure.command]
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
        command.merging(["code": code]) { $1 })
    case .killed(let signal):
      say(
        "\"{command}\" gave no secret: it was stopped ({signal}).",
        command.merging(["signal": String(cString: strsignal(CInt(signal)))]) { $1 })
    case .empty: say("\"{command}\" printed no secret. Try it in a shell.", command)
    // Locked is what a store is, and no command.
    case .unreadable, .locked: say("What \"{command}\" printed is not UTF-8 text.", command)
    }
  }

  private func store(failed reason: SecretFailure.Reason) -> SafeText {
    switch reason {
    case .locked: say("The Secret Service is locked. Unlock it and try again.")
    case .tooSlow: say("The Secret Service does not answer.")
    case .empty: say("The Secret Service has no secret for this account. Sign in again.")
    case .unreadable, .tooMuch: say("The Secret Service's answer cannot be read.")
    case .forbidden, .notFound, .notStarted, .failed, .killed:
      say("There is no Secret Service here, such as a desktop has.")
    }
  }

  package func place(ofSecret source: SecretSource?) -> SafeText {
    guard let source else { return say("secret in the accounts file") }
    return source.inStore == nil
      ? secretComes(from: source.command) : say("secret in the Secret Service")
  }

  package func sentence(for trouble: SignIn.CommandTrouble, at service: SafeText) -> SafeText {
    switch trouble {
    case .gaveNone(let command):
      say(
        "\"{command}\" gave no secret. What you type here is good until you quit.",
        ["command": name(of: command)])
    case .refused(let command):
      say(
        "{service} refuses the secret from \"{command}\". What you type here is good until you quit.",
        ["command": name(of: command), "service": service])
    }
  }

  private func name(of command: String) -> SafeText {
    SecretSource.account(in: command) == nil ? SafeText(sanitizing: command) : "Secret Service"
  }

  package func secretComes(from command: String) -> SafeText {
    say("secret from \"{command}\"", ["command": command])
  }
}
