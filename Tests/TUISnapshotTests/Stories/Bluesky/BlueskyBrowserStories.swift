import ServiceRig
import TerminalRig
import Testing

/// The real program, let in by a browser.
struct BlueskyBrowserStories {
  let authority = TestCertificate.authority()
  let net: PretendBluesky
  let home: TemporaryHome

  init() throws {
    net = try PretendBluesky(behindProxyOf: authority)
    home = try TemporaryHome.furnished(more: "[log]\nnetwork = debug")
    home.write(authority.text, to: home.path + "/authority.pem")
  }

  private var way: [String: String] {
    ["https_proxy": net.proxy, "SSL_CERT_FILE": home.path + "/authority.pem"]
  }

  @Test func `a browser sign-in lasts over renewals, and its secrets stay in the accounts file`()
    async throws
  {
    let session = try await TerminalSession.start(environment: way, home: home)
    try await session.chooseBluesky()
    await session.press(.control("t"))
    try await session.press(.control("t"), untilContains: "Tweetie never sees it")
    try await session.type(
      "\(PretendBluesky.handle)\r", untilContains: "and enter the address that it")
    let address = await session.read {
      $0.address(from: "https://\(PretendBluesky.home)/oauth/authorize", to: "req-1")
    }
    let end = try #require(net.allow(address))

    try await session.type("\(end)\r", untilContains: "Post 1499")
    try await session.waitUntil(contains: "up to date")
    net.spendToken()
    net.changeNonce()
    await session.type("l")
    try await session.waitForDelivery()
    #expect(net.records.count == 1)
    #expect(net.renewals == 1)
    try await session.expectSecrecy(
      of: "-e bound-access-1 -e bound-refresh-1 -e bound-refresh-2 -e cod-1",
      logging: "app.bsky.feed.getTimeline")
    try await session.quitCleanly()
  }

  @Test func `the command line prints the browser's address, and takes the callback address`()
    async throws
  {
    let session = try await TerminalSession.start(
      ["login", "bluesky", "--browser"], environment: way, home: home)
    try await session.waitUntil(contains: "Handle:")
    try await session.type("\(PretendBluesky.handle)\r", untilContains: "Address:")
    let address = await session.read {
      $0.address(from: "https://\(PretendBluesky.home)/oauth/authorize", to: "req-1")
    }

    try await session.type(
      "\(try #require(net.allow(address)))\r",
      untilContains: "Signed in as @\(PretendBluesky.handle).")
  }
}
