internal import Glibc

/// The properties of a process that `/proc` reports.
public struct ProcessFacts: Sendable {
  /// The id of the process whose properties are read.
  public let pid: Int32

  public init(pid: Int32) { self.pid = pid }

  /// The processes that this one has started, and those they have started, the nearest first.
  public var descendants: [ProcessFacts] {
    let children = taskDirectories.flatMap { task in
      (contents(of: task + "/children") ?? "").split(separator: " ").compactMap { Int32($0) }
    }
    return children.flatMap { [ProcessFacts(pid: $0)] + ProcessFacts(pid: $0).descendants }
  }

  /// The number of times that any of the process's threads was given the processor.
  public var contextSwitches: Int {
    taskDirectories.reduce(0) { sum, task in
      sum + number(in: task + "/status", after: "\nvoluntary_ctxt_switches:")
        + number(in: task + "/status", after: "\nnonvoluntary_ctxt_switches:")
    }
  }

  /// The memory that the process occupies, in kB.
  public var residentKilobytes: Int { number(in: "/proc/\(pid)/status", after: "\nVmRSS:") }

  /// The memory in kB that belongs to the process alone and to no file.
  public var anonymousKilobytes: Int {
    number(in: "/proc/\(pid)/smaps_rollup", after: "\nPss_Anon:")
  }

  /// The most memory that the process has occupied so far, in kB.
  public var peakKilobytes: Int { number(in: "/proc/\(pid)/status", after: "\nVmHWM:") }

  /// The processor time that the process has used, in nanoseconds.
  public var processorNanoseconds: Int {
    taskDirectories.reduce(0) { sum, task in
      let fields = (contents(of: task + "/schedstat") ?? "").split(separator: " ")
      return sum + (fields.first.flatMap { Int($0) } ?? 0)
    }
  }

  /// The name of the running program; nil if the process has ended.
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
