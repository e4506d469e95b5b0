import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Photos of one's own, sent to Flickr and published there.
@Suite struct FlickrUploadTests {
  private static let picture = PreparedPicture(
    bytes: [1, 2, 3], mediaType: "image/jpeg", size: PhotoSize(width: 4, height: 3))
  private let key = OutboxItem.ID("key")

  private static func xml(_ text: String) -> HTTPReply {
    HTTPReply(status: 200, headers: ["Content-Type": "text/xml"], body: Array(text.utf8))
  }

  /// Flickr with the account's newest photos by title, and a reply to each upload.
  private static func flickr(
    newest: [String] = [], _ reply: @escaping @Sendable () throws(TransportError) -> String
  ) -> FlickrFixture {
    FlickrFixture { request throws(TransportError) in
      guard request.flickrMethod == "people.getPhotos" else { return xml(try reply()) }
      let photos = newest.enumerated().map { place, title -> JSON in
        ["id": .string("90\(place)"), "title": .string(title)]
      }
      return .json(["photos": ["photo": .array(photos)], "stat": "ok"])
    }
  }

  private func sent(_ fixture: FlickrFixture) async throws -> String {
    try await fixture.uploads.uploadPicture(Self.picture, altText: "A boat", key: "k") { _ in }
  }

  @Test func `a photo is uploaded signed and private to the upload host`() async throws {
    let fixture = Self.flickr(newest: ["Tweetie k2", "Boats"]) {
      "<?xml version=\"1.0\"?><rsp stat=\"ok\"><photoid>4711</photoid></rsp>"
    }

    #expect(try await sent(fixture) == "4711")

    let request = try #require(fixture.stub.transport.requests.last)
    #expect(request.url == "https://up.example/services/upload/")
    #expect(request.headers["Authorization"]?.contains("oauth_signature=") == true)
    #expect(
      request.body
        == .multipart([
          HTTPFormPart(name: "is_public", content: .text("0")),
          HTTPFormPart(name: "is_friend", content: .text("0")),
          HTTPFormPart(name: "is_family", content: .text("0")),
          HTTPFormPart(name: "title", content: .text("Tweetie k")),
          HTTPFormPart(
            name: "photo",
            content: .bytes([1, 2, 3], fileName: "picture.jpeg", type: "image/jpeg")),
        ]))
  }

  @Test func `a photo that arrived although its reply was lost is not uploaded again`() async throws
  {
    let lost = Self.flickr { () throws(TransportError) in throw .timedOut }
    let arrived = Self.flickr(newest: ["Boats", "Tweetie k"]) { "" }

    #expect(await failure { try await sent(lost) } != nil)
    #expect(try await sent(arrived) == "901")
    #expect(arrived.asked == ["people.getPhotos user_id=me"])
  }

  @Test func `form fields beside a file are part of the signature, the file is not`() throws {
    func header(_ body: HTTPBody) -> String? {
      var request = HTTPRequest(.post, "https://up.example/services/upload/", body: body)
      let signer = OAuthSigner(
        key: "k", consumer: Secret("c"), token: "t", tokenSecret: Secret("s"))
      signer.signRequest(&request, nonce: "n", at: Timestamp(milliseconds: 1_760_000_100_000))
      return request.headers["Authorization"]
    }
    let field = HTTPFormPart(name: "title", content: .text("Tram"))
    let file = HTTPFormPart(name: "photo", content: .bytes([1], fileName: "p", type: "image/jpeg"))

    #expect(header(.multipart([field, file])) == header(.form([("title", "Tram")])))
    #expect(header(.multipart([file])) == header(.none))
    #expect(header(.multipart([field])) != header(.none))
  }

  @Test(arguments: [
    (
      "<rsp stat=\"fail\"><err code=\"5\" msg=\"Not a picture\"/></rsp>",
      FeedError.refused("Not a picture")
    ),
    ("<rsp stat=\"fail\"><err code=\"98\" msg=\"x\"/></rsp>", .signedOut),
    ("<rsp stat=\"fail\"><err code=\"105\" msg=\"x\"/></rsp>", .serverFailed(503)),
    ("<rsp stat=\"ok\"></rsp>", .badReply), ("<html><p>Sign in", .badReply), ("", .badReply),
  ])
  func `a refused upload is reported as its error`(reply: String, error: FeedError) async {
    let fixture = Self.flickr { reply }

    #expect(await failure { try await sent(fixture) } == error)
  }

  private static let answers: [String: JSON] = [
    "photos.getPerms": ["perms": ["permcomment": "3", "permaddmeta": 2], "stat": "ok"],
    "photos.setMeta": ["stat": "ok"], "photos.setTags": ["stat": "ok"],
    "photos.setPerms": ["stat": "ok"], "photos.setSafetyLevel": ["stat": "ok"],
    "photos.licenses.setLicense": ["stat": "ok"], "photos.geo.setLocation": ["stat": "ok"],
  ]

  private static func draft(
    _ text: String, _ visibility: Visibility = .everybody, _ extraFields: [InputField: String] = [:]
  ) -> Draft {
    Draft(
      id: Draft.ID("1"), text: text, visibility: visibility,
      attachments: [
        Draft.DraftAttachment(path: "/p.jpg", altText: "A white boat", uploaded: "4711")
      ], extraFields: extraFields)
  }

  @Test func `a photo becomes public only after its title, tags, licence and place are set`()
    async throws
  {
    let fixture = FlickrFixture(Self.answers)
    let draft = Self.draft(
      "The harbour\nEarly, with #fog.\n#boats #fog", .everybody,
      [.licence: "by-sa", .photoLocation: "48.21, 16.37"])

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: key)

    #expect(outcome == .done)
    #expect(
      fixture.asked.prefix(6) == [
        "photos.setMeta photo_id=4711 title=The harbour "
          + "description=Early, with #fog.\n\nA white boat",
        "photos.setTags photo_id=4711 tags=fog boats fog",
        "photos.licenses.setLicense photo_id=4711 license_id=5",
        "photos.geo.setLocation photo_id=4711 lat=48.21 lon=16.37",
        "photos.getPerms photo_id=4711",
        "photos.setPerms photo_id=4711 is_public=1 is_friend=0 is_family=0 perm_comment=3 "
          + "perm_addmeta=2",
      ])
  }

  @Test(arguments: [
    (Visibility.everybody, "is_public=1 is_friend=0 is_family=0", false),
    (.unlisted, "is_public=1 is_friend=0 is_family=0", true),
    (.followers, "is_public=0 is_friend=1 is_family=1", false),
    (.mentioned, "is_public=0 is_friend=0 is_family=0", false),
    (.oneself, "is_public=0 is_friend=0 is_family=0", false),
  ])
  func `a photo's permissions follow the draft's visibility`(
    visibility: Visibility, permissions: String, isHidden: Bool
  ) async throws {
    let fixture = FlickrFixture(Self.answers)

    _ = try await fixture.publishing.sendChange(.publish(Self.draft("Fog", visibility)), key: key)

    let told = try #require(fixture.asked.first { $0.hasPrefix("photos.setPerms") })
    #expect(told.contains(permissions))
    #expect(
      fixture.asked.contains("photos.setSafetyLevel photo_id=4711 hidden=1") == isHidden)
  }

  @Test func `a photo stays private if one of its details cannot be set`() async {
    var answers = Self.answers
    answers["photos.licenses.setLicense"] = FlickrFixture.fail(2, "No such licence")
    let fixture = FlickrFixture(answers)
    let draft = Self.draft("Fog", .everybody, [.licence: "cc0"])

    #expect(
      await failure { try await fixture.publishing.sendChange(.publish(draft), key: key) }
        == .refused("No such licence"))
    #expect(!fixture.asked.contains { $0.hasPrefix("photos.setPerms") })
  }

  @Test(arguments: [
    ("Fog", "Fog", "", [] as [String]),
    ("#fog #sea", "A boat", "", ["fog", "sea"]),
    ("", "A boat", "", []),
    ("\n  Fog \n\nIt was early.\n", "Fog", "It was early.", []),
    ("Fog #sea", "Fog #sea", "", ["sea"]),
    ("#1", "#1", "", []),
    ("Fog\n#7 #sea\n#sea", "Fog", "#7 #sea", ["sea", "sea"]),
  ])
  func `a draft's text is split into title, description and tags`(
    text: String, title: String, description: String, tags: [String]
  ) {
    let words = FlickrPhotoText(text, showing: "A boat")

    #expect(words.title == title)
    #expect(words.tags == tags)
    let shown = title == "A boat" ? "" : "A boat"
    let all = [description, shown].filter { !$0.isEmpty }.joined(separator: "\n\n")
    #expect(words.description == all)
  }
}
