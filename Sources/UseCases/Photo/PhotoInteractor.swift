package import FeedDomain

/// Decides what looking at a photo does: what is held is shown at once; the service is asked for what
/// only it knows when somebody wants to know.
@MainActor package final class PhotoInteractor: Interacting {
  let session: Session
  let actions: PendingActions
  let presenter: any Presenting<PhotoViewing.Response>
  let album: (any PhotoAlbum)?
  let trail: PhotoTrail

  /// What is looked at; nil before there is anything, and after the end.
  private(set) var onView: PhotoOnView?
  /// Counts photos, so that what was begun for another one can tell.
  private(set) var turns = 0
  /// What was to be seen when nothing of it was held; nil once it is there.
  private var missing: PhotoTrail.Position?
  private lazy var loading = FetchTask(session.world) { [weak self] _ in self?.presentActivity() }
  /// That a step has begun is told where it has to ask the service.
  private lazy var stepping = FetchTask(session.world) { [weak self] in
    if $0 != .underWay { self?.presentActivity() }
  }
  var saving: Saving?
  private var shownActivity = PhotoViewing.Activity.none

  /// An original on its way to its file.
  struct Saving {
    let task: Task<Void, Never>
    /// How far it has come; nil before the first of it has.
    var progress: Transfer?
  }

  /// Looking at photos with an account; without a album, none can be saved.
  package init(
    _ session: Session, actions: PendingActions, album: (any PhotoAlbum)?,
    presenter: any Presenting<PhotoViewing.Response>, company: AccountGroup? = nil,
    readsOldestFirst: Bool = false
  ) {
    (self.session, self.actions, self.album, self.presenter) = (session, actions, album, presenter)
    trail = PhotoTrail(
      session, actions: actions, with: company, readsOldestFirst: readsOldestFirst)
    actions.tell(self) { $0.hear($1) }
  }

  package func handle(_ request: PhotoViewing.Request) async {
    switch request {
    case .open(let post, let index):
      stepping.stop()
      await open(PhotoTrail.Position(post: post, index: index))
    case .step(let step): go(step)
    case .details: tellDetails()
    case .refresh: await refresh()
    case .toggle(let action): actions.toggle(action, on: onView?.shown, in: session)
    case .delete: actions.delete(onView?.shown, in: session)
    case .save: save()
    case .play: play()
    case .undo: actions.undo()
    case .close:
      turns += 1
      // What is being saved was asked for: that goes on.
      (onView, missing) = (nil, nil)
      // Nobody looks any more.
      if saving == nil { shownActivity = .none }
      loading.stop()
      stepping.stop()
    }
  }

  package func resume() async {
    if onView?.wantsDetails == true { loadDetails() }
  }

  /// The photo that is looked at, and its post.
  var current: (post: Post, photo: Photo)? {
    onView.flatMap { view in view.photo.map { (view.confirmed, $0) } }
  }

  /// Shows what is going on, once.
  func presentActivity() {
    let asking = FetchProgress([loading.asking, stepping.asking])
    let activity: PhotoViewing.Activity =
      if let saving {
        .saving(saving.progress)
      } else if asking != .nothing {
        .loading(asking)
      } else {
        .none
      }
    guard activity != shownActivity else { return }
    shownActivity = activity
    presenter.present(.activity(activity))
  }
}

extension PhotoInteractor {
  private func hear(_ news: ActionEvent) {
    guard let id = onView?.confirmed.id else { return }
    switch news {
    case .stored(let posts):
      if let post = posts.first(where: { $0.id == id }) { onView?.confirmed = post }
    case .changed: overlay()
    case .changedElsewhere: Task { await catchUp() }
    case .delivered(_, let outcome):
      if case .post(let post) = outcome, post.id == id { onView?.confirmed = post }
      presenter.present(.action(news))
    default: presenter.present(.action(news))
    }
  }

  private func overlay() {
    guard let view = onView else { return }
    guard !actions.hides(view.confirmed.id) else { return presenter.present(.gone) }
    let after = actions.shown(view.confirmed)
    guard after != view.shown else { return }
    onView?.shown = after
    presenter.present(.changed(after))
  }

  private func catchUp() async {
    guard let id = onView?.confirmed.id, let held = await held(id), onView?.confirmed.id == id
    else {
      return
    }
    onView?.confirmed = held
    overlay()
  }
}

extension PhotoInteractor {
  private func open(_ spot: PhotoTrail.Position, towards step: PhotoViewing.Step = .next) async {
    turns += 1
    let turn = turns
    loading.stop()
    missing = nil
    if let post = await held(spot.post) {
      guard turn == turns else { return }
      return show(post, spot.index, towards: step)
    }
    guard turn == turns else { return }
    // Nothing of it is held, as when it was opened from elsewhere than a stream.
    missing = spot
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
    let shown = actions.shown(post)
    guard !actions.hides(post.id), let view = PhotoOnView(post, index: index, shown: shown) else {
      return presenter.present(.gone)
    }
    onView = view
    missing = nil
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

  /// Asks again what the service tells of the photo, or for the photo where there is none yet.
  private func refresh() async {
    stepping.callOffWhatStalls()
    if let missing { await open(missing) } else { loadDetails() }
  }

  private func loadDetails() {
    guard let current else { return }
    onView?.wantsDetails = true
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
    loading.run(anew: true, ask) { [self] answer in
      switch answer {
      case .success(let answer): tell(answer)
      case .failure(let error):
        presenter.present(error == .signedOut ? .action(.signedOut) : .failed(error))
      }
    }
  }
}

extension PhotoInteractor {
  private func go(_ step: PhotoViewing.Step) {
    // Whoever holds the key down is taken from photo to photo, not two at a time.
    guard let view = onView, view.photo != nil else { return }
    stepping.run { [self] () async throws(FetchFailure) in
      try await find(step, from: view)
    } then: { [self] found in
      switch found {
      case .success(.spot(let next)):
        guard let own = trail.own(next) else {
          return presenter.present(.elsewhere(next.post, index: next.index))
        }
        await open(own, towards: step)
      case .success: presenter.present(.end(step))
      case .failure(let failure): tell(failure)
      }
    }
  }

  private func tell(_ failure: FetchFailure) {
    switch failure {
    case .service(.signedOut): presenter.present(.action(.signedOut))
    case .service(let error): presenter.present(.failed(error))
    case .store(let error):
      session.note(error, doing: "look for the next photo")
      presenter.present(.storeFailed(error))
    case .unfinished, .overtaken, .heldBack: break
    }
  }

  /// Looks for the photo on that side, and fetches what was not fetched on the way, a page.
  private func find(
    _ step: PhotoViewing.Step, from view: PhotoOnView
  ) async throws(FetchFailure) -> PhotoTrail.Boundary {
    let beyond = try await look(step, from: view)
    switch beyond {
    case .spot, .end: return beyond
    case .gap, .older: presentActivity()
    }
    let goesDown = (step == .next) != trail.readsOldestFirst
    try await trail.fetch(beyond, fromBelow: !goesDown)
    return try await look(step, from: view)
  }

  private func look(
    _ step: PhotoViewing.Step, from view: PhotoOnView
  ) async throws(FetchFailure) -> PhotoTrail.Boundary {
    do throws(StoreError) {
      return try await trail.beyond(view.spot, of: view.confirmed.content.photos.count, step)
    } catch {
      throw .store(error)
    }
  }

  /// Tells which photos come next, so that their pictures may be had in time.
  private func tellNeighbours(_ step: PhotoViewing.Step, _ turn: Int) async {
    guard let view = onView else { return }
    var (spot, count) = (view.spot, view.confirmed.content.photos.count)
    var photos: [Photo] = []
    while photos.count < 2, turn == turns {
      guard case .spot(let next)? = try? await trail.beyond(spot, of: count, step),
        let post = await trail.held(next), post.content.photos.indices.contains(next.index)
      else { break }
      photos.append(post.content.photos[next.index])
      (spot, count) = (next, post.content.photos.count)
    }
    guard turn == turns, !photos.isEmpty else { return }
    presenter.present(.neighbours(photos))
  }
}
