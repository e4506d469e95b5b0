internal import FeedDomain

/// Looks again at the topics, at what somebody put together, and whether photos can be liked.
struct UnsplashUpkeep: UpkeepGateway {
  let key: UnsplashKey
  let look: UnsplashLook
  let world: any World
  let notes: AccountNotes<UnsplashKey>

  let mayWait = true

  func lookAgain() async throws(FeedError) {
    let now = world.now
    guard key.seenAt?.isStale(at: now) ?? true else { return }
    let topics = try await look.topics()
    let collections: [UnsplashKey.Collection]?
    var hasLikes = false
    if let permit = key.permit {
      collections = try await look.collections(of: permit.handle)
      // What was found to be gone comes back with the next sign-in.
      if permit.hasLikes { hasLikes = try await look.hasLikes() }
    } else {
      collections = nil
    }
    // It did not answer at all.
    guard topics != nil || collections != nil else { throw .unreachable }
    try await notes.keep { [hasLikes] key in
      if let topics { key.topics = topics }
      if let collections { key.permit?.collections = collections }
      if !hasLikes { key.permit?.hasLikes = false }
      key.seenAt = now
    }
  }
}
