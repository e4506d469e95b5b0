import Testing

@testable import FeedDomain

/// What comes of one's own things and those from elsewhere.
struct BelongingsTests {
  private let ada = Account.ID("tweetie:ada")
  private let sol = Account.ID("tweetie:sol")

  private func setting(_ name: String, _ value: String) -> SettingEntry {
    let parts = name.split(separator: ".").map(String.init)
    return SettingEntry(section: parts[0], key: parts[1], value: value)
  }

  @Test func `an imported setting replaces the same setting, or its whole section if so requested`()
  {
    var (own, other) = (PortableSettings(), PortableSettings())
    own.settings = [
      setting("display.theme", "dark"), setting("reading.order", "oldest"),
      setting("keys.like", "x"), setting("keys.boost", "y"),
    ]
    other.settings = [setting("display.theme", "moss"), setting("keys.like", "z")]

    let result = own.importingSettings(other, wholly: ["keys", "theme"]).settingsInForce.mapValues(
      \.value)

    #expect(
      result == ["display.theme": "moss", "reading.order": "oldest", "keys.like": "z"])
  }

  @Test func `imported mutes and places are added, each once, and places up to a limit`() {
    var (own, other) = (PortableSettings(), PortableSettings())
    own.mutes = [.tag("tea"), .person("tom")]
    other.mutes = [.words("spoilers"), .tag("tea")]
    own.places[ada] = (0..<6).map { Place(name: "Own \($0)", latitude: Double($0), longitude: 1) }
    other.places[ada] = (3..<12).map {
      Place(name: "Other \($0)", latitude: Double($0), longitude: 1)
    }

    let result = own.importingSettings(other, wholly: [])

    #expect(result.mutes == [.words("spoilers"), .tag("tea"), .person("tom")])
    #expect(
      result.places[ada]?.map(\.name) == (0..<6).map { "Own \($0)" } + ["Other 6", "Other 7"])
  }

  @Test func `imported tabs and columns replace those of their account only`() {
    var (own, other) = (PortableSettings(), PortableSettings())
    own.tabs = [ada: [.feed(.home)], sol: [.feed(.local)]]
    own.columns = [DeckColumn(.notifications, of: ada), DeckColumn(.notifications, of: sol)]
    other.tabs = [ada: [.nearby]]
    other.columns = [DeckColumn(.stream(.nearby), of: ada)]

    let result = own.importingSettings(other, wholly: [])

    #expect(result.tabs == [ada: [.nearby], sol: [.feed(.local)]])
    #expect(
      result.columns == [
        DeckColumn(.stream(.nearby), of: ada), DeckColumn(.notifications, of: sol),
      ])
    #expect(other.restricted(to: [sol]).accounts.isEmpty)
  }
}
