import TerminalRig
import Testing

/// The rules for web feeds on the command line, kept by the real program in its settings file.
@Suite struct CommandLineRulesTests {
  @Test func `a change prints the rules under the numbers that the next command takes`()
    async throws
  {
    let home = try TemporaryHome()
    _ = try await home.run("tweetie rules add 'search A: ada'")
    _ = try await home.run("tweetie rules add 'hide title fog'")

    let added = try await home.run("tweetie rules add 'search Z: zed'")
    let listed = try await home.run("tweetie rules list")

    #expect(added.output == listed.output)
    #expect(added.output == "1  search A: ada\n2  search Z: zed\n3  hide title fog\n")
  }
}
