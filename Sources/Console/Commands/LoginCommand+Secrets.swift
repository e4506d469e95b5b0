internal import FeedDomain
import Preferences

/// Where the secret comes from, when it is not asked for.
extension LoginCommand {
  /// The field of that way which nobody is asked for; nil where all of them are.
  func told(in way: SignInWay) -> SignInField? {
    switch options.secret {
    case .asked, .fromBrowser: nil
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

  /// The way whose secret can be told again and again, for a store to keep.
  func way(holding ways: [SignInWay]) throws(CommandFailure) -> SignInWay {
    guard let way = ways.first(where: { $0.repeatedField != nil }) else {
      throw .noSuchWay(service, option: OptionSpec.secretService.name)
    }
    return way
  }

  /// The account as it is to be kept: without its secret, where a command gives that or the system's
  /// own store has it.
  func kept(
    _ account: SignedInAccount, by gateway: any SignInGateway, _ way: SignInWay,
    _ answers: SignInAnswers
  ) throws(CommandFailure) -> SignedInAccount {
    func without(
      secretFrom source: (Secret) -> SecretSource, _ option: OptionSpec
    ) throws(CommandFailure) -> SignedInAccount {
      guard let record = gateway.token(of: account, holding: .standIn) else {
        throw .noSuchWay(service, option: option.name)
      }
      return SignedInAccount(account.account, token: account.token, source: source(record))
    }
    if case .fromCommand(let command) = options.secret {
      return try without(
        secretFrom: { SecretSource(command: command, record: $0) }, .tokenFromCommand)
    }
    guard options.isKeptInStore else { return account }
    let id = account.account.id
    let kept = try without(
      secretFrom: { SecretSource(inStoreFor: id, record: $0) }, .secretService)
    do throws(SecretFailure.Reason) {
      guard let field = way.repeatedField, let store = backstage.secretStore else {
        throw .notFound
      }
      try store.keep(answers.secret(field), of: id)
    } catch {
      throw .secret(SecretFailure(kept.source?.command ?? "", error))
    }
    return kept
  }
}

extension SignInWay {
  /// What `--token-stdin` gives: a token, or what stands for one.
  var pipedField: SignInField? {
    [.token, .secret, .key].first { fields.contains($0) }
  }
}
