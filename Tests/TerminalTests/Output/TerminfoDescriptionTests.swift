import Testing

@testable import Terminal

struct TerminfoDescriptionTests {
  private let erasing: [Int: [UInt8]] = [
    TerminalCapability.erase: Array("\u{1b}[%p1%dX".utf8),
    TerminalCapability.eraseFromStart: Array("\u{1b}[1K".utf8),
  ]

  @Test(arguments: [
    ("xterm-256color", true), ("tmux-256color", true), ("mlterm", false),
    ("mlterm-256color", false),
  ])
  func `erasing sequences of a terminal with a known error are not used`(term: String, isTold: Bool)
  {
    let description = TerminfoDescription(strings: erasing)

    let corrected = description.correctingErrors(for: term)

    #expect(corrected.strings == (isTold ? erasing : [:]))
  }

  @Test(arguments: [
    ("mlterm", 8, ColourDepth.palette256), ("xterm", 8, .ansi16), ("vt220", -1, .none),
  ])
  func `mlterm has more colours than its description says`(
    term: String, described: Int, depth: ColourDepth
  ) {
    let found = ColourDepth.detectedColourDepth(
      environment: ["TERM": term], describedColours: described)

    #expect(found == depth)
  }
}
