import FeedDomain
import Testing

@testable import Preferences

struct ApplicationKeysTests {
  @Test func `API keys come from the environment, or else from the settings`() throws {
    let inForce = CurrentSettings(
      path: "config.ini",
      entries: [
        SettingEntry(section: "services", key: "unsplash-key", value: "from-the-file", line: 2),
        SettingEntry(section: "services", key: "unsplash-secret", value: "of-the-file", line: 3),
        SettingEntry(section: "services", key: "flickr-key", value: "from-the-file", line: 4),
      ])

    let keys = UsersOwnApplicationKeys.presetSignInAnswers(
      in: inForce.settings,
      ["TWEETIE_FLICKR_KEY": "from-outside", "TWEETIE_FLICKR_SECRET": "too", "OTHER": "x"])

    #expect(inForce.mistakes.isEmpty)
    #expect(
      keys[.unsplash] == [.key: Secret("from-the-file"), .secret: Secret("of-the-file")])
    #expect(keys[.flickr] == [.key: Secret("from-outside"), .secret: Secret("too")])
    #expect(keys[.mastodon] == nil)
  }

  @Test func `without API keys no sign-in answers are known`() {
    #expect(
      UsersOwnApplicationKeys.presetSignInAnswers(in: Settings(), ["TWEETIE_UNSPLASH_KEY": ""])
        .isEmpty)
    #expect(
      UsersOwnApplicationKeys.presetSignInAnswers(in: Settings(), ["TWEETIE_UNSPLASH_SECRET": "x"])
        == [.unsplash: [.secret: Secret("x")]])
    #expect(UsersOwnApplicationKeys.apiKeySettingName(for: .unsplash) == "unsplash-key")
    #expect(UsersOwnApplicationKeys.apiKeySettingName(for: .bluesky) == nil)
  }
}
