/// How the program ended, as scripts see it.
package enum ExitCode: Int32, Sendable {
  /// What was asked for is done.
  case done = 0
  /// It failed.
  case failed = 1
  /// The command line makes no sense.
  case wrongUse = 2
  /// Nobody is signed in, or the service no longer accepts the account's token.
  case signedOut = 3
  /// The service could not be reached.
  case noNetwork = 4
  /// A post was published, and is more open than was asked for.
  case exposed = 5
  /// The terminal hung up: nothing more was written to it, which its supervisor goes by.
  case hungUp = 129
}
