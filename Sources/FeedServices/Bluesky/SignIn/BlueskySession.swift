internal import FeedDomain

/// What opens an account: its two tokens, and where it lives.
struct BlueskySession: Equatable, Sendable {
  /// Opens the account for two hours or so.
  let access: Secret
  /// Is traded for a new pair, once.
  let refresh: Secret
  /// Where the account lives.
  var home: BlueskyHome
  /// Opens the account anew where the tokens are refused; nil where nothing does but the person.
  var password: Secret?
  /// Whom the tokens were given to, where a browser led to them; nil where anybody can use them.
  var permit: BlueskyPermit?

  /// A feed or a list that the reader has pinned.
  struct SavedFeed: Equatable, Sendable {
    /// The address of its record.
    let id: String
    let name: String
  }

  init(
    access: Secret, refresh: Secret, home: BlueskyHome, password: Secret? = nil,
    permit: BlueskyPermit? = nil
  ) {
    (self.access, self.refresh, self.home) = (access, refresh, home)
    (self.password, self.permit) = (password, permit)
  }

  /// What a server answers when signing in or renewing; nil where the tokens are missing. The
  /// account may live elsewhere than where it was asked for, or have moved.
  init?(reply json: JSON, at home: BlueskyHome, password: Secret? = nil) {
    guard let access = json["accessJwt"].filledString, let refresh = json["refreshJwt"].filledString
    else { return nil }
    self.init(
      access: Secret(access), refresh: Secret(refresh), home: home, password: password)
    if let server = DIDDocument(json["didDoc"])?.server { self.home.server = server }
  }

  /// Reads what was kept; nil where it is none of ours.
  init?(_ secret: Secret) {
    let json = secret.kept
    guard let access = json["access"].filledString, let refresh = json["refresh"].filledString,
      let home = BlueskyHome(kept: json)
    else { return nil }
    self.init(
      access: Secret(access), refresh: Secret(refresh), home: home,
      password: json["password"].filledString.map { Secret($0) },
      permit: BlueskyPermit(kept: json["permit"]))
    // Tokens that are bound to a key are worth nothing without it.
    if json["permit"].isObject, permit == nil { return nil }
  }

  var secret: Secret {
    var tokens: [JSON.Member] = [
      .init(name: "access", value: .string(access.revealed)),
      .init(name: "refresh", value: .string(refresh.revealed)),
    ]
    if let permit { tokens.append(.init(name: "permit", value: permit.kept)) }
    let rest = password.map { BlueskyEntry(password: $0, home: home).members } ?? home.members
    return Secret(keeping: .object(tokens + rest))
  }
}
