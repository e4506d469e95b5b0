import Doubles
import FeedDomain
import Glibc
import Testing
import Threads

@testable import FeedServices

@Suite struct PhotoTests {
  private let files: DemoFiles

  init() throws { files = try DemoFiles(folder: DemoFolder.path) }

  @Test func `the demo has 90 photos, each with a file of the stated size`() throws {
    #expect(files.photos.count == 90)
    for photo in files.photos.values {
      let bytes = try files.pictureBytes(of: photo.id)

      #expect(size(of: bytes) == photo.size, "\(photo.id)")
      #expect(photo.renditions.map(\.size) == [photo.size])
      #expect(!photo.altText.isEmpty && photo.licence != nil && photo.place != nil)
      #expect(photo.blurhash?.count == 28 && photo.colour != nil, "\(photo.id)")
    }
  }

  @Test func `each demo person has a portrait, and each emoji a picture`() throws {
    for handle in files.writers.map(\.handle.localPart) + files.lurkers.map(\.handle) {
      let portrait = DemoPortraitPhoto(of: Person.ID(handle)).photo

      #expect(size(of: try files.pictureBytes(of: portrait.id)) == portrait.size, "\(handle)")
    }
    for emoji in DemoEmoji.all {
      let address = try #require(DemoPhotoAddress(emoji.url))

      #expect(try files.pictureBytes(of: address.photo).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
  }

  @Test func `a demo folder without files is an error that names the missing file`() async throws {
    let services = DemoServiceDirectory(
      world: PassingWorld(), settings: SimulatedServerSettings(latency: .zero),
      folder: "/nowhere/demo")

    let error = await failure {
      try await services.signInGateway(to: .tweetie)!.signIn(DemoSession.credentials)
    }

    guard case .misconfigured(let words)? = error else { throw WrongError(error: error) }
    #expect(words.contains("/nowhere/demo/people.json is missing"))
    #expect(words.contains("TWEETIE_DEMO"))
  }

  @Test func `a demo folder without pictures shows texts, and a photo fails with the missing path`()
    throws
  {
    let folder = ScratchFolder()
    for file in ["people.json", "cities.json", "photos.json", "posts.json", "talk.json"] {
      folder.write(Array(DemoFolder.text(of: file).utf8), to: file)
    }
    let files = try DemoFiles(folder: folder.path)
    let photo = try #require(files.photos.values.first)

    let error = #expect(throws: FeedError.self) { _ = try files.pictureBytes(of: photo.id) }

    guard case .misconfigured(let words)? = error else { throw WrongError(error: error) }
    #expect(words.contains("\(folder.path)/pictures/") && words.contains("is missing"))
    #expect(!files.threads.isEmpty)
  }

  @Test(arguments: [
    ("posts.json", "\"by\": \"haruka\"", "\"by\": \"nobody\""),
    ("posts.json", "\"kyoto-tram\"", "\"atlantis\""),
    ("posts.json", "\"boostedBy\": \"kwame\"", "\"boostedBy\": \"nobody\""),
    ("people.json", "\"tweetieuser\"", "\"tweetiefriend\""),
    ("posts.json", "[\n", "{\n"), ("talk.json", "\"toReply\"", "\"toReplies\""),
    ("cities.json", "\"key\"", "\"name\""),
  ])
  func `a mistake in a demo file is an error that names the file`(
    _ name: String, _ text: String, _ mistake: String
  ) throws {
    let folder = ScratchFolder()
    for file in ["people.json", "cities.json", "photos.json", "posts.json", "talk.json"] {
      var words = DemoFolder.text(of: file)
      if file == name { words.replace(text, with: mistake) }
      folder.write(Array(words.utf8), to: file)
    }

    let error = #expect(throws: FeedError.self) { _ = try DemoFiles(folder: folder.path) }

    guard case .misconfigured(let words)? = error else { throw WrongError(error: error) }
    #expect(words.hasPrefix("\(folder.path)/\(name): "))
  }

  @Test func `a demo video is a file for the player, made once, with a picture as poster`()
    async throws
  {
    let session = try await DemoSession()
    let found = try await session.connection.feeds.foundPosts(matching: "has:video", after: nil)
      .elements
    let post = try #require(found.first)
    let photo = try #require(post.content.photos.first { $0.kind == .video })
    let photos = try #require(session.connection.photos)

    let details = try await photos.photoDetails(ofPhoto: photo.id, in: post.id)
    let path = try #require(details.localVideoPath)

    #expect(found.count == 1 && !photo.altText.isEmpty && details.film == nil)
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var head = [UInt8](repeating: 0, count: 6)
    #expect(fread(&head, 1, 6, file) == 6 && head == Array("GIF89a".utf8))
    #expect(try await photos.photoDetails(ofPhoto: photo.id, in: post.id).localVideoPath == path)
    let poster = try await photos.fetchPhotoBytes(of: photo.renditions[0]) { _ in }
    #expect(poster.starts(with: [0xFF, 0xD8]))
  }

  @Test func `photo bytes arrive in parts at the simulated bandwidth`() async throws {
    let world = PassingWorld()
    let settings = SimulatedServerSettings(latency: .milliseconds(100))
    let session = try await DemoSession(world: world, settings: settings)
    let rendition = try #require(files.photos["taipei-noodles"]).renditions[0]
    let told = Progress()
    let before = world.slept.count

    let bytes = try await session.connection.photos!.fetchPhotoBytes(of: rendition) { told.add($0) }

    #expect(bytes.prefix(2) == [0xFF, 0xD8])
    #expect(
      told.all.last == ByteTransferProgress(receivedBytes: bytes.count, totalBytes: bytes.count))
    #expect(told.all.count == (bytes.count + 65535) / 65536)
    let onTheLine = world.slept.dropFirst(before + 2).reduce(Duration.zero, +)
    let expected = Duration.seconds(1) * (Double(bytes.count) / Double(2 << 20))
    #expect((expected - .microseconds(1)...expected + .microseconds(1)).contains(onTheLine))
  }

  @Test func `photo bytes arrive at once without latency`() async throws {
    let session = try await DemoSession()
    let rendition = try #require(files.photos["reykjavik-seismo"]).renditions[0]
    let told = Progress()

    let bytes = try await session.connection.photos!.fetchPhotoBytes(of: rendition) { told.add($0) }

    #expect(bytes.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    #expect(told.all == [ByteTransferProgress(receivedBytes: bytes.count, totalBytes: bytes.count)])
    #expect(session.world.slept.isEmpty)
  }

  @Test func `a cancelled photo fetch ends as cancelled`() async throws {
    let session = try await DemoSession()
    let original = try #require(files.photos["taipei-ridge"]?.renditions.last)

    let fetch = Task { try await session.connection.photos!.fetchPhotoBytes(of: original) { _ in } }
    fetch.cancel()

    #expect(await failure { try await fetch.value } == .cancelled)
  }

  @Test func `photos and photo details fail with their simulated faults`() async throws {
    let faults = try SimulatedFaults(parsing: "photo=unreachable:1, details=serverFailed")
    let session = try await DemoSession(
      settings: SimulatedServerSettings(latency: .zero, faults: faults))
    let rendition = try #require(files.photos["hanoi-oven"]).renditions[0]
    let photos = session.connection.photos!

    let first = await failure { try await photos.fetchPhotoBytes(of: rendition) { _ in } }
    let second = await failure { try await photos.fetchPhotoBytes(of: rendition) { _ in } }
    let details = await failure {
      try await photos.photoDetails(ofPhoto: Photo.ID("a"), in: Post.ID("1"))
    }

    #expect(first == .unreachable)
    #expect(second == nil)
    #expect(details == .serverFailed(503))
  }

  @Test func `a photo of another service is not found`() async throws {
    let session = try await DemoSession()
    let strange = Photo.PhotoRendition(
      url: "https://a.example/1.jpg", size: PhotoSize(width: 1, height: 1))

    #expect(
      await failure { try await session.connection.photos!.fetchPhotoBytes(of: strange) { _ in } }
        == .notFound)
  }

  @Test func `photo details name the camera and date, the same each time`() async throws {
    let session = try await DemoSession()
    let post = try #require(try await session.latest(.photos).entries.first?.post)
    let photo = try #require(post.content.photos.first)

    let details = try await session.connection.photos!.photoDetails(ofPhoto: photo.id, in: post.id)
    let again = try await session.connection.photos!.photoDetails(ofPhoto: photo.id, in: post.id)

    #expect(details == again)
    #expect(details.camera?.model != nil)
    #expect(details.takenAt.map { $0 < post.createdAt } == true)
    #expect(details.original == photo.renditions.last?.url)
  }

  @Test(arguments: [("ha n", "Hà Nội"), ("イスタ", "İstanbul"), ("Marrake", "مراكش"), ("kyo", "京都")])
  func `places are found by name prefixes in several scripts`(typed: String, name: String)
    async throws
  {
    let session = try await DemoSession()

    let places = try await session.connection.places!.places(named: typed)

    #expect(places.map(\.name) == [name])
  }

  @Test func `coordinates near a city resolve to its name, coordinates at sea to none`()
    async throws
  {
    let places = try await DemoSession().connection.places!

    #expect(try await places.place(latitude: 38.8, longitude: -9.2)?.name == "Lisboa")
    #expect(try await places.place(latitude: 0, longitude: -30) == nil)
  }
}

private struct WrongError: Error { let error: FeedError? }

/// Width and height, as the head of a JPEG, PNG or GIF file has them; a JPEG file's as its tag
/// turns them.
private func size(of bytes: [UInt8]) -> PhotoSize? {
  func number(_ at: Int, _ order: [Int]) -> Int {
    order.reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
  }
  if bytes.starts(with: [0x89, 0x50]) {
    return PhotoSize(width: number(16, [0, 1, 2, 3]), height: number(20, [0, 1, 2, 3]))
  }
  if bytes.starts(with: Array("GIF89a".utf8)) {
    return PhotoSize(width: number(6, [1, 0]), height: number(8, [1, 0]))
  }
  let orientation: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]
  let isTurned = bytes.prefix(64).indices.contains { bytes[$0...].starts(with: orientation + [6]) }
  guard
    let frame = bytes.indices.dropLast(9).first(where: {
      bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0
    })
  else { return nil }
  let (height, width) = (number(frame + 5, [0, 1]), number(frame + 7, [0, 1]))
  return isTurned
    ? PhotoSize(width: height, height: width) : PhotoSize(width: width, height: height)
}

/// Keeps what is told of a transfer.
final class Progress: Sendable {
  private let transfers = LockedValue<[ByteTransferProgress]>([])

  var all: [ByteTransferProgress] { transfers.withLock { $0 } }
  func add(_ transfer: ByteTransferProgress) { transfers.withLock { $0.append(transfer) } }
}
