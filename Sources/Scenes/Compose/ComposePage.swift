import Terminal

/// Where the parts of the page stand in a room; the smaller it is, the more the text has of it.
struct ComposePage: Equatable {
  /// The post that is answered; no rows where there is none, or no room.
  private(set) var original: CellRect
  /// The posts of the thread before this one, and those after it; nil where there are none, or no room.
  private(set) var before: CellRect?
  private(set) var after: CellRect?
  /// The words before the text.
  private(set) var warning: CellRect?
  /// The text.
  private(set) var text: CellRect
  /// Where these are seen, side by side; nil where they are not.
  private(set) var thumbnails: CellRect?
  /// The pictures that go with it, a row each.
  private(set) var pictures: CellRect?
  /// The poll that goes with it, a row an answer.
  private(set) var poll: CellRect?
  /// Where pictures are added, or more is said about it.
  private(set) var panel: CellRect?
  /// The line below it.
  private(set) var rule: CellRect?
  /// Who sees it, and how much is left.
  private(set) var status: CellRect
  /// What the keys do.
  private(set) var keys: CellRect?

  /// How many rows a picture is seen in.
  static let thumbnailRows = 4
  /// How many rows the text keeps above it.
  private static let leastText = 4

  /// How many rows the post that is answered has at most.
  static let mostOriginal = 6

  /// Divides a room, of which the post that is answered would like so many rows.
  init(
    _ room: CellRect, original wanted: Int = 0, hasWarning: Bool = false, pictures count: Int = 0,
    poll pollRows: Int = 0, panel panelRows: Int = 0, showsPictures: Bool = false,
    before: Int = 0, after: Int = 0
  ) {
    let margin = Self.margin(in: room)
    let columns = Self.columns(in: room)
    func part(_ row: Int, rows: Int = 1) -> CellRect {
      CellRect(row: row, column: room.origin.column + margin, rows: rows, columns: columns)
    }
    let height = room.size.rows
    let isRoomy = height >= 8
    var top = room.origin.row + (height >= 12 ? 1 : 0)
    var bottom = room.rows.upperBound

    let originalRows = isRoomy ? min(wanted, max(2, min(Self.mostOriginal, height / 4))) : 0
    original = part(top, rows: originalRows)
    if originalRows > 0 { top += originalRows + 1 }
    if isRoomy {
      bottom -= 1
      keys = part(bottom)
    }
    bottom -= 1
    status = part(bottom)
    if isRoomy {
      bottom -= 1
      rule = part(bottom)
    }
    if hasWarning, bottom - top > 1 {
      warning = part(top)
      top += height >= 12 ? 2 : 1
    }
    /// As many rows from below as it would like and the text leaves.
    func take(_ wanted: Int) -> CellRect? {
      let rows = min(wanted, bottom - top - 1)
      guard rows > 0 else { return nil }
      bottom -= rows
      return part(bottom, rows: rows)
    }
    panel = take(panelRows)
    poll = take(pollRows)
    pictures = take(count)
    if showsPictures, pictures != nil, bottom - top - Self.thumbnailRows > Self.leastText {
      bottom -= Self.thumbnailRows + 1
      thumbnails = part(bottom, rows: Self.thumbnailRows)
    }
    let others = max(0, bottom - top - Self.leastText - 2)
    let afterRows = min(after, max(others / 2, others - before))
    if afterRows > 0 {
      bottom -= afterRows
      self.after = part(bottom, rows: afterRows)
      bottom -= 1
    }
    let beforeRows = min(before, others - afterRows)
    if beforeRows > 0 {
      // Above a warning as well: that belongs to the post alone.
      self.before = part(warning?.origin.row ?? top, rows: beforeRows)
      warning = warning.map { part($0.origin.row + beforeRows + 1) }
      top += beforeRows + 1
    }
    text = part(top, rows: max(1, bottom - top))
  }

  /// How wide every part is in a room.
  static func columns(in room: CellRect) -> Int {
    max(1, min(room.size.columns - 2 * margin(in: room), 90))
  }

  private static func margin(in room: CellRect) -> Int { room.size.columns >= 40 ? 2 : 0 }
}
