/// The pictures on a screen: it gives their cells to ncurses as numbers, turns the numbers into
/// what the terminal is sent, and sends what is drawn over the cells.
@MainActor final class PictureLayer {
  /// Draws the pictures; nil where none are drawn.
  let drawing: (any PictureDrawing)?
  /// How they are shown; nil where there has been no picture yet.
  let ability: PictureAbility?

  private var slots = PictureSlots()
  private var projector = Projector()
  private var frame = PictureFrame()
  /// Whether scrolling might tear something on the screen. This is so from the first picture until
  /// the whole screen is painted without any, since nobody knows what a terminal does with pixels
  /// whose cells were written.
  private var mayHoldPixels = false
  /// The rows that lose the last of what was drawn over their cells; they are written from end to
  /// end, blanks included.
  private(set) var lostRows: Set<Int> = []
  private var budget = LineBudget()
  /// The slot of the last cell that was written; the next one most likely belongs to it, too.
  private var lastSlot: PictureSlots.Slot?

  init(ability: PictureAbility?, drawing: (any PictureDrawing)?) {
    (self.ability, self.drawing) = (ability, drawing)
  }

  /// Whether pictures are drawn in a way that stays in place when their cells move.
  var isBoundToCells: Bool { ability?.way.isBoundToCells == true }
  /// Whether the terminal must not scroll.
  ///
  /// `idlok` is of no use: without it, ncurses still scrolls by regions.
  var forbidsScrolling: Bool { isBoundToCells && mayHoldPixels }

  /// Whether any part of a picture is to be seen.
  var hasPieces: Bool { !frame.pieces.isEmpty }

  /// Whether bytes wait that may be sent now.
  var hasMore: Bool { drawing?.hasMore == true && budget.isFree(at: .now) }

  /// When a picture on the screen moves next; nil where none does.
  var nextMotion: ContinuousClock.Instant? { projector.next }

  /// The canvas with a number in each picture cell, so that ncurses can tell them apart.
  func resolve(_ canvas: Canvas) -> Canvas {
    let before = frame.rowsWithPieces
    defer {
      if !frame.pieces.isEmpty { mayHoldPixels = true }
      lostRows = isBoundToCells ? before.subtracting(frame.rowsWithPieces) : []
    }
    frame = PictureFrame(rowCount: canvas.size.rows)
    let placements = move(canvas)
    guard !placements.isEmpty else { return canvas }
    var resolved = canvas
    var seen = VisiblePieces()
    var known: [Int: PictureSlots.Slot?] = [:]
    for row in canvas.pictureRows {
      resolved.replace(row: row) { cells in
        var column = 0
        while column < cells.count {
          guard let number = cells[column].pictureNumber else {
            column += 1
            continue
          }
          let end = Cell.endOfRun(in: cells, from: column)
          seen.add(number, row: row, columns: column..<end)
          let placement = placements[number]
          let slot = known[number] ?? slot(for: placement)
          known[number] = slot
          let first = slot?.number(
            row: row - placement.origin.row, column: column - placement.origin.column)
          Cell.number(&cells, column..<end, from: first)
          column = end
        }
      }
    }
    frame.pieces = seen.pieces(of: placements)
    return resolved
  }

  /// Appends what the terminal is sent for a cell's number.
  func append(_ number: Int, colours: inout PictureColours?, to output: inout [UInt8]) {
    if lastSlot?.numbers.contains(number) != true { lastSlot = slots.slot(of: number) }
    guard let slot = lastSlot else {
      output.append(0x20)
      return
    }
    if let origin = slot.key.origin {
      let cell = PictureFrame.WrittenCell(
        picture: slot.key.picture, origin: origin, row: slot.place(of: number).row)
      if frame.written.last != cell { frame.written.append(cell) }
    }
    slot.append(number, colours: &colours, to: &output)
  }

  /// What follows the text of the frame.
  func finish(isWhole: Bool, hasScrolled: Bool) -> [UInt8] {
    slots.endFrame()
    lastSlot = nil
    if isWhole, frame.pieces.isEmpty { mayHoldPixels = false }
    guard let drawing else { return [] }
    frame.hasMoved = isWhole || hasScrolled
    let isFree = budget.isFree(at: .now)
    // Placements belong to the text; images on their way and what is drawn over cells do not.
    let isSlice = isFree && (isBoundToCells || drawing.hasMore)
    let bytes = drawing.finish(frame, limit: isFree ? budget.slice : 0)
    return isSlice ? budget.send(bytes, at: .now) : bytes
  }

  /// Appends the next waiting bytes; true when the frame has to be painted again after them.
  func more(to output: inout [UInt8]) -> Bool {
    guard hasMore, let drawing else { return false }
    var bytes: [UInt8] = []
    let isNews = drawing.more(limit: budget.slice, to: &bytes)
    output += budget.send(bytes, at: .now)
    return isNews
  }

  /// Learns from what the terminal says.
  func learn(from reply: TerminalReply) {
    if case .status = reply { budget.answered(at: .now) }
    drawing?.learn(from: reply)
  }

  /// Forgets what the terminal was sent, and returns what removes it there.
  func reset() -> [UInt8] {
    drawing?.reset() ?? []
  }

  /// The placements with what is seen now of those that move.
  private func move(_ canvas: Canvas) -> [Canvas.Placement] {
    let moving = canvas.movingPlacements
    let motions = Set(moving.compactMap { canvas.placements[$0].motion })
    let now = ContinuousClock.now
    let playsMotions = drawing?.playsMotions == true
    if playsMotions { frame.motions = motions } else { projector.show(motions, at: now) }
    guard !moving.isEmpty, let drawing else { return canvas.placements }
    var placements = canvas.placements
    for number in moving {
      let placement = placements[number]
      guard let motion = placement.motion else { continue }
      let picture =
        playsMotions
        ? drawing.played(motion)
        : projector.picture(of: motion, at: now, isReady: drawing.isReady)
      guard let picture else { continue }
      // The one that follows is made ready while this one is seen.
      if let next = projector.following(motion) { _ = drawing.isReady(next) }
      if isBoundToCells {
        frame.frames[placement.picture] = picture
      } else {
        placements[number] = Canvas.Placement(
          picture: picture, origin: placement.origin, motion: nil)
      }
    }
    return placements
  }

  private func slot(for placement: Canvas.Placement) -> PictureSlots.Slot? {
    guard let drawing else { return nil }
    return slots.slot(
      placement.picture, drawing.face(of: placement.picture),
      at: isBoundToCells ? placement.origin : nil)
  }

  convenience init(
    _ ability: PictureAbility, depth: ColourDepth, throughTmux: Bool, process: Int32,
    thread: (any SerialExecutor)?
  ) {
    let drawing: (any PictureDrawing)? =
      switch ability.way {
      case .kitty:
        KittyDrawing(
          depth: depth, numbers: .large(process: process), playsMotions: ability.playsMotions)
      case .kittyPlaceholders:
        PlaceholderDrawing(
          depth: depth, numbers: throughTmux ? .small : .large(process: process),
          throughTmux: throughTmux, playsMotions: ability.playsMotions)
      case .symbols: SymbolDrawing(depth: depth, cell: ability.cell, thread: thread)
      case .sixel:
        OverlayDrawing(SixelFormat(cell: ability.cell), depth: depth, thread: thread)
      case .iterm: OverlayDrawing(InlineFormat(), depth: depth, thread: thread)
      case .none: nil
      }
    self.init(ability: ability, drawing: drawing)
  }
}

extension Canvas {
  /// The numbers of the placements that move and of which anything is seen.
  fileprivate var movingPlacements: [Int] {
    placements.indices.filter { number in
      guard placements[number].motion != nil else { return false }
      let cells = CellRect(
        origin: placements[number].origin, size: placements[number].picture.cells)
      return cells.rows.clamped(to: 0..<size.rows).contains { row in
        rows[row].contains { $0.pictureNumber == number }
      }
    }
  }

  /// The rows in which pictures were placed.
  fileprivate var pictureRows: Range<Int> {
    let first = placements.map(\.origin.row).min() ?? 0
    let end = placements.map { $0.origin.row + $0.picture.cells.rows }.max() ?? 0
    return (first..<max(first, end)).clamped(to: 0..<size.rows)
  }
}

/// Gathers the cells in which pictures are seen into rectangles, as few as one pass from the top
/// finds.
struct VisiblePieces {
  private struct Run: Hashable {
    let number: Int
    let columns: Range<Int>
  }

  private var row = -1
  private var above: [Run: Int] = [:]
  private var here: [Run: Int] = [:]
  private var found: [(run: Run, rows: Range<Int>)] = []

  /// Adds neighbouring cells of one picture; they come row by row, from left to right.
  mutating func add(_ number: Int, row: Int, columns: Range<Int>) {
    if row != self.row {
      above = row == self.row + 1 ? here : [:]
      here = [:]
      self.row = row
    }
    let run = Run(number: number, columns: columns)
    if let index = above[run] {
      found[index].rows = found[index].rows.lowerBound..<(row + 1)
      here[run] = index
    } else {
      here[run] = found.count
      found.append((run, row..<(row + 1)))
    }
  }

  /// The rectangles, by their rows.
  func pieces(of placements: [Canvas.Placement]) -> [PicturePiece] {
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

/// What was made from pictures, kept as long as somebody holds the picture and there is room.
@MainActor struct PictureCache<Value> {
  private struct Entry {
    weak var picture: Picture?
    let value: Value
    let cost: Int
    var used: Int
  }

  private let capacity: Int
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var clock = 0
  private var cost = 0

  /// A cache that holds values up to that total cost.
  init(capacity: Int) { self.capacity = capacity }

  /// Whether there is a value for a picture.
  func contains(_ picture: Picture) -> Bool {
    entries[ObjectIdentifier(picture)]?.picture === picture
  }

  /// The value for a picture; nil where it was never made or has been forgotten.
  mutating func value(for picture: Picture) -> Value? {
    let name = ObjectIdentifier(picture)
    // Another picture may have the address that a forgotten one had.
    guard let entry = entries[name], entry.picture === picture else { return nil }
    clock += 1
    entries[name]?.used = clock
    return entry.value
  }

  /// Keeps a value; where there is no room, those unused for longest are forgotten.
  mutating func keep(_ value: Value, for picture: Picture, cost: Int) {
    clock += 1
    forget { $0.picture == nil || $0.picture === picture }
    entries[ObjectIdentifier(picture)] = Entry(
      picture: picture, value: value, cost: cost, used: clock)
    self.cost += cost
    while self.cost > capacity, entries.count > 1,
      let oldest = entries.values.min(by: { $0.used < $1.used })
    {
      forget { $0.used == oldest.used }
    }
  }

  private mutating func forget(_ isForgotten: (Entry) -> Bool) {
    for (name, entry) in entries where isForgotten(entry) {
      entries[name] = nil
      cost -= entry.cost
    }
  }
}

/// Which frame of each picture that moves is to be seen now.
///
/// A frame waits until the terminal can show it at once, and the one before it stays as long: a slow
/// line shows fewer frames, and never half of one.
@MainActor struct Projector {
  private struct Run {
    /// The number of the frame that is seen; nil for the still picture.
    var frame: Int?
    /// When the next is to be seen.
    var end: ContinuousClock.Instant
  }

  /// How soon a frame that was not ready is looked for again.
  private static let patience = Duration.milliseconds(50)

  private var runs: [Motion: Run] = [:]

  /// When something is to be seen that is not yet; nil where nothing moves.
  var next: ContinuousClock.Instant? { runs.values.map(\.end).min() }

  /// Takes away all but what moves now; what comes anew begins with its first frame.
  mutating func show(_ motions: Set<Motion>, at now: ContinuousClock.Instant) {
    guard !runs.isEmpty || !motions.isEmpty else { return }
    runs = runs.filter { motions.contains($0.key) }
    for motion in motions where runs[motion] == nil { runs[motion] = Run(frame: nil, end: now) }
  }

  /// What is seen now of a motion; nil for the still picture. Goes on where it is time and the frame
  /// is ready.
  mutating func picture(
    of motion: Motion, at now: ContinuousClock.Instant, isReady: (Picture) -> Bool
  ) -> Picture? {
    guard var run = runs[motion] else { return nil }
    if run.end <= now {
      let next = run.frame.map { ($0 + 1) % motion.frames.count } ?? 0
      if isReady(motion.frames[next].picture) {
        // Late is late: nobody wants to see the frames faster to make up for it.
        run = Run(
          frame: next, end: max(run.end, now - Self.patience) + motion.frames[next].duration)
        if run.end <= now { run.end = now + Self.patience }
      } else {
        run.end = now + Self.patience
      }
      runs[motion] = run
    }
    return run.frame.map { motion.frames[$0].picture }
  }

  /// The frame that comes after the one that is seen.
  func following(_ motion: Motion) -> Picture? {
    guard let run = runs[motion] else { return nil }
    return motion.frames[((run.frame ?? -1) + 1) % motion.frames.count].picture
  }
}
