internal import FeedDomain

/// Where the secret comes from, when it is not asked for.
extension LoginCommand {
  /// The field of that way which nobody is asked for; nil where all of them are.
  func told(in way: SignInWay) -> SignInField? {
    switch options.secret {
    case .asked: nil
    case .passwordFromInput: .password
    case .tokenFromInput: way.pipedField
    case .fromCommand: way.repeatedField
    }
  }

  /// What was piped in, or what the command answers.
  func toldSecret() throws(CommandFailure) -> Secret {
    guard case .fromCommand(let command) = options.secret else {
      do { return Secret(try input.firstLine()) } catch { throw .input(error) }
    }
    do { return try backstage.secrets.secret(from: command) } catch { throw .secret(error) }
  }

  /// The account as it is to be kept: without its secret, where a command gives that.
  func kept(
    _ account: SignedInAccount, by gateway: any SignInGateway
  ) throws(CommandFailure) -> SignedInAccount {
    guard case .fromCommand(let command) = options.secret else { return account }
    guard let record = gateway.token(of: account, holding: .standIn) else {
      throw .noSuchWay(options.service, option: OptionSpec.tokenFromCommand.name)
    }
    return SignedInAccount(
      account.account, token: account.token,
      source: SecretSource(command: command, record: record))
  }
}

extension SignInWay {
  /// What `--token-stdin` gives: a token, or what stands for one.
  var pipedField: SignInField? {
    [.token, .secret, .key].first { fields.contains($0) }
  }
}
