internal import FeedDomain

/// A parser of Unsplash's JSON. Only a photo's id, addresses and author's name are required.
struct UnsplashJSONReader: Sendable {
  /// The query parameters naming Tweetie that Unsplash's terms require in every link to its pages.
  private static let referral = "utm_source=tweetie&utm_medium=referral"

  let now: Timestamp
  /// The signed-in person's user name at Unsplash; nil for an account without a sign-in.
  var me: String?
  /// True if Unsplash is asked with the application's key alone, so that its replies do not say
  /// what the person liked.
  var usesKeyAlone = false

  func parsedPosts(_ json: JSON) -> [Post] {
    var known: Set<Post.ID> = []
    return json.array.parsedElements(parsedPost).filter { known.insert($0.id).inserted }
  }

  func parsedPost(_ json: JSON) -> Post? {
    guard let id = json["id"].id, let author = parsedPerson(json["user"]),
      let photo = parsedPhoto(json, id: id, by: author)
    else { return nil }
    let moment = json["created_at"].isoDate
    return Post(
      id: Post.ID(id), author: author, createdAt: moment ?? now,
      content: Post.PostContent(
        text: postTextWithCredit(json, by: author), photos: [photo], place: photo.place),
      url: json["links"]["html"].webAddress.map(Self.addingReferralParameters),
      counts: Post.PostCounts(replies: nil, boosts: nil, likes: json["likes"].count),
      userMarks: parsedUserMarks(json), unknownMarks: unreportedMarks(json), isDated: moment != nil)
  }

  /// Returns the signed-in person's marks of an Unsplash photo, liked and saved, as the JSON states
  /// them.
  private func parsedUserMarks(_ json: JSON) -> Post.UserPostMarks {
    if usesKeyAlone { return [] }
    var own: Post.UserPostMarks = json["liked_by_user"].bool == true ? .liked : []
    let titles = json["current_user_collections"].array.map { $0["title"].string }
    // Photos in the user's other collections are not bookmarked.
    if me != nil, titles.contains(UnsplashSavedPhotos.title) { own.insert(.bookmarked) }
    return own
  }

  /// Returns those of the signed-in person's marks of an Unsplash photo, liked and saved, that the
  /// JSON does not state.
  private func unreportedMarks(_ json: JSON) -> Post.UserPostMarks {
    guard me != nil else { return [] }
    if usesKeyAlone { return [.liked, .bookmarked] }
    var untold: Post.UserPostMarks = json["liked_by_user"].bool == nil ? .liked : []
    if !json["current_user_collections"].isArray { untold.insert(.bookmarked) }
    return untold
  }

  /// Returns the text of the post for an Unsplash photo: its description, and a line that credits
  /// the author, with the links that Unsplash requires.
  private func postTextWithCredit(_ json: JSON, by author: Person) -> RichText {
    let words = json["description"].nonBlankText ?? json["alt_description"].nonBlankText
    var runs: [RichText.RichTextRun] = words.map { [.init($0 + "\n")] } ?? []
    runs.append(author.url.map { .init(author.name, .link($0)) } ?? .init(author.name))
    let terms = Service.unsplash.photoTerms
    if let creditName = terms.creditName, let home = terms.home {
      runs += [.init(" · "), .init(creditName, .link(home))]
    }
    return RichText(runs: runs)
  }

  private func parsedPhoto(_ json: JSON, id: String, by author: Person) -> Photo? {
    let size = PhotoSize(width: json["width"].pixels ?? 1200, height: json["height"].pixels ?? 800)
    let renditions = UnsplashPhotoFiles(json["urls"], of: size).renditions
    guard !renditions.isEmpty else { return nil }
    return Photo(
      id: Photo.ID(id), address: renditions.last?.url, renditions: renditions, size: size,
      altText: json["alt_description"].nonBlankText ?? json["description"].nonBlankText ?? "",
      blurhash: json["blur_hash"].nonEmptyString, colour: Self.parsedColour(json["color"]),
      photographer: author.name, licence: "Unsplash License", place: parsedPlace(json["location"]))
  }

  private func parsedPlace(_ json: JSON) -> Place? {
    if case .at(let place) = parsedLocation(json) { place } else { nil }
  }

  /// Parses where an Unsplash photo was taken: coordinates, or only a name; nil if unknown.
  func parsedLocation(_ json: JSON) -> PhotoDetails.PhotoGeographicLocation? {
    let parts = [json["city"].nonBlankText, json["country"].nonBlankText].compactMap(\.self)
    let name = json["name"].nonBlankText ?? parts.joined(separator: ", ")
    guard let latitude = json["position"]["latitude"].double,
      let longitude = json["position"]["longitude"].double,
      abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return name.isEmpty ? nil : .named(name) }
    return .at(Place(name: name, latitude: latitude, longitude: longitude))
  }

  /// Parses the average colour of an Unsplash photo as 0xRRGGBB; nil unless written as "#RRGGBB".
  private static func parsedColour(_ json: JSON) -> UInt32? {
    guard let text = json.string, text.hasPrefix("#"), text.utf8.count == 7 else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }

  /// Returns the address of a page of Unsplash with the query parameters that its terms require.
  static func addingReferralParameters(_ address: String) -> String {
    address + (address.contains("?") ? "&" : "?") + referral
  }

  func parsedPeople(_ json: JSON) -> [Person] {
    json.array.parsedElements(parsedPersonWithPortrait)
  }

  func parsedPersonWithPortrait(_ json: JSON) -> Person? {
    let pictures = [("small", 32), ("medium", 64), ("large", 128)].compactMap { name, side in
      json["profile_image"][name].webAddress.map {
        Photo.PhotoRendition(url: $0, size: PhotoSize(width: side, height: side))
      }
    }
    return parsedPerson(json)?.replacingPortraits(pictures)
  }

  /// Parses an Unsplash person; nil without a user name, which is the person's id, as Unsplash's
  /// API finds people by it.
  func parsedPerson(_ json: JSON) -> Person? {
    guard let handle = json["username"].nonEmptyString else { return nil }
    let lines = [json["bio"].nonBlankText, json["location"].nonBlankText].compactMap(\.self)
    return Person(
      id: Person.ID(handle), handle: handle, name: json["name"].nonBlankText ?? handle,
      bio: RichText(lines.joined(separator: "\n")),
      url: json["links"]["html"].webAddress.map(Self.addingReferralParameters),
      counts: .countsIfAnyKnown(
        followers: json["followers_count"].count, following: json["following_count"].count,
        posts: json["total_photos"].count),
      relationship: handle == me ? .oneself : nil)
  }

  func parsedPhotoDetails(_ json: JSON) -> PhotoDetails {
    PhotoDetails(
      views: json["views"].count, downloads: json["downloads"].count,
      camera: parsedCamera(json["exif"]),
      original: json["urls"]["full"].webAddress ?? json["urls"]["raw"].webAddress,
      location: parsedLocation(json["location"]),
      tags: json["tags"].array.compactMap { $0["title"].nonBlankText }
    )
  }

  private func parsedCamera(_ json: JSON) -> PhotoDetails.CameraDetails? {
    let parts = [json["make"].nonBlankText, json["model"].nonBlankText].compactMap(\.self)
    let model = json["name"].nonBlankText ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
    let camera = PhotoDetails.CameraDetails(
      model: model, aperture: json["aperture"].id, exposure: json["exposure_time"].id,
      focalLength: json["focal_length"].id, iso: json["iso"].count)
    return camera == PhotoDetails.CameraDetails() ? nil : camera
  }
}

/// A set of the files of an Unsplash photo in several sizes, whose addresses are made of the raw
/// file's. The raw address keeps its own parameters, since one of them counts views for Unsplash.
struct UnsplashPhotoFiles: Equatable, Sendable {
  private static let widths = [200, 400, 800, 1200, 2000, 3200]
  private static let presets = [("thumb", 200), ("small", 400), ("regular", 1080)]

  let renditions: [Photo.PhotoRendition]

  init(_ json: JSON, of size: PhotoSize) {
    func rendition(_ url: String, _ width: Int) -> Photo.PhotoRendition {
      let width = min(width, size.width)
      return Photo.PhotoRendition(
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
