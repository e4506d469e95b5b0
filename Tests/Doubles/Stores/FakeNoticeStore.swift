package import FeedDomain

/// Keeps notices in memory.
package actor FakeNoticeStore: NoticeStore {
  package private(set) var held: HeldNotices

  package init(_ held: [Notice] = []) { self.held = HeldNotices(held) }

  /// Holds these as from an earlier run.
  package func hold(_ notices: [Notice], readUntil: Timestamp? = nil) {
    held = HeldNotices(notices, readUntil: readUntil)
  }

  package func notices(of account: Account.ID) -> HeldNotices { held }

  package func keep(_ notices: [Notice], of account: Account.ID) {
    held = HeldNotices(notices, readUntil: held.readUntil)
  }

  package func setNoticesRead(until moment: Timestamp, of account: Account.ID) {
    held = HeldNotices(held.notices, readUntil: max(moment, held.readUntil ?? moment))
  }
}
