import Atelier
import Doubles
import FeedDomain
import Glibc
import Testing
import Threads

@testable import FeedServices

@Suite struct PhotoTests {
  private let catalogue = PhotoCatalogue(names: [:])

  @Test func `there is a painting for every photo, and a photo for every painting`() {
    #expect(catalogue.ids == Set(Painting.names))
  }

  @Test(arguments: Painting.names)
  func `the table of looks tells what is painted`(_ name: String) throws {
    let photo = try #require(catalogue[name])

    let look = try #require(
      Painting(of: name, width: photo.size.width, height: photo.size.height)
    ).look()

    #expect(PhotoLooks.all[name] == look, "Scripts/photo-looks writes the table anew.")
    #expect(photo.blurhash == look.blurhash)
  }

  @Test func `a photo comes in sizes, the smallest first, each in its shape`() throws {
    let photo = try #require(catalogue["hanoi-lake-fog"])

    let sizes = photo.renditions.map { [$0.size.width, $0.size.height] }

    #expect(sizes == [[320, 106], [640, 213], [1280, 426], [2048, 682], [6000, 2000]])
    #expect(photo.renditions[0].url == "tweetie://photos/hanoi-lake-fog/320")
  }

  @Test func `a film is a file for a player, made once, and its poster a picture`() async throws {
    let visit = try await Visit()
    let found = try await visit.connection.feeds.posts(matching: "has:video", after: nil).elements
    let post = try #require(found.first)
    let photo = try #require(post.content.photos.first { $0.kind == .video })
    let photos = try #require(visit.connection.photos)

    let details = try await photos.details(of: photo.id, in: post.id)
    let path = try #require(details.ownFilm)

    #expect(found.count == 1 && !photo.altText.isEmpty && details.film == nil)
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var head = [UInt8](repeating: 0, count: 6)
    #expect(fread(&head, 1, 6, file) == 6 && head == Array("GIF89a".utf8))
    #expect(try await photos.details(of: photo.id, in: post.id).ownFilm == path)
    let poster = try await photos.bytes(of: photo.renditions[0]) { _ in }
    #expect(poster.starts(with: [0xFF, 0xD8]))
  }

  @Test func `bytes come a part at a time, as over a line`() async throws {
    let world = PassingWorld()
    let settings = ServiceSettings(latency: .milliseconds(100))
    let visit = try await Visit(world: world, settings: settings)
    let rendition = try #require(catalogue["taipei-noodles"]).renditions[1]
    let told = Told()
    let before = world.slept.count

    let bytes = try await visit.connection.photos!.bytes(of: rendition) { told.add($0) }

    #expect(bytes.prefix(2) == [0xFF, 0xD8])
    #expect(told.all.last == Transfer(received: bytes.count, expected: bytes.count))
    #expect(told.all.count == (bytes.count + 65535) / 65536)
    let onTheLine = world.slept.dropFirst(before + 2).reduce(Duration.zero, +)
    #expect(onTheLine == .seconds(1) * (Double(bytes.count) / Double(2 << 20)))
  }

  @Test func `without latency bytes are there at once`() async throws {
    let visit = try await Visit()
    let rendition = try #require(catalogue["reykjavik-seismo"]).renditions[0]
    let told = Told()

    let bytes = try await visit.connection.photos!.bytes(of: rendition) { told.add($0) }

    #expect(bytes.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    #expect(told.all == [Transfer(received: bytes.count, expected: bytes.count)])
    #expect(visit.world.slept.isEmpty)
  }

  @Test func `what nobody wants any more is not painted`() async throws {
    let visit = try await Visit()
    let original = try #require(catalogue["taipei-ridge"]?.renditions.last)

    let fetch = Task { try await visit.connection.photos!.bytes(of: original) { _ in } }
    fetch.cancel()

    #expect(await failure { try await fetch.value } == .cancelled)
  }

  @Test func `photos and their details fail when they are told to`() async throws {
    let faults = try Faults(parsing: "photo=unreachable:1, details=serverFailed")
    let visit = try await Visit(settings: ServiceSettings(latency: .zero, faults: faults))
    let rendition = try #require(catalogue["hanoi-oven"]).renditions[0]
    let photos = visit.connection.photos!

    let first = await failure { try await photos.bytes(of: rendition) { _ in } }
    let second = await failure { try await photos.bytes(of: rendition) { _ in } }
    let details = await failure { try await photos.details(of: Photo.ID("a"), in: Post.ID("1")) }

    #expect(first == .unreachable)
    #expect(second == nil)
    #expect(details == .serverFailed(503))
  }

  @Test func `a photo of another service is not found`() async throws {
    let visit = try await Visit()
    let strange = Photo.Rendition(
      url: "https://a.example/1.jpg", size: PhotoSize(width: 1, height: 1))

    #expect(
      await failure { try await visit.connection.photos!.bytes(of: strange) { _ in } } == .notFound)
  }

  @Test func `details tell how a photo was taken, the same each time`() async throws {
    let visit = try await Visit()
    let post = try #require(try await visit.latest(.photos).entries.first?.post)
    let photo = try #require(post.content.photos.first)

    let details = try await visit.connection.photos!.details(of: photo.id, in: post.id)
    let again = try await visit.connection.photos!.details(of: photo.id, in: post.id)

    #expect(details == again)
    #expect(details.camera?.model != nil)
    #expect(details.takenAt.map { $0 < post.createdAt } == true)
    #expect(details.original == photo.renditions.last?.url)
  }

  @Test(arguments: [("ha n", "Hà Nội"), ("イスタ", "İstanbul"), ("Marrake", "مراكش"), ("kyo", "京都")])
  func `places are found by their beginnings in several scripts`(typed: String, name: String)
    async throws
  {
    let visit = try await Visit()

    let places = try await visit.connection.places!.places(named: typed)

    #expect(places.map(\.name) == [name])
  }

  @Test func `a place near a city has its name, one at sea has none`() async throws {
    let places = try await Visit().connection.places!

    #expect(try await places.name(latitude: 38.8, longitude: -9.2)?.name == "Lisboa")
    #expect(try await places.name(latitude: 0, longitude: -30) == nil)
  }
}

/// Keeps what is told of a transfer.
final class Told: Sendable {
  private let transfers = Guarded<[Transfer]>([])

  var all: [Transfer] { transfers.withLock { $0 } }
  func add(_ transfer: Transfer) { transfers.withLock { $0.append(transfer) } }
}
