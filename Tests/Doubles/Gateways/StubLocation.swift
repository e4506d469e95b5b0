package import FeedDomain

/// A source of the machine's location, which is known or not.
package actor StubLocation: LocationSource {
  private let place: Place?
  package private(set) var asked = 0
  private var held: [CheckedContinuation<Void, Never>] = []
  private var isHolding = false
  package var waiting: Int { held.count }

  package init(_ place: Place?) { self.place = place }

  package func hold() { isHolding = true }

  package func release() {
    isHolding = false
    for continuation in held { continuation.resume() }
    held = []
  }

  package func userLocation() async -> Place? {
    asked += 1
    if isHolding { await withCheckedContinuation { held.append($0) } }
    return place
  }
}
