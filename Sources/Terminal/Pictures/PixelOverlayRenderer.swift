/// A renderer of pictures as pixels over their cells; a cell that is written loses its pixels,
/// which are drawn again.
@MainActor
final class PixelOverlayRenderer<Format: PixelOverlayFormat>: PictureRenderer {
  var onChange: () -> Void = {}

  private struct PlacedPicture: Hashable {
    let picture: Picture
    let origin: CellPosition
  }

  private let format: Format
  private let worker: PixelOverlayEncoder<Format>
  private let depth: ColourDepth
  private var prepared = PictureCache<Format.Prepared>(capacity: 64 << 20)
  private var inProgress: Set<Picture> = []
  private var pieces: [PlacedPicture: [PicturePiece]] = [:]
  /// The indices of the cell rows of each placed picture whose pixels must be drawn.
  private var rowsToDraw: [PlacedPicture: Set<Int>] = [:]
  private var rowCount = 0
  /// The frame to show of each animated picture, keyed by the still picture.
  private var frames: [Picture: Picture] = [:]

  init(_ format: Format, depth: ColourDepth, thread: (any SerialExecutor)?) {
    (self.format, self.depth) = (format, depth)
    worker = PixelOverlayEncoder(format, thread: thread)
  }

  var hasPending: Bool {
    rowsToDraw.keys.contains { isPictureEncoded(currentAnimationFrame($0.picture)) }
  }

  func cellContentToDrawNow(of picture: Picture) -> PictureCellContent {
    beginEncoding(picture)
    return .averageColour(of: picture, depth: depth)
  }

  /// Returns true if a picture is encoded and the previous frame of its animation is drawn
  /// completely.
  func isReadyElseBeginEncoding(_ picture: Picture) -> Bool {
    beginEncoding(picture)
    return isPictureEncoded(picture) && !hasPending
  }

  func drawPictures(_ frame: ScreenFramePictures, limit: Int) -> [UInt8] {
    rowCount = frame.rowCount
    pieces = Dictionary(grouping: frame.pieces) {
      PlacedPicture(picture: $0.picture, origin: $0.origin)
    }
    for cell in frame.written {
      rowsToDraw[PlacedPicture(picture: cell.picture, origin: cell.origin), default: []].insert(
        cell.row)
    }
    markRowsOfChangedFrames(to: frame.frames)
    rowsToDraw = rowsToDraw.filter { pieces[$0.key] != nil }
    var bytes: [UInt8] = []
    if limit > 0 { _ = appendBytesReportingCellChange(limit: limit, to: &bytes) }
    return bytes
  }

  func appendBytesReportingCellChange(limit: Int, to output: inout [UInt8]) -> Bool {
    let end = output.count + limit
    for place in pieces.keys.sorted(by: { $0.origin.row < $1.origin.row }) {
      guard let value = prepared.cachedValue(for: currentAnimationFrame(place.picture)) else {
        continue
      }
      while output.count < end {
        let room = end - output.count
        if let strip = visiblePreencodedStripToDraw(of: place, value), strip.bytes.count <= limit {
          // A strip that does not fit the room is sent with the next bytes.
          guard strip.bytes.count <= room else { return false }
          appendPreencodedStrip(strip, of: place, to: &output)
        } else if let rows = takeRowsToDraw(of: place, value, room: room) {
          appendPixelsOfRows(rows, of: place, value, to: &output)
        } else {
          break
        }
      }
    }
    return false
  }

  func removeAllPictures() -> [UInt8] {
    rowsToDraw = [:]
    pieces = [:]
    frames = [:]
    return []
  }

  private func isPictureEncoded(_ picture: Picture) -> Bool { prepared.cacheContains(picture) }

  private func beginEncoding(_ picture: Picture) {
    if !isPictureEncoded(picture), inProgress.insert(picture).inserted {
      Task { await encodePicture(picture) }
    }
  }

  /// Returns the current frame of an animated picture, given its still picture; other pictures are
  /// returned unchanged.
  private func currentAnimationFrame(_ picture: Picture) -> Picture { frames[picture] ?? picture }

  /// Marks those rows of visible pictures for drawing in which a new animation frame differs from
  /// the old one. A frame is drawn over the old one, so the cells need not be written.
  private func markRowsOfChangedFrames(to new: [Picture: Picture]) {
    guard frames != new else { return }
    let before = frames
    frames = new
    for (place, pieces) in pieces where before[place.picture] != new[place.picture] {
      let (old, next) = (
        before[place.picture] ?? place.picture, currentAnimationFrame(place.picture)
      )
      let rows = Set(pieces.flatMap(\.part.rows)).filter {
        !next.image.hasSameStripPixels(as: old.image, inPart: $0, of: place.picture.cells.rows)
      }
      if !rows.isEmpty { rowsToDraw[place, default: []].formUnion(rows) }
    }
  }

  private func encodePicture(_ picture: Picture) async {
    let value = await worker.encodedPicture(of: picture)
    inProgress.remove(picture)
    prepared.storeValue(value, for: picture, cost: picture.image.pixels.count)
    onChange()
  }

  /// Returns the next rows to draw of a picture, if they are a completely visible strip that was
  /// encoded beforehand; otherwise nil.
  private func visiblePreencodedStripToDraw(of place: PlacedPicture, _ value: Format.Prepared)
    -> PreencodedStrip?
  {
    guard let rows = rowsToDraw[place], let first = rows.min(),
      let strip = format.preencodedStrip(of: value, startingAtRow: first),
      // A strip that ends the screen is drawn in part only.
      place.origin.row + strip.rows.upperBound < rowCount,
      strip.rows.allSatisfy(rows.contains),
      pieces[place]?.contains(where: { piece in
        piece.part.columns == 0..<place.picture.cells.columns
          && strip.rows.clamped(to: piece.part.rows) == strip.rows
      }) == true
    else { return nil }
    return strip
  }

  private func appendPreencodedStrip(
    _ strip: PreencodedStrip, of place: PlacedPicture, to output: inout [UInt8]
  ) {
    rowsToDraw[place]?.subtract(strip.rows)
    if rowsToDraw[place]?.isEmpty == true { rowsToDraw[place] = nil }
    appendCursorMove(at: place.origin.row + strip.rows.lowerBound, place.origin.column, to: &output)
    output += strip.bytes
    output += "\u{1b}8".utf8
  }

  private func appendCursorMove(at row: Int, _ column: Int, to output: inout [UInt8]) {
    output += "\u{1b}7\u{1b}[\(row + 1);\(column + 1)H".utf8
  }

  /// Removes and returns a placed picture's next cell rows to draw: as many as fit `room` bytes,
  /// but at least one; stops before the next row at which a strip that was encoded beforehand
  /// begins. Returns nil if no row is left.
  private func takeRowsToDraw(
    of place: PlacedPicture, _ value: Format.Prepared, room: Int
  ) -> Range<Int>? {
    guard let first = rowsToDraw[place]?.min() else { return nil }
    // A pixel is rarely more than a byte in any format.
    let size = place.picture.image.size
    let rowBytes = max(1, size.width * size.height / place.picture.cells.rows)
    // The screen's last row is always drawn by itself, since pixels in it are cut.
    let last = rowCount - 1 - place.origin.row
    var end = first
    while rowsToDraw[place]?.contains(end) == true,
      end == first
        || (end != last && format.preencodedStrip(of: value, startingAtRow: end) == nil
          && (end - first) * rowBytes < room && end - first < format.largest.rows)
    {
      rowsToDraw[place]?.remove(end)
      end += 1
    }
    if rowsToDraw[place]?.isEmpty == true { rowsToDraw[place] = nil }
    return first..<end
  }

  private func appendPixelsOfRows(
    _ rows: Range<Int>, of place: PlacedPicture, _ value: Format.Prepared, to output: inout [UInt8]
  ) {
    for piece in pieces[place] ?? [] {
      let seen = rows.clamped(to: piece.part.rows)
      guard !seen.isEmpty else { continue }
      let row = place.origin.row + seen.lowerBound
      let columns = piece.part.columns
      for first in stride(
        from: columns.lowerBound, to: columns.upperBound, by: format.largest.columns)
      {
        let part = CellRect(
          row: seen.lowerBound, column: first, rows: seen.count,
          columns: min(format.largest.columns, columns.upperBound - first))
        appendCursorMove(at: row, place.origin.column + first, to: &output)
        format.appendEncodedPixels(
          part, of: value, currentAnimationFrame(place.picture),
          endsScreen: row + seen.count >= rowCount,
          to: &output)
        output += "\u{1b}8".utf8
      }
    }
  }
}

/// A protocol of picture formats whose pixels are drawn over cells and erased when text is written
/// there, such as sixels.
protocol PixelOverlayFormat: Sendable {
  /// A picture encoded as far as possible without knowing its visible rectangle.
  associatedtype Prepared: Sendable

  /// The largest part of a picture, in cells, that one call of `appendEncodedPixels` can draw.
  var largest: CellSize { get }

  /// Returns a picture encoded for drawing over cells, which can take a while.
  func encodedPicture(of picture: Picture) -> Prepared
  /// Appends the bytes that draw a part of a picture at the cursor. With `endsScreen`, the part
  /// touches the last row, below which nothing may be drawn, since the terminal would scroll.
  func appendEncodedPixels(
    _ part: CellRect, of prepared: Prepared, _ picture: Picture, endsScreen: Bool,
    to output: inout [UInt8])
  /// Returns the strip of a picture, encoded beforehand, that begins at a cell row; nil if there is
  /// none.
  func preencodedStrip(of prepared: Prepared, startingAtRow row: Int) -> PreencodedStrip?
}

extension PixelOverlayFormat {
  func preencodedStrip(of prepared: Prepared, startingAtRow row: Int) -> PreencodedStrip? { nil }
}

/// A strip of a picture: whole rows, encoded beforehand for drawing at the cursor.
struct PreencodedStrip: Sendable {
  let rows: Range<Int>
  let bytes: [UInt8]
}

/// An encoder of pictures that are drawn over cells, on a given thread, or on the main actor.
actor PixelOverlayEncoder<Format: PixelOverlayFormat> {
  private let format: Format
  private let thread: (any SerialExecutor)?

  init(_ format: Format, thread: (any SerialExecutor)?) {
    (self.format, self.thread) = (format, thread)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
  }

  func encodedPicture(of picture: Picture) -> Format.Prepared { format.encodedPicture(of: picture) }
}
