internal import TerminalRig

/// Full-text search in a hundred thousand posts, from the command line, start to end.
struct SearchScenario: Scenario {
  let name = "search"

  /// What is looked for: two rare words, and much with several conditions.
  private static let questions = [
    ("full-text search", InventedPosts.rareWords),
    ("a search with conditions", "the train from:\(InventedPosts.author) -winter since:2000"),
  ]

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let home = try await stage.homes.home(HomeContents(posts: 100_000))
    return try Self.questions.map { name, question in
      let command = Command(
        executable: stage.options.binary, arguments: ["search", question, "--offline"])
      let times = try (0..<stage.options.samples(20)).map { _ -> Nanoseconds in
        let driver = try Driver(command, size: .standard, home: home)
        let end = driver.waitForEnd()
        guard end.status == .exited(0), end.output.text.contains(InventedPosts.marker) else {
          throw BenchmarkError("the search found nothing: \(end.output.text)")
        }
        return end.at - driver.spawnedAt
      }
      let median = Samples(times).median
      return Measurement(
        "\(name) in 100000 posts, program included", median.map(Quantity.time),
        limit: "< 50 ms", isReached: median.map { $0 < 50_000_000 })
    }
  }
}
