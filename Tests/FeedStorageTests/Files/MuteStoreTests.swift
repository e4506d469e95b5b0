import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

struct MuteStoreTests {
  private let directory = ScratchFolder()

  private var store: FileMuteStore { FileMuteStore(path: directory["mutes"]) }

  @Test func `mutes are stored, the latest first`() throws {
    #expect(try store.mutes() == [])
    _ = try store.setMute(.tag("boats"), isMuted: true)
    _ = try store.setMute(.words("season finale"), isMuted: true)

    #expect(try store.setMute(.person("ada@compilers.example"), isMuted: true) == store.mutes())
    #expect(
      try store.mutes() == [
        .person("ada@compilers.example"), .words("season finale"), .tag("boats"),
      ])
    #expect(
      String(decoding: directory.bytes(of: "mutes"), as: UTF8.self)
        == "@ada@compilers.example\nseason finale\n#boats\n")
  }

  @Test func `a mute set again moves to the front, and removing the last deletes the file`() throws
  {
    _ = try store.setMute(.tag("boats"), isMuted: true)
    _ = try store.setMute(.tag("trains"), isMuted: true)

    #expect(try store.setMute(.tag("boats"), isMuted: true) == [.tag("boats"), .tag("trains")])
    _ = try store.setMute(.tag("boats"), isMuted: false)
    #expect(try store.setMute(.tag("trains"), isMuted: false) == [])

    #expect(!directory.names.contains("mutes"))
  }

  @Test func `added mutes are put before the stored ones, each once`() throws {
    _ = try store.setMute(.tag("boats"), isMuted: true)
    _ = try store.setMute(.tag("trains"), isMuted: true)

    try store.addMutes([.person("ada"), .tag("boats")])

    #expect(try store.mutes() == [.person("ada"), .tag("boats"), .tag("trains")])
  }

  @Test func `a line break in a muted name does not add another mute`() throws {
    let account = Account.ID("mastodon:https://social.example:sol")
    let hidden = HiddenConversation(account: account, post: Post.ID("7\ncats"), title: "Fog")
    for mute in [Mute.person("eve\ncats"), .tag("fog\r\ncats"), .conversation(hidden)] {
      _ = try store.setMute(mute, isMuted: true)

      #expect(try !store.mutes().contains(.words("cats")))
    }
  }

  @Test func `deleting all mutes deletes the file`() throws {
    _ = try store.setMute(.tag("boats"), isMuted: true)

    try store.deleteAllMutes()

    #expect(try store.mutes() == [])
    #expect(!directory.names.contains("mutes"))
  }

  @Test func `invalid lines of the mutes file are ignored`() throws {
    _ = try store.setMute(.tag("boats"), isMuted: true)
    directory.write(Array("\n#\n  \n#trains\r\n\u{1b}[2J".utf8), to: "mutes")

    #expect(try store.mutes().prefix(1) == [.tag("trains")])
  }

  @Test func `a mutes file that others can read is refused`() throws {
    _ = try store.setMute(.tag("boats"), isMuted: true)
    directory.write(directory.bytes(of: "mutes"), to: "mutes", mode: 0o644)

    #expect(throws: StoreError.self) { try store.mutes() }
  }
}
