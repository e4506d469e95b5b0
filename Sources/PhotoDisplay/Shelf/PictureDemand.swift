/// What is to be had, in the order in which it is wanted.
///
/// A frame tells what it shows and what will be looked at next; the last whole frame counts.
struct PictureDemand {
  /// More is not looked ahead.
  static let mostExpected = 24

  /// What is on the screen, and then what is expected to be.
  private(set) var orders: [PictureOrder] = []
  /// What the last frame shows; while one is drawn, what it shows so far.
  package private(set) var shown: [PictureOrder] = []
  private var expected: [PictureOrder] = []

  /// Whether neither the last frame nor the one that is drawn wants anything.
  var isEmpty: Bool { orders.isEmpty && shown.isEmpty && expected.isEmpty }

  mutating func begin() {
    shown.removeAll(keepingCapacity: true)
    expected.removeAll(keepingCapacity: true)
  }

  mutating func show(_ order: PictureOrder) { shown.append(order) }

  /// That will be looked at next.
  mutating func expect(_ order: PictureOrder) {
    if expected.count < Self.mostExpected { expected.append(order) }
  }

  /// The frame is whole: what it wants replaces what was wanted.
  mutating func end() {
    orders.removeAll(keepingCapacity: true)
    var known: Set<PictureOrder> = []
    for order in shown where known.insert(order).inserted { orders.append(order) }
    for order in expected where known.insert(order).inserted { orders.append(order) }
  }

  /// Nothing is wanted any more.
  mutating func clear() {
    begin()
    orders = []
  }
}
