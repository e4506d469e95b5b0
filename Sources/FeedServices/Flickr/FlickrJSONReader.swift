internal import FeedDomain
internal import Threads

/// A parser of Flickr's JSON. Numbers may come as text, and text within objects; only ids and
/// addresses are required.
struct FlickrJSONReader: Sendable {
  /// The id of the signed-in person at Flickr; nil for an account that uses an application's key
  /// alone.
  let me: Person.ID?
  let now: Timestamp
  var licences = FlickrLicenceNames()
  /// True if Flickr's replies do not say what the signed-in person liked, as they answer requests
  /// with the application's key alone.
  var usesKeyAlone = false

  /// Parses the photos of a page of a Flickr list into posts, without repetitions. `album` is the
  /// album's JSON, which names the owner of all its photos.
  func parsedPosts(_ json: JSON, by album: JSON = .null) -> [Post] {
    var known: Set<Post.ID> = []
    return json.array.parsedElements { parsedPost($0, by: album) }.filter {
      known.insert($0.id).inserted
    }
  }

  /// Parses a photo of a Flickr list into a post; nil if the id, the owner or every file address is
  /// missing. Lists do not say whether the signed-in person likes the photo.
  func parsedPost(_ json: JSON, by album: JSON = .null) -> Post? {
    let owner = json["owner"].nonEmptyString ?? album["owner"].nonEmptyString
    guard let id = json["id"].id, let owner else { return nil }
    let sizes = FlickrPhotoSizes(list: json)
    let name = json["ownername"].isNull ? album["ownername"] : json["ownername"]
    let author = parsedPerson(owner, name: name.nonBlankText, alias: json["pathalias"])
    return makePhotoPost(
      id, by: author, title: json["title"], json, sizes: sizes,
      // The camera's clock states no time zone; UTC is assumed.
      at: json["dateupload"].int.flatMap(Self.timestampIfPlausible)
        ?? json["datetaken"].isoDate,
      place: FlickrCoordinates(json).placeAtCoordinates(named: ""),
      tags: Self.parsedTags(json["tags"]),
      counts: Post.PostCounts(
        replies: json["count_comments"].count, boosts: nil, likes: json["count_faves"].count),
      own: [], untold: me == nil ? [] : .liked)
  }

  /// Parses Flickr's reply about one photo into a post; the photo's sizes and number of likes come
  /// from separate calls. nil if the id, the owner or every file address is missing.
  func parsedPost(info json: JSON, sizes: FlickrPhotoSizes, likes: Int?) -> Post? {
    let owner = json["owner"]
    guard let id = json["id"].id, let nsid = owner["nsid"].nonEmptyString else { return nil }
    let author = parsedPerson(
      nsid, name: owner["realname"].nonBlankText ?? owner["username"].nonBlankText,
      alias: owner["path_alias"])
    let location = json["location"]
    return makePhotoPost(
      id, by: author, title: json["title"]["_content"], json, sizes: sizes,
      at: json["dates"]["posted"].int.flatMap(Self.timestampIfPlausible)
        ?? json["dates"]["taken"].isoDate,
      place: FlickrCoordinates(location).placeAtCoordinates(
        named: Self.parsedPlaceName(location) ?? ""),
      tags: json["tags"]["tag"].array.filter { $0["machine_tag"].int != 1 }.compactMap {
        $0["_content"].nonBlankText
      },
      counts: Post.PostCounts(
        replies: json["comments"]["_content"].count, boosts: nil, likes: likes),
      own: json["isfavorite"].int == 1 && !usesKeyAlone ? .liked : [],
      untold: usesKeyAlone ? .liked : [])
  }

  private func makePhotoPost(
    _ id: String, by author: Person, title: JSON, _ json: JSON, sizes: FlickrPhotoSizes,
    at moment: Timestamp?, place: Place?, tags: [String], counts: Post.PostCounts,
    own: Post.UserPostMarks, untold: Post.UserPostMarks = []
  ) -> Post? {
    guard !sizes.renditions.isEmpty else { return nil }
    let title = title.nonBlankText ?? ""
    let isFilm = json["media"] == "video"
    // Lists do not contain a video's address, so its page is opened instead.
    let photo = Photo(
      id: Photo.ID(id), kind: isFilm ? .video : .still,
      address: isFilm ? sizes.film ?? Self.photoPageAddress(of: id, by: author) : sizes.largest,
      renditions: sizes.renditions, size: sizes.size, altText: title, photographer: author.name,
      licence: json["license"].int.flatMap(licences.licenceName), place: place)
    return Post(
      id: Post.ID(id), author: author, createdAt: moment ?? now,
      content: Post.PostContent(
        text: Self.postText(
          title, HTMLTextReader.richTextFromPostHTML(json["description"]["_content"].string ?? ""),
          tags
        ),
        photos: [photo], place: place),
      url: Self.photoPageAddress(of: id, by: author), counts: counts, userMarks: own,
      unknownMarks: untold,
      isDated: moment != nil)
  }

  /// Returns a Flickr photo's text as a post: title, description, and a line of up to eight tags.
  private static func postText(_ title: String, _ words: RichText, _ tags: [String]) -> RichText {
    var runs: [RichText.RichTextRun] = title.isEmpty ? [] : [.init(title)]
    if !words.runs.isEmpty { runs += (runs.isEmpty ? [] : [.init("\n")]) + words.runs }
    for (place, tag) in tags.prefix(8).enumerated() {
      if place > 0 { runs.append(.init(" ")) } else if !runs.isEmpty { runs.append(.init("\n")) }
      runs.append(.init("#\(tag)", .tag(tag)))
    }
    return RichText(runs: runs)
  }

  private static func parsedTags(_ json: JSON) -> [String] {
    (json.string ?? "").split(separator: " ").filter { !$0.contains(":") }.map(String.init)
  }

  private static func photoPageAddress(of photo: String, by author: Person) -> String {
    "https://www.flickr.com/photos/\(WebAddressQuery.percentEncoded(author.handle))/\(WebAddressQuery.percentEncoded(photo))/"
  }

  /// Converts a number of seconds since 1970 in a Flickr reply to a time; nil before 1970 and
  /// beyond the year 9999.
  static func timestampIfPlausible(_ seconds: Int) -> Timestamp? {
    (1...253_402_300_799).contains(seconds) ? Timestamp(milliseconds: Int64(seconds) * 1000) : nil
  }

  func parsedPerson(_ nsid: String, name: String?, alias: JSON) -> Person {
    // Profile pages accept both names, but people know the alias.
    let handle = alias.nonEmptyString ?? nsid
    return Person(
      id: Person.ID(nsid), handle: handle, name: name ?? handle,
      url: "https://www.flickr.com/people/\(WebAddressQuery.percentEncoded(nsid))/",
      relationship: Person.ID(nsid) == me ? .oneself : nil)
  }

  func parsedPeople(_ json: JSON) -> [Person] {
    json.array.parsedElements { person in
      guard let nsid = person["nsid"].nonEmptyString else { return nil }
      let name = person["realname"].nonBlankText ?? person["username"].nonBlankText
      return self.parsedPerson(
        nsid, name: name, alias: person["path_alias"]
      ).replacingPortraits(portraitRenditions(person, of: nsid))
    }
  }

  /// Returns the portrait of a Flickr person, whose address is computed from the person's data;
  /// empty if the person has none.
  private func portraitRenditions(_ json: JSON, of nsid: String) -> [Photo.PhotoRendition] {
    guard let server = json["iconserver"].count, server > 0, let farm = json["iconfarm"].count
    else { return [] }
    let name = WebAddressQuery.percentEncoded(nsid)
    return [
      Photo.PhotoRendition(
        url: "https://farm\(farm).staticflickr.com/\(server)/buddyicons/\(name).jpg",
        size: PhotoSize(width: 48, height: 48))
    ]
  }

  func parsedPerson(_ json: JSON) -> Person? {
    guard let nsid = json["nsid"].nonEmptyString ?? json["id"].nonEmptyString else { return nil }
    let name =
      json["realname"]["_content"].nonBlankText ?? json["username"]["_content"].nonBlankText
    let brief = parsedPerson(
      nsid, name: name, alias: json["path_alias"])
    let words = HTMLTextReader.richTextFromPostHTML(json["description"]["_content"].string ?? "")
    let town = json["location"]["_content"].nonBlankText
    let line =
      town.map { [.init(words.runs.isEmpty ? $0 : "\n\($0)")] as [RichText.RichTextRun] } ?? []
    return Person(
      id: brief.id, handle: brief.handle, name: brief.name,
      bio: RichText(runs: words.runs + line),
      url: json["profileurl"]["_content"].webAddress ?? brief.url,
      counts: .countsIfAnyKnown(
        followers: nil, following: nil, posts: json["photos"]["count"]["_content"].count),
      relationship: brief.relationship, pictures: portraitRenditions(json, of: nsid))
  }

  /// Parses the comments on a Flickr photo, each as an answer to the photo.
  func parsedComments(_ json: JSON, on photo: Post) -> [Post] {
    json["comment"].array.parsedElements { comment in
      guard let id = comment["id"].id, let nsid = comment["author"].nonEmptyString else {
        return nil
      }
      let name = comment["realname"].nonBlankText ?? comment["authorname"].nonBlankText
      let moment = comment["datecreate"].int.flatMap(Self.timestampIfPlausible)
      return Post(
        id: FlickrPhotoOrCommentID.commentPostID(id, on: photo.id),
        author: parsedPerson(
          nsid, name: name, alias: comment["path_alias"]),
        createdAt: moment ?? now,
        content: Post.PostContent(
          text: HTMLTextReader.richTextFromPostHTML(comment["_content"].string ?? "")),
        reply: Post.ReplyTarget(to: photo.id, handle: photo.author.handle),
        url: comment["permalink"].webAddress, counts: .unknown, isDated: moment != nil)
    }
  }

  func parsedPhotoDetails(
    _ info: JSON, sizes: FlickrPhotoSizes, camera: PhotoDetails.CameraDetails?
  ) -> PhotoDetails {
    // Sometimes only the month is known, and any day would be invented.
    let isKnown =
      info["dates"]["takenunknown"].int != 1 && (info["dates"]["takengranularity"].int ?? 0) == 0
    return PhotoDetails(
      views: info["views"].count,
      takenAt: isKnown ? info["dates"]["taken"].isoDate : nil,
      camera: camera, original: sizes.film == nil ? sizes.largest : nil, film: sizes.film,
      location: parsedLocation(info["location"]),
      tags: info["tags"]["tag"].array.filter { $0["machine_tag"].int != 1 }.compactMap {
        $0["raw"].nonBlankText ?? $0["_content"].nonBlankText
      })
  }

  /// Parses where a Flickr photo was taken: coordinates, or only the town's name; nil if unknown.
  private func parsedLocation(_ location: JSON) -> PhotoDetails.PhotoGeographicLocation? {
    let name = Self.parsedPlaceName(location) ?? ""
    if let place = FlickrCoordinates(location).placeAtCoordinates(named: name) { return .at(place) }
    return name.isEmpty ? nil : .named(name)
  }

  /// Returns the town where a Flickr photo was taken, or the next larger area; nil if unknown.
  static func parsedPlaceName(_ location: JSON) -> String? {
    ["locality", "neighbourhood", "county", "region", "country"].lazy
      .compactMap { location[$0]["_content"].nonBlankText ?? location[$0].nonBlankText }.first
  }

  func parsedCamera(_ json: JSON) -> PhotoDetails.CameraDetails? {
    var values: [String: String] = [:]
    for field in json["exif"].array {
      guard let tag = field["tag"].string, values[tag] == nil,
        let value = field["raw"]["_content"].nonBlankText ?? field["raw"].nonBlankText
      else { continue }
      values[tag] = value
    }
    let parts = [values["Make"], values["Model"]].compactMap(\.self)
    let model = json["camera"].nonBlankText ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
    let camera = PhotoDetails.CameraDetails(
      model: model, lens: values["LensModel"] ?? values["Lens"],
      aperture: values["FNumber"].map { $0.hasPrefix("f/") ? String($0.dropFirst(2)) : $0 },
      exposure: values["ExposureTime"],
      focalLength: values["FocalLength"].map { $0.hasSuffix(" mm") ? String($0.dropLast(3)) : $0 },
      iso: values["ISO"].flatMap { Int($0) })
    return camera == PhotoDetails.CameraDetails() ? nil : camera
  }
}

/// A list of the sizes of a Flickr photo with the addresses of their files. The addresses are taken
/// from replies, as those of larger sizes cannot be computed.
struct FlickrPhotoSizes: Equatable, Sendable {
  private static let suffixes = ["t", "m", "n", "z", "c", "l", "h", "k"]
  private static let square = PhotoSize(width: 150, height: 150)

  /// The files of the Flickr photo in all sizes, smallest first; a square that crops the photo is
  /// included only if no other file exists.
  let renditions: [Photo.PhotoRendition]
  /// The size of the Flickr photo's original in pixels; if unknown, the size of the largest file.
  let size: PhotoSize
  var largest: String? { renditions.last?.url }
  /// The address of the video's file at Flickr; nil for a still photo.
  let film: String?

  init(list json: JSON) {
    let whole = Self.suffixes.compactMap { suffix in
      Self.parsedRendition(json["url_\(suffix)"], json["width_\(suffix)"], json["height_\(suffix)"])
    }
    let part = Self.parsedRendition(json["url_q"], json["width_q"], json["height_q"])
    var original: PhotoSize?
    if let width = json["o_width"].pixels, let height = json["o_height"].pixels {
      original = PhotoSize(width: width, height: height)
    }
    self.init(whole, part, original: original, film: nil)
  }

  init(_ json: JSON) {
    let sizes = json["size"].array
    let stills = sizes.filter { $0["media"] != "video" }
    func rendition(_ size: JSON) -> Photo.PhotoRendition? {
      Self.parsedRendition(size["source"], size["width"], size["height"])
    }
    let whole = stills.filter { $0["label"].string?.contains("Square") != true }
    let part = stills.first { $0["label"] == "Large Square" }.flatMap(rendition)
    let films = sizes.filter { $0["media"] == "video" }
      .sorted { ($0["width"].int ?? 0) < ($1["width"].int ?? 0) }
    self.init(
      whole.compactMap(rendition), part, original: nil,
      film: films.last { $0["source"].webAddress != nil }?["source"].webAddress)
  }

  private init(
    _ whole: [Photo.PhotoRendition], _ part: Photo.PhotoRendition?, original: PhotoSize?,
    film: String?
  ) {
    let sorted = whole.sorted {
      $0.size.width * $0.size.height < $1.size.width * $1.size.height
    }
    renditions = sorted.isEmpty ? part.map { [$0] } ?? [] : sorted
    size = original ?? renditions.last?.size ?? Self.square
    self.film = film
  }

  private static func parsedRendition(
    _ url: JSON, _ width: JSON, _ height: JSON
  ) -> Photo.PhotoRendition? {
    guard let url = url.webAddress, let width = width.pixels, let height = height.pixels else {
      return nil
    }
    return Photo.PhotoRendition(url: url, size: PhotoSize(width: width, height: height))
  }
}

/// A cache of the names of Flickr's licences by number: old ones are built in, newer ones are
/// fetched.
final class FlickrLicenceNames: Sendable {
  private static let names = [
    "All rights reserved", "CC BY-NC-SA 2.0", "CC BY-NC 2.0", "CC BY-NC-ND 2.0", "CC BY 2.0",
    "CC BY-SA 2.0", "CC BY-ND 2.0", "No known copyright restrictions",
    "United States government work", "CC0 1.0", "Public Domain Mark 1.0",
  ]

  private struct LicenceFetchState {
    var fetched: [Int: String] = [:]
    var isAsked = false
    var isLacking = false
  }

  private let state = LockedValue(LicenceFetchState())

  /// Returns the name of a Flickr licence by its number; nil for an unknown number, which makes the
  /// next `claimLicenceFetchIfNeeded` return true.
  func licenceName(_ number: Int) -> String? {
    if Self.names.indices.contains(number) { return Self.names[number] }
    return state.withLock { state in
      if state.fetched[number] == nil { state.isLacking = true }
      return state.fetched[number]
    }
  }

  /// Returns true, once, if a photo had an unknown licence number, so that the caller must fetch
  /// Flickr's list of licences.
  func claimLicenceFetchIfNeeded() -> Bool {
    state.withLock { state in
      guard state.isLacking, !state.isAsked else { return false }
      state.isAsked = true
      return true
    }
  }

  func allowLicenceRefetch() { state.withLock { $0.isAsked = false } }

  func storeLicenceNames(_ json: JSON) {
    let fetched = json["license"].array.compactMap { licence in
      licence["id"].int.flatMap { id in licence["name"].nonBlankText.map { (id, $0) } }
    }
    state.withLock { $0.fetched = Dictionary(fetched) { first, _ in first } }
  }
}

/// A pair of coordinates from a Flickr reply, at which a photo was taken; zeros mean no
/// coordinates.
struct FlickrCoordinates: Equatable, Sendable {
  private let latitude: Double?
  private let longitude: Double?

  init(_ json: JSON) {
    latitude = json["latitude"].double
    longitude = json["longitude"].double
  }

  func placeAtCoordinates(named name: String) -> Place? {
    guard let latitude, let longitude, latitude != 0 || longitude != 0, abs(latitude) <= 90,
      abs(longitude) <= 180
    else { return nil }
    return Place(name: name, latitude: latitude, longitude: longitude)
  }
}

/// A parsed id of a Flickr post: the id of a photo or comment. A comment's id contains its photo's,
/// as "photo/comment".
struct FlickrPhotoOrCommentID: Equatable, Sendable {
  let photo: String
  let comment: String?

  init(_ post: Post.ID) {
    let parts = post.rawValue.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    photo = String(parts[0])
    comment = parts.count > 1 ? String(parts[1]) : nil
  }

  /// The post id of the Flickr photo that this id names or, for the id of a comment, of the photo
  /// with the comment.
  var photoPost: Post.ID { Post.ID(photo) }

  /// Returns the post id of a comment on a Flickr photo; `post` is the id of the photo or of
  /// another comment on the photo.
  static func commentPostID(_ comment: String, on post: Post.ID) -> Post.ID {
    Post.ID("\(FlickrPhotoOrCommentID(post).photo)/\(comment)")
  }
}
