/// Decides what looking at a photo does: what is held is shown at once; the service is asked for what
/// only it knows when somebody wants to know.
@MainActor public final class PhotoInteractor: Interacting {
  let session: Session
  let actions: any Acting
  let presenter: any Presenting<PhotoViewing.Response>
  let album: (any PhotoAlbum)?
  let trail: PhotoTrail

  /// The post as the service confirmed it.
  private var confirmed: Post?
  private var index = 0
  private var shownPost: Post?
  /// Whether somebody wants to know what the service tells of the photo.
  private var wantsDetails = false
  /// Counts photos, so that what was begun for another one can tell.
  private(set) var turns = 0
  private var loading: Task<Void, Never>?
  private var stepping: Task<Void, Never>?
  var saving: Task<Void, Never>?
  var progress: Transfer?
  private var shownActivity = PhotoViewing.Activity.none

  /// Looking at photos with an account; without a album, none can be saved.
  public init(
    _ session: Session, actions: any Acting, album: (any PhotoAlbum)?,
    presenter: any Presenting<PhotoViewing.Response>, readsOldestFirst: Bool = false
  ) {
    self.session = session
    self.actions = actions
    self.album = album
    self.presenter = presenter
    trail = PhotoTrail(
      session: session, actions: actions, feed: session.openFeeds.last,
      readsOldestFirst: readsOldestFirst)
    actions.tell(self)
  }

  /// Answers a request; what is fetched goes on by itself.
  public func handle(_ request: PhotoViewing.Request) async {
    switch request {
    case .open(let post, let index):
      stepping?.cancel()
      stepping = nil
      await open(PhotoTrail.Spot(post: post, index: index))
    case .step(let step): go(step)
    case .details: tellDetails()
    case .refresh: loadDetails()
    case .toggle(let action): actions.toggle(action, on: shownPost, in: session)
    case .delete: actions.delete(shownPost, in: session)
    case .save: save()
    case .play: play()
    case .undo: actions.undo()
    case .close:
      turns += 1
      // What is being saved was asked for: that goes on.
      for task in [loading, stepping] { task?.cancel() }
      (loading, stepping, confirmed, shownPost) = (nil, nil, nil, nil)
    }
  }

  /// Asks again after the account was signed in to again.
  public func resume() async {
    if wantsDetails { loadDetails() }
  }

  /// The photo that is looked at, and its post.
  var current: (post: Post, photo: Photo)? {
    guard let post = confirmed, post.content.photos.indices.contains(index) else { return nil }
    return (post, post.content.photos[index])
  }

  /// Shows what is going on, once.
  func presentActivity() {
    let activity: PhotoViewing.Activity =
      if saving != nil {
        .saving(progress)
      } else if loading != nil || stepping != nil {
        .loading
      } else {
        .none
      }
    guard activity != shownActivity else { return }
    shownActivity = activity
    presenter.present(.activity(activity))
  }
}

extension PhotoInteractor: ActionObserving {
  /// Shows what happened to the reader's actions, in the same turn.
  public func hear(_ news: ActionNews) {
    guard let id = confirmed?.id else { return }
    switch news {
    case .changed: overlay()
    case .changedElsewhere: Task { await catchUp() }
    case .delivered(_, let outcome):
      if case .post(let post) = outcome, post.id == id { confirmed = post }
      presenter.present(.action(news))
    default: presenter.present(.action(news))
    }
  }

  private func overlay() {
    guard let confirmed, let before = shownPost else { return }
    guard !actions.hides(confirmed.id) else { return presenter.present(.gone) }
    let after = actions.shown(confirmed)
    guard after != before else { return }
    shownPost = after
    presenter.present(.changed(after))
  }

  private func catchUp() async {
    guard let id = confirmed?.id, let held = await held(id), confirmed?.id == id else { return }
    confirmed = held
    overlay()
  }
}

extension PhotoInteractor {
  private func open(_ spot: PhotoTrail.Spot, towards step: PhotoViewing.Step = .next) async {
    turns += 1
    let turn = turns
    loading?.cancel()
    loading = nil
    if let post = await held(spot.post) {
      guard turn == turns else { return }
      return show(post, spot.index, towards: step)
    }
    guard turn == turns else { return }
    // Nothing of it is held, as when it was opened from elsewhere than a stream.
    load { [session] () async throws(FeedError) in
      let conversation = try await session.connection.feeds.conversation(of: spot.post)
      return conversation.nodes.first { $0.post.id == spot.post }?.post
    } then: { [weak self] post in
      guard let self else { return }
      guard let post else { return presenter.present(.gone) }
      show(post, spot.index, towards: step)
    }
  }

  private func show(_ post: Post, _ index: Int, towards step: PhotoViewing.Step) {
    guard post.content.photos.indices.contains(index), !actions.hides(post.id) else {
      return presenter.present(.gone)
    }
    let shown = actions.shown(post)
    (confirmed, self.index, shownPost, wantsDetails) = (post, index, shown, false)
    presenter.present(
      .photo(PhotoViewing.Shown(shown, index: index, account: session.account)))
    let turn = turns
    Task { await tellNeighbours(step, turn) }
  }

  private func held(_ id: Post.ID) async -> Post? {
    do throws(StoreError) {
      return try await session.shelf.feeds.post(id, account: session.account.id)
    } catch {
      session.note(error, doing: "read a post")
      return nil
    }
  }

  private func tellDetails() {
    guard let known = current.flatMap({ session.photoDetails[$0.photo.id] }) else {
      return loadDetails()
    }
    presenter.present(.details(known))
  }

  private func loadDetails() {
    guard let current else { return }
    wantsDetails = true
    load { [weak self] () async throws(FeedError) in
      try await self?.askForDetails(of: current.photo, in: current.post)
    } then: { [weak self] details in
      if let details { self?.presenter.present(.details(details)) }
    }
  }

  /// What the service tells of a photo, and from now on need not be asked for.
  func askForDetails(
    of photo: Photo, in post: Post
  ) async throws(FeedError) -> PhotoDetails? {
    let details = try await session.connection.photos?.details(of: photo.id, in: post.id)
    session.photoDetails[photo.id] = details
    return details
  }

  /// Asks the service something about the photo that is looked at; a later photo calls it off.
  func load<Answer: Sendable>(
    _ ask: @escaping @MainActor () async throws(FeedError) -> Answer,
    then tell: @escaping @MainActor (Answer) -> Void
  ) {
    loading?.cancel()
    let turn = turns
    loading = Task {
      do throws(FeedError) {
        let answer = try await ask()
        guard turn == turns, !Task.isCancelled else { return }
        loading = nil
        presentActivity()
        tell(answer)
      } catch {
        guard turn == turns, !Task.isCancelled else { return }
        loading = nil
        presentActivity()
        presenter.present(error == .signedOut ? .action(.signedOut) : .failed(error))
      }
    }
    presentActivity()
  }
}

extension PhotoInteractor {
  private func go(_ step: PhotoViewing.Step) {
    // Whoever holds the key down is taken from photo to photo, not two at a time.
    guard stepping == nil, let current else { return }
    let turn = turns
    let spot = PhotoTrail.Spot(post: current.post.id, index: index)
    let count = current.post.content.photos.count
    stepping = Task {
      let found = await find(step, from: spot, of: count)
      guard turn == turns else { return }
      stepping = nil
      presentActivity()
      switch found {
      case .success(.spot(let next)): await open(next, towards: step)
      case .success: presenter.present(.end(step))
      case .failure(.signedOut): presenter.present(.action(.signedOut))
      case .failure(let error): presenter.present(.failed(error))
      }
    }
  }

  /// Looks for the photo on that side, and fetches what was not fetched on the way, a page.
  private func find(
    _ step: PhotoViewing.Step, from spot: PhotoTrail.Spot, of count: Int
  ) async -> Result<PhotoTrail.Beyond, FeedError> {
    do {
      let beyond = try await trail.beyond(spot, of: count, step)
      guard let feed = trail.feed else { return .success(beyond) }
      let fetch = FeedFetch(session: session, feed: feed) { _ in }
      switch beyond {
      case .spot, .end: return .success(beyond)
      case .gap(let gap):
        presentActivity()
        let goesDown = (step == .next) != trail.readsOldestFirst
        try await fetch.fill(gap, fromBelow: !goesDown)
      case .older(let cursor):
        presentActivity()
        try await fetch.older(cursor)
      }
      return .success(try await trail.beyond(spot, of: count, step))
    } catch let error as FetchFailure {
      if case .service(let error) = error { return .failure(error) }
      return .failure(.cancelled)
    } catch {
      session.log.note(.storage, .error, "could not look for the next photo: \(error)")
      return .failure(.cancelled)
    }
  }

  /// Tells which photos come next, so that their pictures may be had in time.
  private func tellNeighbours(_ step: PhotoViewing.Step, _ turn: Int) async {
    var spot = PhotoTrail.Spot(post: confirmed?.id ?? Post.ID(""), index: index)
    var count = confirmed?.content.photos.count ?? 0
    var photos: [Photo] = []
    while photos.count < 2, turn == turns {
      guard case .spot(let next)? = try? await trail.beyond(spot, of: count, step),
        let post = await held(next.post), post.content.photos.indices.contains(next.index)
      else { break }
      photos.append(post.content.photos[next.index])
      (spot, count) = (next, post.content.photos.count)
    }
    guard turn == turns, !photos.isEmpty else { return }
    presenter.present(.neighbours(photos))
  }
}
