internal import Glibc
internal import TerminalRig

/// A benchmark: all scenarios in order, and the table of their measurements.
struct Benchmark {
  private let fixture: BenchmarkFixture

  private static let large = WindowSize(columns: 200, rows: 60)
  private static let scenarios: [any Scenario] =
    [
      StartScenario(posts: nil),
      StartScenario(posts: 10_000),
      StartScenario(posts: 100_000),
      StartScenario(posts: 100_000, size: large),
      StartScenario(posts: 100_000, columns: 2, size: large),
      StartScenario(posts: 100_000, accounts: 4),
      KeyScenario(movement: .cursor),
      KeyScenario(movement: .cursor, size: large),
      KeyScenario(movement: .cursor, screenContents: .lines, size: large),
      KeyScenario(movement: .cursor, screenContents: .deck, size: large),
      KeyScenario(movement: .cursor, screenContents: .everything),
      KeyScenario(movement: .page),
      KeyScenario(movement: .scroll),
      RepaintScenario(),
      HeldKeyScenario(),
      FloodScenario(),
      ResizeScenario(),
      LikeScenario(),
      RefreshScenario(),
      PageScenario(),
      SearchScenario(),
      StatusScenario(),
      CatchUpScenario(),
      MarkReadScenario(),
      MemoryScenario(),
      MemoryScenario(accounts: 4),
      OwnMemoryScenario(),
      IdleScenario(),
      PhotoScenario.original,
      PhotoScenario.wall,
      PictureMemoryScenario(),
      FeedScenario(),
      LongArticleScenario(),
      LoadedKeyScenario(bytesPerSecond: nil),
      LoadedKeyScenario(bytesPerSecond: 16_000),
    ] + TerminalKind.allCases.map { PictureScrollScenario(terminal: $0) }
    + [TerminalKind.symbols, .sixel, .placeholders].map { AnimatedKeyScenario(terminal: $0) }

  init(_ options: BenchmarkOptions) throws {
    fixture = BenchmarkFixture(
      options: options,
      reference: try ReferenceProgram(source: "Benchmarks/reference.c"),
      homes: PreparedHomes(binary: options.binary))
  }

  /// Runs the chosen scenarios and prints the table of measurements; a failed scenario does not
  /// stop the others.
  func run() async {
    let chosen = Self.scenarios.filter { fixture.options.only.map($0.name.contains) ?? true }
    if chosen.isEmpty {
      printRemark("There are: " + Self.scenarios.map(\.name).joined(separator: " · "))
    }
    var measurements: [Measurement] = []
    for scenario in chosen {
      printRemark("\(scenario.name)…")
      do {
        measurements += try await scenario.measure(on: fixture)
      } catch {
        printRemark("\(error)")
        measurements.append(Measurement(scenario.name, unmeasured: "see above"))
      }
    }
    print(Table(measurements).text)
  }
}

struct BenchmarkOptions {
  static let usage = "TweetieBenchmark [BINARY] [--only WORD] [--quick]"

  /// The path of the measured program.
  private(set) var binary = ".build/release/tweetie"
  /// A text in the names of the scenarios to run; nil runs all scenarios.
  private(set) var only: String?
  /// True if fewer samples are taken.
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

  /// Returns the number of samples to take: `count`, or a quarter of it in a quick run.
  func samples(_ count: Int) -> Int { isQuick ? max(3, count / 4) : count }
}

/// An error that ends the benchmark, or one scenario of it.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Prints a line to standard error, apart from the table.
func printRemark(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
