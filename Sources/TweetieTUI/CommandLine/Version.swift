/// The version of the program.
enum Version {
  /// As in the changelog.
  static let current = "0.1.0"
}
