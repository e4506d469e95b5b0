import Doubles
import FeedDomain
import Testing
import UseCases

@testable import Console

/// `tweetie config --export` and `--import`: what is written, taken and told.
struct CommandLineMovingTests {
  private let ada = CommandFixture.ada.account.id

  private func settings(_ lines: [(String, String, String)]) -> [SettingEntry] {
    lines.enumerated().map { place, line in
      SettingEntry(section: line.0, key: line.1, value: line.2, line: place + 2)
    }
  }

  private func fixture(
    _ held: PortableSettings = PortableSettings(),
    reading read: PortableSettings = PortableSettings()
  ) -> (CommandFixture, FakePortableSettings) {
    let portableSettings = FakePortableSettings(held, reading: .success(read))
    var fixture = CommandFixture()
    fixture.portableSettings = portableSettings
    return (fixture, portableSettings)
  }

  @Test func `exported settings contain no secret, and no unknown or invalid setting`() async throws
  {
    var held = PortableSettings()
    held.settings = settings([
      ("display", "theme", "moss"), ("services", "flickr-secret", "s3cret"),
      ("services", "unsplash-key", "s3cret"), ("display", "theem", "dark"),
      ("display", "plain", "perhaps"), ("photos", "photon", "https://example.org"),
    ])
    let (fixture, _) = fixture(held)

    #expect(try await fixture.run("config", "--export") == .done)

    #expect(
      fixture.output.text == "display.theme=moss\nphotos.photon=https://example.org\n")
  }

  @Test func `an import stores changed settings and reports them, and reports invalid ones`()
    async throws
  {
    var (held, read) = (PortableSettings(), PortableSettings())
    held.settings = settings([("display", "theme", "dark"), ("keys", "like", "x")])
    held.mutes = [.tag("tea")]
    read.settings = settings([
      ("display", "theme", "sea"), ("reading", "order", "sideways"), ("writing", "undo", "9s"),
    ])
    read.themes = [
      "sea": [SettingEntry(section: "theme", key: "accent", value: "#00ffaa")]
    ]
    read.mutes = [.person("tom"), .tag("tea")]
    read.tabs = [ada: [.feed(.home), .nearby], Account.ID("tweetie:sol"): [.nearby]]
    read.columns = [DeckColumn(.notifications, of: ada)]
    read.places = [ada: [Place(name: "Kyoto", latitude: 35, longitude: 135)]]
    let (fixture, portableSettings) = fixture(held, reading: read)

    #expect(try await fixture.run("config", "--import", "mine.txt") == .done)

    #expect(
      fixture.output.text == """
        display.theme = sea  # was dark
        writing.undo = 9s
        Theme: sea
        Muted: @tom
        Tabs of @ada: Home, Nearby
        Places of @ada: Kyoto
        Columns: Notifications

        """)
    #expect(fixture.errors.text.contains("mine.txt, line 3: reading.order cannot be \"sideways\"."))
    #expect(fixture.errors.text.contains("tweetie:sol is not signed in here"))
    let kept = try #require(await portableSettings.kept)
    #expect(
      kept.settingsInForce.mapValues(\.value)
        == ["display.theme": "sea", "writing.undo": "9s", "keys.like": "x"])
    #expect(kept.tabs == [ada: [.feed(.home), .nearby]])
  }

  @Test func `an import as a dry run prints the changes, and stores none`() async throws {
    var read = PortableSettings()
    read.mutes = [.person("tom")]
    let (fixture, portableSettings) = fixture(reading: read)

    #expect(try await fixture.run("config", "--import", "mine.txt", "--dry-run") == .done)

    #expect(fixture.output.text == "Muted: @tom\n")
    #expect(await portableSettings.kept == nil)
  }

  /// A file that has this machine start a program, ask a server and write somewhere.
  private var stranger: PortableSettings {
    var read = PortableSettings()
    read.settings = settings([
      ("programs", "opener", "/tmp/evil"), ("photos", "nominatim", "https://evil.example"),
      ("display", "theme", "dusk"),
    ])
    return read
  }

  @Test func `an import asks about each program and server, and a declined one keeps its value`()
    async throws
  {
    var held = PortableSettings()
    held.settings = settings([("programs", "opener", "firefox")])
    var (fixture, portableSettings) = fixture(held, reading: stranger)
    fixture.prompt = StubPrompt(["y", "n"])

    #expect(try await fixture.run("config", "--import", "theirs.txt") == .done)

    #expect(
      fixture.prompt.questions == [
        "The file sets photos.nominatim = https://evil.example. Import it? (y/n)",
        "The file sets programs.opener = /tmp/evil. Import it? (y/n)",
      ])
    #expect(
      await portableSettings.kept?.settingsInForce.mapValues(\.value) == [
        "display.theme": "dusk", "photos.nominatim": "https://evil.example",
        "programs.opener": "firefox",
      ])
  }

  @Test func `an import asks about each program to which posts can be sent`() async throws {
    var read = PortableSettings()
    read.settings = settings([("share", "Notes", "link: /tmp/evil")])
    var (fixture, portableSettings) = fixture(reading: read)
    fixture.prompt = StubPrompt(["n"])

    #expect(try await fixture.run("config", "--import", "theirs.txt") == .done)

    #expect(
      fixture.prompt.questions == ["The file sets share.Notes = link: /tmp/evil. Import it? (y/n)"])
    #expect(await portableSettings.kept?.settings ?? [] == [])
  }

  @Test
  func
    `without a terminal an import of programs or servers is refused, unless the file is trusted`()
    async throws
  {
    let (fixture, portableSettings) = fixture(reading: stranger)

    #expect(try await fixture.run("config", "--import", "theirs.txt") == .wrongUse)
    #expect(
      fixture.errors.text
        == "tweetie: theirs.txt sets programs or servers, and there is no terminal to confirm them. "
        + "Use --trusted.\n")
    #expect(fixture.output.text == "")
    #expect(await portableSettings.kept == nil)

    #expect(try await fixture.run("config", "--import", "theirs.txt", "--trusted") == .done)
    #expect(await portableSettings.kept?.settingsInForce["programs.opener"]?.value == "/tmp/evil")
  }

  @Test func `a cancelled import changes nothing, and a dry run asks nothing`() async throws {
    var (fixture, portableSettings) = fixture(reading: stranger)
    fixture.prompt = StubPrompt(thenCallsOff: true)

    #expect(try await fixture.run("config", "--import", "theirs.txt", "--dry-run") == .done)
    #expect(fixture.prompt.questions == [])
    #expect(fixture.output.text.contains("programs.opener = /tmp/evil"))
    #expect(try await fixture.run("config", "--import", "theirs.txt") == .failed)
    #expect(await portableSettings.kept == nil)
  }

  @Test func `an import does not ask about programs and servers that are already set`() async throws
  {
    var fixture = fixture(stranger, reading: stranger).0
    fixture.prompt = StubPrompt(["n"])

    #expect(try await fixture.run("config", "--import", "mine.txt") == .done)
    #expect(fixture.prompt.questions == [])
  }

  @Test func `an import that changes nothing prints a message`() async throws {
    let (fixture, portableSettings) = fixture()

    #expect(try await fixture.run("config", "--import") == .done)

    #expect(
      fixture.errors.text == "tweetie: Nothing to change: everything is already set this way.\n")
    #expect(await portableSettings.kept == nil)
  }

  @Test func `an invalid settings file is reported with the line, and nothing is changed`()
    async throws
  {
    var fixture = CommandFixture()
    let portableSettings = FakePortableSettings(PortableSettings(), reading: .failure(.line(7)))
    fixture.portableSettings = portableSettings

    #expect(try await fixture.run("config", "--import", "mine.txt") == .failed)

    #expect(
      fixture.errors.text
        == "tweetie: mine.txt, line 7: invalid. Nothing was changed.\n")
    #expect(await portableSettings.kept == nil)
  }

  @Test func `an export fails with an in-memory store`() async throws {
    var (fixture, _) = fixture()
    fixture.memoryOnlyReason = .damaged

    #expect(try await fixture.run("config", "--export") == .failed)
    #expect(fixture.output.text == "")
  }

  @Test(arguments: [
    ["--export", "--import"], ["--dry-run"], ["--defaults", "--export"], ["mine.txt"],
    ["--export", "a", "b"], ["--import", ""], ["--trusted"], ["--export", "--trusted"],
  ])
  func `contradictory options of config are a usage error`(_ words: [String]) async throws {
    let (fixture, _) = fixture()

    await #expect(throws: UsageError.self) { try await fixture.run(["config"] + words) }
  }
}
