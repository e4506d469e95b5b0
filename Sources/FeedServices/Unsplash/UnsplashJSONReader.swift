internal import FeedDomain

/// A parser of Unsplash's JSON. Only a photo's id, addresses and author's name are required.
struct UnsplashReader: Sendable {
  /// The query parameters that Unsplash's terms require in links to its pages.
  private static let referral = "utm_source=tweetie&utm_medium=referral"

  let now: Timestamp
  /// The reader's user name at Unsplash; nil for an account without a sign-in.
  var me: String?
  /// True if Unsplash's replies do not report what the reader did, as the call used the
  /// application's key alone.
  var usesKeyAlone = false

  func posts(_ json: JSON) -> [Post] {
    var known: Set<Post.ID> = []
    return json.array.parsedElements(post).filter { known.insert($0.id).inserted }
  }

  func post(_ json: JSON) -> Post? {
    guard let id = json["id"].id, let author = person(json["user"]),
      let photo = photo(json, id: id, by: author)
    else { return nil }
    let moment = json["created_at"].string.flatMap(ISODate.timestamp)
    return Post(
      id: Post.ID(id), author: author, createdAt: moment ?? now,
      content: Post.Content(text: postText(json, by: author), photos: [photo], place: photo.place),
      url: json["links"]["html"].webAddress.map(Self.withReferral),
      counts: Post.Counts(replies: nil, boosts: nil, likes: json["likes"].count),
      own: ownMarks(json), untold: unknownMarks(json), isDated: moment != nil)
  }

  /// Returns the reader's marks of an Unsplash photo, liked and saved, which replies report after a
  /// sign-in alone.
  private func ownMarks(_ json: JSON) -> Post.ReaderMarks {
    if usesKeyAlone { return [] }
    var own: Post.ReaderMarks = json["liked_by_user"].bool == true ? .liked : []
    let titles = json["current_user_collections"].array.map { $0["title"].string }
    // Photos in the reader's other collections are not bookmarked.
    if me != nil, titles.contains(UnsplashSavedPhotos.title) { own.insert(.bookmarked) }
    return own
  }

  /// Returns the marks of an Unsplash photo, liked and saved, that the reply does not report.
  private func unknownMarks(_ json: JSON) -> Post.ReaderMarks {
    guard me != nil else { return [] }
    if usesKeyAlone { return [.liked, .bookmarked] }
    var untold: Post.ReaderMarks = json["liked_by_user"].bool == nil ? .liked : []
    if !json["current_user_collections"].isArray { untold.insert(.bookmarked) }
    return untold
  }

  /// Returns the text of the post for an Unsplash photo: its description, and a line with the
  /// credit and the required links.
  private func postText(_ json: JSON, by author: Person) -> RichText {
    let words = json["description"].nonBlankText ?? json["alt_description"].nonBlankText
    var runs: [RichText.Run] = words.map { [.init($0 + "\n")] } ?? []
    runs.append(author.url.map { .init(author.name, .link($0)) } ?? .init(author.name))
    let terms = Service.unsplash.photoTerms
    if let creditName = terms.creditName, let home = terms.home {
      runs += [.init(" · "), .init(creditName, .link(home))]
    }
    return RichText(runs: runs)
  }

  private func photo(_ json: JSON, id: String, by author: Person) -> Photo? {
    let size = PhotoSize(width: json["width"].pixels ?? 1200, height: json["height"].pixels ?? 800)
    let renditions = UnsplashPhotoFiles(json["urls"], of: size).renditions
    guard !renditions.isEmpty else { return nil }
    return Photo(
      id: Photo.ID(id), address: renditions.last?.url, renditions: renditions, size: size,
      altText: json["alt_description"].nonBlankText ?? json["description"].nonBlankText ?? "",
      blurhash: json["blur_hash"].nonEmptyString, colour: Self.colour(json["color"]),
      photographer: author.name, licence: "Unsplash License", place: place(json["location"]))
  }

  private func place(_ json: JSON) -> Place? {
    if case .at(let place) = location(json) { place } else { nil }
  }

  /// Parses the location of an Unsplash photo: coordinates, or only a name; nil if unknown.
  func location(_ json: JSON) -> PhotoDetails.Location? {
    let parts = [json["city"].nonBlankText, json["country"].nonBlankText].compactMap(\.self)
    let name = json["name"].nonBlankText ?? parts.joined(separator: ", ")
    guard let latitude = json["position"]["latitude"].double,
      let longitude = json["position"]["longitude"].double,
      abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return name.isEmpty ? nil : .named(name) }
    return .at(Place(name: name, latitude: latitude, longitude: longitude))
  }

  /// Parses the average colour of an Unsplash photo as 0xRRGGBB; nil unless written as "#RRGGBB".
  private static func colour(_ json: JSON) -> UInt32? {
    guard let text = json.string, text.hasPrefix("#"), text.utf8.count == 7 else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }

  /// Returns a web address of Unsplash with the query parameters that its terms require.
  static func withReferral(_ address: String) -> String {
    address + (address.contains("?") ? "&" : "?") + referral
  }

  func people(_ json: JSON) -> [Person] { json.array.parsedElements(profile) }

  func profile(_ json: JSON) -> Person? {
    let pictures = [("small", 32), ("medium", 64), ("large", 128)].compactMap { name, side in
      json["profile_image"][name].webAddress.map {
        Photo.Rendition(url: $0, size: PhotoSize(width: side, height: side))
      }
    }
    return person(json)?.replacingPictures(pictures)
  }

  /// Parses an Unsplash person, whose id is the user name, as Unsplash's calls expect; nil without
  /// a user name.
  func person(_ json: JSON) -> Person? {
    guard let handle = json["username"].nonEmptyString else { return nil }
    let lines = [json["bio"].nonBlankText, json["location"].nonBlankText].compactMap(\.self)
    return Person(
      id: Person.ID(handle), handle: handle, name: json["name"].nonBlankText ?? handle,
      bio: RichText(lines.joined(separator: "\n")),
      url: json["links"]["html"].webAddress.map(Self.withReferral),
      counts: .knownCounts(
        followers: json["followers_count"].count, following: json["following_count"].count,
        posts: json["total_photos"].count),
      relationship: handle == me ? .oneself : nil)
  }

  func photoDetails(_ json: JSON) -> PhotoDetails {
    PhotoDetails(
      views: json["views"].count, downloads: json["downloads"].count,
      camera: camera(json["exif"]),
      original: json["urls"]["full"].webAddress ?? json["urls"]["raw"].webAddress,
      spot: location(json["location"]),
      tags: json["tags"].array.compactMap { $0["title"].nonBlankText }
    )
  }

  private func camera(_ json: JSON) -> PhotoDetails.Camera? {
    let parts = [json["make"].nonBlankText, json["model"].nonBlankText].compactMap(\.self)
    let model = json["name"].nonBlankText ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
    let camera = PhotoDetails.Camera(
      model: model, aperture: json["aperture"].id, exposure: json["exposure_time"].id,
      focalLength: json["focal_length"].id, iso: json["iso"].count)
    return camera == PhotoDetails.Camera() ? nil : camera
  }
}

/// The files of an Unsplash photo in several sizes. Their addresses are computed from the address
/// of the raw file, whose other parameters stay: one of them reports views.
struct UnsplashPhotoFiles: Equatable, Sendable {
  private static let widths = [200, 400, 800, 1200, 2000, 3200]
  private static let presets = [("thumb", 200), ("small", 400), ("regular", 1080)]

  let renditions: [Photo.Rendition]

  init(_ json: JSON, of size: PhotoSize) {
    func rendition(_ url: String, _ width: Int) -> Photo.Rendition {
      let width = min(width, size.width)
      return Photo.Rendition(
        url: url,
        size: PhotoSize(width: width, height: max(1, size.height * width / size.width)))
    }
    if let raw = json["raw"].webAddress, !raw.contains("#") {
      let start = raw + (raw.contains("?") ? "&" : "?")
      renditions = Self.widths.filter { $0 == Self.widths[0] || $0 < size.width }.map { width in
        rendition("\(start)w=\(width)&fit=max&q=75&fm=jpg", width)
      }
    } else {
      renditions = Self.presets.compactMap { name, width in
        json[name].webAddress.map { rendition($0, width) }
      }
    }
  }
}
