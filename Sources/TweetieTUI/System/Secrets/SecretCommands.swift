import Console
import FeedDomain
import Threads

/// Runs the commands that give secrets: each once, without a shell, and not for long. What is in the
/// system's own store is asked for there.
final class SecretCommands: SecretAsking {
  private let isRestricted: Bool
  private let limit: Duration
  private let terminal: String
  private let store: (any SecretKeeping)?
  private let conceal: @Sendable (Secret) -> Void
  private let answers = Guarded<[String: Result<Secret, SecretFailure>]>([:])

  /// Commands that may ask something on that terminal, and whose answers are concealed in the log;
  /// restricted, none of them is run.
  init(
    isRestricted: Bool, limit: Duration = .seconds(10), terminal: String = "/dev/tty",
    store: (any SecretKeeping)? = nil, conceal: @escaping @Sendable (Secret) -> Void = { _ in }
  ) {
    self.isRestricted = isRestricted
    self.limit = limit
    self.terminal = terminal
    self.store = store
    self.conceal = conceal
  }

  func secret(from command: String) throws(SecretFailure) -> Secret {
    let account = SecretSource.account(in: command)
    // The store starts nothing, so that it may be asked everywhere.
    guard !isRestricted || account != nil else { throw SecretFailure(command, .forbidden) }
    if let answer = answers.withLock({ $0[command] }) { return try answer.get() }
    let answer = account.map { look($0, command) } ?? ask(command)
    answers.withLock { $0[command] = answer }
    return try answer.get()
  }

  private func look(_ account: Account.ID, _ command: String) -> Result<Secret, SecretFailure> {
    do throws(SecretFailure.Reason) {
      guard let store else { throw .notFound }
      let secret = try store.secret(of: account)
      conceal(secret)
      return .success(secret)
    } catch {
      return .failure(SecretFailure(command, error))
    }
  }

  private func ask(_ command: String) -> Result<Secret, SecretFailure> {
    do throws(SecretFailure.Reason) {
      let words = CommandWords(command).words
      let bytes = try SecretProgram(words: words, limit: limit, terminal: terminal).answer()
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .unreadable }
      let secret = Secret(text.upToLineEnd)
      guard !secret.revealed.allSatisfy(\.isWhitespace) else { throw .empty }
      conceal(secret)
      return .success(secret)
    } catch {
      return .failure(SecretFailure(command, error))
    }
  }
}
