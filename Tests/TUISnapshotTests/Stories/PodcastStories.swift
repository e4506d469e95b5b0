import Glibc
import ServiceRig
import TerminalRig
import Testing

/// The real program with a podcast, and a player that stands in for mpv.
struct PodcastStories {
  private static let feed = """
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <title>Harbour Talk</title><item><guid>1</guid><title>The Pier at Night</title>
    <enclosure url="/night.mp3" type="audio/mpeg" length="300000"/>
    <itunes:duration>1:02:03</itunes:duration>
    <pubDate>Fri, 20 Nov 2026 18:00:00 GMT</pubDate></item></channel></rss>
    """

  /// Tells a place when asked, as mpv does, and ends when somebody presses Enter.
  private static let player = #"""
    #!/usr/bin/perl
    use Socket;
    my ($path) = map { /^--input-ipc-server=(.*)/ ? $1 : () } @ARGV;
    open(my $out, '>', "$ENV{HOME}/played"); print $out "@ARGV\n"; close $out;
    socket(my $server, AF_UNIX, SOCK_STREAM, 0) or die;
    bind($server, pack_sockaddr_un($path)) or die;
    listen($server, 1);
    syswrite(STDOUT, "The episode is on.\n");
    accept(my $client, $server);
    sysread($client, my $question, 4096);
    syswrite($client, '{"data":754.9,"request_id":1,"error":"success"}' . "\n"
      . '{"data":3723.0,"request_id":2,"error":"success"}' . "\n"
      . '{"event":"end-file","reason":"quit"}' . "\n");
    syswrite(STDOUT, "It was asked.\n");
    my $key = <STDIN>;
    """#

  private static func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.path {
      case "/feed": .reply(200, body: Array(feed.utf8))
      case "/night.mp3":
        .reply(
          200, ["Content-Type": "audio/mpeg", "ETag": "\"1\""],
          body: [UInt8](repeating: 7, count: 300_000))
      default: .reply(404)
      }
    }
  }

  @Test func `an episode is queued, downloaded and played, and continues where it stopped`()
    async throws
  {
    let server = try Self.server()
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    home.write(Self.player, to: home.path + "/mpv")
    try #require(chmod(home.path + "/mpv", 0o700) == 0)
    let added = try await home.run("tweetie feeds add \(server.origin)/feed")
    #expect(added.code == 0, "\(added.errors)")
    let session = try await TerminalSession.start(
      environment: ["PATH": "\(home.path):/usr/bin:/bin"], home: home)
    try await session.waitUntil(contains: "The Pier at Night")

    try await session.type("$", untilContains: "Added to your podcasts.")
    try await session.type(":podcasts\r", untilContains: "1 unplayed")
    try await session.type("d", untilContains: "downloaded, 300.0 kB")
    try await session.press(.enter, until: "the player, where the screen was") {
      !$0.isAlternate && $0.text.contains("The episode is on.")
    }
    let played = home.text(of: home.path + "/played") ?? ""
    #expect(played.contains("--start=0") && played.contains("/podcasts/"))
    try await session.press(.enter, until: "the queue again, with the place") {
      $0.isAlternate && $0.text.contains("12:34 of 1:02:03")
    }
    await session.press(.enter)
    try await session.waitUntil(
      "the player at the place",
      isTrue: { home.text(of: home.path + "/played")?.contains("--start=754") == true })
    try await session.waitUntil("the player's line") { !$0.isAlternate }
    try await session.press(.enter, untilContains: "12:34 of 1:02:03")
    #expect(try await session.quit() == .exited(0))

    let listed = try await home.run("tweetie podcasts --json")
    #expect(listed.output.contains(#""position":754"#))
    #expect(listed.output.contains(#""bytes":300000"#))
    let removed = try await home.run("tweetie podcasts remove 1")
    #expect(removed.code == 0, "\(removed.errors)")
    #expect(!home.files.contains { $0.hasSuffix(".mp3") })
    #expect(await session.damage == [])
  }

  @Test func `the playback position is stored when Control-C ends the player of a command`()
    async throws
  {
    let server = try Self.server()
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    home.write(Self.player, to: home.path + "/mpv")
    try #require(chmod(home.path + "/mpv", 0o700) == 0)
    _ = try await home.run("tweetie feeds add \(server.origin)/feed")
    let environment = ["PATH": "\(home.path):/usr/bin:/bin"]
    let session = try await TerminalSession.start(environment: environment, home: home)
    try await session.waitUntil(contains: "The Pier at Night")
    try await session.type("$", untilContains: "Added to your podcasts.")
    #expect(try await session.quit() == .exited(0))

    let playing = try await TerminalSession.start(
      ["podcasts", "play"], environment: environment, home: home)
    try await playing.waitUntil(contains: "It was asked.")
    await playing.press(.control("c"))

    #expect(try await playing.exitStatus() == .exited(0))
    #expect(await playing.screenText.contains("12:34 of 1:02:03"))
  }

  @Test func `without a player a message names the package to install`() async throws {
    let server = try Self.server()
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    _ = try await home.run("tweetie feeds add \(server.origin)/feed")
    let session = try await TerminalSession.start(environment: ["PATH": home.path], home: home)
    try await session.waitUntil(contains: "The Pier at Night")
    try await session.type("$", untilContains: "Added to your podcasts.")
    try await session.type(":podcasts\r", untilContains: "1 unplayed")
    try await session.press(.enter, untilSays: "mpv is not installed. Install the package mpv")
    try await session.quitCleanly()
  }
}
