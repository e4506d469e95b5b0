internal import Threads

/// How many elements of a reply were left out because nothing could be made of them.
final class Omissions: Sendable {
  /// Those of the reply that is being read; nil where nobody counts.
  @TaskLocal static var current: Omissions?

  private let number = Guarded(0)

  var count: Int { number.withLock { $0 } }

  fileprivate func add(_ count: Int) { number.withLock { $0 += count } }
}

extension [JSON] {
  /// What can be made of the elements; the others are left out, and counted.
  func readable<Value>(_ read: (JSON) -> Value?) -> [Value] {
    let values = compactMap(read)
    if values.count < count { Omissions.current?.add(count - values.count) }
    return values
  }
}
