package import FeedDomain

/// A photo of a post, shown alone, and the photos beside it.
public enum PhotoViewing {
  package enum Request: Equatable, Sendable {
    /// Show a photo of a post.
    case open(Post.ID, index: Int)
    /// Show the photo beside the current one: in the post, then in the stream it came from.
    case step(PhotoStep)
    /// Show the details that the service has of the photo.
    case details
    /// Fetch the details again, or the photo itself if it is not there yet.
    case refresh
    case toggle(Post.OwnActions)
    case delete
    /// Save the original to a file.
    case save
    case play
    case undo
    case close
  }

  package struct State: Equatable, Sendable {
    package let account: Account
    /// The post of the photo; empty until the post is known.
    package var posts = LivePosts<Post>()
    /// The index of the photo in its post, from 0.
    package var index = 0
    /// Whether the post or its photo is not there any more.
    package var isGone = false
    /// The details that the service has of the photo; nil until they were fetched.
    package var details: PhotoDetails?
    /// The photos that come next, in the direction the person goes.
    package var neighbours: [Photo] = []
    package var asking = FetchProgress.nothing
    /// The last error; nil if none, or once something else was shown.
    package var failure: FeedError?
    /// The original on its way to a file; nil while none is.
    package var saving: Saving?

    package init(account: Account) { self.account = account }

    /// The post with the waiting changes; as the service confirmed it where they delete it.
    package var post: Post? { posts.shown.first ?? posts.confirmed.first }

    /// The photo; nil if the post came back without it.
    package var photo: Photo? { post?.photo(at: index) }
  }

  /// An original on its way to a file.
  package struct Saving: Equatable, Sendable {
    /// The part that has arrived; nil before the first byte has.
    package var progress: Transfer?

    package init(_ progress: Transfer? = nil) { self.progress = progress }
  }
}

extension Post {
  fileprivate func photo(at index: Int) -> Photo? {
    content.photos.indices.contains(index) ? content.photos[index] : nil
  }
}

/// Shows a stored photo at once; the service is asked for the rest when somebody wants to know.
@MainActor package final class PhotoInteractor: Interacting {
  private let session: Session
  private let actions: PendingActions
  private let presenter: any Presenting<PhotoViewing.State>
  /// The folder in which photos are saved; nil if none can be saved.
  private let album: (any PhotoAlbum)?
  private let sequence: PhotoSequence

  private var state: PhotoViewing.State
  private var isOpen = false
  /// Counts the photos that were opened, so that work begun for an earlier one can tell.
  private var turn = 0
  /// The photo that was asked for while its post was not stored; nil once it is shown.
  private var missing: PhotoSequence.Position?
  /// Whether the details of the photo were asked for.
  private var wantsDetails = false
  private lazy var loading = FetchTask(session.world) { [weak self] _ in self?.showProgress() }
  /// The search for the photo beside the current one; its progress is shown where it has to ask the
  /// service.
  private lazy var stepping = FetchTask(session.world) { [weak self] in
    if $0 != .underWay { self?.showProgress() }
  }

  package init(
    _ session: Session, actions: PendingActions, album: (any PhotoAlbum)?,
    presenter: any Presenting<PhotoViewing.State>, accountGroup: AccountGroup? = nil,
    readsOldestFirst: Bool = false
  ) {
    (self.session, self.actions, self.album, self.presenter) = (session, actions, album, presenter)
    sequence = PhotoSequence(
      session, actions: actions, with: accountGroup, readsOldestFirst: readsOldestFirst)
    state = PhotoViewing.State(account: session.account)
    actions.tell(self) { $0.receive($1) }
  }

  package func handle(_ request: PhotoViewing.Request) async {
    switch request {
    case .open(let post, let index):
      isOpen = true
      stepping.stop()
      await open(PhotoSequence.Position(post: post, index: index))
    case .step(let step): go(step)
    case .details: showDetails()
    case .refresh:
      stepping.callOffWhatStalls()
      if let missing { await open(missing) } else { loadDetails() }
    case .toggle(let action): actions.toggle(action, on: state.post, in: session)
    case .delete: actions.delete(state.post, in: session)
    case .save: save()
    case .play: play()
    case .undo: actions.undo()
    case .close:
      turn += 1
      // A photo that is being saved was asked for: saving goes on.
      (isOpen, missing, state.asking) = (false, nil, .nothing)
      loading.stop()
      stepping.stop()
    }
  }

  package func resume() async {
    if isOpen, wantsDetails { loadDetails() }
  }

  private func update(_ change: (inout PhotoViewing.State) -> Void) {
    let before = state
    change(&state)
    if state != before { presenter.present(state) }
  }

  private func showProgress() {
    let asking = FetchProgress([loading.asking, stepping.asking])
    update { $0.asking = asking }
  }
}

extension PhotoInteractor {
  private func receive(_ event: ActionEvent) {
    guard isOpen, !state.posts.confirmed.isEmpty else { return }
    if !state.isGone { updatePosts { $0.receive(event, through: actions) } }
    presenter.perform(event, of: session.account)
    if event == .changedElsewhere { Task { await reload() } }
  }

  /// Shows the post as it is stored now.
  private func reload() async {
    guard let id = state.posts.confirmed.first?.id, let post = await session.held(id),
      isOpen, state.posts.confirmed.first?.id == id
    else { return }
    updatePosts {
      $0.confirm([post])
      $0.overlay(through: actions)
    }
  }

  private func updatePosts(_ change: (inout LivePosts<Post>) -> Void) {
    update {
      change(&$0.posts)
      if $0.posts.shown.isEmpty || $0.photo == nil { $0.isGone = true }
    }
  }
}

extension PhotoInteractor {
  private func open(
    _ position: PhotoSequence.Position, towards step: PhotoStep = .next
  ) async {
    turn += 1
    let turn = turn
    loading.stop()
    missing = nil
    let post = await session.held(position.post)
    guard turn == self.turn else { return }
    if let post { return show(post, position.index, towards: step) }
    // The post is not stored, as when the photo was opened from elsewhere than a stream.
    missing = position
    load { [session] () async throws(FeedError) in
      let conversation = try await session.connection.feeds.conversation(of: position.post)
      return conversation.nodes.first { $0.post.id == position.post }?.post
    } then: { [weak self] post in
      if let post {
        self?.show(post, position.index, towards: step)
      } else {
        self?.update { $0.isGone = true }
      }
    }
  }

  private func show(_ post: Post, _ index: Int, towards step: PhotoStep) {
    guard !actions.hides(post.id), let photo = post.photo(at: index) else {
      return update { $0.isGone = true }
    }
    (missing, wantsDetails) = (nil, false)
    let details = session.photoDetails[photo.id]
    update {
      $0.posts.adopt([post], through: actions)
      ($0.index, $0.details) = (index, details)
      ($0.isGone, $0.failure, $0.neighbours) = (false, nil, [])
    }
    Task { [turn] in await findNeighbours(step, turn) }
  }

  private func showDetails() {
    guard let photo = state.photo, let known = session.photoDetails[photo.id] else {
      return loadDetails()
    }
    show(known)
  }

  private func show(_ details: PhotoDetails) {
    update { ($0.details, $0.failure) = (details, nil) }
  }

  private func loadDetails() {
    guard let current else { return }
    wantsDetails = true
    load { [weak self] () async throws(FeedError) in
      try await self?.askForDetails(of: current.photo, in: current.post)
    } then: { [weak self] details in
      if let details { self?.show(details) }
    }
  }

  /// The photo and its post, as the service confirmed them.
  private var current: (post: Post, photo: Photo)? {
    state.posts.confirmed.first.flatMap { post in
      post.photo(at: state.index).map { (post, $0) }
    }
  }

  /// Fetches the details of a photo, and keeps them for the session.
  private func askForDetails(
    of photo: Photo, in post: Post
  ) async throws(FeedError) -> PhotoDetails? {
    let details = try await session.connection.photos?.details(of: photo.id, in: post.id)
    session.photoDetails[photo.id] = details
    return details
  }

  /// Asks the service something about the current photo; a later photo calls it off.
  private func load<Answer: Sendable>(
    _ ask: @escaping @MainActor () async throws(FeedError) -> Answer,
    then take: @escaping @MainActor (Answer) -> Void
  ) {
    loading.run(anew: true, ask) { [self] answer in
      switch answer {
      case .success(let answer): take(answer)
      case .failure(.signedOut): presenter.perform(.askToSignIn(session.account))
      case .failure(let error): update { $0.failure = error }
      }
    }
  }
}

// MARK: - The photos beside the current one

extension PhotoInteractor {
  private func go(_ step: PhotoStep) {
    // A key that is held down leads from photo to photo, not two at a time.
    guard let position, state.photo != nil else { return }
    stepping.run { [self] () async throws(FetchFailure) in
      try await find(step, from: position)
    } then: { [self] found in
      switch found {
      case .success(.photo(let next)):
        guard let own = sequence.own(next) else {
          return presenter.perform(.replacePhoto(next.post, index: next.index))
        }
        await open(own, towards: step)
      case .success: presenter.perform(.say(.noPhoto(step)))
      case .failure(.service(.signedOut)): presenter.perform(.askToSignIn(session.account))
      case .failure(.service(let error)): update { $0.failure = error }
      case .failure(.store(let error)):
        session.note(error, doing: "look for the next photo")
        presenter.perform(.say(.storeFailed(error)))
      case .failure(.unfinished), .failure(.overtaken), .failure(.heldBack): break
      }
    }
  }

  /// The position of the current photo, with the number of photos of its post.
  private var position: (PhotoSequence.Position, count: Int)? {
    state.posts.confirmed.first.map {
      (PhotoSequence.Position(post: $0.id, index: state.index), $0.content.photos.count)
    }
  }

  /// Looks for the photo on a side; if posts on the way were not fetched, fetches a page of them.
  private func find(
    _ step: PhotoStep, from position: (PhotoSequence.Position, count: Int)
  ) async throws(FetchFailure) -> PhotoSequence.Boundary {
    let boundary = try await look(step, from: position)
    switch boundary {
    case .photo, .end: return boundary
    case .gap, .older: showProgress()
    }
    let goesDown = (step == .next) != sequence.readsOldestFirst
    try await sequence.fetch(boundary, fromBelow: !goesDown)
    return try await look(step, from: position)
  }

  private func look(
    _ step: PhotoStep, from position: (PhotoSequence.Position, count: Int)
  ) async throws(FetchFailure) -> PhotoSequence.Boundary {
    do throws(StoreError) {
      return try await sequence.boundary(of: position.0, of: position.count, step)
    } catch {
      throw .store(error)
    }
  }

  /// Shows which photos come next, so that their pictures can be fetched in time.
  private func findNeighbours(_ step: PhotoStep, _ turn: Int) async {
    guard var (position, count) = position else { return }
    var photos: [Photo] = []
    while photos.count < 2, turn == self.turn {
      // The neighbours are only prepared for: an error is told when the person goes there.
      guard case .photo(let next)? = try? await sequence.boundary(of: position, of: count, step),
        let post = await sequence.held(next), let photo = post.photo(at: next.index)
      else { break }
      photos.append(photo)
      (position, count) = (next, post.content.photos.count)
    }
    guard turn == self.turn, !photos.isEmpty else { return }
    update { $0.neighbours = photos }
  }
}

// MARK: - Originals and films

extension PhotoInteractor {
  /// Saves the original to a file; one photo at a time.
  private func save() {
    guard state.saving == nil, let current else { return }
    guard let album, let photos = session.connection.photos else {
      return presenter.perform(.say(.photoNotSavable))
    }
    update { $0.saving = PhotoViewing.Saving() }
    Task {
      do throws(FeedError) {
        // The details alone tell where the original is.
        let known = session.photoDetails[current.photo.id]
        let details =
          if let known { known } else {
            try await askForDetails(of: current.photo, in: current.post)
          }
        guard let original = Self.original(of: current.photo, details) else {
          return finishSaving(.say(.photoNotSavable))
        }
        let bytes = try await photos.bytes(of: original) { transfer in
          Task { @MainActor [weak self] in self?.showSaving(transfer) }
        }
        let name = PhotoFileName(current.photo, by: current.post.author, bytes: bytes)
        guard await write(bytes, as: name, into: album) else { return }
        // The photo is saved, whatever comes of telling the service.
        try? await photos.kept(current.photo.id, in: current.post.id)
      } catch {
        finishSaving(
          error == .signedOut
            ? .askToSignIn(session.account) : .say(.photoNotFetched(error)))
      }
    }
  }

  /// Writes bytes to a file, and returns whether they are there.
  private func write(
    _ bytes: [UInt8], as name: PhotoFileName, into album: any PhotoAlbum
  ) async -> Bool {
    do throws(StoreError) {
      finishSaving(.say(.photoSaved(path: try await album.keep(bytes, as: name))))
      return true
    } catch {
      finishSaving(.say(.photoNotSaved(error)))
      return false
    }
  }

  /// The effect comes first: a view that was closed lives as long as something is being saved.
  private func finishSaving(_ effect: Effect) {
    presenter.perform(effect)
    update { $0.saving = nil }
  }

  private func showSaving(_ transfer: Transfer) {
    guard let saving = state.saving, transfer.received >= saving.progress?.received ?? 0 else {
      return
    }
    update { $0.saving = PhotoViewing.Saving(transfer) }
  }

  /// The original, or the largest size that the post names.
  private static func original(of photo: Photo, _ details: PhotoDetails?) -> Photo.Rendition? {
    (details?.original ?? photo.renditions.last?.url).map {
      Photo.Rendition(url: $0, size: photo.size, isForKeeping: true)
    }
  }

  /// Hands the film to the player, once its address is known.
  private func play() {
    guard let current else { return }
    if let known = session.photoDetails[current.photo.id] { return play(known) }
    load { [weak self] () async throws(FeedError) in
      try await self?.askForDetails(of: current.photo, in: current.post)
    } then: { [weak self] details in
      self?.play(details)
    }
  }

  private func play(_ details: PhotoDetails?) {
    if let path = details?.ownFilm {
      presenter.perform(.play(.ownFile(path: path)))
    } else if let address = details?.film {
      presenter.perform(.play(.address(address)))
    } else {
      presenter.perform(.say(.noFilm))
    }
  }
}
