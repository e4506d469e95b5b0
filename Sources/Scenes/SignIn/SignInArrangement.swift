import FeedDomain
import Preferences
import Terminal

/// Which rows the fields of signing in have in a room, from a letterhead down to the bare fields.
struct SignInArrangement: Equatable {
  /// A row.
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

  /// What is to be arranged.
  struct Content {
    /// How many rows the sentence, the tip, and what is told of signing in need.
    let sentence: Int
    let tip: Int
    let status: Int
    let fields: [SignInField]
    /// The field under which it is told what is wrong; nil for below all of them.
    var fault: SignInField?
    /// Whether it is told with what one signs in.
    var hasWay = false
    let isPlain: Bool
  }

  /// The rows, from the top.
  let rows: [Row]
  /// Where the first row stands, and how wide all of them are.
  let rect: CellRect
  /// Whether there is room for a frame around it.
  let isFramed: Bool
  /// Whether labels stand left of the fields, rather than in them while they are empty.
  let hasLabels: Bool

  /// The richest arrangement that fits.
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

  /// How many columns the rows have in that room.
  static func columns(in room: CellRect) -> Int {
    let columns = room.size.columns
    return columns < 30 ? columns : min(46, columns - 2)
  }
}

extension SignInArrangement.Content {
  /// The fields, `apart` with blanks between them, and the tip below them.
  ///
  /// What is told of signing in takes the place of blanks where there are any, a `gap` around the
  /// tip among them: nothing moves when something is told, and the tip stays.
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
