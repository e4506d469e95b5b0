import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

/// The language of searches, on what is stored.
struct SearchTermsTests {
  private static let day: Int64 = 86_400_000
  /// Noon on 4 March 2026.
  private static let now = FakeWorld.noon

  private static func post(
    _ id: Int, _ text: String = "rye", by author: String = "ada", tags: [String] = [],
    photos: [Photo] = [], card: LinkPreview? = nil, poll: Poll? = nil, language: String? = nil,
    daysAgo: Int64 = 0
  ) -> Post {
    let runs =
      [RichText.RichTextRun(text + " ")] + tags.map { RichText.RichTextRun("#\($0)", .tag($0)) }
    return Post(
      id: Post.ID("\(id)"),
      author: Person(id: Person.ID(author), handle: "\(author)@example.org", name: "Dr. \(author)"),
      createdAt: Timestamp(milliseconds: now.milliseconds - daysAgo * day),
      content: Post.PostContent(
        text: RichText(runs: runs), photos: photos, poll: poll, card: card, language: language))
  }

  private static let sound = Photo(
    id: Photo.ID("fog"), kind: .audio, address: "https://e.org/fog.mp3", renditions: [],
    size: PhotoSize(width: 1, height: 1), altText: "")

  /// A post of every kind; the higher the number, the older.
  private static let posts = [
    post(1, "late ferry", tags: ["Tram"]),
    post(2, "ferry late", by: "bo", photos: [.sample("a")], daysAgo: 1),
    post(3, "Fähre", by: "bo.ada", photos: [sound], language: "de", daysAgo: 2),
    post(
      4, tags: ["bus", "日本"], card: LinkPreview(url: "https://e.org", title: "", summary: ""),
      daysAgo: 3),
    post(
      5, by: "adam",
      poll: Poll(options: [Poll.PollOption(title: "wheat", votes: 1)], closesAt: nil),
      language: "pt-BR", daysAgo: 40),
  ]

  @Test(arguments: [
    ("a", ["ada", "adam"]), ("adam", ["adam"]), ("bo", ["bo", "bo.ada"]), ("BO.A", ["bo.ada"]),
    ("dr. b", ["bo", "bo.ada"]), ("x", []), ("\"*", []), ("", []),
  ])
  func `authors are found by the beginning of a handle or name`(
    _ name: String, _ people: [String]
  ) async throws {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await store.storePosts(Self.posts, account: Samples.account, now: Self.now)

    let found = try await store.postAuthorsWithNamePrefix(
      beginning: name, account: Samples.account, amongPosts: 100)
    let elsewhere = try await store.postAuthorsWithNamePrefix(
      beginning: name, account: Account.ID("tweetie:other"), amongPosts: 100)

    #expect(found.map(\.id.rawValue).sorted() == people && elsewhere.isEmpty)
  }

  private static let questions: [(String, [String])] = [
    ("late ferry", ["1", "2"]), ("\"late ferry\"", ["1"]), ("-late", ["3", "4", "5"]),
    ("ferry -\"late ferry\"", ["2"]), ("from:ada", ["1", "4"]),
    ("from:ada@example.org", ["1", "4"]),
    ("from:bo", ["2", "3"]), ("from:\"dr. bo\"", ["2", "3"]), ("rye -from:ada", ["5"]),
    ("#tram", ["1"]), ("#tram,#bus", ["1", "4"]), ("#日本", ["4"]), ("#tra", []),
    ("-#tram rye", ["4", "5"]),
    ("has:photo", ["2"]), ("has:link", ["4"]), ("has:poll", ["5"]), ("has:video", []),
    ("has:audio", ["3"]), ("-has:audio ferry", ["1", "2"]), ("file:fog.mp3", ["3"]),
    ("lang:de", ["3"]), ("lang:pt", ["5"]), ("lang:pt-BR", ["5"]), ("lang:pt-PT", []),
    ("since:yesterday", ["1", "2"]), ("until:2026-03-02", ["3", "4", "5"]),
    ("since:2026-03-01 until:2026-03-03", ["2", "3", "4"]), ("fahre lang:de since:7d", ["3"]),
    ("title:late", ["1", "2"]), ("title:\"late ferry\"", ["1"]), ("-title:ferry rye", ["4", "5"]),
    ("-title:late", ["3", "4", "5"]), ("author:bo", ["2", "3"]), ("text:/^late/", ["1"]),
    ("title:/f(e|ä)/", ["1", "2", "3"]), ("from:/^ada@/", ["1", "4"]), ("link:e.org", []),
    ("since:today until:yesterday", []), ("wheat has:poll", ["5"]), ("post", []), ("link", []),
    ("", []),
  ]

  private func found(_ typed: String, in store: SQLiteFeedStore) async throws -> [String] {
    try await store.findStoredPosts(
      matching: SearchQuery(typed, in: StillWorld(now: Self.now)), account: Samples.account,
      limit: 9
    ).map(\.id.rawValue)
  }

  @Test func `a search finds the posts that match all terms, the newest first`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await store.storePosts(Self.posts, account: Samples.account, now: Self.now)

    for (typed, expected) in Self.questions {
      #expect(try await found(typed, in: store) == expected, "\(typed)")
    }
  }

  @Test func `the store finds the same posts as the search query itself`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await store.storePosts(Self.posts, account: Samples.account, now: Self.now)

    for (typed, _) in Self.questions {
      let query = SearchQuery(typed, in: StillWorld(now: Self.now))
      let matching = Self.posts.filter { query.matchesPost($0) }.map(\.id.rawValue)
      #expect(try await found(typed, in: store) == matching, "\(typed)")
    }
  }

  @Test
  func `posts stored by an earlier version are found before and after their terms are indexed`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await store.storePosts(Self.posts, account: Samples.account, now: Self.now)
    try await store.cache.database.runWriteTransaction { connection throws(SQLiteError) in
      // As an older version left them.
      try connection.executeSQL("INSERT INTO words (words) VALUES ('delete-all')")
      for row in try connection.queryRows(
        "SELECT \(PostTable.columns), post.id FROM post",
        as: { (PostTable.decodedPost(from: $0), $0.integerValue(8)) })
      {
        guard let post = row.0 else { continue }
        try connection.executeSQL(
          "INSERT INTO words (rowid, text) VALUES (?, ?)", .integer(row.1),
          .text(IndexedPostTextBuilder.indexedWords(of: post, includesPropertyWords: false)))
      }
      try connection.executeSQL("UPDATE word_index SET marked_from = \(Int64.max)")
    }

    for (typed, expected) in Self.questions {
      #expect(try await found(typed, in: store) == expected, "before: \(typed)")
    }
    try await store.deleteRowsBeyondLimits(of: Samples.account)
    for (typed, expected) in Self.questions {
      #expect(try await found(typed, in: store) == expected, "after: \(typed)")
    }
    _ = try await store.removePost(Post.ID("2"), account: Samples.account)
    #expect(try await found("has:photo", in: store) == [])
    #expect(try await found("ferry", in: store) == ["1"])
  }

  @Test(arguments: [
    ("in:News", ["4", "5"]), ("-in:News", ["1", "2"]), ("in:Sport -in:News", ["1", "2"]),
    ("in:News in:Sport", []), ("in:Nowhere", []), ("-in:Nowhere", ["1", "2"]),
  ])
  func `feeds are distinguished from others whose names begin with theirs`(
    _ typed: String, _ expected: [String]
  ) async throws {
    let store = try await SQLiteFeedStore(.memory)
    let sport = (1...3).map { Self.post($0, by: "bo.ada", daysAgo: Int64($0)) }
    let news = (4...6).map { Self.post($0, by: "bo", daysAgo: Int64($0)) }
    _ = try await store.storePosts(sport + news, account: Samples.account, now: Self.now)
    let subscriptions = [("bo", "News"), ("bo.ada", "Sport")].map { name, folder in
      Subscription(
        id: Subscription.ID(name), address: "https://\(name).example/feed", name: "Dr. \(name)",
        folder: folder)
    }

    let found = try await store.findStoredPosts(
      matching: SearchQuery(typed, in: StillWorld(now: Self.now))
        .resolvingFeedNames(in: subscriptions, nestsFolders: true),
      account: Samples.account, limit: 2)

    #expect(found.map(\.id.rawValue) == expected)
  }

  @Test func `a changed post is no longer found by its former tags`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await store.storePosts(
      [Self.post(1, tags: ["bus"])], account: Samples.account, now: Self.now)

    _ = try await store.storePosts(
      [Self.post(1, tags: ["tram"])], account: Samples.account, now: Self.now)

    #expect(try await found("#bus", in: store) == [])
    #expect(try await found("#tram", in: store) == ["1"])
  }

  @Test func `the streams that contain a post are returned`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    for feed in [Feed.home, .tag("tram")] {
      _ = try await store.mergeFetchedPage(
        Samples.page([1, 2]), into: feed, account: Samples.account, at: .top, now: Samples.now)
    }
    _ = try await store.storePosts([Samples.post(3)], account: Samples.account, now: Samples.now)

    let streams = try await store.feedsByPost(
      containing: [Post.ID("1"), Post.ID("3")], account: Samples.account)

    #expect(streams == [Post.ID("1"): [.home, .tag("tram")], Post.ID("3"): []])
  }

  @Test func `search terms are folded like the words of the index`() throws {
    let connection = try SQLiteConnection(path: nil)
    try connection.executeSQLScript(
      """
      CREATE VIRTUAL TABLE letters USING fts5 (
        text, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mc So'");
      CREATE VIRTUAL TABLE folded USING fts5vocab (letters, row);
      """)
    for value in Array(0x41...0x24F as ClosedRange<UInt32>) + Array(0x1E00...0x1EFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let letter = String(Character(scalar))
      let own = SearchableWords(letter).words.map(\.text)
      guard own.count == 1 else { continue }
      try connection.executeSQL("INSERT INTO letters (rowid, text) VALUES (1, ?)", .text(letter))
      let theirs = try connection.queryRows("SELECT term FROM folded") { $0.textValue(0) }
      try connection.executeSQL("DELETE FROM letters WHERE rowid = 1")

      #expect(own == theirs, "\(letter) U+\(String(value, radix: 16))")
    }
  }
}
