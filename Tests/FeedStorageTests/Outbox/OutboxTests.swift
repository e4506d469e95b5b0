import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

struct OutboxTests {
  let like = PendingChange.mark(Post.ID("1"), .liked, true)
  private let unlike = PendingChange.mark(Post.ID("1"), .liked, false)
  let boost = PendingChange.mark(Post.ID("1"), .boosted, true)

  func item(
    _ id: String, _ change: PendingChange, account: Account.ID = Samples.account,
    state: OutboxItem.OutboxItemState = .queued(notBefore: nil, after: nil)
  ) -> OutboxItem {
    OutboxItem(
      id: OutboxItem.ID(id), account: account, change: change, state: state, createdAt: .noon)
  }

  func claim(_ outbox: SQLiteOutbox) async throws -> OutboxItem? {
    try await outbox.claimNextItem(of: Samples.account, now: .noon)
  }

  private func ids(_ outbox: SQLiteOutbox) async throws -> [String] {
    try await outbox.outboxItems(of: nil).map(\.id.rawValue)
  }

  @Test func `thousands of items are queued, claimed, withdrawn and replaced together`()
    async throws
  {
    let outbox = try await SQLiteOutbox(.memory)
    func mark(_ number: Int, _ isDone: Bool) -> OutboxItem {
      OutboxItem(
        id: OutboxItem.ID("\(isDone) \(number)"), account: Samples.account,
        change: .mark(Post.ID("\(number)"), .bookmarked, isDone),
        state: .queued(notBefore: nil, after: nil), createdAt: .noon)
    }
    try await outbox.enqueueItems((0..<10_000).map { mark($0, true) })
    for number in 0..<300 {
      let item = try #require(try await outbox.claimNextItem(of: Samples.account, now: .noon))
      #expect(item.id == mark(number, true).id)
      try await outbox.setItemStateOrDelete(item.id, as: nil)
    }
    let claimed = try #require(try await outbox.claimNextItem(of: Samples.account, now: .noon))

    try await outbox.enqueueItems((300..<5_000).map { mark($0, false) })
    let withdrawn = try await outbox.withdrawItems(
      (300..<10_000).map { mark($0, true).id })

    // Those that were replaced are gone, and the one that is being sent stays.
    #expect(withdrawn.count == 5_000)
    let left = try await outbox.outboxItems(of: Samples.account)
    #expect(left.map(\.id) == [claimed.id] + (300..<5_000).map { mark($0, false).id })
  }

  @Test func `every kind of change is read back as it was stored, the oldest first`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let draft = Draft(
      id: Draft.ID("d"), text: "Grüße\n\"1\"", warning: "w", visibility: .followers,
      replyTo: Post.ID("r"), quoting: Post.ID("q"),
      attachments: [
        Draft.DraftAttachment(path: "/a", altText: "A"),
        Draft.DraftAttachment(path: "/b", altText: ""),
      ])
    let edit = Draft(
      id: Draft.ID("e"), text: "Again", editing: Post.ID("8"),
      attachments: [Draft.DraftAttachment(posted: "m1", altText: "A")], isSensitive: true)
    let poll = Draft(
      id: Draft.ID("p"), text: "Rye?",
      poll: Draft.DraftPoll(choices: ["Yes", "\"No\""], allowsSeveral: true, lasts: .seconds(300)),
      language: "pt-BR", quotePolicy: .followers,
      postsAt: Timestamp(milliseconds: 1_795_000_000_000),
      extraFields: [.licence: "by-sa", .photoLocation: "48.2, 16.4"])
    let thread = Draft(
      id: Draft.ID("t"), text: "Two", replyTo: Post.ID("p1"),
      following: [
        Draft(
          id: Draft.ID("t"), text: "Three", warning: "w", visibility: .followers,
          attachments: [Draft.DraftAttachment(path: "/c", altText: "C")]),
        Draft(id: Draft.ID("t"), text: "Four", language: "de"),
      ], preceding: 1)
    let items = [
      item("13", .publish(thread)), item("12", .publish(poll)), item("11", .publish(edit)),
      item("1", like),
      item("2", .mark(Post.ID("1"), [.boosted, .bookmarked], false)),
      item("3", .follow(Person.ID("p"), true)), item("4", .publish(draft)),
      item("5", .delete(Post.ID("9"))), item("6", .mute(Person.ID("p"), true)),
      item("7", .block(Person.ID("p"), false)), item("8", .vote(Post.ID("9"), [0, 2])),
      item("9", .answerFollowRequest(Person.ID("p"), false)),
      item("10", .mark(Post.ID("9"), .hidden, true)),
    ]

    for item in items { try await outbox.enqueueItem(item) }

    #expect(try await outbox.outboxItems(of: Samples.account) == items)
  }

  @Test(
    arguments: [
      .unreachable, .untrusted(.otherServer), .invalidCredentials, .signedOut,
      .rateLimited(until: nil),
      .rateLimited(until: .noon), .refused("No, \u{1B}"), .refused(nil), .notFound,
      .serverFailed(503), .badReply, .cancelled,
      .missingLibrary(.curl), .limited(.addsNoPictures), .limited(.needsFolder),
    ] as [FeedError])
  func `every error of an item is read back as it was stored`(error: FeedError) async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let waiting = OutboxItem.OutboxItemState.queued(notBefore: .noon, after: error)
    try await outbox.enqueueItem(item("1", like, state: waiting))

    #expect(try await outbox.outboxItems(of: nil).map(\.state) == [waiting])
    try await outbox.setItemStateOrDelete(OutboxItem.ID("1"), as: .refused(error))
    #expect(try await outbox.outboxItems(of: nil).map(\.state) == [.refused(error)])
  }

  @Test func `of like, unlike and like in the outbox only the last stays`() async throws {
    let outbox = try await SQLiteOutbox(.memory)

    try await outbox.enqueueItem(item("1", like))
    try await outbox.enqueueItem(item("2", boost))
    try await outbox.enqueueItem(item("3", unlike))
    try await outbox.enqueueItem(item("4", like))
    try await outbox.enqueueItem(item("5", like, account: Account.ID("other")))

    #expect(try await ids(outbox) == ["2", "4", "5"])
  }

  @Test func `an item being sent is not replaced, but dropped if it fails and a newer one waits`()
    async throws
  {
    let outbox = try await SQLiteOutbox(.memory)
    try await outbox.enqueueItem(item("1", like))
    _ = try await claim(outbox)
    try await outbox.enqueueItem(item("2", unlike))
    #expect(try await ids(outbox) == ["1", "2"])

    try await outbox.setItemStateOrDelete(
      OutboxItem.ID("1"), as: .queued(notBefore: nil, after: .unreachable))

    #expect(try await ids(outbox) == ["2"])
  }

  @Test(arguments: [(.refused("No"), 1), (.notFound, 1), (.unreachable, 0)] as [(FeedError, Int)])
  func `the outbox counts how often the service refused an item`(error: FeedError, count: Int)
    async throws
  {
    let outbox = try await SQLiteOutbox(.memory)
    try await outbox.enqueueItem(item("1", like))
    _ = try await claim(outbox)

    try await outbox.setItemStateOrDelete(OutboxItem.ID("1"), as: .refused(error))
    try await outbox.setItemStateOrDelete(
      OutboxItem.ID("1"), as: .queued(notBefore: nil, after: nil))

    #expect(try await outbox.outboxItems(of: nil).map(\.refusals) == [count])
    #expect(try await claim(outbox)?.refusals == count)
  }

  @Test func `an item that a dead process was sending is ambiguous, and claimed again`()
    async throws
  {
    let directory = ScratchFolder()
    let dead = ProcessIdentity(text: "another-boot 1 1")
    let before = try await SQLiteOutbox(.file(directory["outbox.db"]), process: dead)
    try await before.enqueueItem(item("1", like))
    _ = try await claim(before)
    await before.closeDatabase()
    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))

    #expect(try await outbox.outboxItems(of: nil).map(\.state) == [.ambiguous])
    let again = try await claim(outbox)

    #expect(again?.id == OutboxItem.ID("1") && again?.attempts == 2)
    #expect(try await outbox.outboxItems(of: nil).map(\.state) == [.sending])
    await outbox.closeDatabase()
  }

  @Test func `a post whose pictures a dead process was uploading is queued, not ambiguous`()
    async throws
  {
    let directory = ScratchFolder()
    let dead = ProcessIdentity(text: "another-boot 1 1")
    let before = try await SQLiteOutbox(.file(directory["outbox.db"]), process: dead)
    let draft = Draft(
      id: Draft.ID("d"), text: "Look!",
      attachments: [
        Draft.DraftAttachment(path: "/a", altText: ""),
        Draft.DraftAttachment(path: "/b", altText: ""),
      ])
    try await before.enqueueItem(item("1", .publish(draft)))
    _ = try await claim(before)
    try await before.recordUploadedPicture("a", forPicture: 0, of: OutboxItem.ID("1"))
    await before.closeDatabase()
    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))

    #expect(
      try await outbox.outboxItems(of: nil).map(\.state) == [.queued(notBefore: nil, after: nil)])
    let again = try await claim(outbox)
    #expect(again?.attempts == 2)
    try await outbox.recordUploadedPicture("b", forPicture: 1, of: OutboxItem.ID("1"))
    await outbox.closeDatabase()

    // With its last picture there, it may have been handed over once that is noted.
    let later = try await SQLiteOutbox(.file(directory["outbox.db"]), process: dead)
    try await later.setItemStateOrDelete(OutboxItem.ID("1"), as: .sending)
    #expect(
      try await later.outboxItems(of: nil).map(\.state) == [.queued(notBefore: nil, after: nil)])
    try await later.recordSendingStart(OutboxItem.ID("1"), at: .noon, knowing: [])
    #expect(try await later.outboxItems(of: nil).map(\.state) == [.ambiguous])
    await later.closeDatabase()
  }

  @Test func `delivery attempts and known posts are stored until the item is known not to be sent`()
    async throws
  {
    let directory = ScratchFolder()
    let dead = ProcessIdentity(text: "another-boot 1 1")
    let before = try await SQLiteOutbox(.file(directory["outbox.db"]), process: dead)
    try await before.enqueueItem(item("1", .publish(Draft(id: Draft.ID("d"), text: "Hi"))))
    _ = try await claim(before)
    let (first, last) = (Timestamp.noon, Timestamp.noon.timeAdvanced(by: .seconds(60)))
    try await before.recordSendingStart(OutboxItem.ID("1"), at: first, knowing: [Post.ID("7")])
    try await before.recordSendingStart(OutboxItem.ID("1"), at: last, knowing: [])
    await before.closeDatabase()
    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))

    let tries = PossiblyArrivedSendAttempts(
      firstAttempt: first, lastAttempt: last, earlierPosts: [Post.ID("7")])
    #expect(try await outbox.outboxItems(of: nil).map(\.earlierAttempts) == [tries])
    #expect(try await claim(outbox)?.earlierAttempts == tries)
    // Whoever is asked is asked once, until it is sent again.
    try await outbox.setItemStateOrDelete(OutboxItem.ID("1"), as: .refused(.outcomeUnknown))
    #expect(try await outbox.outboxItems(of: nil).first?.earlierAttempts?.isConfirmed == true)
    try await outbox.recordSendingStart(OutboxItem.ID("1"), at: last, knowing: [])
    #expect(try await outbox.outboxItems(of: nil).first?.earlierAttempts?.isConfirmed == false)
    try await outbox.recordItemNotSent(OutboxItem.ID("1"))
    #expect(try await outbox.outboxItems(of: nil).first?.earlierAttempts == nil)
    await outbox.closeDatabase()
  }

  @Test func `the latest 200 published posts are stored with their outbox items`() async throws {
    let directory = ScratchFolder()
    let before = try await SQLiteOutbox(.file(directory["outbox.db"]))
    for number in 1...250 {
      try await before.recordPublishedPost(
        Post.ID("p\(number)"), publishedBy: OutboxItem.ID("i\(number)"), of: Samples.account)
    }
    await before.closeDatabase()
    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))

    let published = try await outbox.outboxItemIDsByPublishedPost(of: Samples.account)

    #expect(published.count == 200)
    #expect(published[Post.ID("p250")] == OutboxItem.ID("i250"))
    #expect(published[Post.ID("p50")] == nil && published[Post.ID("p51")] != nil)
    #expect(try await outbox.outboxItemIDsByPublishedPost(of: Account.ID("other")) == [:])
    try await outbox.eraseOutboxData(of: Samples.account)
    #expect(try await outbox.outboxItemIDsByPublishedPost(of: Samples.account) == [:])
    await outbox.closeDatabase()
  }

  @Test func `a delivered item is recorded, also without a post`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let (post, later) = (OutboxItem.ID("i1"), OutboxItem.ID("i2"))

    try await outbox.recordPublishedPost(Post.ID("p1"), publishedBy: post, of: Samples.account)
    try await outbox.recordPublishedPost(nil, publishedBy: later, of: Samples.account)

    #expect(try await outbox.wasItemDelivered(post, of: Samples.account))
    #expect(try await outbox.wasItemDelivered(later, of: Samples.account))
    #expect(try await !outbox.wasItemDelivered(later, of: Account.ID("other")))
    #expect(try await !outbox.wasItemDelivered(OutboxItem.ID("i3"), of: Samples.account))
    #expect(
      try await outbox.outboxItemIDsByPublishedPost(of: Samples.account) == [Post.ID("p1"): post])
    await outbox.closeDatabase()
  }

  @Test func `two processes never send the same item`() async throws {
    let directory = ScratchFolder()
    let one = try await SQLiteOutbox(.file(directory["outbox.db"]))
    let parent = try #require(ProcessIdentity(pid: 1))
    let two = try await SQLiteOutbox(.file(directory["outbox.db"]), process: parent)
    for id in 0..<20 { try await one.enqueueItem(item("\(id)", .delete(Post.ID("\(id)")))) }

    @Sendable func drain(_ outbox: SQLiteOutbox) async throws -> [OutboxItem.ID] {
      var sent: [OutboxItem.ID] = []
      while try await !outbox.outboxItems(of: nil).isEmpty {
        guard let item = try await outbox.claimNextItem(of: Samples.account, now: .noon) else {
          await Task.yield()
          continue
        }
        sent.append(item.id)
        try await outbox.setItemStateOrDelete(item.id, as: nil)
      }
      return sent
    }
    async let first = drain(one)
    async let second = drain(two)
    let sent = try await first + second

    #expect(sent.count == 20 && Set(sent).count == 20)
    await one.closeDatabase()
    await two.closeDatabase()
  }

  @Test func `a waiting item can be withdrawn, an item being sent cannot`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    try await outbox.enqueueItem(item("1", like))
    try await outbox.enqueueItem(item("2", boost))
    _ = try await claim(outbox)

    #expect(try await outbox.withdrawItem(OutboxItem.ID("1")) == false)
    #expect(try await outbox.withdrawItem(OutboxItem.ID("2")))
    #expect(try await outbox.withdrawItem(OutboxItem.ID("2")) == false)
    #expect(try await ids(outbox) == ["1"])
  }

  @Test func `queuing the same item twice stores it once`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let publish = item("1", .publish(Draft(id: Draft.ID("1"), text: "once")))

    try await outbox.enqueueItem(publish)
    try await outbox.enqueueItem(publish)
    #expect(try await outbox.outboxItems(of: nil) == [publish])
    _ = try await claim(outbox)
    try await outbox.enqueueItem(publish)

    #expect(try await outbox.outboxItems(of: nil).map(\.state) == [.sending])
  }

  @Test func `a queued item is on disk at once`() async throws {
    let directory = ScratchFolder()
    let before = try await SQLiteOutbox(.file(directory["outbox.db"]))
    let publish = item("1", .publish(Draft(id: Draft.ID("1"), text: "kept")))
    try await before.enqueueItem(publish)
    // A copy of the files at this moment is what a crash would leave.
    let copy = ScratchFolder()
    for name in ["outbox.db", "outbox.db-wal"] { copy.write(directory.bytes(of: name), to: name) }

    let outbox = try await SQLiteOutbox(.file(copy["outbox.db"]))

    #expect(try await outbox.outboxItems(of: nil) == [publish])
    await outbox.closeDatabase()
    await before.closeDatabase()
  }

  @Test func `an outbox opens its database with the first call`() async throws {
    let directory = ScratchFolder()
    let outbox = SQLiteOutbox(opening: .file(directory["outbox.db"]))
    let publish = item("1", .publish(Draft(id: Draft.ID("1"), text: "kept")))

    try await outbox.enqueueItem(publish)
    try await outbox.openDatabase()

    #expect(try await outbox.outboxItems(of: nil) == [publish])
    await outbox.closeDatabase()
    await #expect(throws: StoreError.self) { try await outbox.outboxItems(of: nil) }
  }

  @Test func `drafts are replaced, listed latest first, and dropped`() async throws {
    let drafts = SQLiteDraftStore(try await SQLiteOutbox(.memory))
    let one = Draft(id: Draft.ID("1"), text: "one")
    let two = Draft(
      id: Draft.ID("2"), attachments: [Draft.DraftAttachment(path: "/p", altText: "alt")])
    _ = try await drafts.saveDraftIfUnchanged(
      one, over: nil, account: Samples.account, now: Timestamp(milliseconds: 1))
    _ = try await drafts.saveDraftIfUnchanged(
      two, over: nil, account: Samples.account, now: Timestamp(milliseconds: 2))
    #expect(try await drafts.drafts(of: Samples.account) == [two, one])

    _ = try await drafts.saveDraftIfUnchanged(
      one.with(\.text, "more"), over: one, account: Samples.account, now: Timestamp(milliseconds: 3)
    )
    #expect(try await drafts.drafts(of: Samples.account) == [one.with(\.text, "more"), two])
    try await drafts.discardDraftIfUnchanged(two)

    #expect(try await drafts.drafts(of: Samples.account) == [one.with(\.text, "more")])
  }

  @Test func `the latest earlier texts of a draft are stored, and deleted with the draft`()
    async throws
  {
    let outbox = try await SQLiteOutbox(.memory)
    let drafts = SQLiteDraftStore(outbox)
    let (one, two) = (Draft(id: Draft.ID("1"), text: "one"), Draft(id: Draft.ID("2"), text: "two"))
    for draft in [one, two] {
      _ = try await drafts.saveDraftIfUnchanged(
        draft, over: nil, account: Samples.account, now: .noon)
    }
    let versions = (0..<EarlierDraftText.maximumCount + 3).map {
      EarlierDraftText(text: "text \($0)", replacedAt: Timestamp(milliseconds: Int64($0)))
    }
    for version in versions {
      try await drafts.keepEarlierDraftText(version, of: one.id, account: Samples.account)
    }
    try await drafts.keepEarlierDraftText(versions[0], of: two.id, account: Samples.account)

    let kept = try await drafts.earlierDraftTexts(of: one.id)
    #expect(kept == versions.suffix(EarlierDraftText.maximumCount).reversed())

    try await drafts.discardDraftIfUnchanged(one)
    try await outbox.enqueueItem(item("2", .publish(two)))
    #expect(try await drafts.earlierDraftTexts(of: one.id) == [])
    #expect(try await drafts.earlierDraftTexts(of: two.id) == [])
  }

  @Test func `the earlier texts of a draft are stored on disk, and erased with the account`()
    async throws
  {
    let directory = ScratchFolder()
    let version = EarlierDraftText(text: "Rye, always", replacedAt: .noon)
    let draft = Draft.ID("1")
    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))
    try await SQLiteDraftStore(outbox).keepEarlierDraftText(
      version, of: draft, account: Samples.account)

    // Another program reads what this one wrote, as after a kill.
    let later = try await SQLiteOutbox(.file(directory["outbox.db"]))
    #expect(try await SQLiteDraftStore(later).earlierDraftTexts(of: draft) == [version])

    try await outbox.eraseOutboxData(of: Samples.account)
    #expect(try await SQLiteDraftStore(later).earlierDraftTexts(of: draft) == [])
    await outbox.closeDatabase()
    await later.closeDatabase()
  }

  @Test func `saving a draft that another window changed or discarded is refused`() async throws {
    let directory = ScratchFolder()
    let outboxes = [
      try await SQLiteOutbox(.file(directory["outbox.db"])),
      try await SQLiteOutbox(.file(directory["outbox.db"])),
    ]
    let (here, there) = (SQLiteDraftStore(outboxes[0]), SQLiteDraftStore(outboxes[1]))
    let draft = Draft(id: Draft.ID("1"), text: "The ferry")
    _ = try await here.saveDraftIfUnchanged(draft, over: nil, account: Samples.account, now: .noon)
    let (long, other) = (draft.with(\.text, "The ferry was late"), draft.with(\.text, "A ferry"))

    let isLongSaved = try await there.saveDraftIfUnchanged(
      long, over: draft, account: Samples.account, now: .noon)
    let isOtherSaved = try await here.saveDraftIfUnchanged(
      other, over: draft, account: Samples.account, now: .noon)
    try await here.discardDraftIfUnchanged(draft)

    #expect(isLongSaved && !isOtherSaved)
    #expect(try await here.drafts(of: Samples.account) == [long])
    try await there.discardDraftIfUnchanged(long)
    #expect(
      try await !here.saveDraftIfUnchanged(other, over: draft, account: Samples.account, now: .noon)
    )
    for outbox in outboxes { await outbox.closeDatabase() }
  }

  @Test func `queuing a post removes its draft`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let drafts = SQLiteDraftStore(outbox)
    let draft = Draft(id: Draft.ID("1"), text: "text")
    let other = Draft(id: Draft.ID("2"), text: "not yet")
    _ = try await drafts.saveDraftIfUnchanged(
      draft, over: nil, account: Samples.account, now: .noon)
    _ = try await drafts.saveDraftIfUnchanged(
      other, over: nil, account: Samples.account, now: .noon)

    try await outbox.enqueueItem(item("1", .publish(draft)))

    #expect(try await drafts.drafts(of: Samples.account) == [other])
  }

  @Test func `discarding a draft leaves its queued copy in the outbox`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let drafts = SQLiteDraftStore(outbox)
    let draft = Draft(id: Draft.ID("1"), text: "text")
    try await outbox.enqueueItem(item("1", .publish(draft)))
    _ = try await drafts.saveDraftIfUnchanged(
      draft, over: nil, account: Samples.account, now: .noon)

    try await drafts.discardDraftIfUnchanged(draft)

    #expect(try await outbox.outboxItems(of: nil).map(\.change) == [.publish(draft)])
  }

  @Test func `a process identity is alive for a running process only`() throws {
    let itself = try #require(ProcessIdentity(pid: 1))

    #expect(ProcessIdentity.current.isAlive && itself.isAlive)
    #expect(itself != ProcessIdentity.current)
    #expect(!ProcessIdentity(text: itself.text + "0").isAlive)
    #expect(!ProcessIdentity(text: "x").isAlive)
  }
}
