internal import FeedDomain

/// What is needed to go on when the person comes back from the browser.
struct MastodonTicket: Equatable, Sendable {
  let application: MastodonApplication
  let redirect: String
  /// Nil where the server cannot check a proof.
  let verifier: Secret?
  /// Comes back with the address, where one comes back; nil where the server shows a code, which
  /// some would show together with this.
  let state: String?
  let server: MastodonServer
}

extension MastodonTicket {
  init?(_ secret: Secret) {
    let json = secret.kept
    guard let application = MastodonApplication(json["application"]),
      let redirect = json["redirect"].filledString,
      let server = MastodonServer(kept: json["server"])
    else { return nil }
    self.init(
      application: application, redirect: redirect,
      verifier: json["verifier"].filledString.map { Secret($0) },
      state: json["state"].filledString, server: server)
  }

  var secret: Secret {
    Secret(keeping: [
      "application": application.json, "redirect": .string(redirect),
      "verifier": verifier.map { .string($0.revealed) } ?? .null,
      "state": state.map { .string($0) } ?? .null, "server": server.kept,
    ])
  }

  /// The code in what somebody brought back: the code itself, or an address with it, which must be of
  /// the same attempt.
  func code(in answer: String) -> String? {
    // Neither has blanks in it, but for where a terminal or a mail has broken a line.
    let answer = answer.filter { !$0.isWhitespace }
    let items = answer.split { "?&#".contains($0) }
    guard let field = Self.field("code", in: items) else {
      return answer.contains("://") ? nil : items.first.map(String.init)
    }
    guard state == nil || Self.field("state", in: items) == state else { return nil }
    return field.isEmpty ? nil : field
  }

  private static func field(_ name: String, in items: [Substring]) -> String? {
    items.first { $0.hasPrefix("\(name)=") }
      .map { WebQuery.decoded(String($0.dropFirst(name.utf8.count + 1))) }
  }
}
