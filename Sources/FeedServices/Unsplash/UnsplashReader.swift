internal import FeedDomain

/// Turns Unsplash's JSON into our models.
///
/// Only a photo's id, its addresses and its author's name are relied on: whatever else is missing or
/// of another type costs itself alone.
struct UnsplashReader: Sendable {
  /// How links say where the reader came from, as Unsplash asks.
  private static let referral = "utm_source=tweetie&utm_medium=referral"

  let now: Timestamp
  /// The user name of whoever reads; nil for who has but a key.
  var me: String?
  /// Whether it was asked with the key alone, so that nothing it says is about the reader.
  var isBlind = false

  /// Photos, each once.
  func posts(_ json: JSON) -> [Post] {
    var known: Set<Post.ID> = []
    return json.array.readable(post).filter { known.insert($0.id).inserted }
  }

  /// A photo as a post of its author's.
  func post(_ json: JSON) -> Post? {
    guard let id = json["id"].id, let author = person(json["user"]),
      let photo = photo(json, id: id, by: author)
    else { return nil }
    let moment = json["created_at"].string.flatMap(ISODate.timestamp)
    return Post(
      id: Post.ID(id), author: author, createdAt: moment ?? now,
      content: Post.Content(
        text: text(json, by: author), photos: [photo], place: photo.place),
      url: json["links"]["html"].webAddress.map(Self.referred),
      counts: Post.Counts(replies: nil, boosts: nil, likes: json["likes"].count),
      own: own(json), untold: untold(json), isDated: moment != nil)
  }

  /// What the reader did with it: Unsplash tells it of nobody who did not sign in.
  private func own(_ json: JSON) -> Post.OwnActions {
    if isBlind { return [] }
    var own: Post.OwnActions = json["liked_by_user"].bool == true ? .liked : []
    let titles = json["current_user_collections"].array.map { $0["title"].string }
    // Their other collections are none of ours.
    if me != nil, titles.contains(UnsplashShelf.title) { own.insert(.bookmarked) }
    return own
  }

  /// What it does not tell, as where it was asked with the key alone.
  private func untold(_ json: JSON) -> Post.OwnActions {
    guard me != nil else { return [] }
    if isBlind { return [.liked, .bookmarked] }
    var untold: Post.OwnActions = json["liked_by_user"].bool == nil ? .liked : []
    if !json["current_user_collections"].isArray { untold.insert(.bookmarked) }
    return untold
  }

  /// The words, and below them whose photo it is and from where, with the links that are owed.
  private func text(_ json: JSON, by author: Person) -> RichText {
    let words = json["description"].words ?? json["alt_description"].words
    var runs: [RichText.Run] = words.map { [.init($0 + "\n")] } ?? []
    runs.append(author.url.map { .init(author.name, .link($0)) } ?? .init(author.name))
    let terms = Service.unsplash.photoTerms
    if let giver = terms.giver, let home = terms.home {
      runs += [.init(" · "), .init(giver, .link(home))]
    }
    return RichText(runs: runs)
  }

  private func photo(_ json: JSON, id: String, by author: Person) -> Photo? {
    let size = PhotoSize(
      width: json["width"].pixels ?? 1200, height: json["height"].pixels ?? 800)
    let renditions = UnsplashRenditions(json["urls"], of: size).renditions
    guard !renditions.isEmpty else { return nil }
    return Photo(
      id: Photo.ID(id), address: renditions.last?.url, renditions: renditions, size: size,
      altText: json["alt_description"].words ?? json["description"].words ?? "",
      blurhash: json["blur_hash"].filledString, colour: Self.colour(json["color"]),
      photographer: author.name, licence: "Unsplash License", place: place(json["location"]))
  }

  private func place(_ json: JSON) -> Place? {
    if case .at(let place) = spot(json) { place } else { nil }
  }

  /// Where a photo was taken; some are named and nowhere on the map.
  func spot(_ json: JSON) -> PhotoDetails.Spot? {
    let parts = [json["city"].words, json["country"].words].compactMap(\.self)
    let name = json["name"].words ?? parts.joined(separator: ", ")
    guard let latitude = json["position"]["latitude"].double,
      let longitude = json["position"]["longitude"].double,
      abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return name.isEmpty ? nil : .named(name) }
    return .at(Place(name: name, latitude: latitude, longitude: longitude))
  }

  /// "#RRGGBB" as a number.
  private static func colour(_ json: JSON) -> UInt32? {
    guard let text = json.string, text.hasPrefix("#"), text.utf8.count == 7 else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }

  /// The address with where the reader came from.
  static func referred(_ address: String) -> String {
    address + (address.contains("?") ? "&" : "?") + referral
  }

  func people(_ json: JSON) -> [Person] { json.array.readable(profile) }

  /// Somebody who was asked for, with their picture.
  func profile(_ json: JSON) -> Person? {
    let pictures = [("small", 32), ("medium", 64), ("large", 128)].compactMap { name, side in
      json["profile_image"][name].webAddress.map {
        Photo.Rendition(url: $0, size: PhotoSize(width: side, height: side))
      }
    }
    return person(json)?.pictured(pictures)
  }

  /// Somebody; people are asked for by their user names, so those are their ids.
  func person(_ json: JSON) -> Person? {
    guard let handle = json["username"].filledString else { return nil }
    let lines = [json["bio"].words, json["location"].words].compactMap(\.self)
    return Person(
      id: Person.ID(handle), handle: handle, name: json["name"].words ?? handle,
      bio: RichText(lines.joined(separator: "\n")),
      url: json["links"]["html"].webAddress.map(Self.referred),
      counts: .told(
        followers: json["followers_count"].count, following: json["following_count"].count,
        posts: json["total_photos"].count),
      relationship: handle == me ? .oneself : nil)
  }

  func details(_ json: JSON) -> PhotoDetails {
    PhotoDetails(
      views: json["views"].count, downloads: json["downloads"].count,
      camera: camera(json["exif"]),
      original: json["urls"]["full"].webAddress ?? json["urls"]["raw"].webAddress,
      spot: spot(json["location"]), tags: json["tags"].array.compactMap { $0["title"].words })
  }

  private func camera(_ json: JSON) -> PhotoDetails.Camera? {
    let parts = [json["make"].words, json["model"].words].compactMap(\.self)
    let model = json["name"].words ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
    let camera = PhotoDetails.Camera(
      model: model, aperture: json["aperture"].id, exposure: json["exposure_time"].id,
      focalLength: json["focal_length"].id, iso: json["iso"].count)
    return camera == PhotoDetails.Camera() ? nil : camera
  }
}

/// The sizes in which a photo is asked for.
///
/// Made from the address of the raw photo, whose other parameters stay: one of them reports that it
/// was looked at.
struct UnsplashRenditions: Equatable, Sendable {
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
