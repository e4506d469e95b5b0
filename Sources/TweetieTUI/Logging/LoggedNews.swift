import FeedDomain

/// Looking for tags, noted in the log without saying which.
struct LoggedTags: TagGateway {
  let gateway: any TagGateway
  let calls: CallLog

  func tags(matching beginning: String) async throws(FeedError) -> [String] {
    try await calls.note("tags", answered: { "\($0.count) tags" }) { () async throws(FeedError) in
      try await gateway.tags(matching: beginning)
    }
  }
}

/// Listening, noted in the log when it ends; what was heard is not.
struct LoggedLive: LiveGateway {
  let gateway: any LiveGateway
  let calls: CallLog

  func listen(_ tell: @escaping @Sendable (LiveEvent) -> Void) async throws(FeedError) {
    try await calls.note("listen", answered: { "ended" }) { () async throws(FeedError) in
      try await gateway.listen(tell)
    }
  }
}

/// How far somebody has read, noted in the log.
struct LoggedMarkers: MarkerGateway {
  let gateway: any MarkerGateway
  let calls: CallLog

  func keepsMarks(in feed: Feed) -> Bool { gateway.keepsMarks(in: feed) }

  func lastRead(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? {
    try await calls.note("how far \(feed.fact) was read") { () async throws(FeedError) in
      try await gateway.lastRead(in: feed)
    }
  }

  func setLastRead(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError) -> Bool {
    try await calls.note("\(feed.fact) was read") { () async throws(FeedError) in
      try await gateway.setLastRead(entry, in: feed)
    }
  }

  func lastReadNotice() async throws(FeedError) -> NoticeMark? {
    try await calls.note("how far notifications were read") { () async throws(FeedError) in
      try await gateway.lastReadNotice()
    }
  }

  func setLastRead(_ notice: Notice) async throws(FeedError) -> Bool {
    try await calls.note("notifications were read") { () async throws(FeedError) in
      try await gateway.setLastRead(notice)
    }
  }
}
