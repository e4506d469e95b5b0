import Console
import Glibc
import Terminal

/// Asks the terminal about its pictures and emoji, for `tweetie doctor`, and shows it a picture.
@MainActor final class PictureInterview {
  private let options: TerminalOptions
  /// What is known after the terminal was asked, which happens once.
  private(set) lazy var answers = TerminalInterview(
    input: STDIN_FILENO, output: STDOUT_FILENO, options: options)

  init(options: TerminalOptions) { self.options = options }

  /// Draws the test card below what was printed, where that is a terminal.
  func showTestCard() {
    guard isatty(STDOUT_FILENO) == 1 else { return }
    let described = TerminalLibrary.colours(of: options.term) ?? 0
    let bytes = TestCard.bytes(answers.pictures, depth: options.depth(describedColours: described))
    // Who has gone away meanwhile misses nothing.
    try? DescriptorSink(STDOUT_FILENO).write(bytes)
  }
}
