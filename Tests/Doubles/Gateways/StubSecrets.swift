package import FeedDomain
import Threads

/// A source of secrets from commands with given outputs; all other commands fail.
package final class StubSecrets: SecretSourceReading {
  private let answers: [String: String]
  private let kept = LockedValue<[String]>([])

  package init(_ answers: [String: String] = [:]) { self.answers = answers }

  /// The commands that were run for secrets, in order.
  package var asked: [String] { kept.withLock(\.self) }

  package func secret(from command: String) throws(SecretFailure) -> Secret {
    kept.withLock { $0.append(command) }
    guard let answer = answers[command] else { throw SecretFailure(command, .failed(code: 1)) }
    return Secret(answer)
  }
}
