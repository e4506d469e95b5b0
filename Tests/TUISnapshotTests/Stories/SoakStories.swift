import TerminalRig
import Testing

/// `Scripts/soak` in short, as a process of its own: every hour of its day in four minutes, with
/// twelve web feeds.
@Suite struct SoakStories {
  @Test(.timeLimit(.minutes(5)))
  func `a day with a changing network loses no post, and doubles none`() async throws {
    let run = try await TemporaryHome().run(
      "'\(ProgramLocation.testFolder)/TweetieSoak' --feeds 12 --minutes 4 2>&1")

    #expect(run.code == 0, "\(run.output)")
    #expect(run.output.contains(" 0 lost, 0 doubled, 0 left"))
    #expect(run.output.contains("0 of the newest posts not stored"))
    #expect(run.output.contains("portal ") && run.output.contains("gone "))
    #expect(run.output.contains("; 2 sleeps; ") && !run.output.contains(" 0 renewed tokens"))
  }
}
