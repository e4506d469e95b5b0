internal import TerminalRig

/// All scenarios, one after the other, and the table they make.
struct Benchmark {
  private let stage: BenchmarkFixture

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
      KeyScenario(movement: .cursor, sight: .lines, size: large),
      KeyScenario(movement: .cursor, sight: .deck, size: large),
      KeyScenario(movement: .cursor, sight: .everything),
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
      CatchUpScenario(),
      MemoryScenario(),
      MemoryScenario(accounts: 4),
      OwnMemoryScenario(),
      IdleScenario(),
      PhotoScenario.original,
      PhotoScenario.wall,
      PictureMemoryScenario(),
      LoadedKeyScenario(bytesPerSecond: nil),
      LoadedKeyScenario(bytesPerSecond: 16_000),
    ] + TerminalKind.allCases.map { PictureScrollScenario(terminal: $0) }
    + [TerminalKind.symbols, .sixel, .placeholders].map { MovingKeyScenario(terminal: $0) }

  init(_ options: BenchmarkOptions) throws {
    stage = BenchmarkFixture(
      options: options,
      reference: try ReferenceProgram(source: "Benchmarks/reference.c"),
      homes: PreparedHomes(binary: options.binary))
  }

  /// Measures and prints; a scenario that cannot be measured does not keep the others from it.
  func run() async {
    let chosen = Self.scenarios.filter { stage.options.only.map($0.name.contains) ?? true }
    if chosen.isEmpty {
      remark("There are: " + Self.scenarios.map(\.name).joined(separator: " · "))
    }
    var measurements: [Measurement] = []
    for scenario in chosen {
      remark("\(scenario.name)…")
      do {
        measurements += try await scenario.measure(on: stage)
      } catch {
        remark("\(error)")
        measurements.append(Measurement(scenario.name, unmeasured: "see above"))
      }
    }
    print(Table(measurements).text)
  }
}
