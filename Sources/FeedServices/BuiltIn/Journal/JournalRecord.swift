internal import FeedDomain

/// A change the server has accepted; what the journal keeps of it.
struct AcceptedChange: Equatable {
  let key: OutboxItem.ID
  let at: Timestamp
  /// The number of the post that was published; nil for every other change.
  let number: PostNumber?
  let change: Change
}

/// One line of the journal.
enum JournalRecord: Equatable {
  /// The world began: everything in it follows from these.
  case began(seed: UInt64, at: Timestamp, newPostInterval: Duration)
  /// A token was issued. Only its digest is kept: the token is in nobody's file but its owner's.
  case issued(digest: String)
  /// The reader did something.
  case accepted(AcceptedChange)
}

extension JournalRecord {
  /// The fields of a line, the first of which tells what kind it is.
  var fields: [String] {
    switch self {
    case .began(let seed, let at, let interval):
      ["began", String(seed), String(at.milliseconds), String(interval.wholeMilliseconds)]
    case .issued(let digest): ["issued", digest]
    case .accepted(let accepted):
      [
        "accepted", accepted.key.rawValue, String(accepted.at.milliseconds),
        accepted.number?.text ?? "",
      ] + accepted.change.fields
    }
  }

  /// The record with those fields; nil where they are none of ours.
  init?(fields: [String]) {
    var rest = fields[...]
    switch rest.popFirst() {
    case "began":
      guard fields.count == 4, let seed = UInt64(fields[1]), let at = Int64(fields[2]),
        let interval = Int64(fields[3]), interval >= 0
      else { return nil }
      self = .began(
        seed: seed, at: Timestamp(milliseconds: at), newPostInterval: .milliseconds(interval))
    case "issued":
      guard fields.count == 2 else { return nil }
      self = .issued(digest: fields[1])
    case "accepted":
      guard fields.count > 4, let at = Int64(fields[2]),
        let change = Change(fields: rest.dropFirst(3))
      else { return nil }
      let number = Int64(fields[3]).map { PostNumber($0) }
      if case .publish = change, number == nil { return nil }
      self = .accepted(
        AcceptedChange(
          key: OutboxItem.ID(fields[1]), at: Timestamp(milliseconds: at), number: number,
          change: change))
    default: return nil
    }
  }
}
