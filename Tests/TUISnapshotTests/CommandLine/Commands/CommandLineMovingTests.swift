import Doubles
import FeedDomain
import Testing
import UseCases

@testable import Console

/// `tweetie config --export` and `--import`: what is written, taken and told.
struct CommandLineMovingTests {
  private let ada = CommandStage.ada.account.id

  private func settings(_ lines: [(String, String, String)]) -> [Belongings.Setting] {
    lines.enumerated().map { place, line in
      Belongings.Setting(section: line.0, key: line.1, value: line.2, line: place + 2)
    }
  }

  private func stage(
    _ held: Belongings = Belongings(), reading read: Belongings = Belongings()
  ) -> (CommandStage, FakeBelongings) {
    let belongings = FakeBelongings(held, reading: .success(read))
    var stage = CommandStage()
    stage.belongings = belongings
    return (stage, belongings)
  }

  @Test func `no secret is written, nor what means nothing`() async throws {
    var held = Belongings()
    held.settings = settings([
      ("display", "theme", "moss"), ("services", "flickr-secret", "s3cret"),
      ("services", "unsplash-key", "s3cret"), ("display", "theem", "dark"),
      ("display", "plain", "perhaps"), ("photos", "photon", "https://example.org"),
    ])
    let (stage, _) = stage(held)

    #expect(try await stage.run("config", "--export") == .done)

    #expect(
      stage.output.text == "display.theme=moss\nphotos.photon=https://example.org\n")
  }

  @Test func `what is different is told and kept, and what cannot be used is told and left`()
    async throws
  {
    var (held, read) = (Belongings(), Belongings())
    held.settings = settings([("display", "theme", "dark"), ("keys", "like", "x")])
    held.mutes = [.tag("tea")]
    read.settings = settings([
      ("display", "theme", "sea"), ("reading", "order", "sideways"), ("writing", "undo", "9s"),
    ])
    read.themes = ["sea": [Belongings.Setting(section: "theme", key: "accent", value: "#00ffaa")]]
    read.mutes = [.person("tom"), .tag("tea")]
    read.tabs = [ada: [.feed(.home), .nearby], Account.ID("tweetie:sol"): [.nearby]]
    read.columns = [DeckColumn(.notices, of: ada)]
    read.places = [ada: [Place(name: "Kyoto", latitude: 35, longitude: 135)]]
    let (stage, belongings) = stage(held, reading: read)

    #expect(try await stage.run("config", "--import", "mine.txt") == .done)

    #expect(
      stage.output.text == """
        display.theme = sea  # was dark
        writing.undo = 9s
        Theme: sea
        Muted: @tom
        Tabs of @ada: Home, Nearby
        Places of @ada: Kyoto
        Columns: Notifications

        """)
    #expect(stage.errors.text.contains("mine.txt, line 3: reading.order cannot be \"sideways\"."))
    #expect(stage.errors.text.contains("tweetie:sol is not signed in here"))
    let kept = try #require(await belongings.kept)
    #expect(
      kept.held.mapValues(\.value)
        == ["display.theme": "sea", "writing.undo": "9s", "keys.like": "x"])
    #expect(kept.tabs == [ada: [.feed(.home), .nearby]])
  }

  @Test func `a dry run tells the same and keeps nothing`() async throws {
    var read = Belongings()
    read.mutes = [.person("tom")]
    let (stage, belongings) = stage(reading: read)

    #expect(try await stage.run("config", "--import", "mine.txt", "--dry-run") == .done)

    #expect(stage.output.text == "Muted: @tom\n")
    #expect(await belongings.kept == nil)
  }

  /// A file that has this machine start a program, ask a server and write somewhere.
  private var stranger: Belongings {
    var read = Belongings()
    read.settings = settings([
      ("programs", "opener", "/tmp/evil"), ("photos", "nominatim", "https://evil.example"),
      ("display", "theme", "dusk"),
    ])
    return read
  }

  @Test func `programs and servers are asked for one by one, and what is refused stays as it was`()
    async throws
  {
    var held = Belongings()
    held.settings = settings([("programs", "opener", "firefox")])
    var (stage, belongings) = stage(held, reading: stranger)
    stage.prompt = StubPrompt(["y", "n"])

    #expect(try await stage.run("config", "--import", "theirs.txt") == .done)

    #expect(
      stage.prompt.questions == [
        "The file sets photos.nominatim = https://evil.example. Take that? (y/n)",
        "The file sets programs.opener = /tmp/evil. Take that? (y/n)",
      ])
    #expect(
      await belongings.kept?.held.mapValues(\.value) == [
        "display.theme": "dusk", "photos.nominatim": "https://evil.example",
        "programs.opener": "firefox",
      ])
  }

  @Test func `where nobody can be asked nothing is taken, unless the file is trusted`()
    async throws
  {
    let (stage, belongings) = stage(reading: stranger)

    #expect(try await stage.run("config", "--import", "theirs.txt") == .wrongUse)
    #expect(
      stage.errors.text
        == "tweetie: theirs.txt sets programs or servers, and nobody can be asked here. "
        + "Use --trusted.\n")
    #expect(stage.output.text == "")
    #expect(await belongings.kept == nil)

    #expect(try await stage.run("config", "--import", "theirs.txt", "--trusted") == .done)
    #expect(await belongings.kept?.held["programs.opener"]?.value == "/tmp/evil")
  }

  @Test func `what is called off takes nothing, and a dry run asks nothing`() async throws {
    var (stage, belongings) = stage(reading: stranger)
    stage.prompt = StubPrompt(thenCallsOff: true)

    #expect(try await stage.run("config", "--import", "theirs.txt", "--dry-run") == .done)
    #expect(stage.prompt.questions == [])
    #expect(stage.output.text.contains("programs.opener = /tmp/evil"))
    #expect(try await stage.run("config", "--import", "theirs.txt") == .failed)
    #expect(await belongings.kept == nil)
  }

  @Test func `what is here already is not asked for`() async throws {
    var stage = stage(stranger, reading: stranger).0
    stage.prompt = StubPrompt(["n"])

    #expect(try await stage.run("config", "--import", "mine.txt") == .done)
    #expect(stage.prompt.questions == [])
  }

  @Test func `where nothing is different it says so`() async throws {
    let (stage, belongings) = stage()

    #expect(try await stage.run("config", "--import") == .done)

    #expect(stage.errors.text == "tweetie: Everything is set up like that already.\n")
    #expect(await belongings.kept == nil)
  }

  @Test func `a bad file is told of in one sentence`() async throws {
    var stage = CommandStage()
    let belongings = FakeBelongings(Belongings(), reading: .failure(.line(7)))
    stage.belongings = belongings

    #expect(try await stage.run("config", "--import", "mine.txt") == .failed)

    #expect(
      stage.errors.text
        == "tweetie: mine.txt, line 7: this cannot be understood. Nothing was changed.\n")
    #expect(await belongings.kept == nil)
  }

  @Test func `what could only be read from memory is not told to be all there is`() async throws {
    var (stage, _) = stage()
    stage.inMemoryBecause = .damaged

    #expect(try await stage.run("config", "--export") == .failed)
    #expect(stage.output.text == "")
  }

  @Test(arguments: [
    ["--export", "--import"], ["--dry-run"], ["--defaults", "--export"], ["mine.txt"],
    ["--export", "a", "b"], ["--import", ""], ["--trusted"], ["--export", "--trusted"],
  ])
  func `what makes no sense together is refused`(_ words: [String]) async throws {
    let (stage, _) = stage()

    await #expect(throws: UsageError.self) { try await stage.run(["config"] + words) }
  }
}
