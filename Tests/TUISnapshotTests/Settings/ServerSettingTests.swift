import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Tweetie
@testable import Words

/// The servers of one's own that are asked instead of the services of photos.
struct ServerSettingTests {
  private static let keys = ["unsplash-server", "flickr-server", "instagram-server"]

  private func read(_ values: [String], environment: [String: String] = [:]) -> SettingsInForce {
    SettingsInForce(
      path: "config.ini",
      entries: zip(Self.keys, values).enumerated().map { index, entry in
        SettingEntry(
          section: "services", key: entry.0, value: entry.1, line: index + 1)
      }, judge: Services().remedy
    ).heeding(environment, judge: Services().remedy)
  }

  @Test func `a server is set, on this machine without a certificate`() {
    let inForce = read([
      "https://proxy.example/unsplash", "http://localhost:8080", "http://127.0.0.1:9",
    ])

    #expect(inForce.mistakes.isEmpty)
    #expect(inForce.settings.unsplashServer == "https://proxy.example/unsplash")
    #expect(inForce.settings.flickrServer == "http://localhost:8080")
    #expect(inForce.settings.instagramServer == "http://127.0.0.1:9")
  }

  @Test func `what is no server is told with its line and a remedy, and the default holds`() {
    let inForce = read(["http://proxy.example", "", "graph.instagram.com"])

    #expect(inForce.settings == Settings())
    let remedy = "It can be: https://example.org, http://localhost:8080."
    #expect(
      inForce.mistakes.map { Wording().sentence(for: $0, in: "config.ini").string } == [
        "config.ini, line 1: services.unsplash-server cannot be \"http://proxy.example\". \(remedy)",
        "config.ini, line 2: services.flickr-server cannot be \"\". \(remedy)",
        "config.ini, line 3: services.instagram-server cannot be \"graph.instagram.com\". \(remedy)",
      ])
  }

  @Test func `the environment counts more than the file`() {
    let inForce = read(
      ["https://one.example", "https://two.example", "https://three.example"],
      environment: [
        "TWEETIE_UNSPLASH_SERVER": "https://other.example", "TWEETIE_FLICKR_SERVER": "",
        "TWEETIE_INSTAGRAM_SERVER": "http://plain.example",
      ])

    #expect(inForce.settings.unsplashServer == "https://other.example")
    #expect(inForce.lines["services.unsplash-server"] == nil)
    #expect(inForce.settings.flickrServer == "https://two.example")
    #expect(inForce.settings.instagramServer == "https://three.example")
    #expect(
      inForce.mistakes.map { Wording().sentence(for: $0, in: "config.ini").string } == [
        "TWEETIE_INSTAGRAM_SERVER cannot be \"http://plain.example\". "
          + "It can be: https://example.org, http://localhost:8080."
      ])
  }
}
