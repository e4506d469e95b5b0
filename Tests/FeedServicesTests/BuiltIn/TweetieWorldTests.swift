import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What is in the world on its first day.
@Suite struct TweetieWorldTests {
  private let beginning = Timestamp(milliseconds: 1_790_000_000_000)
  private let files: DemoFiles
  private var demoWorld: DemoWorld {
    DemoWorld(seed: 20, beginning: beginning, newPostInterval: .seconds(45), files: files)
  }

  init() throws { files = try DemoFiles(folder: DemoFolder.path) }

  private var posts: [Post] {
    let demoWorld = demoWorld
    return demoWorld.publishedPosts(now: beginning).map {
      demoWorld.postAsUserSeesIt(for: $0, now: beginning)
    }
  }

  @Test func `the demo world has 400 posts by 26 people and one visitor over more than two weeks`()
  {
    let posts = posts

    #expect(posts.count == 400)
    #expect(Set(posts.map(\.author.id)).count == 27)
    #expect(Set(posts.map(\.id)).count == posts.count)
    #expect(beginning.elapsedTime(since: posts.last!.createdAt) > .seconds(14 * 86_400))
    #expect(beginning.elapsedTime(since: posts.first!.createdAt) < .seconds(3600))
  }

  @Test func `a person is found by the full handle with its server`() throws {
    let demoWorld = demoWorld
    let place = try #require(demoWorld.population.people.firstIndex { $0.handle.contains("@") })
    let somebody = demoWorld.population.people[place]

    #expect(try demoWorld.personIndex(of: Person.ID(somebody.handle)) == place)
    #expect(try demoWorld.personIndex(of: somebody.id) == place)
    #expect(throws: FeedError.notFound) { try demoWorld.personIndex(of: Person.ID("no@body")) }
  }

  @Test func `no two demo posts have the same text`() {
    let texts = posts.map(\.content.text.plain)

    #expect(Set(texts).count == texts.count)
  }

  @Test func `ninety demo photos have alt texts, sizes, places and licences`() {
    let photos = posts.flatMap(\.content.photos)

    #expect(Set(photos.map(\.id)).count == 90)
    #expect(photos.allSatisfy { !$0.altText.isEmpty && $0.place != nil && $0.licence != nil })
    #expect(photos.allSatisfy { $0.size.width * $0.size.height <= 12_100_000 })
    #expect(Set(photos.compactMap(\.place?.name)).count == 12)
    #expect(photos.contains { $0.isSensitive })
    for photo in photos {
      #expect(photo.renditions.last?.size == photo.size)
      #expect(photo.renditions.map(\.size.width) == photo.renditions.map(\.size.width).sorted())
    }
  }

  @Test func `every demo post names its language`() {
    let contents = posts.map(\.content)

    #expect(contents.allSatisfy { $0.language != nil })
    #expect(Set(contents.map(\.language)).count > 10)
    let lake = contents.first { $0.text.plain.hasPrefix("Hồ sáng nay") }
    #expect(lake?.language == "vi")
  }

  @Test func `demo posts are written in many scripts`() {
    let scalars = Set(posts.flatMap { $0.content.text.plain.unicodeScalars.map(\.value) })

    #expect(!scalars.isDisjoint(with: 0x5D0...0x5EA), "Hebrew")
    #expect(!scalars.isDisjoint(with: 0x621...0x64A), "Arabic")
    #expect(!scalars.isDisjoint(with: 0x905...0x939), "Devanagari")
    #expect(!scalars.isDisjoint(with: 0x3041...0x3096), "Hiragana")
    #expect(!scalars.isDisjoint(with: 0x4E00...0x9FFF), "Han")
    #expect(!scalars.isDisjoint(with: 0x1EA0...0x1EF9), "Vietnamese")
    #expect(!scalars.isDisjoint(with: 0x1F300...0x1FAFF), "Emoji")
  }

  @Test func `demo posts cover polls, warnings, cards, quotes, tags and code`() {
    let posts = posts
    let kinds = posts.flatMap { $0.content.text.runs.map(\.kind) }

    #expect(posts.contains { ($0.content.poll?.closesAt).map { $0 > beginning } ?? false })
    #expect(posts.contains { ($0.content.poll?.closesAt).map { $0 < beginning } ?? false })
    #expect(posts.contains { $0.content.warning != nil })
    #expect(posts.contains { $0.content.card != nil })
    #expect(posts.contains { $0.content.quote != nil })
    #expect(posts.contains { $0.userMarks.contains(.liked) })
    #expect(kinds.contains(.tag("birding")))
    #expect(kinds.contains(.code))
    #expect(kinds.contains(.emphasis))
    #expect(posts.allSatisfy { $0.counts.likes.map { $0 >= 0 } == true })
  }

  @Test func `some demo threads are deep and some are wide`() throws {
    let demoWorld = demoWorld
    let conversations = try demoWorld.publishedPosts(now: beginning).filter { $0.parent == nil }.map
    {
      try demoWorld.conversation(of: $0.number, now: beginning)
    }

    #expect(conversations.contains { $0.nodes.contains { $0.depth >= 10 } })
    #expect(conversations.contains { $0.nodes.count(where: { $0.depth == 1 }) >= 15 })
    #expect(conversations.reduce(0) { $0 + $1.nodes.count } == 400)
  }

  @Test func `the hostile demo post has escape and control characters, far down the home stream`()
    async throws
  {
    let session = try await DemoSession()

    let home = try await session.walkDown(.home)

    let rank = try #require(home.firstIndex { $0.post.author.id == Person.ID("visitor") })
    let text = home[rank].post.content.text.plain
    #expect(rank > 10)
    for scalar in ["\u{1B}", "\u{9B}", "\r", "\u{8}", "\u{202E}", "\u{200B}", "\u{2066}"] {
      #expect(text.unicodeScalars.contains(scalar.unicodeScalars.first!))
    }
    #expect(home[rank].post.author.name.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `the same seed and start make the same demo world`() {
    let (one, other) = (demoWorld, demoWorld)
    let another = DemoWorld(
      seed: 21, beginning: beginning, newPostInterval: .seconds(45), files: files)

    let posts = one.publishedPosts(now: beginning).map {
      one.postAsUserSeesIt(for: $0, now: beginning)
    }

    #expect(
      posts
        == other.publishedPosts(now: beginning).map {
          other.postAsUserSeesIt(for: $0, now: beginning)
        })
    #expect(
      posts
        != another.publishedPosts(now: beginning).map {
          another.postAsUserSeesIt(for: $0, now: beginning)
        })
  }

  @Test func `each follower's list of followed people contains the person`() throws {
    let population = demoWorld.population

    for person in 1..<population.writerCount {
      for follower in population.followerIndices(of: person) {
        #expect(population.followedIndices(of: follower).contains(person))
      }
    }
  }
}
