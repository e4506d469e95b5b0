import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// The pictures of people: who is asked for comes with theirs, and who wrote a post.
@Suite struct PortraitTests {
  @Test func `a Mastodon profile shows the still picture`() throws {
    let json = try MastodonSample.json("account")["verify_credentials"]
    let reader = MastodonSample.reader()
    let moving: JSON = [
      "id": "1", "acct": "ada", "avatar": "https://a.example/moves.gif",
      "avatar_static": "https://a.example/still.png",
    ]

    #expect(
      reader.parsedPersonWithPortrait(json)?.pictures.map(\.url) == [
        "https://files.example.social/accounts/avatars/000/000/777/original/av.jpg"
      ])
    #expect(
      reader.parsedPersonWithPortrait(moving)?.portrait?.renditions.map(\.url) == [
        "https://a.example/still.png"
      ])
    #expect(reader.parsedPeople([moving]).first?.pictures.count == 1)
  }

  @Test(arguments: ["", "https://a.example/avatars/original/missing.png", "file:///etc/passwd"])
  func `a Mastodon profile without a usable picture address has no picture`(address: String) throws
  {
    let json: JSON = ["id": "1", "avatar": .string(address), "avatar_static": .string(address)]

    let person = try #require(MastodonSample.reader().parsedPersonWithPortrait(json))

    #expect(person.pictures == [] && person.portrait == nil)
  }

  @Test func `reading a Mastodon relationship keeps the person's picture`() async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("relationships")
        ? .json([["id": "ada", "following": true]])
        : .json(["id": "ada", "avatar": "https://files.example/av.jpg"])
    }

    let person = try await fixture.people.person(Person.ID("ada"))

    #expect(person.relationship == .followed)
    #expect(person.pictures.map(\.url) == ["https://files.example/av.jpg"])
  }

  @Test func `a picture at another host is fetched without the token`() async throws {
    let fixture = MastodonFixture { _ in HTTPReply(status: 200, headers: [:], body: [0xFF, 0xD8]) }
    let picture = Photo.PhotoRendition(
      url: "https://files.example/av.jpg", size: PhotoSize(width: 400, height: 400))

    _ = try await fixture.photos.fetchPhotoBytes(of: picture) { _ in }

    let request = try #require(fixture.transport.requests.last)
    #expect(request.url == "https://files.example/av.jpg")
    #expect(request.headers["Authorization"] == nil)
    #expect(request.allowedHosts == .publicHosts)
  }

  @Test func `Bluesky profiles and authors have their pictures`() throws {
    let json = try BlueskySample.json("profile")
    let timeline = try BlueskySample.json("timeline")

    let person = try #require(BlueskySample.reader().parsedPersonWithPortrait(json))

    #expect(person.pictures.map(\.url) == [json["avatar"].string])
    #expect(
      BlueskySample.entries(timeline["feed"]).contains { !$0.post.author.pictures.isEmpty })
  }

  @Test(
    arguments: [
      ("porn", "did:plc:a/app.bsky.actor.profile/self", 0), ("!hide", "did:plc:a", 0),
      ("spam", "did:plc:a", 1),
    ])
  func `a Bluesky picture that labels hide is not shown`(
    label: String, place: String, count: Int
  ) {
    let json: JSON = [
      "did": "did:plc:a", "handle": "a.example", "avatar": "https://cdn.example/a",
      "labels": [
        ["val": .string(label), "src": "did:plc:mod", "uri": .string("at://\(place)")]
      ],
    ]

    #expect(BlueskySample.reader().parsedPersonWithPortrait(json)?.pictures.count == count)
  }

  @Test func `Unsplash profile pictures have three sizes`() throws {
    let user = try ServiceSample.json("Unsplash/photo_detail")["user"]

    let pictures = try #require(UnsplashJSONReader(now: .received).parsedPersonWithPortrait(user))
      .pictures

    #expect(pictures.map(\.size.width) == [32, 64, 128])
    #expect(pictures.last?.url == user["profile_image"]["large"].string)
    #expect(UnsplashJSONReader(now: .received).parsedPerson(user)?.pictures == [])
  }

  @Test func `a Flickr profile picture's address is built from server and farm`() throws {
    let owner = try ServiceSample.json("Flickr/photos_getInfo")["photo"]["owner"]
    let reader = FlickrJSONReader(me: nil, now: .received)

    let icon = reader.parsedPeople([owner]).first?.pictures.map(\.url)
    let own = reader.parsedPerson(["nsid": "9@N1", "iconserver": "7", "iconfarm": 2])?.pictures

    #expect(
      icon == ["https://farm66.staticflickr.com/65535/buddyicons/90000001%40N07.jpg"])
    #expect(own?.map(\.url) == ["https://farm2.staticflickr.com/7/buddyicons/9%40N1.jpg"])
    #expect(reader.parsedPerson(["nsid": "9@N1", "iconserver": 0, "iconfarm": 0])?.pictures == [])
  }

  @Test func `the user's own Instagram picture is requested and read`() throws {
    let person = InstagramJSONReader.parsedPerson(try ServiceSample.json("Instagram/me"))

    #expect(
      person?.pictures.map(\.url) == [
        "https://scontent.example.invalid/p/invented.jpg?oe=00000000"
      ])
    #expect(InstagramJSONReader.personFields.contains("profile_picture_url"))
  }

  @Test func `each demo person has a different portrait`() async throws {
    let session = try await DemoSession()
    let posts = try await session.latest().entries.map(\.post)
    let ids = Set(posts.map(\.author.id)).sorted { $0.rawValue < $1.rawValue }.prefix(3)
    var painted: Set<[UInt8]> = []

    for id in ids {
      let person = try await session.connection.people!.person(id)
      #expect(person.pictures.map(\.size.width) == [160])
      let small = try #require(person.pictures.first)
      let bytes = try await session.connection.photos!.fetchPhotoBytes(of: small) { _ in }
      #expect(bytes.prefix(2) == [0xFF, 0xD8])
      painted.insert(bytes)
    }

    #expect(ids.count == 3 && painted.count == 3)
    #expect(posts.allSatisfy { !$0.author.pictures.isEmpty })
  }

  @Test func `a portrait of an unknown demo person is not found`() async throws {
    let session = try await DemoSession()
    let stranger = Photo.PhotoRendition(
      url: "tweetie://photos/portrait-nobody-at-all/80", size: PhotoSize(width: 80, height: 80))

    #expect(
      await failure { try await session.connection.photos!.fetchPhotoBytes(of: stranger) { _ in } }
        == .notFound)
  }
}
