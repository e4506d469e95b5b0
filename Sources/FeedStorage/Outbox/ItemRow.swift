internal import FeedDomain

/// A row of the table of items, copied out.
struct ItemRow {
  let number: Int64
  let kind: String
  let id: String
  private let account: String
  private let target: String
  private let marks: String
  private let isDone: Bool
  private let state: StateColumns
  private let attempts: Int
  private let createdAt: Int64
  private let owner: ProcessIdentity?
  private let refusals: Int
  private let said: String
  private let sent: (first: Timestamp, last: Timestamp, isAsked: Bool)?

  init(_ row: SQLiteRow) {
    number = row.integer(0)
    id = row.text(1)
    account = row.text(2)
    kind = row.text(3)
    target = row.text(4)
    marks = row.text(5)
    isDone = row.integer(6) != 0
    state = StateColumns(
      state: row.text(7), notBefore: row.optionalInteger(8),
      error: FeedErrorColumns(kind: row.optionalText(9), detail: row.optionalText(10)))
    attempts = Int(row.integer(11))
    createdAt = row.integer(12)
    owner = row.optionalText(13).map { ProcessIdentity(text: $0) }
    refusals = Int(row.integer(14))
    said = row.text(15)
    let (last, isAsked) = (row.optionalInteger(17), row.integer(18) != 0)
    sent = row.optionalInteger(16).map { first in
      (Timestamp(milliseconds: first), Timestamp(milliseconds: last ?? first), isAsked)
    }
  }

  /// What is to be done; nil where what it takes is missing, or named by a later version.
  func change(_ draft: Draft?) -> Change? {
    if kind == "publish" { return draft.map { .publish($0) } }
    guard !target.isEmpty else { return nil }
    let change = changeAtTarget
    switch change {
    case .mark(_, [], _), .vote(_, []): return nil
    default: return change
    }
  }

  private var changeAtTarget: Change? {
    switch kind {
    case "mark": .mark(Post.ID(target), MarkNames.marks(in: marks), isDone)
    case "follow": .follow(Person.ID(target), isDone)
    case "mute": .mute(Person.ID(target), isDone)
    case "block": .block(Person.ID(target), isDone)
    case "admit": .admit(Person.ID(target), isDone)
    case "vote":
      .vote(Post.ID(target), Set(marks.split(separator: " ").compactMap { Int($0) }))
    case "delete": .delete(Post.ID(target))
    default:
      Act.Kind(rawValue: kind).map {
        .act(
          Act($0, target, detail: marks, answers: [AskedField: String](said: said), isDone: isDone))
      }
    }
  }

  /// Whether a try may have arrived.
  var wasSent: Bool { sent != nil }

  func record(_ change: Change, knowing posts: [String]) -> ItemTable.Record {
    ItemTable.Record(
      number: number,
      item: OutboxItem(
        id: OutboxItem.ID(id), account: Account.ID(account), change: change,
        state: state.state(isOwnerAlive: owner?.isAlive ?? false, of: change, wasSent: wasSent),
        attempts: attempts, refusals: refusals, createdAt: Timestamp(milliseconds: createdAt),
        tries: sent.map {
          EarlierTries(
            first: $0.first, last: $0.last, known: Set(posts.map { Post.ID($0) }),
            isConfirmed: $0.isAsked)
        }),
      owner: owner)
  }
}
