internal import FeedDomain

/// A stored secret of an account at a feed server: the server's address, the typed name and
/// password, the API token, and the list of feeds, from which the tabs of the next start are made.
struct FeedServerAccountSecret: Equatable, Sendable, SecretWithAccountFacts {
  /// A choice of the API of a feed server account: Google Reader's or Miniflux's own.
  enum FeedServerAPI: String, Sendable {
    case googleReader = "google-reader"
    case miniflux
  }

  let api: FeedServerAPI
  /// The base address of the feed server, below which the paths of the API are.
  let base: String
  /// The user name at the feed server; empty if the user signed in with a token of Miniflux.
  let user: String
  /// The API password at the feed server, with which an expired token is replaced; empty if the
  /// user signed in with a token of Miniflux.
  var password: String
  /// The token for the feed server's API; nil if the program must first sign in with the password,
  /// or sends the password itself, as to Miniflux.
  var auth: String?
  var list = FeedServerFeedList()
  /// The feeds that the user unfollowed at the feed server and can restore.
  var unfollowed: [Subscription] = []
  var refreshedAt: Timestamp?

  init(api: FeedServerAPI, base: String, user: String, password: String, auth: String? = nil) {
    (self.api, self.base, self.user) = (api, base, user)
    (self.password, self.auth) = (password, auth)
  }

  init?(_ secret: Secret) {
    let json = secret.json
    guard let api = json["api"].string.flatMap(FeedServerAPI.init),
      let base = json["base"].webAddress
    else {
      return nil
    }
    self.init(
      api: api, base: base, user: json["user"].string ?? "",
      password: json["password"].string ?? "", auth: json["auth"].nonEmptyString)
    list = FeedServerFeedList(cacheJSON: json["feeds"])
    unfollowed = FeedServerFeedList(cacheJSON: json["former"]).subscriptions
    refreshedAt = json["refreshed"].moment
  }

  var secret: Secret {
    Secret(json: [
      "api": .string(api.rawValue), "base": .string(base), "user": .string(user),
      "password": .string(password), "auth": JSON(text: auth),
      "feeds": list.cacheJSON, "former": FeedServerFeedList(subscriptions: unfollowed).cacheJSON,
      "refreshed": JSON(moment: refreshedAt),
    ])
  }

  /// True if the feed server is FreshRSS, as its API path shows.
  var isFreshRSS: Bool { base.hasSuffix("/greader.php") }

  /// Returns true if two stored secrets of accounts at feed servers have the same token and
  /// password; the other stored facts may differ.
  static func haveSameCredentials(_ one: Secret, _ other: Secret) -> Bool {
    guard let one = FeedServerAccountSecret(one), let other = FeedServerAccountSecret(other) else {
      return false
    }
    return one.auth == other.auth && one.password == other.password
  }
}
