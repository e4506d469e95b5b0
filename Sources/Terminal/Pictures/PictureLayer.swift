/// A layer of pictures on a screen, which numbers their cells for ncurses, translates the numbers,
/// and sends pixels over the cells.
@MainActor
final class PictureLayer {
  /// The renderer of pictures for the terminal's protocol; nil if no pictures are shown.
  let drawing: (any PictureRenderer)?
  /// The protocol for pictures on the screen; nil before the first picture.
  let ability: TerminalPictureAbilities?

  private var slots = NcursesPictureCellNumbers()
  private var schedule = AnimationSchedule()
  private var frame = ScreenFramePictures()
  /// True if the screen may show pixels of pictures, which scrolling could tear: from the first
  /// picture until a whole screen is painted without any.
  private var mayHoldPixels = false
  /// The indices of the screen rows that lose their last pixels of pictures; they are written from
  /// end to end.
  private(set) var lostRows: Set<Int> = []
  private var budget = AdaptivePictureSliceLimiter()
  /// The run of cell numbers that the picture layer translated last, which probably contains the
  /// next picture cell, too; nil before the first.
  private var lastSlot: NcursesPictureCellNumbers.NcursesCellNumberRun?

  init(ability: TerminalPictureAbilities?, drawing: (any PictureRenderer)?) {
    (self.ability, self.drawing) = (ability, drawing)
  }

  /// True if the pixels of the screen's pictures do not move with the text of the cells.
  var isBoundToCells: Bool { ability?.method.isBoundToCells == true }
  /// True if the pictures on the screen would be torn by the terminal's scrolling. ncurses' `idlok`
  /// does not help, since ncurses still scrolls by regions.
  var forbidsScrolling: Bool { isBoundToCells && mayHoldPixels }
  var hasPieces: Bool { !frame.pieces.isEmpty }
  var hasPending: Bool { drawing?.hasPending == true && budget.isReadyForNextSlice(at: .now) }

  /// The time at which the picture layer has to show an animation's next frame; nil without
  /// animations.
  var nextAnimation: ContinuousClock.Instant? { schedule.nextFrameTime }

  /// Returns the canvas with a private character in each picture cell, so that ncurses can compare
  /// the cells.
  func numberingPictureCells(in canvas: Canvas) -> Canvas {
    let before = frame.rowsWithPieces
    defer {
      if !frame.pieces.isEmpty { mayHoldPixels = true }
      lostRows = isBoundToCells ? before.subtracting(frame.rowsWithPieces) : []
    }
    frame = ScreenFramePictures(rowCount: canvas.size.rows)
    let placements = placementsWithCurrentFrames(of: canvas)
    guard !placements.isEmpty else { return canvas }
    var resolved = canvas
    var seen = VisibleRectangleCollector()
    var known: [Int: NcursesPictureCellNumbers.NcursesCellNumberRun?] = [:]
    for row in canvas.pictureRows {
      resolved.replaceCells(inRow: row) { cells in
        var column = 0
        while column < cells.count {
          guard let number = cells[column].pictureNumber else {
            column += 1
            continue
          }
          let end = Cell.endOfEqualCells(in: cells, from: column)
          seen.addVisibleCells(number, row: row, columns: column..<end)
          let placement = placements[number]
          let slot = known[number] ?? ncursesCellNumberRun(for: placement)
          known[number] = slot
          let first = slot?.ncursesCellNumber(
            row: row - placement.origin.row, column: column - placement.origin.column)
          Cell.fillCellsWithPictureNumbers(&cells, column..<end, from: first)
          column = end
        }
      }
    }
    frame.pieces = seen.visiblePicturePieces(of: placements)
    return resolved
  }

  /// Appends the bytes that draw the picture cell with a number to the output; a blank for an
  /// unknown number.
  func appendPictureCellOutput(
    _ number: Int, colours: inout CurrentCellColours?, to output: inout [UInt8]
  ) {
    if lastSlot?.numbers.contains(number) != true {
      lastSlot = slots.ncursesCellNumberRun(of: number)
    }
    guard let slot = lastSlot else {
      output.append(0x20)
      return
    }
    if let origin = slot.key.origin {
      let cell = ScreenFramePictures.OverwrittenPictureCell(
        picture: slot.key.picture, origin: origin, row: slot.cellPosition(of: number).row)
      if frame.written.last != cell { frame.written.append(cell) }
    }
    slot.appendPictureCellOutput(number, colours: &colours, to: &output)
  }

  /// Returns the bytes of pictures to send after the text of a frame. `frameIsWholeScreen`: the
  /// frame paints the whole screen.
  func drawPictures(frameIsWholeScreen: Bool, hasScrolled: Bool) -> [UInt8] {
    slots.removeUnusedCellNumbers()
    lastSlot = nil
    if frameIsWholeScreen, frame.pieces.isEmpty { mayHoldPixels = false }
    guard let drawing else { return [] }
    frame.hasMoved = frameIsWholeScreen || hasScrolled
    let isFree = budget.isReadyForNextSlice(at: .now)
    // Placements belong to the text; images in transfer and pixels drawn over cells do not.
    let isSlice = isFree && (isBoundToCells || drawing.hasPending)
    let bytes = drawing.drawPictures(frame, limit: isFree ? budget.slice : 0)
    return isSlice ? budget.bytesEnclosedInStatusQueries(bytes, at: .now) : bytes
  }

  /// Appends pending bytes of pictures to the output; returns true if the content of cells changed,
  /// so that the frame must be painted again.
  func appendBytesReportingCellChange(to output: inout [UInt8]) -> Bool {
    guard hasPending, let drawing else { return false }
    if budget.mustMeasureRoundTrip {
      output += budget.bytesOfRoundTripQuery(at: .now)
      return false
    }
    var bytes: [UInt8] = []
    let isNews = drawing.appendBytesReportingCellChange(limit: budget.slice, to: &bytes)
    output += budget.bytesEnclosedInStatusQueries(bytes, at: .now)
    return isNews
  }

  func handleTerminalReply(_ reply: TerminalReply) {
    if case .status = reply { budget.recordStatusReply(at: .now) }
    drawing?.handleTerminalReply(reply)
  }

  /// Forgets all pictures that were sent to the terminal; returns the bytes that remove them from
  /// the screen.
  func removeAllPictures() -> [UInt8] { drawing?.removeAllPictures() ?? [] }

  /// Returns the placements of pictures on a canvas, with the current frames of animations.
  private func placementsWithCurrentFrames(of canvas: Canvas) -> [Canvas.PicturePlacement] {
    let moving = canvas.movingPlacements
    let animations = Set(moving.compactMap { canvas.placements[$0].animation })
    let now = ContinuousClock.now
    let playsAnimations = drawing?.playsAnimations == true
    if playsAnimations {
      frame.animations = animations
    } else {
      schedule.setAnimations(animations, at: now)
    }
    guard !moving.isEmpty, let drawing else { return canvas.placements }
    var placements = canvas.placements
    for number in moving {
      let placement = placements[number]
      guard let animation = placement.animation else { continue }
      let picture =
        playsAnimations
        ? drawing.pictureAnimatedByTerminal(for: animation)
        : schedule.advancedAnimationFrame(
          of: animation, at: now, isReady: drawing.isReadyElseBeginEncoding)
      guard let picture else { continue }
      // The following frame is prepared while this one is shown.
      if let next = schedule.nextFrame(of: animation) { _ = drawing.isReadyElseBeginEncoding(next) }
      if isBoundToCells {
        frame.frames[placement.picture] = picture
      } else {
        placements[number] = Canvas.PicturePlacement(
          picture: picture, origin: placement.origin, animation: nil)
      }
    }
    return placements
  }

  private func ncursesCellNumberRun(
    for placement: Canvas.PicturePlacement
  ) -> NcursesPictureCellNumbers.NcursesCellNumberRun? {
    guard let drawing else { return nil }
    return slots.ncursesCellNumberRun(
      placement.picture, drawing.cellContentToDrawNow(of: placement.picture),
      at: isBoundToCells ? placement.origin : nil)
  }

  convenience init(
    _ ability: TerminalPictureAbilities, depth: ColourDepth, throughTmux: Bool, process: Int32,
    thread: (any SerialExecutor)?
  ) {
    let drawing: (any PictureRenderer)? =
      switch ability.method {
      case .kitty:
        KittyPlacementRenderer(
          depth: depth, numbers: .threeByteImageIDs(process: process),
          playsAnimations: ability.playsAnimations)
      case .kittyPlaceholders:
        KittyPlaceholderRenderer(
          depth: depth, numbers: throughTmux ? .small : .threeByteImageIDs(process: process),
          throughTmux: throughTmux, playsAnimations: ability.playsAnimations)
      case .symbols: SymbolRenderer(depth: depth, cell: ability.cell, thread: thread)
      case .sixel:
        PixelOverlayRenderer(SixelFormat(cell: ability.cell), depth: depth, thread: thread)
      case .iterm: PixelOverlayRenderer(ITermImageFormat(), depth: depth, thread: thread)
      case .none: nil
      }
    self.init(ability: ability, drawing: drawing)
  }
}

extension Canvas {
  /// The indices of the canvas's visible picture placements with animations.
  fileprivate var movingPlacements: [Int] {
    placements.indices.filter { number in
      guard placements[number].animation != nil else { return false }
      let cells = CellRect(
        origin: placements[number].origin, size: placements[number].picture.cells)
      return cells.rows.clamped(to: 0..<size.rows).contains { row in
        rows[row].contains { $0.pictureNumber == number }
      }
    }
  }

  fileprivate var pictureRows: Range<Int> {
    let first = placements.map(\.origin.row).min() ?? 0
    let end = placements.map { $0.origin.row + $0.picture.cells.rows }.max() ?? 0
    return (first..<max(first, end)).clamped(to: 0..<size.rows)
  }
}

/// A collector of pictures' visible cells, which combines them into few rectangles, in one pass.
struct VisibleRectangleCollector {
  private struct VisibleCellRun: Hashable {
    let number: Int
    let columns: Range<Int>
  }

  private var row = -1
  private var above: [VisibleCellRun: Int] = [:]
  private var here: [VisibleCellRun: Int] = [:]
  private var found: [(run: VisibleCellRun, rows: Range<Int>)] = []

  /// Adds neighbouring visible cells of a picture placement; called row by row from left to right.
  mutating func addVisibleCells(_ number: Int, row: Int, columns: Range<Int>) {
    if row != self.row {
      above = row == self.row + 1 ? here : [:]
      here = [:]
      self.row = row
    }
    let run = VisibleCellRun(number: number, columns: columns)
    if let index = above[run] {
      found[index].rows = found[index].rows.lowerBound..<(row + 1)
      here[run] = index
    } else {
      here[run] = found.count
      found.append((run, row..<(row + 1)))
    }
  }

  /// Returns the collected rectangles, each with the part of the picture that is visible in it; a
  /// partly covered picture may have several.
  func visiblePicturePieces(of placements: [Canvas.PicturePlacement]) -> [PicturePiece] {
    return found.map { run, rows in
      let placement = placements[run.number]
      let position = CellPosition(row: rows.lowerBound, column: run.columns.lowerBound)
      return PicturePiece(
        picture: placement.picture,
        part: CellRect(
          row: position.row - placement.origin.row,
          column: position.column - placement.origin.column,
          rows: rows.count, columns: run.columns.count),
        position: position)
    }
  }
}

/// A cache of values made from pictures, kept as long as the picture exists and there is room.
@MainActor
struct PictureCache<Value> {
  private struct PictureCacheEntry {
    weak var picture: Picture?
    let value: Value
    let cost: Int
    var used: Int
  }

  private let capacity: Int
  private var entries: [ObjectIdentifier: PictureCacheEntry] = [:]
  private var clock = 0
  private var cost = 0

  init(capacity: Int) { self.capacity = capacity }

  /// Returns true if the cache holds a value made from a picture.
  func cacheContains(_ picture: Picture) -> Bool {
    entries[ObjectIdentifier(picture)]?.picture === picture
  }

  mutating func cachedValue(for picture: Picture) -> Value? {
    let name = ObjectIdentifier(picture)
    // Another picture may have the address that a released one had.
    guard let entry = entries[name], entry.picture === picture else { return nil }
    clock += 1
    entries[name]?.used = clock
    return entry.value
  }

  /// Stores a value made from a picture, and removes the values unused for longest to make room.
  mutating func storeValue(_ value: Value, for picture: Picture, cost: Int) {
    clock += 1
    removeEntries { $0.picture == nil || $0.picture === picture }
    entries[ObjectIdentifier(picture)] = PictureCacheEntry(
      picture: picture, value: value, cost: cost, used: clock)
    self.cost += cost
    while self.cost > capacity, entries.count > 1,
      let oldest = entries.values.min(by: { $0.used < $1.used })
    {
      removeEntries { $0.used == oldest.used }
    }
  }

  private mutating func removeEntries(_ isForgotten: (PictureCacheEntry) -> Bool) {
    for (name, entry) in entries where isForgotten(entry) {
      entries[name] = nil
      cost -= entry.cost
    }
  }
}

/// A schedule of animations with the current frame of each. A frame that the terminal cannot show
/// at once waits, and the previous one stays: a slow connection shows fewer frames, and never half
/// of one.
@MainActor
struct AnimationSchedule {
  private struct RunningAnimation {
    /// The index of a running animation's current frame; nil for the still picture.
    var frame: Int?
    var end: ContinuousClock.Instant
  }

  /// The delay after which an animation's frame that was not ready is tried again.
  private static let allowedTime = Duration.milliseconds(50)

  private var runningAnimations: [Animation: RunningAnimation] = [:]

  /// The time at which the first of the running animations needs its next frame; nil without
  /// animations.
  var nextFrameTime: ContinuousClock.Instant? { runningAnimations.values.map(\.end).min() }

  /// Sets the animations to run, which begin with their first frame unless they run already; all
  /// other animations end.
  mutating func setAnimations(_ animations: Set<Animation>, at now: ContinuousClock.Instant) {
    guard !runningAnimations.isEmpty || !animations.isEmpty else { return }
    runningAnimations = runningAnimations.filter { animations.contains($0.key) }
    for animation in animations where runningAnimations[animation] == nil {
      runningAnimations[animation] = RunningAnimation(frame: nil, end: now)
    }
  }

  /// Returns the current frame of an animation, after advancing to the next one if that is due and
  /// ready; nil for the still picture.
  mutating func advancedAnimationFrame(
    of animation: Animation, at now: ContinuousClock.Instant, isReady: (Picture) -> Bool
  ) -> Picture? {
    guard var run = runningAnimations[animation] else { return nil }
    if run.end <= now {
      let next = run.frame.map { ($0 + 1) % animation.frames.count } ?? 0
      if isReady(animation.frames[next].picture) {
        // Frames are not shown faster to make up for a delay.
        run = RunningAnimation(
          frame: next, end: max(run.end, now - Self.allowedTime) + animation.frames[next].duration)
        if run.end <= now { run.end = now + Self.allowedTime }
      } else {
        run.end = now + Self.allowedTime
      }
      runningAnimations[animation] = run
    }
    return run.frame.map { animation.frames[$0].picture }
  }

  func nextFrame(of animation: Animation) -> Picture? {
    guard let run = runningAnimations[animation] else { return nil }
    return animation.frames[((run.frame ?? -1) + 1) % animation.frames.count].picture
  }
}
