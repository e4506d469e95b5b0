internal import Glibc

/// A process, told from every other that had or will have its number.
struct ProcessIdentity: Hashable, Sendable {
  /// Boot, number and moment of starting, as they are stored.
  let text: String

  /// The process that was stored so.
  init(text: String) { self.text = text }

  /// The process with that number; nil where there is none.
  init?(pid: Int32) {
    guard let boot = Self.contents(of: "/proc/sys/kernel/random/boot_id"),
      let status = Self.contents(of: "/proc/\(pid)/stat"),
      // The second field is the program's name, which may contain anything; the 22nd is the moment.
      let name = status.lastIndex(of: ")")
    else { return nil }
    let fields = status[name...].split(separator: " ")
    // A process that has ended and was not yet waited for does nothing any more.
    guard fields.count > 20, fields[1] != "Z", fields[1] != "X" else { return nil }
    text = "\(boot.prefix { !$0.isWhitespace }) \(pid) \(fields[20])"
  }

  static var current: ProcessIdentity {
    // Without /proc a process cannot be told from a later one of its number: then none is known to
    // be alive, and what one leaves behind is looked at again.
    ProcessIdentity(pid: getpid()) ?? ProcessIdentity(text: "unknown \(getpid())")
  }

  /// Whether the process still runs.
  var isAlive: Bool {
    let parts = text.split(separator: " ")
    guard parts.count == 3, let pid = Int32(parts[1]) else {
      // Where there is no /proc; where there is, this was another process of that number.
      return self == .current
    }
    return ProcessIdentity(pid: pid) == self
  }

  private static func contents(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
