internal import FeedDomain
internal import Terminal

/// `tweetie login`: signs in and keeps the account.
struct LoginCommand {
  let options: LoginOptions
  let backstage: Backstage
  let prompt: any Prompt
  let input: any PipedInput
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    guard let gateway = backstage.services.signIn(to: options.service) else {
      throw .notYet(options.service)
    }
    guard options.secret != .tokenFromInput else { throw .takesPassword(options.service) }
    guard options.server == nil else { throw .takesNoServer(options.service) }
    let credentials = Credentials(user: try user(), password: try password())
    let account = try await asking { () async throws(FeedError) in
      try await gateway.signIn(credentials)
    }
    do { try backstage.shelf.credentials.save(account) } catch { throw .store(error) }
    printer.show(
      PrintedLine(wording.say("Signed in as @{handle}.", ["handle": account.account.handle])))
  }
}

extension LoginCommand {
  private func user() throws(CommandFailure) -> String {
    if let user = options.user { return user }
    guard let user = try prompt.line(wording.say("User name:")) else {
      throw .cannotAsk(instead: OptionSpec.user.name)
    }
    return user
  }

  private func password() throws(CommandFailure) -> Secret {
    if options.secret == .passwordFromInput {
      do { return Secret(try input.firstLine()) } catch { throw .input(error) }
    }
    guard let password = try prompt.secret(wording.say("Password:")) else {
      throw .cannotAsk(instead: OptionSpec.passwordFromInput.name)
    }
    return password
  }
}
