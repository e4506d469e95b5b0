import Doubles
import FeedDomain
import FeedServices
import Glibc
import Testing

@Suite struct UploadTests {
  private let picture = PreparedPicture(
    bytes: Array(0..<200), mediaType: "image/jpeg", size: PhotoSize(width: 40, height: 30))

  private func post(
    _ session: DemoSession, key: String = "p", isSensitive: Bool = false
  ) async throws -> Post {
    let name = try await session.connection.uploads!.uploadPicture(
      picture, altText: "A boat.", key: "\(key)-0"
    ) { _ in }
    let attachment = Draft.DraftAttachment(path: "/boat.jpg", altText: "A boat.", uploaded: name)
    let draft = Draft(
      id: Draft.ID(key), text: "Look!", attachments: [attachment], isSensitive: isSensitive)
    guard case .post(let post) = try await session.send(.publish(draft), key: key) else {
      throw FeedError.badReply
    }
    return post
  }

  @Test func `a posted picture keeps its size, alt text and bytes`() async throws {
    let session = try await DemoSession()

    let post = try await post(session)

    let photo = try #require(post.content.photos.first)
    #expect(photo.size == picture.size)
    #expect(photo.altText == "A boat.")
    #expect(photo.blurhash == nil)
    let bytes = try await session.connection.photos!.fetchPhotoBytes(of: photo.renditions[0]) { _ in
    }
    #expect(bytes == picture.bytes)
  }

  @Test func `a posted picture survives a restart, readable only by its owner, until sign-out`()
    async throws
  {
    let file = ScratchFile()
    let session = try await DemoSession(journal: file.path)
    let photo = try #require(try await post(session).content.photos.first)

    let later = try await DemoSession(world: session.world, journal: file.path, as: session.account)

    let bytes = try await later.connection.photos!.fetchPhotoBytes(of: photo.renditions[0]) { _ in }
    #expect(bytes == picture.bytes)
    var status = stat()
    #expect(stat("\(file.path)-pictures/\(photo.id.rawValue)", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    try await later.services.signInGateway(to: .tweetie)!.signOut(later.account)
    #expect(access("\(file.path)-pictures", F_OK) != 0)
    #expect(!file.exists)
  }

  @Test func `a draft for posting again keeps its uploaded and sample pictures`()
    async throws
  {
    let session = try await DemoSession()
    let post = try await post(session)
    let publishing = try #require(session.connection.publishing)

    var draft = try await publishing.draftForPostingAgain(post, as: Draft.ID("again"))
    _ = try await session.send(.delete(post.id), key: "gone")
    let feed = try await session.connection.feeds.feedPage(of: .photos, .latest)
    let sample = try #require(feed.entries.first?.post.content.photos.first)
    draft.attachments.append(Draft.DraftAttachment(posted: sample.id.rawValue, altText: "Another."))
    guard case .post(let again) = try await session.send(.publish(draft), key: "again") else {
      throw FeedError.badReply
    }

    #expect(again.content.text.plain == "Look!")
    #expect(again.content.photos.map(\.altText) == ["A boat.", "Another."])
    #expect(again.content.photos.map(\.size) == [picture.size, sample.size])
  }

  @Test func `a sensitive picture stays sensitive, also in the journal`() async throws {
    let file = ScratchFile()
    let session = try await DemoSession(journal: file.path)
    let post = try await post(session, isSensitive: true)
    #expect(post.content.photos.map(\.isSensitive) == [true])

    let later = try await DemoSession(world: session.world, journal: file.path, as: session.account)

    let talk = try await later.connection.feeds.conversation(of: post.id)
    #expect(talk.nodes.first?.post.content.photos.map(\.isSensitive) == [true])
  }

  @Test func `a picture that was not uploaded cannot be posted`() async throws {
    let session = try await DemoSession()
    let draft = Draft(
      id: Draft.ID("d"), text: "Look!",
      attachments: [Draft.DraftAttachment(path: "/boat.jpg", altText: "")])

    let refusal = await failure { try await session.send(.publish(draft), key: "k") }

    #expect(refusal == .refused("A picture of the post was not uploaded."))
  }

  @Test func `uploading a picture fails with its simulated fault`() async throws {
    let faults = try SimulatedFaults(parsing: "upload=unreachable")
    let session = try await DemoSession(
      settings: SimulatedServerSettings(latency: .zero, faults: faults))

    let error = await failure {
      try await session.connection.uploads!.uploadPicture(picture, altText: "", key: "k") { _ in }
    }

    #expect(error == .unreachable)
  }

  @Test func `a key with path separators cannot leave the pictures folder`() async throws {
    let file = ScratchFile()
    let session = try await DemoSession(journal: file.path)

    let name = try await session.connection.uploads!.uploadPicture(
      picture, altText: "", key: "../../etc/x"
    ) { _ in }

    #expect(name == "etcx-40x30")
    try await session.services.signInGateway(to: .tweetie)!.signOut(session.account)
  }
}
