internal import Glibc

do {
  let options = try BenchmarkOptions(arguments: Array(CommandLine.arguments.dropFirst()))
  try await Benchmark(options).run()
} catch {
  printRemark("\(error)")
  exit(2)
}
