import TerminalRig
import Testing

/// The rules for web feeds on the command line, kept by the real program in its settings file.
@Suite struct CommandLineRulesTests {
  @Test func `rules add prints the rules with the numbers that the next command takes`()
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

  @Test(arguments: [
    (
      "search X: nosuch:foo",
      "nosuch:foo: no such search term. In quotation marks it is searched as text."
    ),
    ("search X: fog (tide", "(tide: the ( at character 5 is not closed."),
    ("((", "((: the ( at character 1 is not closed."),
    ("hide title /a)/", "a): the ) at character 2 cannot stand there."),
  ])
  func `rules add refuses and names an invalid rule, and stores nothing`(
    rule: String, sentence: String
  ) async throws {
    let home = try TemporaryHome()

    let added = try await home.run("tweetie rules add '\(rule)'")
    let listed = try await home.run("tweetie rules list")

    #expect(added.code == 2, "\(added.code)")
    #expect(added.errors.contains(sentence), "\(added.errors)")
    #expect(listed.output.isEmpty)
  }
}
