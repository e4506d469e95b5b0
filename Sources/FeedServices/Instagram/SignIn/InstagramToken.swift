internal import FeedDomain

/// What opens an account at Instagram, as it is kept: its token, and since when it is held.
struct InstagramToken: Equatable, Sendable {
  /// So old a token is traded for a new one: it lives for sixty days.
  private static let ripe = Duration.seconds(7 * 86_400)
  /// A younger one cannot be traded.
  private static let youngest = Duration.seconds(86_400)

  let access: Secret
  let obtainedAt: Timestamp
  /// When it ends; nil where that was not told.
  let expiresAt: Timestamp?

  init(access: Secret, obtainedAt: Timestamp, expiresAt: Timestamp? = nil) {
    (self.access, self.obtainedAt, self.expiresAt) = (access, obtainedAt, expiresAt)
  }

  /// Reads what was kept; nil where it is none of ours.
  init?(_ secret: Secret) {
    let json = secret.kept
    guard let access = json["access"].filledString else { return nil }
    self.init(
      access: Secret(access),
      obtainedAt: Timestamp(milliseconds: Int64(json["obtained"].int ?? 0)),
      expiresAt: json["expires"].int.map { Timestamp(milliseconds: Int64($0)) })
  }

  var secret: Secret {
    Secret(keeping: [
      "access": .string(access.revealed), "obtained": .number(String(obtainedAt.milliseconds)),
      "expires": expiresAt.map { .number(String($0.milliseconds)) } ?? .null,
    ])
  }

  /// Whether it is time to trade it: after a week, or in its last one; never when it is over.
  func isRipe(at now: Timestamp) -> Bool {
    let age = now.since(obtainedAt)
    guard let expiresAt else { return age >= Self.ripe }
    guard now < expiresAt, age >= Self.youngest else { return false }
    return age >= Self.ripe || expiresAt.since(now) <= Self.ripe
  }
}
