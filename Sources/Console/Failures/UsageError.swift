/// What is wrong with a command line, as facts.
package enum UsageError: Error, Equatable {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  /// A word that is no service, but meant as one.
  case unknownService(String, nearest: String, allowed: String)
  case missingValue(option: String)
  case unexpectedValue(option: String)
  case badValue(String, option: String, allowed: String)
  case missingOperand(String)
  case unexpectedOperand(String)
  case contradiction(String, String)
  /// An option that means nothing without another.
  case missingOption(String, for: String)
  /// A file for the settings, without a word on what to do with it.
  case fileWithoutUse(String)
  /// Pictures of an archive that has no place beside it.
  case picturesToOutput
  case altWithoutMedia
  case mediaWithoutAlt(String)
}

package enum InputError: Error, Equatable {
  case tooLong
  case notUTF8
  case failed(String)
}

/// How the program ended, as scripts see it.
package enum ExitCode: Int32, Sendable {
  case done = 0
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
