/// A version of Instagram's interface. Each is retired some two years after it came, so that a program
/// must be able to go on with the next one.
package struct InstagramVersion: Hashable, Sendable {
  /// The one that this program was written for.
  package static let usual = InstagramVersion(checked: "v25.0")

  /// As it stands in addresses: "v25.0".
  package let text: String

  /// Nil for what is no version.
  package init?(_ text: String) {
    let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    let isNumbers = parts.allSatisfy { part in
      (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard text.first == "v", parts.count == 2, isNumbers else { return nil }
    self.init(checked: text)
  }

  private init(checked text: String) { self.text = text }
}
