import FeedDomain
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
    case notice(Int)
    case keys
  }

  /// What is to be arranged.
  struct Content {
    /// How many rows the sentence and the notice need.
    let sentence: Int
    let notice: Int
    let fields: [SignInField]
    /// The field under which the notice belongs; nil for below all of them.
    var fault: SignInField?
    /// Whether it is told with what one signs in.
    var hasWay = false
    let isPlain: Bool
  }

  /// The letters of the program's name, three rows high.
  static let letters: [SafeText] = [
    "╶┬╴╷ ╷┌─╴┌─╴╶┬╴╷┌─╴",
    " │ │╷│├╴ ├╴  │ │├╴",
    " ╵ └┴┘└─╴└─╴ ╵ ╵└─╴",
  ]

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
      content.isPlain ? [.title] : Self.letters.indices.map { .letterhead($0) }
    let rich =
      head + [.blank] + sentences + [.blank] + place + [.blank]
      + content.told(apart: true) + [.blank, .keys]
    let choices: [[Row]] = [
      rich,
      [.title] + sentences + [.blank] + place + content.told(apart: false, gap: true)
        + [.blank, .keys],
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
  /// The fields with the notice, `apart` with blanks between them.
  fileprivate func told(apart: Bool, gap: Bool = false) -> [SignInArrangement.Row] {
    let notices = (0..<notice).map { SignInArrangement.Row.notice($0) }
    let isInside = fault != nil && fault != fields.last
    var rows: [SignInArrangement.Row] = []
    for field in fields {
      rows.append(.field(field))
      if isInside, field == fault { rows += notices }
      if apart, field != fields.last { rows.append(.blank) }
    }
    if isInside { return rows }
    return rows + (apart || gap ? [.blank] : []) + notices
  }
}
