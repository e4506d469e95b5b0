/// A gateway whose replies a test can hold back.
package protocol HoldingGateway: Actor {
  var replies: HeldReplies { get set }
}

package struct HeldReplies: Sendable {
  fileprivate var isHolding = false
  fileprivate var held: [CheckedContinuation<Void, Never>] = []
}

extension HoldingGateway {
  /// The number of replies that are being held back.
  package var waiting: Int { replies.held.count }

  /// Makes the gateway hold back every reply until `release`.
  package func hold() { replies.isHolding = true }

  package func release() {
    replies.isHolding = false
    for continuation in replies.held { continuation.resume() }
    replies.held = []
  }

  /// Waits, before a reply, until replies are no longer held back.
  func waitForRelease() async {
    if replies.isHolding { await withCheckedContinuation { replies.held.append($0) } }
  }
}
