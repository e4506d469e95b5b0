import Glibc
import TerminalRig
import Testing

/// `Scripts/torture` in short; `Docs/Reliability.md` has the figures of its long runs.
@Suite(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "The script needs Python."))
struct TortureStories {
  private func torture(_ words: String) async throws -> (code: Int32, output: String) {
    let run = try await TemporaryHome().run(
      "TWEETIE_BINARY='\(ProgramLocation.tweetie)' '\(SourceTree.root)'/Scripts/torture \(words) 2>&1"
    )
    return (run.code, run.output)
  }

  @Test func `a queued post is sent exactly once after each of forty power cuts`() async throws {
    let run = try await torture("power --cuts 40 --posts 3")

    #expect(run.code == 0, "\(run.output)")
    #expect(run.output.contains("40 cuts at "))
    #expect(run.output.contains(": 0 failures"))
  }

  @Test func `ten kills neither lose nor double a post`() async throws {
    let run = try await torture("kill --runs 10 --whole")

    #expect(run.code == 0, "\(run.output)")
    #expect(run.output.contains(" 0 lost, 0 doubled"))
  }
}
