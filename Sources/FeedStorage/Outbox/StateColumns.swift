internal import FeedDomain

/// How far an item has come, as columns.
struct StateColumns {
  let state: String
  let notBefore: Int64?
  let error: FeedErrorColumns

  init(_ state: OutboxItem.State) {
    switch state {
    case .queued(let notBefore, let error):
      self.init(state: "queued", notBefore: notBefore?.milliseconds, error: FeedErrorColumns(error))
    case .sending: self.init(state: "sending")
    case .ambiguous: self.init(state: "ambiguous")
    case .refused(let error): self.init(state: "refused", error: FeedErrorColumns(error))
    }
  }

  /// The columns as they were stored.
  init(state: String, notBefore: Int64? = nil, error: FeedErrorColumns = FeedErrorColumns(nil)) {
    (self.state, self.notBefore, self.error) = (state, notBefore, error)
  }

  /// The state; what is on the wire of a process that is gone may have arrived, but for what was not
  /// sent yet, as a post that still waited for its pictures.
  func state(isOwnerAlive: Bool, of change: Change, wasSent: Bool) -> OutboxItem.State {
    switch state {
    case "queued":
      .queued(notBefore: notBefore.map { Timestamp(milliseconds: $0) }, after: error.error)
    case "sending" where isOwnerAlive: .sending
    case "sending" where change.saysSomethingNew && !wasSent: .queued(notBefore: nil, after: nil)
    case "sending" where change.hasUnsentPictures: .queued(notBefore: nil, after: nil)
    case "refused": .refused(error.error ?? .refused(nil))
    default: .ambiguous
    }
  }
}
