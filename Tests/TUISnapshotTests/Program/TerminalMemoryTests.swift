import Doubles
import Testing

@testable import TweetieTUI

struct TerminalMemoryTests {
  private let folder = ScratchFolder()
  private let kitty = ["TERM": "xterm-kitty"]

  private func memory(_ environment: [String: String]) -> TerminalMemory {
    TerminalMemory(path: folder.path + "/terminals", environment: environment)
  }

  @Test func `what was said of a terminal is said once, and tells nothing of its emoji`() {
    #expect(!memory(["TERM": "xterm"]).hasToldOfPlainSigns)

    memory(["TERM": "xterm"]).keepToldOfPlainSigns()

    #expect(memory(["TERM": "xterm"]).hasToldOfPlainSigns)
    #expect(memory(["TERM": "xterm"]).drawsSequences == nil)
    #expect(!memory(["TERM": "screen"]).hasToldOfPlainSigns)
  }

  @Test func `nothing is known of a terminal that was never seen`() {
    #expect(memory(kitty).drawsSequences == nil)
  }

  @Test func `each terminal is remembered by itself, and what was found out last holds`() {
    memory(kitty).keep(drawsSequences: true)
    memory(["TERM": "xterm"]).keep(drawsSequences: false)
    memory(["TERM": "xterm", "VTE_VERSION": "7200"]).keep(drawsSequences: false)
    memory(["TERM": "xterm", "VTE_VERSION": "7200"]).keep(drawsSequences: true)

    #expect(memory(kitty).drawsSequences == true)
    #expect(memory(["TERM": "xterm"]).drawsSequences == false)
    #expect(memory(["TERM": "xterm", "VTE_VERSION": "7200"]).drawsSequences == true)
  }

  @Test func `of many terminals the ones seen last are remembered`() {
    for number in 0..<20 { memory(["TERM": "t\(number)"]).keep(drawsSequences: true) }

    #expect(memory(["TERM": "t3"]).drawsSequences == nil)
    #expect(memory(["TERM": "t4"]).drawsSequences == true)
  }

  @Test func `a name with line ends in it is one line`() {
    memory(["TERM": "a\nxterm///// whole\n"]).keep(drawsSequences: true)

    #expect(memory(["TERM": "xterm"]).drawsSequences == nil)
  }
}
