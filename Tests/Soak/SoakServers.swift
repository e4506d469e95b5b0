internal import CNames
internal import Doubles
internal import FeedDomain
internal import ServiceRig

/// The servers of a soak run: two servers of the Mastodon family, one of which pushes its events and
/// speaks TLS, a Bluesky server whose tokens expire, and the server of web feeds. The program reaches
/// all of them through the network alone.
final class SoakServers: Sendable {
  /// The name of the server under TLS, which the name server of this process knows.
  private static let name = "social.soak.test"

  let network = SoakNetwork()
  let live: PretendMastodon
  let polled: PretendMastodon
  let bluesky: PretendBluesky
  let feeds: SoakFeeds
  let addresses: (live: String, polled: String, bluesky: String, feeds: String)
  /// The certificate authority of the server under TLS, as a file's text.
  let authority: TestCertificate

  init(in world: FakeWorld) throws {
    authority = TestCertificate.authority()
    let certificate = TestCertificate(hosts: [Self.name], issuer: authority)
    live = try PretendMastodon(isLive: true, security: ServerSecurity(certificate))
    polled = try PretendMastodon()
    bluesky = try PretendBluesky()
    feeds = try SoakFeeds(in: world)
    guard cnames_list(Self.name, "localhost") == 1 else { throw SoakFailure("no more names") }
    addresses = (
      "https://\(Self.name):\(try network.addRelay(to: live.port, speaksTLS: true))",
      "http://localhost:\(try network.addRelay(to: polled.port))",
      "http://localhost:\(try network.addRelay(to: bluesky.port))",
      "http://localhost:\(try network.addRelay(to: feeds.port))"
    )
    live.move(to: addresses.live)
    polled.move(to: addresses.polled)
    bluesky.move(to: addresses.bluesky)
    live.makeToken()
    polled.makeToken()
  }

  /// The texts of the posts that the user's accounts published, by server.
  var published: [String] {
    live.writings.map(\.text) + polled.writings.map(\.text) + bluesky.postedTexts
  }

  /// Returns the numbers of requests since the last call, by server; the servers forget the requests.
  func takeRequestCounts() -> [String: Int] {
    [
      "live": live.takeRequests().count, "polled": polled.takeRequests().count,
      "bluesky": bluesky.takeRequests().count, "feeds": feeds.takeRequestCount(),
    ]
  }

  /// Delays each answer of the name server.
  func delayNames(by milliseconds: Int) { cnames_delay(CInt(milliseconds)) }

  /// Breaks off the connections of a restarted server, whose live listeners are gone.
  func restart() throws(SoakFailure) {
    live.fallSilent()
    try network.change(to: .gone)
  }
}
