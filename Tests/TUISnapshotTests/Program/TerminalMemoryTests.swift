import Doubles
import Testing

@testable import TweetieTUI

struct TerminalMemoryTests {
  private let folder = ScratchFolder()
  private let kitty = ["TERM": "xterm-kitty"]

  private func memory(_ environment: [String: String]) -> TerminalFactsFile {
    TerminalFactsFile(path: folder.path + "/terminals", environment: environment)
  }

  @Test func `the ASCII notice is remembered once for each terminal, apart from the emoji width`() {
    #expect(!memory(["TERM": "xterm"]).hasExplainedASCII)

    memory(["TERM": "xterm"]).storeThatASCIIWasExplained()

    #expect(memory(["TERM": "xterm"]).hasExplainedASCII)
    #expect(memory(["TERM": "xterm"]).drawsEmojiWhole == nil)
    #expect(!memory(["TERM": "screen"]).hasExplainedASCII)
  }

  @Test func `an unknown terminal has no remembered emoji width`() {
    #expect(memory(kitty).drawsEmojiWhole == nil)
  }

  @Test func `each terminal is remembered separately, with the latest result`() {
    memory(kitty).storeEmojiWidth(drawsEmojiWhole: true)
    memory(["TERM": "xterm"]).storeEmojiWidth(drawsEmojiWhole: false)
    memory(["TERM": "xterm", "VTE_VERSION": "7200"]).storeEmojiWidth(drawsEmojiWhole: false)
    memory(["TERM": "xterm", "VTE_VERSION": "7200"]).storeEmojiWidth(drawsEmojiWhole: true)

    #expect(memory(kitty).drawsEmojiWhole == true)
    #expect(memory(["TERM": "xterm"]).drawsEmojiWhole == false)
    #expect(memory(["TERM": "xterm", "VTE_VERSION": "7200"]).drawsEmojiWhole == true)
  }

  @Test func `the sixteen terminals seen last are remembered`() {
    for number in 0..<20 { memory(["TERM": "t\(number)"]).storeEmojiWidth(drawsEmojiWhole: true) }

    #expect(memory(["TERM": "t3"]).drawsEmojiWhole == nil)
    #expect(memory(["TERM": "t4"]).drawsEmojiWhole == true)
  }

  @Test func `a terminal name with line breaks is stored as one line`() {
    memory(["TERM": "a\nxterm///// whole\n"]).storeEmojiWidth(drawsEmojiWhole: true)

    #expect(memory(["TERM": "xterm"]).drawsEmojiWhole == nil)
  }
}
