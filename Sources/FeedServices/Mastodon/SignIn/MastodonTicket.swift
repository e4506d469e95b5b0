internal import FeedDomain

/// What is needed to go on when the person comes back from the browser.
struct MastodonTicket: Equatable, Sendable {
  let application: MastodonApplication
  let redirect: String
  /// Nil where the server cannot check a proof.
  let verifier: Secret?
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
      verifier: json["verifier"].filledString.map { Secret($0) }, server: server)
  }

  var secret: Secret {
    Secret(keeping: [
      "application": application.json, "redirect": .string(redirect),
      "verifier": verifier.map { .string($0.revealed) } ?? .null, "server": server.kept,
    ])
  }
}
