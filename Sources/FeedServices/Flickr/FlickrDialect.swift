internal import FeedDomain

/// How Flickr wants to be asked, and how it says what is wrong: with a good status.
struct FlickrDialect: ServiceDialect {
  let world: any World

  /// With the key alone where that is all there is, else with a signature.
  func sign(_ request: inout HTTPRequest, with token: Secret) {
    guard let token = FlickrToken(token) else { return }
    guard let permit = token.permit else {
      let field: WebQuery = ["api_key": token.key]
      request.url += (request.url.contains("?") ? "&" : "?") + field.text
      return
    }
    let signer = OAuthSigner(
      key: token.key, consumer: permit.consumer, token: permit.token, tokenSecret: permit.secret)
    signer.sign(&request, nonce: world.randomKey(), at: world.now)
  }

  func missingLibrary(for token: Secret) -> SystemLibrary? {
    FlickrToken(token)?.permit != nil && !MessageDigest.isAvailable ? .crypto : nil
  }

  /// It takes so many questions an hour, and does not tell how many are left.
  func allowance(
    after reply: HTTPReply, to request: HTTPRequest, before: Allowance?, now: Timestamp
  ) -> Allowance? {
    Allowance(counting: before, of: 3600, at: now)
  }

  /// What every method can answer; what one alone answers is for its caller to judge.
  func failure(in reply: HTTPReply) -> FeedError? {
    guard reply.status == 200 else { return nil }
    return FlickrFailure(reply)?.general
  }
}

/// What Flickr says is wrong.
struct FlickrFailure: Equatable, Sendable {
  let code: Int
  let message: String?

  /// As it is said in XML.
  init?(_ xml: XMLElement) {
    guard xml["stat"] == "fail" else { return nil }
    let error = xml.first("err")
    code = error?["code"].flatMap { Int($0) } ?? 0
    message = error?["msg"].map { String($0.prefix(500)) }
  }

  init?(_ json: JSON) {
    guard json["stat"] == "fail" else { return nil }
    code = json["code"].int ?? 0
    message = json["message"].words.map { String($0.prefix(500)) }
  }

  /// A failure is short: a long reply need not be read twice.
  init?(_ reply: HTTPReply) {
    guard reply.body.count < 4096, let json = try? JSON(reply.body) else { return nil }
    self.init(json)
  }

  /// What it means whatever was asked; nil for what is a method's own.
  var general: FeedError? {
    switch code {
    case 98, 99, 100: .signedOut
    case 105, 106: .serverFailed(503)
    case 90...: .refused(message)
    default: nil
    }
  }

  /// What it means for the one who asked, where the method's caller makes nothing else of it.
  func error(of method: FlickrMethod) -> FeedError {
    switch code {
    case 1 where method.missesThings: .notFound
    // Its search is down.
    case 10: .serverFailed(503)
    default: .refused(message)
    }
  }
}
