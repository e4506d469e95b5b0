package import FeedDomain
package import Terminal

/// Photos as pictures: fetched, decoded and kept, as far as frames ask for them.
///
/// Every frame tells what it shows, the most wanted first, and what will be looked at next. Between
/// frames, what is wanted is worked on in that order, a few things at a time, and what is not wanted
/// any more is called off. Nothing is begun before the first frame is on the screen.
@MainActor package final class PhotoShelf: PictureShelf {
  /// How many photos are fetched at a time.
  static let transfersAtOnce = 4
  /// How many are given to the decoder: two to be at work on, and two that follow without waiting
  /// for a frame to be drawn first.
  static let decodesAtOnce = 4
  /// How much that was fetched may wait to be decoded before more is fetched.
  static let mostWaiting = 8

  package let clockwork: PictureClockwork
  package let decoder: any PictureDecoding
  package let log: any Log
  let pace: RedrawPace
  package private(set) var isWanted: Bool
  private let isAnimated: Bool
  /// What the terminal can show; nil for nothing.
  private(set) var detail: PictureDetail?
  package private(set) var source: PhotoSource?

  var demand = PictureDemand()
  package var pictures: PictureMemory
  var encoded = EncodedPhotos(limit: 4 * 1024 * 1024)
  var standIns = StandIns()
  /// What is being fetched, by its address.
  var transfers: [String: PhotoTransfer] = [:]
  /// What is being decoded.
  var decodes: [PictureOrder: PhotoDecode] = [:]
  package var failures = PictureFailures()
  var budget: LineBudget?
  /// What waits for the line's sake.
  package var held: Set<PictureOrder> = []
  var isAwaitingBudget = false
  package private(set) var isBusy = false
  /// Whether a frame is on the screen; before that nothing is worked out that it can do without.
  private var hasShownFrame = false
  private var owesBlurs = false

  /// A shelf that is empty, and stays so until it is told what the terminal can show and whose
  /// photos there are. The memory is in bytes of pixels.
  package init(
    isOn: Bool, isAnimated: Bool = true, memory: Int = 24 * 1024 * 1024,
    decoder: any PictureDecoding, log: any Log,
    clockwork: PictureClockwork
  ) {
    isWanted = isOn
    self.isAnimated = isAnimated
    pictures = PictureMemory(limit: memory)
    (self.decoder, self.log, self.clockwork) = (decoder, log, clockwork)
    pace = RedrawPace(clockwork)
  }

  package var isOn: Bool { isWanted && detail != nil && source?.hasPhotos == true }

  package var cell: PixelSize { detail?.cell ?? PixelSize(width: 10, height: 20) }

  package func picture(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> ShelvedPicture {
    guard isOn, let detail, box.rows > 0, box.columns > 0 else { return .off }
    let order = PictureOrder(photo: photo, box: box, cut: cut)
    if let picture = pictures.picture(for: order) { return .here(picture) }
    guard let rendition = photo.rendition(filling: detail.pixels(for: box), cut) else {
      return .failed(.notShowable)
    }
    if let failure = failures.show(rendition.url) { return .failed(failure) }
    demand.show(order)
    let standIn = likeness(of: order) ?? cover(of: photo, in: box)
    if held.contains(order) { return .held(standIn: standIn) }
    let transfer = transfers[rendition.url]?.meter.transfer
    // Only what is drawn differently from frame to frame makes the screen move.
    if standIn == nil || transfer?.expected != nil { isBusy = isAnimated }
    return .coming(standIn: standIn, transfer)
  }

  package func cover(of photo: Photo, in box: CellSize) -> Picture? {
    guard let detail, detail.showsBlurs else { return nil }
    guard hasShownFrame else {
      owesBlurs = true
      return nil
    }
    return standIns.blur(of: photo, in: box, cell: detail.cell, isCoarse: budget != nil)
  }

  /// What is held of the photo in another size, as when one looks nearer: it shows more than a blur,
  /// but takes more bytes, which a line with a budget does not have to spare.
  private func likeness(of order: PictureOrder) -> Picture? {
    guard let detail, detail.showsBlurs, hasShownFrame, budget == nil else { return nil }
    return standIns.likeness(of: order, cell: detail.cell) { pictures.largest(of: order.photo.id) }
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
    failures.beginFrame()
  }

  package func frameEnded() {
    hasShownFrame = true
    if owesBlurs {
      owesBlurs = false
      clockwork.redraw()
    }
    guard !demand.isEmpty || !transfers.isEmpty || !decodes.isEmpty else { return }
    demand.end()
    failures.endFrame(at: clockwork.world.now)
    callOff()
    work()
  }
}

extension PhotoShelf {
  /// Learns what the terminal can show; pictures made for another kind of cell are forgotten.
  package func use(_ detail: PictureDetail?) {
    guard detail != self.detail else { return }
    self.detail = detail
    empty()
    clockwork.redraw()
  }

  /// Shows the photos of a session from here on; of nobody after a sign-out.
  package func use(_ source: PhotoSource?) {
    self.source = source
    empty()
    encoded.clear()
    failures = PictureFailures()
  }

  /// Gives the line no more than so many bytes of pictures a minute; nil for as many as there are.
  package func limit(perMinute: Int?) {
    budget = perMinute.map { LineBudget(perMinute: $0, now: clockwork.world.now) }
  }

  private func empty() {
    for transfer in transfers.values { transfer.task?.cancel() }
    for decode in decodes.values { decode.task?.cancel() }
    // Whoever ends later finds that nobody waits any more.
    transfers = [:]
    decodes = [:]
    held = []
    demand.clear()
    pictures.clear()
    standIns.clear()
  }
}
