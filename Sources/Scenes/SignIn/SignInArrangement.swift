import FeedDomain
import Preferences
import Terminal

/// The rows of the sign-in form for the available space, from a large logo down to the bare fields.
struct SignInArrangement: Equatable {
  enum Row: Equatable {
    case letterhead(Int)
    case title
    case blank
    case sentence(Int)
    case service
    case way
    case field(SignInField)
    case tip(Int)
    case status(Int)
    case keys
  }

  /// The contents to be arranged.
  struct Content {
    /// The heights of the texts in rows.
    let sentence: Int
    let tip: Int
    let status: Int
    let fields: [SignInField]
    /// The field below which the error is shown; nil for below all fields.
    var fault: SignInField?
    /// Whether the sign-in method is shown.
    var hasWay = false
    let isPlain: Bool
  }

  let rows: [Row]
  /// The rectangle of all rows.
  let rect: CellRect
  /// Whether the form is framed.
  let isFramed: Bool
  /// Whether labels are left of the fields. Otherwise they are inside empty fields.
  let hasLabels: Bool

  /// Chooses the richest arrangement that fits.
  init(in room: CellRect, _ content: Content) {
    let sentences = (0..<content.sentence).map { Row.sentence($0) }
    let place: [Row] = [.service] + (content.hasWay ? [.way] : [])
    let head: [Row] =
      content.isPlain ? [.title] : SignInMark.rows.map { .letterhead($0) }
    let rich =
      head + [.blank] + sentences + [.blank] + place + [.blank]
      + content.told(apart: true, gap: true) + [.keys]
    let choices: [[Row]] = [
      rich,
      [.title] + sentences + [.blank] + place + content.told(apart: false, gap: true)
        + [.keys],
      sentences + place + content.told(apart: false) + [.keys],
      place + content.told(apart: false) + [.keys],
      content.told(apart: false),
      content.fields.map { .field($0) },
    ]
    let isWide = room.size.columns >= 30
    let height = room.size.rows
    let rows =
      (isWide ? choices : choices.map { $0.filter { $0 != .keys } })
      .first { $0.count <= height } ?? content.fields.map { .field($0) }
    let columns = Self.columns(in: room)
    self.rows = rows
    hasLabels = isWide
    isFramed =
      !content.isPlain && rows == rich && height >= rows.count + 4 && room.size.columns >= 60
    rect = CellRect(
      row: room.origin.row + max(0, height - rows.count) / 2,
      column: room.origin.column + max(0, room.size.columns - columns) / 2,
      rows: rows.count, columns: columns)
  }

  /// Returns the width of the rows.
  static func columns(in room: CellRect) -> Int {
    let columns = room.size.columns
    return columns < 30 ? columns : min(46, columns - 2)
  }
}

extension SignInArrangement.Content {
  /// Returns the rows of the fields and the tip. With apart, blank rows separate the fields; with
  /// gap, blank rows surround the tip.
  ///
  /// Status lines replace blank rows if possible, so that nothing moves when they appear.
  fileprivate func told(apart: Bool, gap: Bool = false) -> [SignInArrangement.Row] {
    let told = (0..<status).map { SignInArrangement.Row.status($0) }
    let inside = fields.last == fault ? nil : fault
    var rows: [SignInArrangement.Row] = []
    var spare = gap ? 2 : 0
    for field in fields {
      rows.append(.field(field))
      if field == inside, !told.isEmpty {
        rows += told
        spare -= apart ? status - 1 : status
      } else if apart, field != fields.last {
        rows.append(.blank)
      }
    }
    if inside == nil, !told.isEmpty {
      rows += told
      spare -= status
    } else if spare > 0 {
      rows.append(.blank)
      spare -= 1
    }
    let tips = gap ? tip : max(0, max(1, tip) - status)
    rows += (0..<tips).map { .tip($0) }
    return rows + Array(repeating: .blank, count: max(0, spare))
  }
}
