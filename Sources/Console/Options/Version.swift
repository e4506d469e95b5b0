/// The version of the program.
package enum Version {
  /// As in the changelog.
  package static let current = "0.1.0"
}
