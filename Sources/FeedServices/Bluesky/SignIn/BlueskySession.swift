internal import FeedDomain

/// What opens an account: its two tokens, where it lives, and the feeds that the reader had pinned
/// when signing in.
struct BlueskySession: Equatable, Sendable {
  /// Opens the account for two hours or so.
  let access: Secret
  /// Is traded for a new pair, once.
  let refresh: Secret
  /// The server where the account lives, as "https://example.org".
  let server: String
  var feeds: [SavedFeed] = []
  /// Opens the account anew where the tokens are refused; nil where nothing does but the person.
  var password: Secret?

  /// A feed or a list that the reader has pinned.
  struct SavedFeed: Equatable, Sendable {
    /// The address of its record.
    let id: String
    let name: String
  }

  init(
    access: Secret, refresh: Secret, server: String, feeds: [SavedFeed] = [],
    password: Secret? = nil
  ) {
    self.access = access
    self.refresh = refresh
    self.server = server
    self.feeds = feeds
    self.password = password
  }

  /// What a server answers when signing in or renewing; nil where the tokens are missing. The
  /// account may live elsewhere than where it was asked for, or have moved.
  init?(
    reply json: JSON, at server: String, feeds: [SavedFeed] = [], password: Secret? = nil
  ) {
    guard let access = json["accessJwt"].filledString, let refresh = json["refreshJwt"].filledString
    else { return nil }
    self.init(
      access: Secret(access), refresh: Secret(refresh),
      server: DIDDocument(json["didDoc"])?.server ?? server, feeds: feeds, password: password)
  }

  /// Reads what was kept; nil where it is none of ours.
  init?(_ secret: Secret) {
    let json = secret.kept
    guard let access = json["access"].filledString, let refresh = json["refresh"].filledString,
      let home = BlueskyHome(kept: json)
    else { return nil }
    self.init(
      access: Secret(access), refresh: Secret(refresh), server: home.server, feeds: home.feeds,
      password: json["password"].filledString.map { Secret($0) })
  }

  /// Where the account lives.
  var home: BlueskyHome { BlueskyHome(server: server, feeds: feeds) }

  /// How it is kept.
  var secret: Secret {
    let tokens: [JSON.Member] = [
      .init(name: "access", value: .string(access.revealed)),
      .init(name: "refresh", value: .string(refresh.revealed)),
    ]
    let rest = password.map { BlueskyEntry(password: $0, home: home).members } ?? home.members
    return Secret(keeping: .object(tokens + rest))
  }
}
