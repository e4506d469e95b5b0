import Doubles
import FeedDomain
import Glibc
import Testing

@testable import Console

/// `tweetie export`: the file, and what stands beside it.
struct CommandLineExportTests {
  private let folder = ScratchFolder()

  private func fixture() -> CommandFixture {
    var fixture = CommandFixture()
    let own = Post(
      id: Post.ID("p1"), author: Person(id: Person.ID("1"), handle: "ada", name: "Ada"),
      createdAt: FakeWorld.noon, content: Post.PostContent(text: RichText("Mine")))
    fixture.service.people = [own.author]
    fixture.service.pages = [
      FeedPage([FeedEntry(own), FeedEntry(CommandFixture.post("p2", "Hers"))], older: nil)
    ]
    return fixture
  }

  private func text(of name: String) -> String {
    String(decoding: folder.bytes(of: name), as: UTF8.self)
  }

  @Test func `export writes all parts with their counts to a file that only its owner can read`()
    async throws
  {
    let fixture = fixture()

    #expect(try await fixture.run("export", folder["me.jsonl"]) == .done)

    let lines = text(of: "me.jsonl").split(separator: "\n")
    #expect(lines.count == 8)
    #expect(lines[0].hasPrefix(#"{"part":"posts","post":{"id":"p1""#))
    #expect(lines[1] == #"{"part":"posts","count":1,"complete":true,"trouble":null}"#)
    #expect(fixture.output.text == "\(folder["me.jsonl"]): 5 posts\n")
    // Nobody else may read it, and nothing else is left.
    var status = stat()
    #expect(stat(folder["me.jsonl"], &status) == 0)
    let rights = status.st_mode & 0o777
    #expect(rights == 0o600)
    #expect(folder.names == ["me.jsonl"])
  }

  @Test(arguments: ["json", "mbox", "html"])
  func `export to a hyphen prints to standard output what the file would contain`(format: String)
    async throws
  {
    let (filed, piped) = (fixture(), fixture())

    #expect(try await filed.run("export", folder["me"], "--format", format) == .done)
    #expect(try await piped.run("export", "-", "--format", format) == .done)

    #expect(piped.output.text == text(of: "me"))
    #expect(piped.errors.text == "")
    #expect(folder.names == ["me"])
  }

  @Test func `export to standard output refuses pictures`() async throws {
    let fixture = fixture()

    await #expect(throws: UsageError.picturesToOutput) {
      try await fixture.run("export", "-", "--pictures")
    }
  }

  @Test func `export to a closed pipe ends without an error, to a full disk with one`() async throws
  {
    let gone = fixture()
    let full = fixture()

    #expect(
      try await gone.run("export", "-", sink: SinkSpy(refusing: .init(errno: EPIPE))) == .done)
    #expect(
      try await full.run("export", "-", sink: SinkSpy(refusing: .init(errno: ENOSPC))) == .failed)

    #expect(gone.errors.text == "")
    #expect(full.errors.text == "tweetie: Standard output: No space left on device.\n")
  }

  @Test func `export marks an incomplete part in the file and on standard error`() async throws {
    var fixture = fixture()
    fixture.service.failure = .notFound

    #expect(try await fixture.run("export", folder["me.html"], "--format", "html") == .failed)

    #expect(text(of: "me.html").contains("<p class=\"trouble\">Some of it could not be fetched."))
    #expect(fixture.errors.text.contains("Posts: some of it could not be fetched."))
  }

  @Test func `export keeps the existing file if it cannot be replaced`() async throws {
    let fixture = fixture()
    mkdir(folder["me.mbox"], 0o700)

    #expect(try await fixture.run("export", folder["me.mbox"], "--format", "mbox") == .failed)

    #expect(fixture.errors.text.contains("replacing"))
    #expect(folder.names == ["me.mbox"])
    #expect(try await fixture.run("export", folder["none/me.mbox"]) == .failed)
    #expect(fixture.errors.text.contains("creating"))
  }

  @Test func `export refuses an unknown format`() async throws {
    let fixture = fixture()

    await #expect(throws: UsageError.self) { try await fixture.run("export", "--format", "pdf") }
  }

  @Test
  func `export stores each picture once, in a folder beside the archive, under a stable name`()
    throws
  {
    let pictures = ArchivePictureFolder(beside: folder["me.html"])
    let photo = Photo.sample("p")
    let post = Post.sample("1", photos: ["p"])

    #expect(pictures.pictureFilePath(of: photo, in: post) == nil)
    let file = try pictures.storePicture([0xFF, 0xD8, 0xFF, 1], of: photo, in: post)

    let name = try #require(file)
    #expect(name.hasPrefix("me-pictures/1970-01-01-") && name.hasSuffix(".jpg"))
    let anew = ArchivePictureFolder(beside: folder["me.html"])
    #expect(anew.pictureFilePath(of: photo, in: post) == name)
    // What no browser takes for a picture may be anything.
    #expect(try anew.storePicture(Array("<svg onload=x>".utf8), of: .sample("q"), in: post) == nil)
    unlink(folder[name])
  }

  @Test func `export stores a picture again that a killed export left unfinished`() throws {
    let (photo, post) = (Photo.sample("p"), Post.sample("1", photos: ["p"]))
    let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 1]
    let killed = ArchivePictureFolder(beside: folder["me.html"])
    let file = try killed.storePicture(bytes, of: photo, in: post)
    let name = try #require(file)
    rename(folder[name], folder[name] + ".123.part")
    defer { unlink(folder[name] + ".123.part") }

    let anew = ArchivePictureFolder(beside: folder["me.html"])

    #expect(anew.pictureFilePath(of: photo, in: post) == nil)
    #expect(try anew.storePicture(bytes, of: photo, in: post) == name)
    unlink(folder[name])
  }
}
