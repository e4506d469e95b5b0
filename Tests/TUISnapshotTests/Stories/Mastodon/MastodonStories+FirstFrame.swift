import Glibc
import ServiceRig
import TerminalRig
import Testing

extension MastodonStories {
  /// The library is held back, so that a first frame that needs it would never come.
  @Test func `the first frame is drawn without libcurl`() async throws {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)
    #expect(try await home.run("tweetie feed home -n 20").code == 0)
    let folder = try TemporaryHome()
    let library = folder.path + "/libcurl.so.4"
    // Whoever opens it waits until somebody opens it for writing.
    try #require(mkfifo(library, 0o600) == 0)

    let session = try await TerminalSession.start(
      environment: ["LD_LIBRARY_PATH": folder.path], home: home)
    try await session.waitUntil("a whole frame of what is stored") {
      $0.text(ofRow: 0).contains("Home") && $0.text.contains("Post 1499")
    }
    for process in await session.processes {
      let mapped = try #require(home.text(of: "/proc/\(process.pid)/maps"))
      #expect(mapped.contains("/tweetie"))
      #expect(!mapped.contains("libcurl"))
    }
    try await session.type("j", until: "the next post") {
      $0.rows.contains { $0.hasPrefix("▌") && $0.contains("Post 1498") }
    }

    // The first request has asked for it by now, or is about to; it finds that it is none.
    try await session.waitUntil(
      "somebody who wants the library",
      isTrue: {
        let door = Glibc.open(library, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard door >= 0 else { return false }
        unlink(library)
        Glibc.close(door)
        return true
      })
    try await session.quitCleanly()
  }
}
