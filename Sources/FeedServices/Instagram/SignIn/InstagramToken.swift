internal import FeedDomain

/// What opens an account at Instagram, as it is kept: its token, and since when it is held.
struct InstagramToken: Equatable, Sendable {
  /// So old a token is traded for a new one: it lives for sixty days.
  private static let ripe = Duration.seconds(7 * 86_400)

  let access: Secret
  let obtainedAt: Timestamp

  init(access: Secret, obtainedAt: Timestamp) {
    self.access = access
    self.obtainedAt = obtainedAt
  }

  /// Reads what was kept; nil where it is none of ours.
  init?(_ secret: Secret) {
    guard let json = try? JSON(Array(secret.revealed.utf8)),  // Somebody else's is no JSON.
      let access = json["access"].filledString
    else { return nil }
    self.init(
      access: Secret(access),
      obtainedAt: Timestamp(milliseconds: Int64(json["obtained"].int ?? 0)))
  }

  /// How it is kept.
  var secret: Secret {
    let json: JSON = [
      "access": .string(access.revealed), "obtained": .number(String(obtainedAt.milliseconds)),
    ]
    return Secret(String(decoding: json.encoded(), as: UTF8.self))
  }

  /// Whether it is time to trade it.
  func isRipe(at now: Timestamp) -> Bool { now.since(obtainedAt) >= Self.ripe }
}
