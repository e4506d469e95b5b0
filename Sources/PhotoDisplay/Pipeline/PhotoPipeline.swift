package import FeedDomain
package import Terminal

/// A pipeline that loads, decodes and caches the photos that frames of the screen request, visible
/// and important ones first. It starts after the first frame is shown, and cancels work on photos
/// that are no longer requested.
@MainActor
package final class PhotoPipeline: PictureProvider {
  private var isWanted: Bool
  package private(set) var isBusy = false
  private let animationDecodingCache: AnimationDecodingCache
  private let timers: PipelineClockAndRedraw
  private let pace: RedrawLimiter
  private let line: SlowTerminalConnectionLimit
  private let jobs: PhotoJobRunner
  /// The resolution at which photos are shown on this terminal; nil if none are shown.
  private var detail: TerminalPictureResolution?
  private var pictureDemand = DemandedPhotos()
  private var pictures: DecodedPictureCache
  private var placeholders = PlaceholderPictures()
  private var failures = PhotoFailures()

  /// Creates a photo pipeline, which shows no photos before the terminal's resolution and a source
  /// are set. `memory` is the maximum size of decoded pixels in bytes.
  package init(
    isOn: Bool, isAnimated: Bool = true, memory: Int = 24 * 1024 * 1024,
    decoder: any PictureDecoding, log: any Log,
    timers: PipelineClockAndRedraw
  ) {
    isWanted = isOn
    self.timers = timers
    pictures = DecodedPictureCache(limit: memory)
    pace = RedrawLimiter(timers)
    line = SlowTerminalConnectionLimit(timers)
    jobs = PhotoJobRunner(decoder, log)
    animationDecodingCache = AnimationDecodingCache(isAnimated: isAnimated, decoder, log, timers)
    animationDecodingCache.onReady = { [weak self] in self?.pace.requestRedraw() }
    jobs.onJobEnd = { [weak self] in self?.finishPhotoJob($1, of: $0) }
  }

  package var isOn: Bool { isWanted && detail != nil && jobs.source?.hasPhotos == true }
  package var isLineSlow: Bool { line.isLimited }
  package var showsPortraits: Bool { detail?.showsPortraits ?? true }
  package var drawsBlocks: Bool { detail?.drawsBlocks ?? false }

  package var isWatched: Bool {
    get { animationDecodingCache.isWatched }
    set { animationDecodingCache.isWatched = newValue }
  }

  package var ground: Colour {
    get { jobs.ground }
    set {
      guard newValue != jobs.ground else { return }
      jobs.ground = newValue
      // Unlike emoji, photos have no transparent pixels that show the background, so they are kept.
      pictures.removePictures { $0.mayBeEmoji }
    }
  }

  package var cell: PixelSize { detail?.cell ?? PixelSize(width: 10, height: 20) }

  package func pictureState(of photo: Photo, in box: CellSize, _ cut: PictureCropping)
    -> PictureState
  {
    guard isOn, let detail, box.rows > 0, box.columns > 0 else { return .off }
    let order = BoxedPhoto(photo: photo, box: box, cropping: cut)
    if let picture = pictures.cachedPictureMarkingUse(for: order) { return .ready(picture) }
    guard let url = PhotoRequest(order, detail)?.rendition.url else { return .failed(.notShowable) }
    if let failure = failures.failureMarkedShown(at: url) { return .failed(failure) }
    pictureDemand.addVisiblePhoto(order)
    let placeholder = placeholderFromCache(for: order) ?? blurredPicture(of: photo, in: box)
    if line.waitingPhotos.contains(order) { return .waitingForLine(placeholder: placeholder) }
    let transfer = jobs.transferProgress(of: url)
    // Only content that changes from frame to frame needs redrawing.
    if placeholder == nil || transfer?.totalBytes != nil {
      isBusy = animationDecodingCache.isAnimated
    }
    return .loading(placeholder: placeholder, transfer)
  }

  package func requestedAnimationIfReady(of photo: Photo, in box: CellSize, _ cut: PictureCropping)
    -> Animation?
  {
    guard let detail, detail.isNear, !line.isLimited else { return nil }
    let order = BoxedPhoto(photo: photo, box: box, cropping: cut)
    guard let picture = pictures.cachedPictureMarkingUse(for: order),
      let photoRequest = PhotoRequest(order, detail)
    else { return nil }
    return animationDecodingCache.requestedAnimationIfDecoded(of: photoRequest, picture)
  }

  package func blurredPicture(of photo: Photo, in box: CellSize) -> Picture? {
    guard let detail, detail.showsBlurs else { return nil }
    return placeholders.blurredPicture(
      of: photo, in: box, cell: detail.cell, isCoarse: line.isLimited)
  }

  /// Returns a placeholder for a photo: its cached picture in another size, as after zooming.
  /// Returns nil if none is cached, and on a slow connection to the terminal, for which a blur has
  /// fewer bytes.
  private func placeholderFromCache(for order: BoxedPhoto) -> Picture? {
    guard let detail, detail.showsBlurs, !line.isLimited else { return nil }
    let resized = placeholders.placeholderFromOtherSize(for: order, cell: detail.cell) {
      pictures.largestCachedPicture(of: order.photo.id)
    }
    if let resized { return resized }
    // The largest picture may lack a part that this box shows.
    for other in pictures.cachedPictures(of: order.photo.id) {
      let resized = placeholders.placeholderFromOtherSize(for: order, cell: detail.cell) { other }
      if let resized { return resized }
    }
    return nil
  }

  package func prefetchPhotos(_ photos: [Photo], in box: CellSize, _ cut: PictureCropping) {
    guard isOn, box.rows > 0, box.columns > 0 else { return }
    for photo in photos {
      let order = BoxedPhoto(photo: photo, box: box, cropping: cut)
      if !pictures.containsPicture(order) { pictureDemand.addExpectedPhoto(order) }
    }
  }

  package func retryPhoto(_ photo: Photo.ID) {
    failures.removeFailures(of: photo)
    timers.redraw()
  }

  package func retryShownPhotos() {
    guard failures.removeShownFailures() else { return }
    timers.redraw()
  }

  package func togglePictures() {
    isWanted.toggle()
    if !isWanted { removeAllPictures() }
    timers.redraw()
  }

  package func beginScreenFrame() {
    isBusy = false
    pictureDemand.beginCollectingPhotos()
    animationDecodingCache.beginScreenFrame()
    failures.markFailuresNotShown()
  }

  package func endScreenFrame() {
    if placeholders.recordShownFrameReturningRedrawNeed() { timers.redraw() }
    animationDecodingCache.endScreenFrame(on: jobs.ground) { [weak jobs] in
      await jobs?.loadPhotoBytes(of: $0)
    }
    guard !pictureDemand.isEmpty || jobs.count > 0 else { return }
    pictureDemand.listCollectedPhotosByPriority()
    failures.forgetPassedFailures(at: timers.world.now)
    jobs.cancelPhotoJobs(allBut: pictureDemand.orders.compactMap { PhotoRequest($0, detail) })
    beginPhotoJobs()
  }

  /// Sets the resolution of pictures on the terminal; cached pictures of another one are removed.
  package func setPictureResolution(to detail: TerminalPictureResolution?) {
    guard detail != self.detail else { return }
    self.detail = detail
    removeAllPictures()
    timers.redraw()
  }

  /// Sets the source of photos, that of the present session; nil after a sign-out.
  package func setPhotoSource(to source: PhotoSource?) {
    jobs.setPhotoSource(to: source)
    removeAllPictures()
    failures = PhotoFailures()
  }

  package func setBandwidthLimit(perMinute: Int?) { line.setByteLimit(perMinute: perMinute) }

  private func removeAllPictures() {
    jobs.cancelAllPhotoJobs()
    line.forgetWaitingPhotos()
    pictureDemand.clearDemandedPhotos()
    pictures.removeAllPictures()
    animationDecodingCache.removeAllAnimations()
    placeholders.removeAllPlaceholders()
  }

  /// Begins to load and decode the demanded photos, the most important first.
  private func beginPhotoJobs() {
    let before = line.waitingPhotos
    line.forgetWaitingPhotos()
    let requests = pictureDemand.orders.filter { !pictures.containsPicture($0) }
      .compactMap { PhotoRequest($0, detail) }
      .filter { !failures.containsFailure($0.rendition.url) }
    jobs.beginPhotoJobs(requests, where: fitsSlowConnectionByteBudget) { [weak self] in
      self?.pace.requestRedraw()
    }
    if line.waitingPhotos != before { pace.requestRedraw() }
  }

  private func fitsSlowConnectionByteBudget(_ photoRequest: PhotoRequest) -> Bool {
    guard let detail, line.isLimited else { return true }
    let cost = detail.terminalByteCount(for: photoRequest.boxedPhoto.box)
    return line.canSendPhotoOrWait(photoRequest.boxedPhoto, for: cost, besides: cost * jobs.count) {
      [weak self] in
      self?.beginPhotoJobs()
    }
  }

  /// Stores the picture or failure of an ended photo job, begins the next jobs, and requests a
  /// redraw if the photo is on the screen.
  private func finishPhotoJob(
    _ outcome: PhotoJobRunner.PhotoJobOutcome, of photoRequest: PhotoRequest
  ) {
    let order = photoRequest.boxedPhoto
    switch outcome {
    case .decoded(let still):
      if still.moves { animationDecodingCache.markURLAsAnimated(photoRequest.rendition.url) }
      storePicture(still.image, for: order)
    case .failed(let failure):
      failures.storePhotoFailure(
        failure, of: photoRequest.rendition.url, order.photo.id, at: timers.world.now)
    case .stopped: break
    }
    beginPhotoJobs()
    // If the photo is on the screen, its frame is drawn again; at once after the last photo.
    guard
      pictureDemand.visiblePhotos.contains(where: {
        $0.photo.id == order.photo.id && needsNoPhotoJob($0)
      })
    else {
      return
    }
    pictureDemand.visiblePhotos.contains { !needsNoPhotoJob($0) }
      ? pace.requestRedraw() : pace.redrawNow()
  }

  private func storePicture(_ image: PixelImage, for order: BoxedPhoto) {
    guard let detail else { return }
    let cells = detail.cellSize(for: image.size, within: order.box)
    pictures.storePicture(Picture(image, cells: cells), for: order)
    placeholders.removeResizedPicture(order)
    line.spendBytesSentToTerminal(detail.terminalByteCount(for: order.box))
  }

  private func needsNoPhotoJob(_ order: BoxedPhoto) -> Bool {
    if pictures.containsPicture(order) || line.waitingPhotos.contains(order) { return true }
    guard let url = PhotoRequest(order, detail)?.rendition.url else { return true }
    return failures.containsFailure(url)
  }
}

/// A list of the photos in demand as of the last whole frame, in the order of priority.
struct DemandedPhotos {
  /// Maximum number of demanded photos that are not visible yet but will be needed next.
  static let maximumExpected = 24

  /// The demanded photos: visible ones first, then those that will be needed next.
  private(set) var orders: [BoxedPhoto] = []
  /// The visible photos of the last frame, or of the current frame so far.
  package private(set) var visiblePhotos: [BoxedPhoto] = []
  private var expected: [BoxedPhoto] = []

  var isEmpty: Bool { orders.isEmpty && visiblePhotos.isEmpty && expected.isEmpty }

  /// Begins the list of the photos that a frame of the screen requests.
  mutating func beginCollectingPhotos() {
    visiblePhotos.removeAll(keepingCapacity: true)
    expected.removeAll(keepingCapacity: true)
  }

  mutating func addVisiblePhoto(_ order: BoxedPhoto) { visiblePhotos.append(order) }

  /// Adds a photo to the demand that is not visible yet, but will be needed soon.
  mutating func addExpectedPhoto(_ order: BoxedPhoto) {
    if expected.count < Self.maximumExpected { expected.append(order) }
  }

  /// Lists the photos that the frame requested in the order of priority, the visible ones first.
  mutating func listCollectedPhotosByPriority() {
    orders.removeAll(keepingCapacity: true)
    var known: Set<BoxedPhoto> = []
    for order in visiblePhotos where known.insert(order).inserted { orders.append(order) }
    for order in expected where known.insert(order).inserted { orders.append(order) }
  }

  mutating func clearDemandedPhotos() {
    beginCollectingPhotos()
    orders = []
  }
}

/// A record of the failures to load photos, by address, until the user tries again. Temporary
/// failures are forgotten some time after the photo has left the screen.
struct PhotoFailures {
  /// The time after a photo has left the screen until its temporary failure to load is forgotten.
  static let failureLifetime = Duration.seconds(30)

  private struct RememberedPhotoFailure {
    let failure: PhotoFailureReason
    let photo: Photo.ID
    let failedAt: Timestamp
    var isShown = true
  }

  private var failures: [String: RememberedPhotoFailure] = [:]

  /// Returns the failure to load the photo at an address, and marks it as shown; nil if none.
  mutating func failureMarkedShown(at url: String) -> PhotoFailureReason? {
    guard let index = failures.index(forKey: url) else { return nil }
    failures.values[index].isShown = true
    return failures.values[index].failure
  }

  func containsFailure(_ url: String) -> Bool { failures[url] != nil }

  mutating func storePhotoFailure(
    _ failure: PhotoFailureReason, of url: String, _ photo: Photo.ID, at now: Timestamp
  ) {
    failures[url] = RememberedPhotoFailure(failure: failure, photo: photo, failedAt: now)
  }

  mutating func removeFailures(of photo: Photo.ID) {
    failures = failures.filter { $0.value.photo != photo }
  }

  /// Removes the failures that are shown, so that these photos are loaded again; returns true if
  /// there were any.
  mutating func removeShownFailures() -> Bool {
    let count = failures.count
    failures = failures.filter { !$0.value.isShown }
    return failures.count < count
  }

  /// Marks all failures of photos as not shown, at the beginning of a frame.
  mutating func markFailuresNotShown() {
    guard !failures.isEmpty else { return }
    for index in failures.values.indices { failures.values[index].isShown = false }
  }

  /// Forgets the temporary failures of photos that left the screen some time ago, at the end of a
  /// frame.
  mutating func forgetPassedFailures(at now: Timestamp) {
    guard !failures.isEmpty else { return }
    failures = failures.filter { _, failure in
      failure.isShown || !failure.failure.mayPass
        || now.elapsedTime(since: failure.failedAt) < Self.failureLifetime
    }
  }
}

extension PhotoFailureReason {
  /// True for a temporary failure of a photo, after which loading it again may succeed.
  var mayPass: Bool {
    switch self {
    case .notFetched(let error): error.mayPass
    case .notShowable: false
    case .tookTooLong: true
    case .unreadable: false
    }
  }
}

/// A limiter of the screen's redraws for loaded photos: the first redraw happens at once, further
/// ones are combined.
@MainActor
final class RedrawLimiter {
  /// The shortest time between two redraws of the screen for photos.
  static let interval = Duration.milliseconds(40)

  private let timers: PipelineClockAndRedraw
  private var lastRedraw: Timestamp?
  private var isWaiting = false

  init(_ timers: PipelineClockAndRedraw) { self.timers = timers }

  func requestRedraw() {
    guard !isWaiting else { return }
    let now = timers.world.now
    let rest =
      lastRedraw.map { $0.timeAdvanced(by: Self.interval).elapsedTime(since: now) } ?? .zero
    guard rest > .zero, rest <= Self.interval else { return callRedrawHandler(at: now) }
    isWaiting = true
    timers.runAfterDelay(rest) { [weak self] in
      guard let self, isWaiting else { return }
      callRedrawHandler(at: timers.world.now)
    }
  }

  func redrawNow() { callRedrawHandler(at: timers.world.now) }

  private func callRedrawHandler(at now: Timestamp) {
    isWaiting = false
    lastRedraw = now
    timers.redraw()
  }
}

/// The clock of the photo pipeline, with the functions by which it waits and has the screen
/// redrawn.
package struct PipelineClockAndRedraw {
  package let world: any World
  package let runAfterDelay: @MainActor (Duration, @escaping @MainActor () -> Void) -> Void
  package let redraw: @MainActor () -> Void

  package init(
    world: any World,
    runAfterDelay: @escaping @MainActor (Duration, @escaping @MainActor () -> Void) -> Void,
    redraw: @escaping @MainActor () -> Void
  ) {
    (self.world, self.runAfterDelay, self.redraw) = (world, runAfterDelay, redraw)
  }
}
