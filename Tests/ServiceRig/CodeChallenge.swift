/// What somebody who asks for a code sends along, so that nobody else can trade it (RFC 7636).
struct CodeChallenge: Equatable, Sendable {
  /// The digest of the verifier, as it stands in an address.
  let text: String

  /// The challenge in a query; nil where there is none that can be checked.
  init?(_ query: [String: String]) {
    guard query["code_challenge_method"] == "S256", let text = query["code_challenge"],
      !text.isEmpty
    else { return nil }
    self.text = text
  }

  /// Whether the verifier is that of the one who asked.
  func isMet(by verifier: String?) -> Bool {
    guard let verifier, (43...128).contains(verifier.utf8.count) else { return false }
    return WireBase64.digest(of: Array(verifier.utf8)) == text
  }
}
