internal import FeedDomain

/// What is needed to go on when the person comes back from the browser.
struct MastodonTicket: Equatable, Sendable {
  let application: MastodonApplication
  let redirect: String
  /// Nil where the server cannot check a proof.
  let verifier: Secret?
  let server: MastodonServer

  init(
    application: MastodonApplication, redirect: String, verifier: Secret?, server: MastodonServer
  ) {
    self.application = application
    self.redirect = redirect
    self.verifier = verifier
    self.server = server
  }

  init?(_ secret: Secret) {
    guard let json = try? JSON(Array(secret.revealed.utf8)),  // Another service's is no JSON.
      let application = MastodonApplication(json["application"]),
      let redirect = json["redirect"].filledString,
      let server = MastodonServer(kept: json["server"])
    else { return nil }
    self.init(
      application: application, redirect: redirect,
      verifier: json["verifier"].filledString.map { Secret($0) }, server: server)
  }

  var secret: Secret {
    let json: JSON = [
      "application": application.json, "redirect": .string(redirect),
      "verifier": verifier.map { .string($0.revealed) } ?? .null, "server": server.kept,
    ]
    return Secret(String(decoding: json.encoded(), as: UTF8.self))
  }
}
