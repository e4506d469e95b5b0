internal import FeedDomain

/// The stored secret of an account at a feed server: its address, the typed name and password, the
/// API token, and the list of feeds for the tabs of the next start.
struct FeedServerToken: Equatable, Sendable, StoredSecret {
  /// The API by which an account uses its feed server.
  enum API: String, Sendable {
    case googleReader = "google-reader"
    case miniflux
  }

  let api: API
  /// The address below which the feed server's API paths are.
  let base: String
  /// The user name at the feed server; empty with a token of Miniflux.
  let user: String
  /// The API password, with which an expired token is replaced; empty with a token of Miniflux.
  var password: String
  /// The token for API calls; nil if the account must first be signed in with its password.
  var auth: String?
  var list = ServerFeedList()
  /// The feeds that the person unfollowed, which can be restored.
  var former: [Subscription] = []
  var refreshedAt: Timestamp?

  init(api: API, base: String, user: String, password: String, auth: String? = nil) {
    (self.api, self.base, self.user) = (api, base, user)
    (self.password, self.auth) = (password, auth)
  }

  init?(_ secret: Secret) {
    let json = secret.json
    guard let api = json["api"].string.flatMap(API.init), let base = json["base"].webAddress else {
      return nil
    }
    self.init(
      api: api, base: base, user: json["user"].string ?? "",
      password: json["password"].string ?? "", auth: json["auth"].nonEmptyString)
    list = ServerFeedList(kept: json["feeds"])
    former = ServerFeedList(kept: json["former"]).subscriptions
    refreshedAt = json["refreshed"].moment
  }

  var secret: Secret {
    Secret(json: [
      "api": .string(api.rawValue), "base": .string(base), "user": .string(user),
      "password": .string(password), "auth": auth.map { .string($0) } ?? .null,
      "feeds": list.kept, "former": ServerFeedList(subscriptions: former).kept,
      "refreshed": JSON(moment: refreshedAt),
    ])
  }

  /// True if the feed server is FreshRSS, recognised by its path.
  var isFreshRSS: Bool { base.hasSuffix("/greader.php") }

  /// Returns true if two secrets have the same token and password, whatever else they store.
  static func haveSameToken(_ one: Secret, _ other: Secret) -> Bool {
    guard let one = FeedServerToken(one), let other = FeedServerToken(other) else { return false }
    return one.auth == other.auth && one.password == other.password
  }
}
