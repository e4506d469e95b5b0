import FeedDomain

@testable import FeedServices

/// What servers answer, as it lies beside this source.
enum MastodonSample {
  static func json(_ name: String) throws -> JSON { try ServiceSample.json("Mastodon/\(name)") }

  /// Half past six in the evening of the day on which the samples play.
  static let now = Timestamp(milliseconds: 1_795_199_400_000)

  static func reader(
    _ software: MastodonSoftware = .mastodon,
    _ context: MastodonFilterEffect.MastodonFilterContext? = .home
  ) -> MastodonJSONReader {
    MastodonJSONReader(
      software: software, me: Person.ID("109800000000000777"), now: now, context: context)
  }
}
