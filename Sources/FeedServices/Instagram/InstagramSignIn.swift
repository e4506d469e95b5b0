internal import FeedDomain

struct InstagramSignIn: SignInGateway {
  let network: NetworkContext
  /// The address of Instagram's server with the version of its API.
  let base: String

  let methods = [
    SignInMethod(.token, fields: [.token], page: "https://developers.facebook.com/apps/")
  ]

  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    let access = Secret(answers[.token])
    guard !access.revealed.isEmpty else { throw .invalidCredentials }
    let token = InstagramAccountSecret(access: access, obtainedAt: network.world.now)
    let client = network.serviceClient(
      at: base, token: token.secret, requestRules: InstagramRequestRules())
    let path = InstagramAPIPath("me", fields: InstagramJSONReader.personFields)
    do throws(FeedError) {
      let person = try await client.requestJSON(HTTPRequest(.get, path.text)) {
        json, _ throws(FeedError) in
        guard let person = InstagramJSONReader.parsedPerson(json) else { throw .badReply }
        return person
      }
      let account = Account(service: .instagram, person: person.id, handle: person.handle)
      return .signedIn(SignedInAccount(account, token: token.secret))
    } catch {
      throw error == .signedOut ? .invalidCredentials : error
    }
  }

  func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  {
    guard let token = InstagramAccountSecret(account.token) else { return nil }
    let access = Secret(secret.revealed.trimmingBlanks)
    return InstagramAccountSecret(access: access, obtainedAt: token.obtainedAt).secret
  }

  /// Does nothing, since Instagram cannot revoke tokens at sign-out: a token ends in Instagram's
  /// dashboard, or after sixty days.
  func signOut(_ account: SignedInAccount) async throws(FeedError) {}
}

/// A stored secret of an Instagram account: the token, with its times of issue and expiry.
struct InstagramAccountSecret: Equatable, Sendable {
  /// The age at which an Instagram token is renewed, and also the time before its expiry in which
  /// it is renewed; tokens are valid for sixty days.
  private static let renewalAge = Duration.seconds(7 * 86_400)
  /// The age below which Instagram does not renew a token.
  private static let minimumAge = Duration.seconds(86_400)

  let access: Secret
  let obtainedAt: Timestamp
  /// The time when the Instagram token expires; nil if unknown.
  let expiresAt: Timestamp?

  init(access: Secret, obtainedAt: Timestamp, expiresAt: Timestamp? = nil) {
    (self.access, self.obtainedAt, self.expiresAt) = (access, obtainedAt, expiresAt)
  }

  init?(_ secret: Secret) {
    let json = secret.json
    guard let access = json["access"].nonEmptyString else { return nil }
    self.init(
      access: Secret(access),
      obtainedAt: Timestamp(milliseconds: Int64(json["obtained"].int ?? 0)),
      expiresAt: json["expires"].int.map { Timestamp(milliseconds: Int64($0)) })
  }

  var secret: Secret {
    Secret(json: [
      "access": .string(access.revealed), "obtained": .number(String(obtainedAt.milliseconds)),
      "expires": expiresAt.map { .number(String($0.milliseconds)) } ?? .null,
    ])
  }

  /// Returns true if the Instagram token is to be renewed, since it is a week old or expires within
  /// a week; false if it has expired, or is less than a day old.
  func isDueForRenewal(at now: Timestamp) -> Bool {
    let age = now.elapsedTime(since: obtainedAt)
    guard let expiresAt else { return age >= Self.renewalAge }
    guard now < expiresAt, age >= Self.minimumAge else { return false }
    return age >= Self.renewalAge || expiresAt.elapsedTime(since: now) <= Self.renewalAge
  }
}

/// An actor that renews an account's Instagram token while it is still valid; running requests go
/// on with the old token. After a failure, the renewal is tried again a day later.
actor InstagramTokenRenewer {
  private static let retryPause = Duration.seconds(86_400)

  /// The account's latest known Instagram token, the age of which tells when to renew it.
  private var token: InstagramAccountSecret
  private let renewal: TokenRenewer?
  private let world: any World
  private var triedAt: Timestamp?

  /// Creates the actor that renews the Instagram token. If `renewal` is nil, since a new token
  /// could not be stored, nothing is renewed.
  init(_ token: InstagramAccountSecret, renewal: TokenRenewer?, world: any World) {
    (self.token, self.renewal, self.world) = (token, renewal, world)
  }

  func renewTokenIfDue() async {
    let now = world.now
    guard let renewal, token.isDueForRenewal(at: now),
      triedAt.map({ now.elapsedTime(since: $0) >= Self.retryPause }) ?? true
    else { return }
    triedAt = now
    // The token is valid for weeks, and renewal is tried again tomorrow.
    guard let replacement = try? await renewal.replacementToken(for: token.secret) else { return }
    token = InstagramAccountSecret(replacement.token) ?? token
  }

  static func fetchRenewedToken(
    _ kept: Secret, at host: String, network: NetworkContext
  ) async throws(FeedError) -> Secret {
    guard let token = InstagramAccountSecret(kept) else { throw .signedOut }
    let client = network.serviceClient(at: host, requestRules: InstagramRequestRules())
    // Only this call puts the token in the address; logs omit queries.
    let query: WebAddressQuery = [
      "grant_type": "ig_refresh_token", "access_token": token.access.revealed,
    ]
    let now = network.world.now
    return try await client.requestJSON(HTTPRequest(.get, "/refresh_access_token?\(query.text)")) {
      json, _ throws(FeedError) in
      guard let fresh = json["access_token"].nonEmptyString else { throw .badReply }
      let life = json["expires_in"].count.flatMap { $0 > 0 ? Duration.seconds($0) : nil }
      return InstagramAccountSecret(
        access: Secret(fresh), obtainedAt: now, expiresAt: life.map(now.timeAdvanced)
      ).secret
    }
  }
}
