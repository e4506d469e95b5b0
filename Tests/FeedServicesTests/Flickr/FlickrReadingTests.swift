import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What Flickr answers, made ours.
@Suite struct FlickrReadingTests {
  private let reader = FlickrJSONReader(me: FlickrFixture.me, now: .received)

  @Test func `a listed photo is read with owner, title, place and licence`() throws {
    let list = try ServiceSample.json("Flickr/photos_search_geo")["photos"]["photo"]
    let post = try #require(reader.parsedPosts(list).first)
    let photo = try #require(post.content.photos.first)

    #expect(post.id == Post.ID("53999000111"))
    #expect(post.author.id == Person.ID("90000001@N07"))
    #expect(post.author.handle == "juno-invented")
    #expect(post.author.name == "Juno Invented")
    #expect(post.url == "https://www.flickr.com/photos/juno-invented/53999000111/")
    #expect(post.content.text.plain == "Tram stop in the rain")
    #expect(photo.licence == "CC BY 2.0")
    #expect(photo.place == Place(name: "", latitude: 51.0512, longitude: 3.7289))
    #expect(photo.photographer == "Juno Invented")
    #expect(photo.url == photo.renditions.last?.url)
  }

  @Test func `a video links to its file, or else to its page`() throws {
    let still: JSON = [
      "label": "Medium", "width": 500, "height": 281, "source": "https://x.example/p.jpg",
    ]
    let film: JSON = [
      "label": "HD MP4", "width": 1280, "height": 720, "media": "video",
      "source": "https://x.example/large.mp4",
    ]
    let told: JSON = ["id": "7", "media": "video", "owner": ["nsid": "9@N07", "username": "jo"]]
    func url(_ sizes: JSON...) -> String? {
      reader.parsedPost(info: told, sizes: FlickrPhotoSizes(["size": .array(sizes)]), likes: nil)?
        .content.photos.first?.url
    }

    #expect(url(still, film) == "https://x.example/large.mp4")
    #expect(url(still) == "https://www.flickr.com/photos/9%40N07/7/")
  }

  @Test func `listed sizes are used, and the square size only without others`()
    throws
  {
    let list = try ServiceSample.json("Flickr/photos_search_geo")["photos"]["photo"]
    let posts = reader.parsedPosts(list)

    let start = "https://live.staticflickr.com/65535/53999000111_1a2b3c4d5e"
    #expect(
      posts[0].content.photos[0].renditions == [
        .init(url: "\(start)_z.jpg", size: PhotoSize(width: 640, height: 427)),
        .init(url: "\(start)_b.jpg", size: PhotoSize(width: 1024, height: 683)),
      ])
    #expect(posts[1].content.photos[0].renditions.map(\.size.width) == [150])
    #expect(posts[1].author.handle == "90000002@N05")
    #expect(posts[1].content.photos[0].licence == "All rights reserved")
  }

  @Test func `photo sizes and the largest video are read from the list of sizes`() throws {
    let sizes = FlickrPhotoSizes(try ServiceSample.json("Flickr/photos_getSizes")["sizes"])
    let film = FlickrPhotoSizes([
      "size": [
        ["label": "Medium", "width": 500, "height": "334", "source": "https://x.example/p.jpg"],
        [
          "label": "360p", "width": 640, "height": 360, "media": "video",
          "source": "https://x.example/small.mp4",
        ],
        [
          "label": "HD MP4", "width": "1280", "height": 720, "media": "video",
          "source": "https://x.example/large.mp4",
        ],
      ]
    ])

    #expect(sizes.renditions.map(\.size.width) == [320, 500, 640, 1024, 1600])
    #expect(sizes.size == PhotoSize(width: 1600, height: 1067))
    #expect(sizes.film == nil)
    #expect(film.renditions.map(\.size.width) == [500])
    #expect(film.film == "https://x.example/large.mp4")
  }

  @Test func `a photo's details are read with text, tags, place and counts`() throws {
    let info = try ServiceSample.json("Flickr/photos_getInfo")["photo"]
    let sizes = FlickrPhotoSizes(try ServiceSample.json("Flickr/photos_getSizes")["sizes"])

    let post = try #require(reader.parsedPost(info: info, sizes: sizes, likes: 12))

    #expect(
      post.content.text.plain == "Tram stop in the rain\nLine 1, late again\n#nighttram")
    #expect(post.content.text.runs.last == .init("#nighttram", .tag("nighttram")))
    #expect(post.content.place == Place(name: "Ghent", latitude: 51.0512, longitude: 3.7289))
    #expect(post.counts == .init(replies: 2, boosts: nil, likes: 12))
    #expect(post.createdAt == Timestamp(milliseconds: 1_780_000_000_000))
    #expect(post.userMarks == [])
  }

  @Test func `comments are read as replies to the photo`() throws {
    let info = try ServiceSample.json("Flickr/photos_getInfo")["photo"]
    let sizes = FlickrPhotoSizes(try ServiceSample.json("Flickr/photos_getSizes")["sizes"])
    let photo = try #require(reader.parsedPost(info: info, sizes: sizes, likes: 0))

    let comments = reader.parsedComments(
      try ServiceSample.json("Flickr/photos_comments_getList")["comments"], on: photo)

    #expect(
      comments.map(\.content.text.plain) == [
        "The reflections & the blue hour!", "Thank you.",
      ])
    #expect(comments.map(\.author.name) == ["Sil Example", "Juno Invented"])
    #expect(comments[0].reply == .init(to: photo.id, handle: "juno-invented"))
    #expect(comments[0].createdAt == Timestamp(milliseconds: 1_780_003_600_000))
  }

  @Test func `camera data is read from EXIF tags as written`() {
    let camera = reader.parsedCamera([
      "camera": "Canon EOS R6",
      "exif": [
        ["tag": "FNumber", "raw": ["_content": "f/2.8"]],
        ["tag": "ExposureTime", "raw": ["_content": "1/250"]],
        ["tag": "FocalLength", "raw": ["_content": "35 mm"]],
        ["tag": "ISO", "raw": ["_content": "400"]], ["tag": "ISO", "raw": ["_content": "0"]],
        ["tag": "LensModel", "raw": ["_content": "RF35mm"]], nil, ["tag": 7],
      ],
    ])

    #expect(
      camera
        == .init(
          model: "Canon EOS R6", lens: "RF35mm", aperture: "2.8", exposure: "1/250",
          focalLength: "35", iso: 400))
    #expect(reader.parsedCamera(["exif": []]) == nil)
  }

  @Test(arguments: ["1", "0"])
  func `a photo's date is left out if Flickr marks it as unknown`(unknown: String) throws {
    let info: JSON = [
      "views": "7",
      "dates": ["taken": "2026-05-28 19:04:11", "takenunknown": .string(unknown)],
    ]

    let details = reader.parsedPhotoDetails(info, sizes: FlickrPhotoSizes([:]), camera: nil)

    #expect((details.takenAt == nil) == (unknown == "1"))
    #expect(details.views == 7)
  }

  @Test(arguments: 0..<2)
  func `a malformed photo does not affect other photos of the list`(_ place: Int) throws {
    let page = try ServiceSample.json("Flickr/photos_search_geo")["photos"]["photo"].array
    let healthy = FlickrFixture.photo("healthy")
    let whole = reader.parsedPosts([healthy])
    let vital: Set<String> = ["id", "owner"]

    let broken = page[place].variants.filter { variant in
      let posts = reader.parsedPosts([variant.json, healthy])
      let name = variant.path.first ?? ""
      let isSize = ["url_", "width_", "height_"].contains { name.hasPrefix($0) }
      let isHarmless = !name.isEmpty && !vital.contains(name) && !isSize
      return Array(posts.suffix(1)) != whole || (isHarmless && posts.count != 2)
    }

    #expect(whole.count == 1)
    #expect(broken.map(\.path) == [])
  }

  @Test func `a malformed comment or person does not affect the others`() throws {
    let photo = try #require(reader.parsedPost(FlickrFixture.photo("1")))
    let comments = try ServiceSample.json("Flickr/photos_comments_getList")["comments"]["comment"]
    let people = try ServiceSample.json("Flickr/photos_getFavorites")["photo"]["person"]
    let lastComment = reader.parsedComments(["comment": comments], on: photo).last
    let lastPerson = reader.parsedPeople(people).last

    for variant in comments.array[0].variants {
      let read = reader.parsedComments(
        ["comment": [variant.json, comments.array[1]]], on: photo)
      #expect(read.last == lastComment, "\(variant.path)")
    }
    for variant in people.array[0].variants {
      #expect(
        reader.parsedPeople([variant.json, people.array[1]]).last == lastPerson, "\(variant.path)")
    }
  }

  @Test func `a malformed field of a photo's details or sizes does not lose the photo`() throws {
    let info = try ServiceSample.json("Flickr/photos_getInfo")["photo"]
    let sizes = try ServiceSample.json("Flickr/photos_getSizes")["sizes"]
    let read = FlickrPhotoSizes(sizes)

    for variant in info.variants
    where variant.path.first.map({ !["id", "owner"].contains($0) }) ?? false {
      #expect(
        reader.parsedPost(info: variant.json, sizes: read, likes: 0) != nil, "\(variant.path)")
    }
    for variant in sizes["size"].variants where variant.path.count > 1 {
      #expect(FlickrPhotoSizes(["size": variant.json]).renditions.count >= 4, "\(variant.path)")
    }
  }
}
