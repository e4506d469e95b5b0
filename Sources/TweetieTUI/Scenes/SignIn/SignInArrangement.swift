import Terminal

/// Which rows the sign-in scene has in a room, from a letterhead down to two bare fields.
struct SignInArrangement: Equatable {
  /// A row.
  enum Row: Equatable {
    case letterhead(Int)
    case title
    case blank
    case sentence(Int)
    case service
    case user
    case password
    case notice(Int)
    case keys
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

  /// The richest arrangement that fits; so many lines of the sentence and the notice are needed.
  init(in room: CellRect, sentence: Int, notice: Int, isPlain: Bool) {
    let sentences = (0..<sentence).map { Row.sentence($0) }
    let notices = (0..<notice).map { Row.notice($0) }
    let fields: [Row] = [.user, .password]
    let head = isPlain ? [Row.title] : Self.letters.indices.map { .letterhead($0) }
    let rich =
      head + [.blank] + sentences + [.blank, .service, .blank, .user, .blank, .password, .blank]
      + notices + [.blank, .keys]
    let choices: [[Row]] = [
      rich,
      [.title] + sentences + [.blank, .service] + fields + [.blank] + notices + [.blank, .keys],
      sentences + [.service] + fields + notices + [.keys],
      fields + notices,
      fields,
    ]
    let isWide = room.size.columns >= 30
    let height = room.size.rows
    let rows =
      (isWide ? choices : choices.map { $0.filter { $0 != .keys } })
      .first { $0.count <= height } ?? fields
    let columns = Self.columns(in: room)
    self.rows = rows
    hasLabels = isWide
    isFramed = !isPlain && rows == rich && height >= rows.count + 4 && room.size.columns >= 60
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
