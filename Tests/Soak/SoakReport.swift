internal import Glibc

/// The figures of a soak run: of the process by hours, of requests, and of what arrived.
package struct SoakReport: Sendable {
  /// The process at a moment.
  package struct Process: Sendable {
    /// The resident memory in bytes.
    package let memory: Int
    package let descriptors: Int
    package let threads: Int
    /// The number of child processes.
    package let children: Int

    static var now: Process {
      Process(
        memory: number(after: "VmRSS:") * 1024, descriptors: count(in: "/proc/self/fd") - 1,
        threads: number(after: "Threads:"),
        children: text(of: "/proc/self/task/\(getpid())/children")
          .split(whereSeparator: \.isWhitespace).count)
    }

    private static func number(after name: String) -> Int {
      let line = text(of: "/proc/self/status").split(separator: "\n").first { $0.hasPrefix(name) }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    private static func text(of path: String) -> String {
      guard let file = fopen(path, "r") else { return "" }
      defer { fclose(file) }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = fread(&buffer, 1, buffer.count, file)
      return String(decoding: buffer[..<count], as: UTF8.self)
    }

    private static func count(in folder: String) -> Int {
      guard let directory = opendir(folder) else { return 0 }
      defer { closedir(directory) }
      var count = 0
      while readdir(directory) != nil { count += 1 }
      return count - 2
    }
  }

  package struct Hour: Sendable {
    let number: Int
    package let process: Process
    /// The number of requests in the hour, by server.
    package let requests: [String: Int]
    let posts: Int

    package var text: String {
      let counts = requests.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return """
        hour \(number): \(process.memory / 1024) kB, \(process.descriptors) descriptors, \
        \(process.threads) threads, \(process.children) children; requests: \
        \(counts.joined(separator: ", ")); \(posts) posts written
        """
    }
  }

  package internal(set) var hours: [Hour] = []
  /// The largest numbers of requests in a minute, by server.
  package internal(set) var busiest: [String: Int] = [:]
  /// The largest numbers of requests in the minute after a sleep, by server.
  package internal(set) var busiestAfterSleep: [String: Int] = [:]
  package internal(set) var changes: [String: Int] = [:]
  package internal(set) var sleeps = 0
  package internal(set) var renewals = 0
  package internal(set) var feedReplies = (whole: 0, unchanged: 0)
  package internal(set) var written = 0
  /// The number of posts that are still in the outbox.
  package internal(set) var waiting = 0
  package internal(set) var lost = 0
  package internal(set) var doubled = 0
  /// The ids of the servers' newest posts that were not stored.
  package internal(set) var missing: [String] = []
  var minutes = 0
  private var hour: [String: Int] = [:]

  mutating func addMinute(_ counts: [String: Int], isAfterSleep: Bool = false) {
    minutes += 1
    for (server, count) in counts {
      hour[server, default: 0] += count
      busiest[server] = max(busiest[server] ?? 0, count)
      if isAfterSleep { busiestAfterSleep[server] = max(busiestAfterSleep[server] ?? 0, count) }
    }
  }

  mutating func takeHour() -> [String: Int] {
    defer { hour = [:] }
    return hour
  }

  /// The memory at the end as a share of that after the first hour.
  package var memoryShare: Double {
    guard let first = hours.first, let last = hours.last, first.process.memory > 0 else { return 0 }
    return Double(last.process.memory) / Double(first.process.memory)
  }

  package var text: String {
    guard let first = hours.first?.process, let last = hours.last?.process else { return "" }
    func list(_ counts: [String: Int]) -> String {
      counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
    return """
      memory: \(first.memory / 1024) kB after the first hour, \(last.memory / 1024) kB after hour \
      \(hours.count): \(Int(memoryShare * 100)) %
      descriptors: \(first.descriptors), \(last.descriptors); threads: \(first.threads), \
      \(last.threads); child processes: \(last.children)
      busiest minute: \(list(busiest)); after a sleep: \(list(busiestAfterSleep))
      network: \(list(changes)); \(sleeps) sleeps; \(renewals) renewed tokens
      web feeds: \(feedReplies.whole) files, \(feedReplies.unchanged) unchanged
      posts: \(written) written, \(lost) lost, \(doubled) doubled, \(waiting) left; \
      \(missing.count) of the newest posts not stored
      """
  }

  /// The promises about posts that were not kept; empty for a good run.
  package var complaints: [String] {
    var complaints: [String] = []
    if lost + doubled > 0 { complaints.append("\(lost) posts lost, \(doubled) doubled") }
    if waiting > 0 { complaints.append("\(waiting) changes are still in the outbox") }
    if !missing.isEmpty {
      complaints.append("not stored: \(missing.joined(separator: ", "))")
    }
    return complaints
  }

  /// What the process has more of after the last hour than after the first one; of interest where no
  /// tests run beside it.
  package var leaks: [String] {
    var complaints: [String] = []
    if hours.count >= 24, memoryShare > 1.1 {
      complaints.append("memory grew to \(Int(memoryShare * 100)) %")
    }
    if let first = hours.first?.process, let last = hours.last?.process {
      if last.descriptors > first.descriptors + 8 { complaints.append("descriptors are left open") }
      if last.threads > first.threads + 8 { complaints.append("threads are left") }
      if last.children > 0 { complaints.append("child processes are left") }
    }
    return complaints
  }
}

/// Dice that fall the same way for each seed.
struct SoakDice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(sides))
  }
}
