import Doubles
import FeedDomain
import FeedStorage
import Glibc
import Testing

struct DirectoriesTests {
  @Test func `program directories are below the home folder`() throws {
    let directories = try ProgramDirectories(environment: ["HOME": "/home/ada"])

    #expect(directories.settingsFile == "/home/ada/.config/tweetie/config.ini")
    #expect(directories.outboxDatabase == "/home/ada/.local/state/tweetie/outbox.db")
    #expect(directories.cacheDatabase == "/home/ada/.cache/tweetie/cache.db")
  }

  @Test func `environment variables move the directories, if they are absolute paths`() throws {
    let directories = try ProgramDirectories(environment: [
      "HOME": "/home/ada", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "", "XDG_CACHE_HOME": "here",
    ])

    #expect(directories.config == "/c/tweetie")
    #expect(directories.state == "/home/ada/.local/state/tweetie")
    #expect(directories.cache == "/home/ada/.cache/tweetie")
  }

  @Test func `without a home folder there are no directories`() {
    #expect(throws: StoreError.noPlace(folder: nil)) {
      try ProgramDirectories(environment: ["HOME": "home"])
    }
  }

  @Test func `the state directory is made for its owner only`() throws {
    let root = ScratchFolder()
    let directories = try ProgramDirectories(environment: [
      "HOME": "/", "XDG_STATE_HOME": root.path,
    ])

    try directories.prepareStateDirectory()
    #expect(root.mode(of: "tweetie") == 0o700)
    chmod(root["tweetie"], 0o755)
    try directories.prepareStateDirectory()

    #expect(root.mode(of: "tweetie") == 0o700)
  }

  @Test(arguments: [true, false])
  func `a file or link in place of the state directory is refused`(isLink: Bool) throws {
    let root = ScratchFolder()
    if isLink { symlink("/tmp", root["tweetie"]) } else { root.write([], to: "tweetie") }
    let directories = try ProgramDirectories(environment: [
      "HOME": "/", "XDG_STATE_HOME": root.path,
    ])

    #expect(
      throws: StoreError.failed(
        step: "opening \(root["tweetie"])",
        reason: "it is not a directory; move it out of the way")
    ) { try directories.prepareStateDirectory() }
  }

  @Test func `a state directory that cannot be made is reported`() throws {
    let directories = try ProgramDirectories(environment: [
      "HOME": "/", "XDG_STATE_HOME": "/proc/1/fd",
    ])

    #expect(throws: StoreError.self) { try directories.prepareStateDirectory() }
  }
}
