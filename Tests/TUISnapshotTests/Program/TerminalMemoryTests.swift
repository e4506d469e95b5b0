import Doubles
import Testing

@testable import TweetieTUI

struct TerminalMemoryTests {
  private let folder = ScratchFolder()
  private let kitty = ["TERM": "xterm-kitty"]

  private func memory(_ environment: [String: String]) -> TerminalFactsFile {
    TerminalFactsFile(path: folder.path + "/terminals", environment: environment)
  }

  @Test func `what was said of a terminal is said once, and tells nothing of its emoji`() {
    #expect(!memory(["TERM": "xterm"]).hasExplainedASCII)

    memory(["TERM": "xterm"]).storeThatASCIIWasExplained()

    #expect(memory(["TERM": "xterm"]).hasExplainedASCII)
    #expect(memory(["TERM": "xterm"]).drawsEmojiWhole == nil)
    #expect(!memory(["TERM": "screen"]).hasExplainedASCII)
  }

  @Test func `nothing is known of a terminal that was never seen`() {
    #expect(memory(kitty).drawsEmojiWhole == nil)
  }

  @Test func `each terminal is remembered by itself, and what was found out last holds`() {
    memory(kitty).storeEmojiWidth(drawsEmojiWhole: true)
    memory(["TERM": "xterm"]).storeEmojiWidth(drawsEmojiWhole: false)
    memory(["TERM": "xterm", "VTE_VERSION": "7200"]).storeEmojiWidth(drawsEmojiWhole: false)
    memory(["TERM": "xterm", "VTE_VERSION": "7200"]).storeEmojiWidth(drawsEmojiWhole: true)

    #expect(memory(kitty).drawsEmojiWhole == true)
    #expect(memory(["TERM": "xterm"]).drawsEmojiWhole == false)
    #expect(memory(["TERM": "xterm", "VTE_VERSION": "7200"]).drawsEmojiWhole == true)
  }

  @Test func `of many terminals the ones seen last are remembered`() {
    for number in 0..<20 { memory(["TERM": "t\(number)"]).storeEmojiWidth(drawsEmojiWhole: true) }

    #expect(memory(["TERM": "t3"]).drawsEmojiWhole == nil)
    #expect(memory(["TERM": "t4"]).drawsEmojiWhole == true)
  }

  @Test func `a name with line ends in it is one line`() {
    memory(["TERM": "a\nxterm///// whole\n"]).storeEmojiWidth(drawsEmojiWhole: true)

    #expect(memory(["TERM": "xterm"]).drawsEmojiWhole == nil)
  }
}
