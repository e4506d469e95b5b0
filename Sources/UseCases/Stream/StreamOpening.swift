internal import FeedDomain

/// Which stream is read, and what is found out about the place it is around.
struct StreamOpening {
  /// Where the reader is; nil where nearby is not offered.
  let locationProvider: LocationProvider?
  /// The accounts that may be read together; nil where there is but one.
  let company: AccountGroup?
  /// What is done as any of them.
  let news = AccountGroupActions()
  /// Whether it is read in a column beside another: that one is where the reader begins next time.
  let isBeside: Bool
  /// The stream; nil before one is opened, while a place is looked for, and after the end.
  var feed: Feed?
  /// Whether it is read for what is near: around a place, or for want of one.
  var isNearby = false
  /// Whether the reader is choosing a place to look around.
  var awaitsPlace = false
  /// Finding out where the reader is.
  var locating: Task<Void, Never>?
  /// Finding out what the place is called.
  var naming: Task<Void, Never>?
  /// Counts openings, so that what was begun for another one can tell.
  private(set) var number = 0

  /// No stream is read yet.
  init(locationProvider: LocationProvider?, company: AccountGroup? = nil, isBeside: Bool = false) {
    (self.locationProvider, self.company, self.isBeside) = (locationProvider, company, isBeside)
  }

  /// The accounts that are read together now; nil where one is read alone.
  var together: AccountGroup? { feed == .everything ? company : nil }

  /// Begins another opening, and calls off what was being found out for the one before.
  mutating func begin() -> Int {
    locating?.cancel()
    naming?.cancel()
    (locating, naming) = (nil, nil)
    number += 1
    return number
  }
}
