internal import FeedDomain

/// What opens Flickr, as it is kept: an application's key, and where somebody signed in what the
/// application may do in their name.
struct FlickrToken: Equatable, Sendable {
  /// What somebody allowed an application.
  struct Permit: Equatable, Sendable {
    /// The application's secret, with which every call is signed.
    let consumer: Secret
    let token: String
    let secret: Secret
  }

  let key: String
  let permit: Permit?

  init(key: String, permit: Permit? = nil) {
    (self.key, self.permit) = (key, permit)
  }

  /// Reads what was kept; nil where it is none of ours.
  init?(_ secret: Secret) {
    let json = secret.kept
    guard let key = json["key"].filledString else { return nil }
    var permit: Permit?
    if let consumer = json["consumer"].filledString, let token = json["token"].filledString,
      let secret = json["secret"].filledString
    {
      permit = Permit(consumer: Secret(consumer), token: token, secret: Secret(secret))
    }
    self.init(key: key, permit: permit)
  }

  var secret: Secret {
    Secret(keeping: [
      "key": .string(key), "consumer": permit.map { .string($0.consumer.revealed) } ?? .null,
      "token": permit.map { .string($0.token) } ?? .null,
      "secret": permit.map { .string($0.secret.revealed) } ?? .null,
    ])
  }
}
