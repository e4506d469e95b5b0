import Testing

/// A release build loses what a child task returns beside an error that it catches itself: a test,
/// which is built otherwise, would never see it.
@Suite struct ChildTaskTests {
  @Test func `no child task returns more than the error it catches`() throws {
    let files = try SourceTree(#filePath).swiftFiles(under: "Sources")

    #expect(files.filter { Self.isBroken($0.text) }.map(\.path) == [])
  }

  @Test
  func `a child task that returns more than its caught error is found, one with a helper is not`() {
    let broken = """
      group.addTask {
        do throws(FeedError) {
          return (place, .success(try await answer()))
        } catch { return (place, .failure(error)) }
      }
      """

    #expect(Self.isBroken(broken))
    #expect(!Self.isBroken("group.addTask { await (place, answer()) }"))
    #expect(
      !Self.isBroken("group.addTask {\n  do throws(FeedError) { try await run() } catch {}\n}"))
  }

  /// Whether a task of a group catches an error and returns several values.
  private static func isBroken(_ text: String) -> Bool {
    text.split(separator: ".addTask {").dropFirst().contains { rest in
      let body = rest.split(separator: "\n", omittingEmptySubsequences: false).prefix(10)
      let task = body.joined(separator: "\n")
      return task.contains("do throws") && task.contains("return (")
    }
  }
}
