import Doubles
import FeedDomain
import FeedStorage
import Testing

struct SearchTests {
  private func store(_ texts: [String]) async throws -> SQLiteFeedStore {
    let store = try await SQLiteFeedStore(.memory)
    let posts = texts.enumerated().map { Samples.post($0.offset, $0.element) }
    _ = try await store.storePosts(posts, account: Samples.account, now: Samples.now)
    return store
  }

  private func found(_ words: String, in store: SQLiteFeedStore) async throws -> [String] {
    try await store.findStoredPosts(
      matching: SearchQuery(words, in: StillWorld()), account: Samples.account, limit: 10
    )
    .map(\.content.text.plain)
  }

  @Test func `a search finds posts with all words, the newest first`() async throws {
    let store = try await store(["red fox", "red hen", "the fox is red"])

    #expect(try await found("fox red", in: store) == ["the fox is red", "red fox"])
  }

  @Test(arguments: [
    -62_167_219_200_000, Int64.min, -1, 0, 1_800_086_400_001, 2_115_000_000_000,
    253_402_300_799_999, 253_402_300_800_000, .max,
  ])
  func `a post with an impossible date is sorted by the time it was first stored`(odd: Int64)
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    let now = Samples.now.milliseconds
    for (id, moment, seen) in [
      (1, now - 50_000, now - 40_000), (2, odd, now - 30_000), (3, now - 20_000, now),
    ] {
      _ = try await store.storePosts(
        [Samples.post(id, "fox \(id)", at: moment)], account: Samples.account,
        now: Timestamp(milliseconds: seen))
    }

    #expect(try await found("fox", in: store) == ["fox 3", "fox 2", "fox 1"])
    let held = try await store.storedPost(Post.ID("2"), account: Samples.account)
    #expect(held?.createdAt.milliseconds == odd)
  }

  @Test func `replies with impossible dates are sorted by the time they were first stored`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    let now = Samples.now.milliseconds
    for (id, moment) in [(1, now - 3_000), (2, .max), (3, now), (4, .min)] as [(Int, Int64)] {
      _ = try await store.storePosts(
        [Samples.post(id, at: moment, replyTo: id == 1 ? nil : 1)], account: Samples.account,
        now: Timestamp(milliseconds: now - 3_000 + Int64(id) * 1_000))
    }

    let conversation = try await store.storedConversation(
      of: Post.ID("1"), account: Samples.account)

    #expect(conversation?.nodes.map(\.post.id.rawValue) == ["1", "2", "3", "4"])
  }

  @Test(arguments: [
    ("cafe", "Un café"), ("CAFÉ", "un cafe\u{301}"), ("brau", "Die Brauerei"),
    ("strasse", "strasse"), ("東京", "昨日東京へ行った"), ("日本語", "これは日本語です"),
    ("العربية", "اللُّغة العَرَبِيَّة جميلة"), ("हिन्दी", "यह हिन्दी है"),
    ("שלום", "שָׁלוֹם עולם"), ("ภาษา", "ฉันพูดภาษาไทย"), ("한국", "한국어를 배워요"), ("🦊", "hi🦊there"),
    ("don't", "I don't know"), ("việt", "Tiếng Việt"),
  ])
  func `words in each script are found`(words: String, text: String) async throws {
    let store = try await store([text, "something else"])

    #expect(try await found(words, in: store) == [text])
  }

  @Test func `characters in another order are not found`() async throws {
    let store = try await store(["京東"])

    #expect(try await found("東京", in: store).isEmpty)
  }

  @Test(arguments: [
    "\"", "*", "a OR b", "NEAR(a b)", "text: fox", "fox*", "^fox", "(", "fox\u{0}hen",
    "a AND", "' OR 1=1 --", "{text} : fox", "\u{1B}[31m", "   ", "",
  ])
  func `search operators in typed text are searched as words`(words: String) async throws {
    let store = try await store(["fox", "hen", "b"])

    let texts = try await found(words, in: store)

    #expect(texts.allSatisfy { $0 == "fox" } && texts.count <= 1)
  }

  @Test func `words of warnings, picture descriptions and authors are found`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await store.storePosts([Samples.everything], account: Samples.account, now: Samples.now)

    for words in ["spoiler", "lighthouse dusk", "grace", "yes"] {
      #expect(try await found(words, in: store).count == 1)
    }
  }

  @Test func `a changed post is found by its new words alone`() async throws {
    let store = try await store(["before"])

    _ = try await store.storePosts(
      [Samples.post(0, "after")], account: Samples.account, now: Samples.now)

    #expect(try await found("before", in: store).isEmpty)
    #expect(try await found("after", in: store) == ["after"])
  }

  @Test func `a removed post is no longer found`() async throws {
    let store = try await store(["here", "here too"])

    _ = try await store.removePost(Post.ID("0"), account: Samples.account)

    #expect(try await found("here", in: store) == ["here too"])
  }
}
