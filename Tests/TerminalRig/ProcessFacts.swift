internal import Glibc

/// What `/proc` tells about a process.
public struct ProcessFacts: Sendable {
  /// The process asked about.
  public let pid: Int32

  /// Facts about that process.
  public init(pid: Int32) { self.pid = pid }

  /// The processes it has started, and theirs, nearest first.
  public var descendants: [ProcessFacts] {
    let children = taskDirectories.flatMap { task in
      (contents(of: task + "/children") ?? "").split(separator: " ").compactMap { Int32($0) }
    }
    return children.flatMap { [ProcessFacts(pid: $0)] + ProcessFacts(pid: $0).descendants }
  }

  /// How often any of its threads has been given the processor since it began.
  public var contextSwitches: Int {
    taskDirectories.reduce(0) { sum, task in
      sum + number(in: task + "/status", after: "\nvoluntary_ctxt_switches:")
        + number(in: task + "/status", after: "\nnonvoluntary_ctxt_switches:")
    }
  }

  /// How much of the machine's memory it occupies, in kB.
  public var residentKilobytes: Int { number(in: "/proc/\(pid)/status", after: "\nVmRSS:") }

  /// The memory that belongs to the process alone and to no file, in kB.
  public var anonymousKilobytes: Int {
    number(in: "/proc/\(pid)/smaps_rollup", after: "\nPss_Anon:")
  }

  /// The most of the machine's memory it has occupied so far, in kB.
  public var peakKilobytes: Int { number(in: "/proc/\(pid)/status", after: "\nVmHWM:") }

  /// The processor time it has used, in nanoseconds.
  public var processorNanoseconds: Int {
    taskDirectories.reduce(0) { sum, task in
      let fields = (contents(of: task + "/schedstat") ?? "").split(separator: " ")
      return sum + (fields.first.flatMap { Int($0) } ?? 0)
    }
  }

  /// The name of the running program, or nothing when it has gone.
  public var name: String? {
    contents(of: "/proc/\(pid)/comm").map { String($0.prefix { $0 != "\n" }) }
  }

  private var taskDirectories: [String] {
    entries(of: "/proc/\(pid)/task").map { "/proc/\(pid)/task/\($0)" }
  }

  private func number(in path: String, after label: String) -> Int {
    guard let contents = contents(of: path), let range = contents.firstRange(of: label) else {
      return 0
    }
    let digits = contents[range.upperBound...].drop { $0.isWhitespace }.prefix { $0.isNumber }
    return Int(digits) ?? 0
  }
}
