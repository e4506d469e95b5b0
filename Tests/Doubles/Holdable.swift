/// A double whose replies a test can hold back.
package protocol Holdable: Actor {
  var gate: CallGate { get set }
}

extension Holdable {
  /// The number of replies that are held back.
  package var waiting: Int { gate.held.count }

  /// Makes the double hold back every reply until `release`.
  package func hold() { gate.isHolding = true }

  package func release() {
    let held = gate.held
    gate = CallGate()
    for continuation in held { continuation.resume() }
  }

  /// Waits until the reply is no longer held back.
  func passGate() async {
    guard gate.isHolding else { return }
    await withCheckedContinuation { gate.held.append($0) }
  }
}

/// The state of a double whose replies a test can hold back.
package struct CallGate {
  fileprivate var isHolding = false
  fileprivate var held: [CheckedContinuation<Void, Never>] = []
}
