import Doubles
import FeedDomain
import Testing

@testable import FeedServices

@Suite struct NewPostTests {
  @Test func `a post arrives about every 45 seconds`() async throws {
    let session = try await DemoSession()
    let before = try await session.walkDown(.home).count

    session.world.pass(.seconds(30 * 45))
    let after = try await session.walkDown(.home).count

    #expect((20...60).contains(after - before))
  }

  @Test func `no demo post arrives if new posts are off`() async throws {
    let file = ScratchFile()
    let settings = SimulatedServerSettings(latency: .zero, newPostInterval: .zero)
    let session = try await DemoSession(settings: settings, journal: file.path)
    let before = try await session.walkDown(.home)

    session.world.pass(.seconds(365 * 86_400))

    let again = try await DemoSession(world: session.world, journal: file.path, as: session.account)
    #expect(try await again.walkDown(.home).ids == before.ids)
  }

  @Test func `two processes see the same new posts, however often they fetch`() async throws {
    let file = ScratchFile()
    let one = try await DemoSession(journal: file.path)
    let other = try await DemoSession(world: PassingWorld(), journal: file.path, as: one.account)

    for _ in 0..<60 {
      one.world.pass(.seconds(60))
      _ = try await one.latest()
    }
    other.world.pass(.seconds(3600))

    #expect(try await one.walkDown(.home) == other.walkDown(.home))
  }

  @Test func `a demo world left for a year has at most 6000 posts, none repeated`() throws {
    let beginning = Timestamp(milliseconds: 1_790_000_000_000)
    var demoWorld = DemoWorld(
      seed: 20, beginning: beginning, newPostInterval: .seconds(45),
      files: try DemoFiles(folder: DemoFolder.path))
    let now = beginning.timeAdvanced(by: .seconds(365 * 86_400))

    demoWorld.addDuePosts(until: now)

    let texts = demoWorld.publishedPosts(now: now).map(\.content.text.plain)
    #expect((800...6000).contains(texts.count))
    #expect(Set(texts).count == texts.count)
  }

  @Test func `a post's likes grow, and the list of likers has as many people`() async throws {
    let session = try await DemoSession()
    let post = try #require(try await session.latest().entries.first { $0.post.reply == nil }).post

    session.world.pass(.seconds(600))
    let later = try await session.connection.feeds.conversation(of: post.id).nodes[0].post

    #expect(try #require(later.counts.likes) > #require(post.counts.likes))
    var page = try await session.connection.people!.people(.likers(post.id), after: nil)
    var likers = page.elements
    while let next = page.nextCursor {
      page = try await session.connection.people!.people(.likers(post.id), after: next)
      likers += page.elements
    }
    #expect(likers.count == later.counts.likes)
    #expect(Set(likers.map(\.id)).count == likers.count)
    #expect(!likers.contains { $0.id == post.author.id })
  }
}
