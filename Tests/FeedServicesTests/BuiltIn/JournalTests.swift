import Doubles
import FeedDomain
import Glibc
import Testing

@testable import FeedServices

@Suite struct JournalTests {
  private let file = ScratchFile()

  @Test func `posts, polls and likes survive a restart of the demo service`() async throws {
    let before = try await DemoSession(journal: file.path)
    let poll = Draft.DraftPoll(choices: ["Yes", "No"], allowsSeveral: true, lasts: .seconds(300))
    try await before.send(
      .publish(Draft(id: Draft.ID("d"), text: "Rye?", poll: poll)), key: "r")
    let post = try #require(try await before.publish("I was here.\n\u{1B}[2J \\ \t🐈", key: "p"))
    let liked = try await before.latest().entries[6].post.id
    try await before.send(.mark(liked, .liked, true), key: "l")
    let world = PassingWorld(at: before.world.now.milliseconds)

    let after = try await DemoSession(world: world, journal: file.path, as: before.account)

    #expect(try await after.walkDown(.home) == before.walkDown(.home))
    #expect(try await after.latest().entries.first?.post == post)
    #expect(try await after.latest(.likes).entries.first?.post.id == liked)
    #expect(try await after.publish("I was here.", key: "p") == post)
  }

  @Test func `the journal is readable only by its owner, escaped, and without the token`()
    async throws
  {
    let session = try await DemoSession(journal: file.path)
    _ = try await session.publish("\u{1B}]0;x\u{7}\u{202E}\r\u{9B}", key: "p")

    let text = file.text

    #expect(file.mode == 0o600)
    #expect(!text.contains(session.account.token.revealed))
    #expect(
      text.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || scalar == "\t"
          || ![.control, .format].contains(scalar.properties.generalCategory)
      })
  }

  @Test func `a malformed journal line is skipped`() async throws {
    let session = try await DemoSession(journal: file.path)
    _ = try await session.publish("Whole.", key: "p1")
    file.write(file.text + "\u{0}\n\naccepted\tx\n")

    let after = try await DemoSession(journal: file.path, as: session.account)
    let next = try await after.publish("And on.", key: "p2")

    let restarted = try await DemoSession(journal: file.path, as: session.account)
    let home = try await restarted.latest().entries.map(\.post)
    #expect(home.first == next)
    #expect(home.map(\.content.text.plain).prefix(2) == ["And on.", "Whole."])
  }

  @Test func `two demo servers on one journal see each other's changes`() async throws {
    let one = try await DemoSession(journal: file.path)
    let other = try await DemoSession(journal: file.path, as: one.account)

    let post = try #require(try await one.publish("From one.", key: "p"))
    let answer = try await other.publish("From the other.", key: "a", replyTo: post.id)

    #expect(
      try await one.connection.feeds.conversation(of: post.id).nodes.map(\.post.id)
        == [post.id, answer?.id])
    #expect(try await other.publish("From one.", key: "p")?.id == post.id)
  }

  @Test func `posts from two servers at once are all stored, each once`() async throws {
    let one = try await DemoSession(journal: file.path)
    let other = try await DemoSession(journal: file.path, as: one.account)

    await withTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        let session = index.isMultiple(of: 2) ? one : other
        group.addTask {
          let error = await failure {
            try await session.publish("Parallelogram \(index).", key: "k\(index / 4)")
          }
          #expect(error == nil)
        }
      }
    }

    let found = try await one.connection.feeds.foundPosts(matching: "parallelogram", after: nil)
      .elements
      .filter { $0.author.id == one.account.account.person }
    #expect(found.count == 10)
    #expect(Set(found.map(\.id)).count == 10)
  }

  @Test func `signing out deletes the journal for every server`() async throws {
    let one = try await DemoSession(journal: file.path)
    let other = try await DemoSession(journal: file.path, as: one.account)
    _ = try await other.publish("Soon gone.", key: "p")

    try await one.services.signInGateway(to: .tweetie)!.signOut(one.account)

    #expect(!file.exists)
    #expect(await failure { try await other.latest() } == .signedOut)
    #expect(await failure { try await other.publish("Still?", key: "q") } == .signedOut)
    #expect(!file.exists)
  }

  @Test func `a new demo world has no posts of the deleted one`() async throws {
    let one = try await DemoSession(journal: file.path)
    _ = try await one.publish("The old world.", key: "p")
    try await one.services.signInGateway(to: .tweetie)!.signOut(one.account)

    let other = try await DemoSession(world: PassingWorld(keySeed: 9), journal: file.path)

    #expect(await failure { try await one.latest() } == .signedOut)
    let found = try await other.connection.feeds.foundPosts(matching: "old world", after: nil)
    #expect(found.elements.isEmpty)
  }

  @Test func `no journal is created before the first call`() {
    let services = DemoServiceDirectory(world: PassingWorld(), journal: file.path)

    let gateway = services.signInGateway(to: .tweetie)

    #expect(gateway != nil)
    #expect(!file.exists)
  }

  @Test func `a journal that is a link or readable by others is rejected`() async {
    file.write("", mode: 0o644)
    chmod(file.path, 0o644)

    let open = await failure { try await DemoSession(journal: file.path) }
    unlink(file.path)
    symlink("/dev/null", file.path)
    let link = await failure { try await DemoSession(journal: file.path) }

    #expect(open == .serverFailed(500))
    #expect(link == .serverFailed(500))
  }

  @Test func `every kind of journal record is decoded from its line`() {
    let draft = Draft(
      id: Draft.ID("d"), text: "a\tb\\n\n\u{0}{", warning: "w", visibility: .followers,
      replyTo: Post.ID("1"), attachments: [.init(path: "", altText: "\u{85}", uploaded: "k-0-4x3")])
    let changes: [PendingChange] = [
      .publish(draft), .mark(Post.ID("7"), .boosted, true), .follow(Person.ID("p"), false),
      .delete(Post.ID("7")), .mute(Person.ID("p"), true), .block(Person.ID("p"), false),
      .vote(Post.ID("7"), [0, 2]), .answerFollowRequest(Person.ID("5"), true),
    ]
    for change in changes {
      let record = DemoJournalRecord.accepted(
        AcceptedDemoChange(
          key: OutboxItem.ID("k"), acceptedAt: Timestamp(milliseconds: 5),
          number: DemoPostNumber(9),
          change: change))

      let line = JournalLineFormat.encodedLine(of: record)

      #expect(JournalLineFormat.decodedRecord(from: line.dropLast().utf8) == record)
      #expect(line.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    }
  }
}
