/// The challenge of a sign-in by browser, so that only the program that made it can exchange the
/// code (RFC 7636).
struct CodeChallenge: Equatable, Sendable {
  /// The digest of the code verifier, as it stands in the address of the sign-in page.
  let text: String

  /// Parses the code challenge (PKCE) in a query; nil without one that can be checked.
  init?(_ query: [String: String]) {
    guard query["code_challenge_method"] == "S256", let text = query["code_challenge"],
      !text.isEmpty
    else { return nil }
    self.text = text
  }

  /// Returns true if a code verifier belongs to the code challenge.
  func isMet(by verifier: String?) -> Bool {
    guard let verifier, (43...128).contains(verifier.utf8.count) else { return false }
    return WireBase64.digest(of: Array(verifier.utf8)) == text
  }
}
