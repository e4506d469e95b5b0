import TerminalRig
import Testing

/// A disk that fails under the outbox, once or for good, while something is posted.
struct FailingDiskStories {
  @Test(arguments: 1...9)
  func `what was not brought to the disk is brought there again`(time: Int) async throws {
    let home = try await TemporaryHome.signedIn()

    let run = try await home.run(
      "tweetie post 'Not lost'", environment: failing("sync:\(time)"))

    #expect(run.code == 0, "\(run.errors)")
    #expect(try await home.ownPosts("Not lost") == 1)
    #expect(try await home.run("tweetie outbox --json").output == "")
  }

  @Test func `on a full disk there is room for what was just written`() async throws {
    let home = try await TemporaryHome.signedIn()

    let run = try await home.run("tweetie post 'Room for this'", environment: failing("full"))

    #expect(run.code == 0, "\(run.errors)")
    #expect(try await home.ownPosts("Room for this") == 1)
  }

  private func failing(_ fault: String) -> [String: String] {
    ["LD_PRELOAD": ProgramLocation.faults, "TWEETIE_FAULT": fault]
  }
}
