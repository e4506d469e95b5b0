/// What was made from pictures, kept as long as somebody holds the picture and there is room.
@MainActor struct PictureCache<Value> {
  private struct Entry {
    weak var picture: Picture?
    let value: Value
    let cost: Int
    var used: Int
  }

  private let capacity: Int
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var clock = 0
  private var cost = 0

  /// A cache that holds values up to that total cost.
  init(capacity: Int) { self.capacity = capacity }

  /// Whether there is a value for a picture.
  func contains(_ picture: Picture) -> Bool {
    entries[ObjectIdentifier(picture)]?.picture === picture
  }

  /// The value for a picture; nil where it was never made or has been forgotten.
  mutating func value(for picture: Picture) -> Value? {
    let name = ObjectIdentifier(picture)
    // Another picture may have the address that a forgotten one had.
    guard let entry = entries[name], entry.picture === picture else { return nil }
    clock += 1
    entries[name]?.used = clock
    return entry.value
  }

  /// Keeps a value; where there is no room, those unused for longest are forgotten.
  mutating func keep(_ value: Value, for picture: Picture, cost: Int) {
    clock += 1
    forget { $0.picture == nil || $0.picture === picture }
    entries[ObjectIdentifier(picture)] = Entry(
      picture: picture, value: value, cost: cost, used: clock)
    self.cost += cost
    while self.cost > capacity, entries.count > 1,
      let oldest = entries.values.min(by: { $0.used < $1.used })
    {
      forget { $0.used == oldest.used }
    }
  }

  private mutating func forget(_ isForgotten: (Entry) -> Bool) {
    for (name, entry) in entries where isForgotten(entry) {
      entries[name] = nil
      cost -= entry.cost
    }
  }
}
