internal import Glibc

/// What the command line asks for.
struct BenchmarkOptions {
  static let usage = "TweetieBenchmark [BINARY] [--only WORD] [--quick]"

  /// The program to measure.
  private(set) var binary = ".build/release/tweetie"
  /// A word that the scenarios to run have in their name.
  private(set) var only: String?
  /// Fewer samples, for a first look.
  private(set) var isQuick = false

  init(arguments: [String]) throws(BenchmarkError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--only":
        only = rest.popFirst()
        guard only != nil else { throw BenchmarkError("--only needs a word") }
      case _ where argument.hasPrefix("-"): throw BenchmarkError(Self.usage)
      default: binary = argument
      }
    }
    guard access(binary, X_OK) == 0 else {
      throw BenchmarkError("there is no program \(binary): build it with -c release first")
    }
  }

  /// So many samples; a quarter of them for a first look.
  func samples(_ count: Int) -> Int { isQuick ? max(3, count / 4) : count }
}
