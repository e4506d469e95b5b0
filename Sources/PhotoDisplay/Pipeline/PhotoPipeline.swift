package import FeedDomain
package import Terminal

/// The shelf of photos that frames ask for: loaded, decoded and cached. A frame tells what it
/// shows, most wanted first, and what comes next. Between frames, a few are worked on in that
/// order, and unwanted ones are cancelled. Nothing begins before the first frame is shown.
@MainActor package final class PhotoPipeline: PictureProvider {
  private var isWanted: Bool
  package private(set) var isBusy = false
  private let reel: AnimationPlayer
  private let clockwork: PictureTimers
  private let pace: RedrawPace
  private let line: LineBandwidth
  private let workshop: PhotoJobs
  /// nil if no pictures are shown.
  private var detail: PictureDetail?
  private var demand = PictureDemand()
  private var pictures: PictureMemory
  private var placeholders = PlaceholderPictures()
  private var failures = PictureFailures()

  /// Empty until terminal and source are set. The memory is in bytes of pixels.
  package init(
    isOn: Bool, isAnimated: Bool = true, memory: Int = 24 * 1024 * 1024,
    decoder: any PictureDecoding, log: any Log,
    clockwork: PictureTimers
  ) {
    isWanted = isOn
    self.clockwork = clockwork
    pictures = PictureMemory(limit: memory)
    pace = RedrawPace(clockwork)
    line = LineBandwidth(clockwork)
    workshop = PhotoJobs(decoder, log)
    reel = AnimationPlayer(isAnimated: isAnimated, decoder, log, clockwork)
    reel.changed = { [weak self] in self?.pace.request() }
    workshop.ended = { [weak self] in self?.take($1, of: $0) }
  }

  package var isOn: Bool { isWanted && detail != nil && workshop.source?.hasPhotos == true }

  package var isThrifty: Bool { line.isLimited }

  package var isWatched: Bool {
    get { reel.isWatched }
    set { reel.isWatched = newValue }
  }

  package var ground: Colour {
    get { workshop.ground }
    set {
      guard newValue != workshop.ground else { return }
      workshop.ground = newValue
      // Photos have no ground to be seen; they need not be had again for its sake.
      pictures.forget { $0.mayBeEmoji }
    }
  }

  package var cell: PixelSize { detail?.cell ?? PixelSize(width: 10, height: 20) }

  package func picture(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> PictureState {
    guard isOn, let detail, box.rows > 0, box.columns > 0 else { return .off }
    let order = PictureOrder(photo: photo, box: box, cut: cut)
    if let picture = pictures.picture(for: order) { return .here(picture) }
    guard let url = PhotoRequest(order, detail)?.rendition.url else { return .failed(.notShowable) }
    if let failure = failures.show(url) { return .failed(failure) }
    demand.show(order)
    let standIn = likeness(of: order) ?? cover(of: photo, in: box)
    if line.held.contains(order) { return .held(standIn: standIn) }
    let transfer = workshop.transfer(of: url)
    // Only what is drawn differently from frame to frame makes the screen move.
    if standIn == nil || transfer?.expected != nil { isBusy = reel.isAnimated }
    return .coming(standIn: standIn, transfer)
  }

  package func motion(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> Motion? {
    guard let detail, detail.isNear, !line.isLimited else { return nil }
    let order = PictureOrder(photo: photo, box: box, cut: cut)
    guard let picture = pictures.picture(for: order), let photoRequest = PhotoRequest(order, detail)
    else { return nil }
    return reel.motion(of: photoRequest, picture)
  }

  package func cover(of photo: Photo, in box: CellSize) -> Picture? {
    guard let detail, detail.showsBlurs else { return nil }
    return placeholders.blur(of: photo, in: box, cell: detail.cell, isCoarse: line.isLimited)
  }

  /// The photo at another size, as after zooming; not on a slow line, where it costs more than a
  /// blur.
  private func likeness(of order: PictureOrder) -> Picture? {
    guard let detail, detail.showsBlurs, !line.isLimited else { return nil }
    return placeholders.likeness(of: order, cell: detail.cell) {
      pictures.largest(of: order.photo.id)
    }
  }

  package func expect(_ photos: [Photo], in box: CellSize, _ cut: PictureCut) {
    guard isOn, box.rows > 0, box.columns > 0 else { return }
    for photo in photos {
      let order = PictureOrder(photo: photo, box: box, cut: cut)
      if !pictures.contains(order) { demand.expect(order) }
    }
  }

  package func retry(_ photo: Photo.ID) {
    failures.forget(photo)
    clockwork.redraw()
  }

  package func retryShown() {
    guard failures.forgetShown() else { return }
    clockwork.redraw()
  }

  package func toggle() {
    isWanted.toggle()
    if !isWanted { empty() }
    clockwork.redraw()
  }

  package func frameBegan() {
    isBusy = false
    demand.begin()
    reel.frameBegan()
    failures.beginFrame()
  }

  package func frameEnded() {
    if placeholders.frameShown() { clockwork.redraw() }
    reel.frameEnded(on: workshop.ground) { [weak workshop] in await workshop?.bytes(of: $0) }
    guard !demand.isEmpty || workshop.count > 0 else { return }
    demand.end()
    failures.endFrame(at: clockwork.world.now)
    workshop.callOff(allBut: demand.orders.compactMap { PhotoRequest($0, detail) })
    work()
  }

  /// Sets the terminal's detail; pictures for other cells are forgotten.
  package func use(_ detail: PictureDetail?) {
    guard detail != self.detail else { return }
    self.detail = detail
    empty()
    clockwork.redraw()
  }

  /// Sets the session's photos; nil after a sign-out.
  package func use(_ source: PhotoSource?) {
    workshop.use(source)
    empty()
    failures = PictureFailures()
  }

  /// Limits the bytes of a minute; nil for no limit.
  package func limit(perMinute: Int?) { line.limit(perMinute: perMinute) }

  private func empty() {
    workshop.dropAll()
    line.releaseAll()
    demand.clear()
    pictures.clear()
    reel.empty()
    placeholders.clear()
  }

  /// Begins the most wanted work.
  private func work() {
    let before = line.held
    line.releaseAll()
    let commissions = demand.orders.filter { !pictures.contains($0) }
      .compactMap { PhotoRequest($0, detail) }
      .filter { !failures.contains($0.rendition.url) }
    workshop.begin(commissions, where: isAffordable) { [weak self] in self?.pace.request() }
    if line.held != before { pace.request() }
  }

  private func isAffordable(_ photoRequest: PhotoRequest) -> Bool {
    guard let detail, line.isLimited else { return true }
    let cost = detail.bytes(for: photoRequest.order.box)
    return line.takes(photoRequest.order, for: cost, besides: cost * workshop.count) {
      [weak self] in
      self?.work()
    }
  }

  /// Takes an outcome and continues.
  private func take(_ outcome: PhotoJobs.Outcome, of photoRequest: PhotoRequest) {
    let order = photoRequest.order
    switch outcome {
    case .made(let still):
      if still.moves { reel.note(moving: photoRequest.rendition.url) }
      keep(still.image, for: order)
    case .failed(let failure):
      failures.keep(
        failure, of: photoRequest.rendition.url, order.photo.id, at: clockwork.world.now)
    case .stopped: break
    }
    work()
    // Drawn again where what ended is on the screen; at once where nothing on it is still to come.
    guard demand.shown.contains(where: { $0.photo.id == order.photo.id && isSettled($0) }) else {
      return
    }
    demand.shown.contains { !isSettled($0) } ? pace.request() : pace.finish()
  }

  private func keep(_ image: PixelImage, for order: PictureOrder) {
    guard let detail else { return }
    let cells = detail.cells(for: image.size, within: order.box)
    pictures.keep(Picture(image, cells: cells), for: order)
    placeholders.forget(order)
    line.spend(detail.bytes(for: order.box))
  }

  /// Whether an order is finished.
  private func isSettled(_ order: PictureOrder) -> Bool {
    if pictures.contains(order) || line.held.contains(order) { return true }
    guard let url = PhotoRequest(order, detail)?.rendition.url else { return true }
    return failures.contains(url)
  }
}

/// The wanted orders by priority, of the last whole frame.
struct PictureDemand {
  /// The most expected orders.
  static let mostExpected = 24

  /// Shown orders, then expected ones.
  private(set) var orders: [PictureOrder] = []
  /// The orders of the last frame, or of the current one so far.
  package private(set) var shown: [PictureOrder] = []
  private var expected: [PictureOrder] = []

  var isEmpty: Bool { orders.isEmpty && shown.isEmpty && expected.isEmpty }

  mutating func begin() {
    shown.removeAll(keepingCapacity: true)
    expected.removeAll(keepingCapacity: true)
  }

  mutating func show(_ order: PictureOrder) { shown.append(order) }

  /// Adds an order that will be needed next.
  mutating func expect(_ order: PictureOrder) {
    if expected.count < Self.mostExpected { expected.append(order) }
  }

  mutating func end() {
    orders.removeAll(keepingCapacity: true)
    var known: Set<PictureOrder> = []
    for order in shown where known.insert(order).inserted { orders.append(order) }
    for order in expected where known.insert(order).inserted { orders.append(order) }
  }

  mutating func clear() {
    begin()
    orders = []
  }
}

/// Failures by address, until somebody tries again. Transient ones are retried when the photo
/// returns after a while.
struct PictureFailures {
  /// How long a failure counts after its photo left the screen.
  static let patience = Duration.seconds(30)

  private struct Failure {
    let failure: PictureFailure
    let photo: Photo.ID
    let at: Timestamp
    var isShown = true
  }

  private var failures: [String: Failure] = [:]

  /// The failure of an address, marked as shown; nil if there is none.
  mutating func show(_ url: String) -> PictureFailure? {
    guard let index = failures.index(forKey: url) else { return nil }
    failures.values[index].isShown = true
    return failures.values[index].failure
  }

  /// Whether an address failed.
  func contains(_ url: String) -> Bool { failures[url] != nil }

  mutating func keep(
    _ failure: PictureFailure, of url: String, _ photo: Photo.ID, at now: Timestamp
  ) {
    failures[url] = Failure(failure: failure, photo: photo, at: now)
  }

  mutating func forget(_ photo: Photo.ID) {
    failures = failures.filter { $0.value.photo != photo }
  }

  /// Forgets shown failures; false if there were none.
  mutating func forgetShown() -> Bool {
    let count = failures.count
    failures = failures.filter { !$0.value.isShown }
    return failures.count < count
  }

  mutating func beginFrame() {
    guard !failures.isEmpty else { return }
    for index in failures.values.indices { failures.values[index].isShown = false }
  }

  mutating func endFrame(at now: Timestamp) {
    guard !failures.isEmpty else { return }
    failures = failures.filter { _, failure in
      failure.isShown || !failure.failure.mayPass || now.since(failure.at) < Self.patience
    }
  }
}

extension PictureFailure {
  /// Whether trying again may help.
  var mayPass: Bool {
    switch self {
    case .notFetched(let error): error.mayPass
    case .notShowable: false
    case .tookTooLong: true
    case .unreadable: false
    }
  }
}

/// Combines redraws: the first at once, the following ones together.
@MainActor final class RedrawPace {
  /// The shortest time between two frames.
  static let interval = Duration.milliseconds(40)

  private let clockwork: PictureTimers
  private var last: Timestamp?
  private var isWaiting = false

  init(_ clockwork: PictureTimers) { self.clockwork = clockwork }

  /// Asks for a redraw.
  func request() {
    guard !isWaiting else { return }
    let now = clockwork.world.now
    let rest = last.map { $0.advanced(by: Self.interval).since(now) } ?? .zero
    guard rest > .zero, rest <= Self.interval else { return draw(at: now) }
    isWaiting = true
    clockwork.after(rest) { [weak self] in
      guard let self, isWaiting else { return }
      draw(at: clockwork.world.now)
    }
  }

  /// Redraws at once, as nothing follows soon.
  func finish() { draw(at: clockwork.world.now) }

  private func draw(at now: Timestamp) {
    isWaiting = false
    last = now
    clockwork.redraw()
  }
}

package struct PictureTimers {
  package let world: any World
  package let after: @MainActor (Duration, @escaping @MainActor () -> Void) -> Void
  package let redraw: @MainActor () -> Void

  package init(
    world: any World,
    after: @escaping @MainActor (Duration, @escaping @MainActor () -> Void) -> Void,
    redraw: @escaping @MainActor () -> Void
  ) {
    (self.world, self.after, self.redraw) = (world, after, redraw)
  }
}
