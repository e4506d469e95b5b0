import Glibc
import TerminalRig

/// The processes this one has started and not yet forgotten.
enum Children {
  /// How many of that name, as the kernel has it: fifteen bytes at most.
  static func count(named name: String) -> Int {
    ProcessFacts(pid: getpid()).descendants.count { $0.name == String(name.prefix(15)) }
  }

  /// Lets others run until there are so many.
  static func wait(for count: Int, named name: String) async {
    while self.count(named: name) != count { await Task.yield() }
  }
}
