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
  /// `--alt` without a picture before it.
  case altWithoutMedia
  /// A picture nobody described.
  case mediaWithoutAlt(String)
}
