internal import FeedDomain

/// A stored secret of a Mastodon account: its access token, the registered application, and facts
/// about the server.
struct MastodonAccountSecret: SecretWithAccountFacts, Equatable {
  var grant: MastodonTokenGrant
  /// The application that was registered at the Mastodon server for a sign-in by browser; nil for a
  /// token made in the server's settings.
  let application: MastodonOAuthApplication?
  var server: MastodonServer
  var postingDefaults = PostingDefaults()
  /// The time when the Mastodon server's facts and the posting defaults were last fetched; nil in
  /// secrets stored by earlier versions.
  var refreshedAt: Timestamp?
  /// True if the Mastodon token turned out to belong to another account, and is no longer used.
  var tokenBelongsToOtherAccount = false

  init(grant: MastodonTokenGrant, application: MastodonOAuthApplication?, server: MastodonServer) {
    (self.grant, self.application, self.server) = (grant, application, server)
  }

  init(access: Secret, application: MastodonOAuthApplication?, server: MastodonServer) {
    self.init(grant: MastodonTokenGrant(access: access), application: application, server: server)
  }

  var access: Secret { grant.access }

  init?(_ secret: Secret) {
    let json = secret.json
    guard let access = json["access"].nonEmptyString,
      let server = MastodonServer(stored: json["server"])
    else { return nil }
    let refresh = json["refresh"].nonEmptyString
    self.init(
      grant: MastodonTokenGrant(access: Secret(access), refresh: refresh.map { Secret($0) }),
      application: MastodonOAuthApplication(json["application"]), server: server)
    postingDefaults = PostingDefaults(mastodon: json["habits"])
    refreshedAt = json["seen_at"].moment
    tokenBelongsToOtherAccount = json["anothers"].bool ?? false
  }

  var secret: Secret {
    Secret(json: [
      "access": .string(access.revealed),
      "refresh": JSON(text: grant.refresh?.revealed),
      "application": application?.json ?? .null,
      "server": server.json, "habits": postingDefaults.json, "seen_at": JSON(moment: refreshedAt),
      "anothers": .bool(tokenBelongsToOtherAccount),
    ])
  }
}

struct MastodonOAuthApplication: Equatable, Sendable {
  let id: String
  let secret: Secret

  init(id: String, secret: Secret) {
    (self.id, self.secret) = (id, secret)
  }

  init?(_ json: JSON) {
    guard let id = json["client_id"].id, let secret = json["client_secret"].nonEmptyString else {
      return nil
    }
    self.init(id: id, secret: Secret(secret))
  }

  var json: JSON { ["client_id": .string(id), "client_secret": .string(secret.revealed)] }

  var form: [(String, String)] {
    [("client_id", id), ("client_secret", secret.revealed)]
  }
}

extension MastodonServer {
  init?(stored json: JSON) {
    guard let address = json["origin"].nonEmptyString else { return nil }
    self.init(address: address)
    software = json["software"].string.flatMap(MastodonSoftware.init(rawValue:)) ?? .other
    apiVersion = json["api"].int ?? apiVersion
    streaming = json["streaming"].nonEmptyString
    characters = json["characters"].int ?? characters
    charactersPerLink = json["characters_per_link"].int ?? charactersPerLink
    acceptsWarnings = json["warnings"].bool ?? acceptsWarnings
    hasUnlistedPosts = json["unlisted"].bool ?? hasUnlistedPosts
    returnsTrendingPosts = json["trending"].bool ?? returnsTrendingPosts
    attachments = json["attachments"].int ?? attachments
    pictureBytes = json["picture_bytes"].int
    altText = json["alt_text"].int ?? altText
    polls = .storedPollLimits(json["polls"], otherwise: polls)
    picturePixels = json["picture_pixels"].int.flatMap { $0 > 0 ? $0 : nil }
    hasLocalStream = json["local"].bool ?? hasLocalStream
    hasFederatedStream = json["federated"].bool ?? hasFederatedStream
    reacts = json["reacts"].bool ?? reacts
    version = json["version"].array.compactMap(\.int)
    refusesJSON = json["refuses_json"].bool ?? refusesJSON
    translates = json["translates"].bool ?? translates
    readListNamesAndIDs(from: json["lists"])
  }

  var json: JSON {
    [
      "origin": .string(address), "software": .string(software.rawValue),
      "api": .number(String(apiVersion)), "streaming": JSON(text: streaming),
      "characters": .number(String(characters)),
      "characters_per_link": .number(String(charactersPerLink)),
      "warnings": .bool(acceptsWarnings), "unlisted": .bool(hasUnlistedPosts),
      "trending": .bool(returnsTrendingPosts),
      "attachments": .number(String(attachments)),
      "picture_bytes": pictureBytes.map { .number(String($0)) } ?? .null,
      "alt_text": .number(String(altText)), "polls": polls?.json ?? false,
      "picture_pixels": picturePixels.map { .number(String($0)) } ?? .null,
      "local": .bool(hasLocalStream), "federated": .bool(hasFederatedStream),
      "translates": .bool(translates),
      "reacts": .bool(reacts), "refuses_json": .bool(refusesJSON),
      "version": .array(version.map { .number(String($0)) }),
      "lists": .array(lists.map { ["id": .string($0.id), "title": .string($0.name)] }),
    ]
  }
}

/// A token grant of a Mastodon server: an access token, with a refresh token if it expires.
struct MastodonTokenGrant: Equatable, Sendable {
  let access: Secret
  /// The token that renews an expired Mastodon access token; nil if the access token never expires.
  var refresh: Secret?

  static func exchangeProofForTokenGrant(
    from server: MastodonServer, for proof: [(String, String)], network: NetworkContext
  ) async throws(FeedError) -> MastodonTokenGrant {
    let form = proof + [("scope", server.software.scopes)]
    let request = HTTPRequest(.post, "/oauth/token", body: .form(form))
    return try await network.serviceClient(at: server.address, requestRules: MastodonRequestRules())
      .requestJSON(request) {
        json, _ throws(FeedError) in
        guard let access = json["access_token"].nonEmptyString else { throw .badReply }
        let refresh = json["refresh_token"].nonEmptyString
        return MastodonTokenGrant(access: Secret(access), refresh: refresh.map { Secret($0) })
      }
  }
}

extension PostingDefaults {
  /// Creates the posting defaults from a Mastodon account's JSON "source", or from stored JSON.
  init(mastodon json: JSON) {
    let known = Visibility.visibleToOthers.first { json["privacy"] == .string($0.mastodonName) }
    // Unknown visibilities of other programs all mean fewer people than everybody.
    let unknown = json["privacy"].nonEmptyString.map { _ in Visibility.followers }
    self.init(
      visibility: known ?? unknown,
      coversPictures: json["sensitive"].bool == true, language: json["language"].nonEmptyString)
  }

  var json: JSON {
    [
      "privacy": JSON(text: visibility?.mastodonName),
      "sensitive": .bool(coversPictures), "language": JSON(text: language),
    ]
  }
}

struct MastodonTokenRenewer: Sendable {
  let network: NetworkContext

  /// Fetches a new Mastodon token in place of an expired one, and returns the account's new secret;
  /// throws `signedOut` if the user must sign in again.
  func fetchNewToken(replacing expired: Secret) async throws(FeedError) -> Secret {
    guard var token = MastodonAccountSecret(expired), let application = token.application,
      let refresh = token.grant.refresh
    else { throw .signedOut }
    let proof = [("grant_type", "refresh_token"), ("refresh_token", refresh.revealed)]
    do throws(FeedError) {
      token.grant = try await .exchangeProofForTokenGrant(
        from: token.server, for: proof + application.form, network: network)
    } catch {
      switch error {
      case .refused, .notFound, .signedOut: throw .signedOut
      default: throw error
      }
    }
    // Without a new refresh token, the old one stays valid.
    token.grant.refresh = token.grant.refresh ?? refresh
    return token.secret
  }
}

struct MastodonRequestRules: ServiceRequestRules {
  func sign(_ request: inout HTTPRequest, with token: Secret) {
    let access = MastodonAccountSecret(token)?.access ?? token
    request.headers["Authorization"] = "Bearer \(access.revealed)"
  }

  func reportsExpiredToken(_ reply: HTTPReply) -> Bool {
    reply.status == 401 || serviceSpecificError(in: reply) == .signedOut
  }

  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    switch reply.status {
    case 200..<300: reply.friendicaFailure
    case 403 where reply.refusesTokenOfPleroma: .signedOut
    // Older servers know the path but not the method; others state that they lack the call.
    case 405, 501: .notFound
    case 500: reply.pixelfedFailure
    default: nil
    }
  }
}

extension HTTPReply {
  /// The program's error for a reply with a status of success in which Friendica states that it
  /// lacks the call; nil for other replies.
  fileprivate var friendicaFailure: FeedError? {
    // Long replies are not parsed for this.
    guard body.count < 2048, body.starts(with: Array("{\"error\":".utf8)) else { return nil }
    return serviceMessage.map { .refused($0) }
  }

  /// True if the reply, with status 403, is that of Pleroma or Akkoma to an expired token.
  fileprivate var refusesTokenOfPleroma: Bool { serviceMessage == "Invalid credentials." }

  /// The program's error for a reply with status 500, by which Pixelfed reports most refusals; nil
  /// for other replies.
  fileprivate var pixelfedFailure: FeedError? {
    guard let json = try? JSON(body) else { return nil }  // A proxy's error page.
    if json["errors"].isObject { return .refused(serviceMessage) }
    switch json["error"].string ?? json["message"].string {
    case "Unauthenticated."?: return .signedOut
    case let words? where words.hasPrefix("No query results"): return .notFound
    default: return nil
    }
  }
}
