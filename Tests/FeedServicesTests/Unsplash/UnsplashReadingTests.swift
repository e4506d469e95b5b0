import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What Unsplash answers, made ours.
@Suite struct UnsplashReadingTests {
  private let reader = UnsplashJSONReader(now: .received)
  private static let referral = "utm_source=tweetie&utm_medium=referral"

  @Test func `a photo is read with author, text, counts and URL`() throws {
    let post = try #require(
      reader.parsedPosts(try ServiceSample.json("Unsplash/photos_list")).first)

    #expect(post.id == Post.ID("aB3dInvent1"))
    #expect(post.author.id == Person.ID("mirre_oosterdal"))
    #expect(post.author.name == "Mirre Oosterdal")
    #expect(post.createdAt == Timestamp(milliseconds: 1_780_119_677_000))
    #expect(post.counts == .init(replies: nil, boosts: nil, likes: 214))
    #expect(post.userMarks == [])
    #expect(post.url == "https://unsplash.com/photos/aB3dInvent1?\(Self.referral)")
  }

  @Test func `a photo's text ends with credit links that name the program`() throws {
    let post = try #require(
      reader.parsedPosts(try ServiceSample.json("Unsplash/photos_list")).first)

    #expect(
      post.content.text.runs == [
        .init("Fog lifting from the canal\n"),
        .init(
          "Mirre Oosterdal",
          .link("https://unsplash.com/@mirre_oosterdal?\(Self.referral)")),
        .init(" · "), .init("Unsplash", .link("https://unsplash.com/?\(Self.referral)")),
      ])
    #expect(post.content.photos.first?.photographer == "Mirre Oosterdal")
  }

  @Test func `a photo has six sizes, whose addresses keep their parameters`() throws {
    let post = try #require(
      reader.parsedPosts(try ServiceSample.json("Unsplash/photos_list")).first)
    let photo = try #require(post.content.photos.first)

    #expect(photo.size == PhotoSize(width: 6000, height: 4000))
    #expect(photo.renditions.map(\.size.width) == [200, 400, 800, 1200, 2000, 3200])
    #expect(photo.renditions.map(\.size.height) == [133, 266, 533, 800, 1333, 2133])
    #expect(
      photo.renditions[2].url == "https://images.unsplash.com/photo-1748600000001-aa11bb22cc33"
        + "?ixid=M3wxMjM0NTZ8MHwxfGFsbHwxfHx8fHx8fHwxfGludmVudGVk&ixlib=rb-4.1.0"
        + "&w=800&fit=max&q=75&fm=jpg")
    #expect(photo.altText == "a narrow boat on a canal at dawn")
    #expect(photo.blurhash == "LKAnGyf8R:WmsRW;WnskWmi}S_fi")
    #expect(photo.colour == 0x5C6B73)
  }

  @Test func `a photo without a raw address has the sizes that it lists`() throws {
    let sizes = UnsplashPhotoFiles(
      ["thumb": "https://x.example/t", "regular": "https://x.example/r", "small": 7],
      of: PhotoSize(width: 500, height: 1000))

    #expect(
      sizes.renditions == [
        .init(url: "https://x.example/t", size: PhotoSize(width: 200, height: 400)),
        .init(url: "https://x.example/r", size: PhotoSize(width: 500, height: 1000)),
      ])
  }

  @Test func `null values and missing likes are accepted`() throws {
    let list = try ServiceSample.json("Unsplash/photos_list")
    let search = try ServiceSample.json("Unsplash/search_photos")

    #expect(reader.parsedPosts(list).count == list.array.count)
    #expect(reader.parsedPosts(search["results"]).count == search["results"].array.count)
    #expect(reader.parsedPosts(list).last?.counts == .unknown)
  }

  @Test func `photo details have camera, downloads and the original`() throws {
    let json = try ServiceSample.json("Unsplash/photo_detail")

    let details = reader.parsedPhotoDetails(json)
    let post = try #require(reader.parsedPost(json))

    #expect(details.downloads == json["downloads"].int)
    #expect(details.camera?.aperture == json["exif"]["aperture"].string)
    #expect(details.camera?.iso == json["exif"]["iso"].int)
    #expect(details.original == json["urls"]["full"].string)
    #expect(
      post.content.place?.latitude == json["location"]["position"]["latitude"].double)
  }

  @Test(arguments: 0..<2)
  func `a malformed photo does not affect other photos of the list`(_ place: Int) throws {
    let page = try ServiceSample.json("Unsplash/photos_list").array
    let healthy = UnsplashFixture.photo("healthy")
    let whole = reader.parsedPosts([healthy])
    let vital: Set<String> = ["id", "user", "urls"]

    let broken = page[place].variants.filter { variant in
      let posts = reader.parsedPosts([variant.json, healthy])
      let isHarmless = variant.path.first.map { !vital.contains($0) } ?? false
      return Array(posts.suffix(1)) != whole || (isHarmless && posts.count != 2)
    }

    #expect(whole.count == 1)
    #expect(broken.map(\.path) == [])
  }

  @Test func `malformed photo details still have the original`() throws {
    let json = try ServiceSample.json("Unsplash/photo_detail")

    for variant in json.variants where variant.path.first != "urls" && !variant.path.isEmpty {
      #expect(reader.parsedPhotoDetails(variant.json).original != nil, "\(variant.path)")
    }
  }
}
