package import FeedDomain

/// A namespace for the requests and the state of the photo scene, which shows a single photo of a
/// post.
public enum PhotoScene {
  package enum SceneRequest: Equatable, Sendable {
    /// A request of the photo scene: show the photo with this index, from 0, of a post.
    case open(Post.ID, index: Int)
    /// A request of the photo scene: show the next or previous photo of the post or, after its last
    /// or before its first, of the stream.
    case step(PhotoStepDirection)
    /// A request of the photo scene: show the photo's details, such as camera and licence.
    case details
    /// A request of the photo scene: fetch the details again, or the photo if it is not stored yet.
    case refresh
    case toggle(Post.UserPostMarks)
    case delete
    case save
    case play
    case undo
    case close
  }

  package struct SceneState: Equatable, Sendable {
    package let account: Account
    /// The post of the shown photo, as a list of one; empty until the post is read.
    package var posts = PostRows<Post>()
    /// The index of the shown photo among those of its post, from 0.
    package var index = 0
    /// True if the service no longer has the photo's post, or if the post no longer has the photo.
    package var isGone = false
    /// The service's details of the photo, such as camera and licence; nil until they are fetched.
    package var details: PhotoDetails?
    /// The photos that the user will reach next, whose pictures are fetched ahead.
    package var neighbours: [Photo] = []
    package var fetchProgress = SceneFetchProgress.idle
    /// The last error of the photo scene; nil if there was none since the photo was opened.
    package var failure: FeedError?
    /// The progress of saving the original photo; nil while no photo is being saved.
    package var saving: PhotoSavingTransfer?

    package init(account: Account) { self.account = account }

    /// The photo's post with pending changes applied; a post that is about to be deleted is shown
    /// as the service confirmed it.
    package var post: Post? { posts.visibleRows.first ?? posts.confirmed.first }

    /// The shown photo; nil if its post no longer has a photo with this index.
    package var photo: Photo? { post?.photo(at: index) }
  }

  package struct PhotoSavingTransfer: Equatable, Sendable {
    /// The transferred bytes of the photo that is being saved; nil before the first byte.
    package var progress: ByteTransferProgress?

    package init(_ progress: ByteTransferProgress? = nil) { self.progress = progress }
  }
}

extension PhotoScene.SceneState {
  /// True if a pending change hides the photo's post, or the post no longer has the photo.
  fileprivate var isPhotoMissing: Bool { posts.visibleRows.isEmpty || photo == nil }
}

extension Post {
  fileprivate func photo(at index: Int) -> Photo? {
    content.photos.indices.contains(index) ? content.photos[index] : nil
  }
}

/// An interactor of the photo scene: shows a stored photo at once, and fetches details on request.
@MainActor
package final class PhotoInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<PhotoScene.SceneState>
  /// The folder in which the photo scene saves photos; nil if photos cannot be saved.
  private let album: (any PhotoFolder)?
  private let sequence: PhotoSequence

  private var state: PhotoScene.SceneState
  private var isOpen = false
  /// The number that grows when a photo is opened or the photo scene closes, by which answers for
  /// an earlier photo are recognised and dropped.
  private var generation = 0
  /// The position of the requested photo while its post is not stored; nil once the photo is shown.
  private var missing: PhotoSequence.PhotoPosition?
  /// True if the user asked for the details of the shown photo.
  private var wantsDetails = false
  private lazy var loading = SceneFetcher(session.world) { [weak self] _ in
    self?.showFetchProgress()
  }
  /// The runner of requests by which the photo scene searches for the next photo; its progress is
  /// shown if posts have to be fetched.
  private lazy var neighbouringPhotoFetcher = SceneFetcher(session.world) { [weak self] in
    if $0 != .underWay { self?.showFetchProgress() }
  }

  package init(
    _ session: AccountSession, actions: UserActionPerformer, album: (any PhotoFolder)?,
    presenter: any Presenting<PhotoScene.SceneState>, accountGroup: AccountGroup? = nil,
    readsOldestFirst: Bool = false
  ) {
    (self.session, self.actions, self.album, self.presenter) = (session, actions, album, presenter)
    sequence = PhotoSequence(
      session, actions: actions, with: accountGroup, readsOldestFirst: readsOldestFirst)
    state = PhotoScene.SceneState(account: session.account)
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: PhotoScene.SceneRequest) async {
    switch request {
    case .open(let post, let index):
      isOpen = true
      neighbouringPhotoFetcher.cancelRequest()
      await openPhoto(PhotoSequence.PhotoPosition(post: post, index: index))
    case .step(let step): moveToNeighbouringPhoto(step)
    case .details: showPhotoDetails()
    case .refresh:
      neighbouringPhotoFetcher.cancelStalledRequests()
      if let missing { await openPhoto(missing) } else { loadPhotoDetails() }
    case .toggle(let action): actions.toggleMark(action, on: state.post)
    case .delete: actions.deletePost(state.post)
    case .save: saveOriginalPhoto()
    case .play: playVideo()
    case .undo: actions.undoLastAction()
    case .close:
      generation += 1
      // Saving a photo continues, since the user asked for it.
      (isOpen, missing, state.fetchProgress) = (false, nil, .idle)
      loading.cancelRequest()
      neighbouringPhotoFetcher.cancelRequest()
    }
  }

  package func repeatRequestsAfterSignIn() async {
    if isOpen, wantsDetails { loadPhotoDetails() }
  }

  private func updateState(_ change: (inout PhotoScene.SceneState) -> Void) {
    let before = state
    change(&state)
    if state != before { presenter.present(state) }
  }

  private func showFetchProgress() {
    let asking = SceneFetchProgress([loading.fetchProgress, neighbouringPhotoFetcher.fetchProgress])
    updateState { $0.fetchProgress = asking }
  }
}

extension PhotoInteractor {
  private func handleActionReport(_ event: ActionReport) {
    guard isOpen, !state.posts.confirmed.isEmpty else { return }
    changePostRows { $0.applyActionReport(event, through: actions) }
    presenter.performReportEffects(event, of: session.account)
    if event == .changedElsewhere { Task { await rereadStoredPost() } }
  }

  private func rereadStoredPost() async {
    guard let id = state.posts.confirmed.first?.id, let post = await session.storedPost(id),
      isOpen, state.posts.confirmed.first?.id == id
    else { return }
    changePostRows {
      $0.replacePostVersions([post])
      $0.applyPendingChanges(through: actions)
    }
  }

  /// Applies a closure to the rows with the photo's post. A photo whose post is being deleted is
  /// shown again if the deletion is undone or refused.
  private func changePostRows(_ change: (inout PostRows<Post>) -> Void) {
    updateState {
      let wasMissing = $0.isPhotoMissing
      change(&$0.posts)
      if $0.isPhotoMissing != wasMissing { $0.isGone = !wasMissing }
    }
  }
}

extension PhotoInteractor {
  private func openPhoto(
    _ position: PhotoSequence.PhotoPosition, towards step: PhotoStepDirection = .next
  ) async {
    generation += 1
    let turn = generation
    loading.cancelRequest()
    missing = nil
    let post = await session.storedPost(position.post)
    guard turn == self.generation else { return }
    if let post { return showPhotoOfPost(post, position.index, towards: step) }
    // The post is not stored, as when the photo was opened from a scene other than a stream.
    missing = position
    sendPhotoRequest { [session] () async throws(FeedError) in
      let conversation = try await session.connection.feeds.conversation(of: position.post)
      return conversation.nodes.first { $0.post.id == position.post }?.post
    } then: { [weak self] post in
      if let post {
        self?.showPhotoOfPost(post, position.index, towards: step)
      } else {
        self?.updateState { $0.isGone = true }
      }
    }
  }

  private func showPhotoOfPost(_ post: Post, _ index: Int, towards step: PhotoStepDirection) {
    guard !actions.hidesPost(post.id), let photo = post.photo(at: index) else {
      return updateState { $0.isGone = true }
    }
    (missing, wantsDetails) = (nil, false)
    let details = session.photoDetails[photo.id]
    updateState {
      $0.posts.replaceRows(with: [post], through: actions)
      ($0.index, $0.details) = (index, details)
      ($0.isGone, $0.failure, $0.neighbours) = (false, nil, [])
    }
    Task { [generation] in await findUpcomingPhotos(step, generation) }
  }

  private func showPhotoDetails() {
    guard let photo = state.photo, let known = session.photoDetails[photo.id] else {
      return loadPhotoDetails()
    }
    showPhotoDetails(known)
  }

  private func showPhotoDetails(_ details: PhotoDetails) {
    updateState { ($0.details, $0.failure) = (details, nil) }
  }

  private func loadPhotoDetails() {
    guard let current else { return }
    wantsDetails = true
    sendPhotoRequest { [weak self] () async throws(FeedError) in
      try await self?.fetchPhotoDetails(of: current.photo, in: current.post)
    } then: { [weak self] details in
      if let details { self?.showPhotoDetails(details) }
    }
  }

  /// The shown photo and its post, as the service confirmed them; nil if no photo is shown.
  private var current: (post: Post, photo: Photo)? {
    state.posts.confirmed.first.flatMap { post in
      post.photo(at: state.index).map { (post, $0) }
    }
  }

  /// Fetches the service's details of a photo, and caches them for the session.
  private func fetchPhotoDetails(
    of photo: Photo, in post: Post
  ) async throws(FeedError) -> PhotoDetails? {
    let details = try await session.connection.photos?.photoDetails(ofPhoto: photo.id, in: post.id)
    session.photoDetails[photo.id] = details
    return details
  }

  /// Sends a request about the shown photo; showing another photo cancels the request.
  private func sendPhotoRequest<Answer: Sendable>(
    _ ask: @escaping @MainActor () async throws(FeedError) -> Answer,
    then take: @escaping @MainActor (Answer) -> Void
  ) {
    loading.runRequest(cancellingRunningRequest: true, ask) { [self] answer in
      switch answer {
      case .success(let answer): take(answer)
      case .failure(.signedOut): presenter.perform(.askToSignIn(session.account))
      case .failure(let error): updateState { $0.failure = error }
      }
    }
  }
}

// MARK: - The photos beside the current one

extension PhotoInteractor {
  private func moveToNeighbouringPhoto(_ step: PhotoStepDirection) {
    // With a key held down, each step waits until the step before is done.
    guard let position, state.photo != nil else { return }
    neighbouringPhotoFetcher.runRequest { [self] () async throws(FetchFailure) in
      try await findNeighbouringPhoto(step, from: position)
    } then: { [self] found in
      switch found {
      case .success(.photo(let next)):
        guard let own = sequence.activeAccountPosition(of: next) else {
          return presenter.perform(.replacePhoto(next.post, index: next.index))
        }
        await openPhoto(own, towards: step)
      case .success: presenter.perform(.say(.noPhoto(step)))
      case .failure(.service(.signedOut)): presenter.perform(.askToSignIn(session.account))
      case .failure(.service(let error)): updateState { $0.failure = error }
      case .failure(.store(let error)):
        session.logStoreError(error, doing: "find the next photo")
        presenter.perform(.say(.storeFailed(error)))
      case .failure(.unfinished), .failure(.cancelledOrSignedOut), .failure(.refreshPostponed):
        break
      }
    }
  }

  /// The position of the shown photo, with the number of its post's photos; nil if none is shown.
  private var position: (PhotoSequence.PhotoPosition, count: Int)? {
    state.posts.confirmed.first.map {
      (PhotoSequence.PhotoPosition(post: $0.id, index: state.index), $0.content.photos.count)
    }
  }

  /// Returns the next photo in a direction, or the boundary before it; fetches a page of posts if a
  /// gap is reached on the way.
  private func findNeighbouringPhoto(
    _ step: PhotoStepDirection, from position: (PhotoSequence.PhotoPosition, count: Int)
  ) async throws(FetchFailure) -> PhotoSequence.NeighbouringPhotoOrBoundary {
    let boundary = try await storedNeighbouringPhoto(step, from: position)
    switch boundary {
    case .photo, .end: return boundary
    case .gap, .older: showFetchProgress()
    }
    let goesDown = (step == .next) != sequence.readsOldestFirst
    try await sequence.fetchBoundaryPage(at: boundary, fromBelow: !goesDown)
    return try await storedNeighbouringPhoto(step, from: position)
  }

  private func storedNeighbouringPhoto(
    _ step: PhotoStepDirection, from position: (PhotoSequence.PhotoPosition, count: Int)
  ) async throws(FetchFailure) -> PhotoSequence.NeighbouringPhotoOrBoundary {
    do throws(StoreError) {
      return try await sequence.neighbouringPhoto(of: position.0, of: position.count, step)
    } catch {
      throw .store(error)
    }
  }

  /// Looks up the next two photos in the direction of the photo scene's last step, and puts them
  /// into the scene's state, so that the view fetches their pictures ahead.
  private func findUpcomingPhotos(_ step: PhotoStepDirection, _ turn: Int) async {
    guard var (position, count) = position else { return }
    var photos: [Photo] = []
    while photos.count < 2, turn == self.generation {
      // Neighbours are only prefetched: an error is reported when the user steps to the photo.
      guard
        case .photo(let next)? = try? await sequence.neighbouringPhoto(
          of: position, of: count, step),
        let post = await sequence.storedPost(at: next), let photo = post.photo(at: next.index)
      else { break }
      photos.append(photo)
      (position, count) = (next, post.content.photos.count)
    }
    guard turn == self.generation, !photos.isEmpty else { return }
    updateState { $0.neighbours = photos }
  }
}

// MARK: - Original photos and videos

extension PhotoInteractor {
  /// Saves the original photo to a file; ignored while another photo is being saved.
  private func saveOriginalPhoto() {
    guard state.saving == nil, let current else { return }
    guard let album, let photos = session.connection.photos else {
      return presenter.perform(.say(.photoNotSavable))
    }
    updateState { $0.saving = PhotoScene.PhotoSavingTransfer() }
    Task {
      do throws(FeedError) {
        // Only the photo's details contain the address of the original.
        let known = session.photoDetails[current.photo.id]
        let details =
          if let known { known } else {
            try await fetchPhotoDetails(of: current.photo, in: current.post)
          }
        guard let original = Self.originalRendition(of: current.photo, details) else {
          return finishSavingPhoto(.say(.photoNotSavable))
        }
        let bytes = try await photos.fetchPhotoBytes(of: original) { transfer in
          Task { @MainActor [weak self] in self?.showSavingProgress(transfer) }
        }
        let name = PhotoFileName(current.photo, by: current.post.author, bytes: bytes)
        guard await writePhotoToFolder(bytes, as: name, into: album) else { return }
        // The photo is saved, so a failure to report it to the service is ignored.
        try? await photos.notifyServiceOfSavedPhoto(current.photo.id, in: current.post.id)
      } catch {
        finishSavingPhoto(
          error == .signedOut
            ? .askToSignIn(session.account) : .say(.photoNotFetched(error)))
      }
    }
  }

  /// Writes the bytes of a photo to a file, and shows the result; returns false if the photo could
  /// not be written.
  private func writePhotoToFolder(
    _ bytes: [UInt8], as name: PhotoFileName, into album: any PhotoFolder
  ) async -> Bool {
    do throws(StoreError) {
      finishSavingPhoto(.say(.photoSaved(path: try await album.savePhoto(bytes, as: name))))
      return true
    } catch {
      finishSavingPhoto(.say(.photoNotSaved(error)))
      return false
    }
  }

  /// Shows the result of saving a photo with an effect, then ends the progress. The effect comes
  /// first, since a closed photo scene is released once saving has ended.
  private func finishSavingPhoto(_ effect: SceneEffect) {
    presenter.perform(effect)
    updateState { $0.saving = nil }
  }

  private func showSavingProgress(_ transfer: ByteTransferProgress) {
    guard let saving = state.saving, transfer.receivedBytes >= saving.progress?.receivedBytes ?? 0
    else {
      return
    }
    updateState { $0.saving = PhotoScene.PhotoSavingTransfer(transfer) }
  }

  /// Returns the address of the original photo, or of the largest size that the post names, as a
  /// rendition; nil if neither is known.
  private static func originalRendition(
    of photo: Photo, _ details: PhotoDetails?
  ) -> Photo.PhotoRendition? {
    (details?.original ?? photo.renditions.last?.url).map {
      Photo.PhotoRendition(url: $0, size: photo.size, isForKeeping: true)
    }
  }

  /// Opens the shown photo's video in the external player; fetches its address if unknown.
  private func playVideo() {
    guard let current else { return }
    if let known = session.photoDetails[current.photo.id] { return playVideo(known) }
    sendPhotoRequest { [weak self] () async throws(FeedError) in
      try await self?.fetchPhotoDetails(of: current.photo, in: current.post)
    } then: { [weak self] details in
      self?.playVideo(details)
    }
  }

  private func playVideo(_ details: PhotoDetails?) {
    if let path = details?.localVideoPath {
      presenter.perform(.play(.ownFile(path: path)))
    } else if let address = details?.film {
      presenter.perform(.play(.address(address)))
    } else {
      presenter.perform(.say(.noFilm))
    }
  }
}
