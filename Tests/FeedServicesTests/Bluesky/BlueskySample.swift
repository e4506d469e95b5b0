import FeedDomain

@testable import FeedServices

/// What servers answer, as it lies beside this source.
enum BlueskySample {
  /// Half past six in the evening of the day on which the samples play.
  static let now = Timestamp(milliseconds: 1_795_199_400_000)
  static let me = Person.ID("did:plc:rw2z722nef7snr45nz3o5jx7")

  static func json(_ name: String) throws -> JSON { try ServiceSample.json("Bluesky/\(name)") }

  static func reader(_ moderation: BlueskyModerationPreferences = BlueskyModerationPreferences())
    -> BlueskyJSONReader
  {
    BlueskyJSONReader(me: me, now: now, moderation: moderation)
  }

  /// Preferences of these kinds.
  static func moderation(_ preferences: JSON...) -> BlueskyModerationPreferences {
    BlueskyModerationPreferences(["preferences": .array(preferences)])
  }

  static func entries(
    _ page: JSON, _ moderation: BlueskyModerationPreferences = BlueskyModerationPreferences(),
    in place: BlueskyJSONReader.ModerationContext = .elsewhere
  ) -> [FeedEntry] {
    reader(moderation).parsedStreamRows(page, in: place).compactMap(\.entry)
  }
}
