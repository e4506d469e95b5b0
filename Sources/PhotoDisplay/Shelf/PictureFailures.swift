import FeedDomain

/// What could not be had, by its address, until somebody tries again.
///
/// What may work later is tried again by itself when it comes back to the screen after a while.
struct PictureFailures {
  /// How long a failure counts for a photo that left the screen.
  static let patience = Duration.seconds(30)

  private struct Failure {
    let failure: PictureFailure
    let photo: Photo.ID
    let at: Timestamp
    var isShown = true
  }

  private var failures: [String: Failure] = [:]

  /// Why an address could not be had, which is shown in this frame; nil where it could, or was
  /// never tried.
  mutating func show(_ url: String) -> PictureFailure? {
    guard let index = failures.index(forKey: url) else { return nil }
    failures.values[index].isShown = true
    return failures.values[index].failure
  }

  /// Whether an address could not be had.
  func contains(_ url: String) -> Bool { failures[url] != nil }

  mutating func keep(
    _ failure: PictureFailure, of url: String, _ photo: Photo.ID, at now: Timestamp
  ) {
    failures[url] = Failure(failure: failure, photo: photo, at: now)
  }

  mutating func forget(_ photo: Photo.ID) {
    failures = failures.filter { $0.value.photo != photo }
  }

  /// Forgets what the last frame showed; false where that was nothing.
  mutating func forgetShown() -> Bool {
    let count = failures.count
    failures = failures.filter { !$0.value.isShown }
    return failures.count < count
  }

  /// A frame begins: it has shown nothing yet.
  mutating func beginFrame() {
    guard !failures.isEmpty else { return }
    for index in failures.values.indices { failures.values[index].isShown = false }
  }

  /// A frame is whole.
  mutating func endFrame(at now: Timestamp) {
    guard !failures.isEmpty else { return }
    failures = failures.filter { _, failure in
      failure.isShown || !failure.failure.mayPass || now.since(failure.at) < Self.patience
    }
  }
}

extension PictureFailure {
  /// Whether trying again later may work.
  var mayPass: Bool {
    switch self {
    case .notFetched(let error): error.mayPass
    case .notShowable: false
    case .tookTooLong: true
    case .unreadable: false
    }
  }
}
