internal import FeedDomain
internal import Glibc
internal import Groundwork

/// A collection of the demo's people, posts and pictures, read from the files of one folder, which
/// anybody can change (`README.md` beside them describes their fields). A mistake in the files is
/// an error that names the file and the entry, never a crash.
final class DemoFiles: Sendable {
  /// The people of the demo world who write posts, the user first; the last one has no follows or
  /// likes.
  let writers: [DemoAuthor]
  /// The people of the demo world who only read, like and follow.
  let lurkers: [Person]
  let cities: [DemoCity]
  let photos: [String: Photo]
  let threads: [DemoThread]
  let phrases: DemoPhrases
  private let folder: String
  /// The file names of pictures in the demo's folder, by the id of the photo.
  private let pictures: [String: String]
  private let films: [String: String]

  private static let maximumSize = 8 << 20
  /// Maximum number of people in the demo's files; the strides in the choice of a post's likers
  /// must be greater than the number of people.
  private static let maximumPeople = 300

  init(folder: String) throws(FeedError) {
    self.folder = folder
    let people = try Self.readJSON("people.json", in: folder)
    writers = people["writers"].array.compactMap(DemoAuthor.init)
    lurkers = people["readers"].array.compactMap(Person.init(lurker:))
    cities = try Self.readJSON("cities.json", in: folder).array.compactMap(DemoCity.init)
    let names = Dictionary(
      writers.map { ($0.handle.localPart, $0.name) }, uniquingKeysWith: { first, _ in first })
    var (photos, pictures, films) = ([String: Photo](), [String: String](), [String: String]())
    for entry in try Self.readJSON("photos.json", in: folder).array {
      guard let file = entry["file"].nonEmptyString, Self.isPlainFileName(file),
        let photo = Photo(demo: entry, names: names, cities: cities)
      else { continue }
      photos[photo.id.rawValue] = photo
      pictures[photo.id.rawValue] = file
      films[photo.id.rawValue] = entry["film"].nonEmptyString.flatMap {
        Self.isPlainFileName($0) ? $0 : nil
      }
    }
    (self.photos, self.pictures, self.films) = (photos, pictures, films)
    threads = try Self.readJSON("posts.json", in: folder).array.map(DemoPost.parsedThread)
    phrases = DemoPhrases(try Self.readJSON("talk.json", in: folder))
    if let mistake = mistake { throw Self.brokenFileError(mistake.file, in: folder, mistake.words) }
  }

  func city(named key: String) -> DemoCity? { cities.first { $0.key == key } }

  /// Returns the bytes of the picture file of a demo photo, portrait or emoji.
  func pictureBytes(of photo: Photo.ID) throws(FeedError) -> [UInt8] {
    let name = photo.rawValue
    let file = pictures[name] ?? (DemoEmoji(photo) == nil ? "\(name).jpg" : "\(name).png")
    guard Self.isPlainFileName(file) else { throw .notFound }
    return try Self.readBytes("pictures/\(file)", in: folder)
  }

  /// Returns the path of the video whose poster is a demo photo; nil for a still photo.
  func videoPath(of photo: Photo.ID) -> String? {
    films[photo.rawValue].map { "\(folder)/pictures/\($0)" }
  }

  /// The first mistake in the demo's files, with the file's name; nil if the files have none.
  private var mistake: (file: String, words: String)? {
    let handles = Set(writers.map(\.handle.localPart))
    guard writers.count > 3, writers.count + lurkers.count <= Self.maximumPeople,
      handles.count == writers.count, writers[0].handle == DemoServer.reader
    else {
      return ("people.json", "4 to \(Self.maximumPeople) people, \(DemoServer.reader) first")
    }
    guard !cities.isEmpty else { return ("cities.json", "no city") }
    guard phrases.hasCompletePhrasesByKnownWriters(knownHandles: handles) else {
      return ("talk.json", "an empty list, or an unknown handle")
    }
    let posts = threads.flatMap(\.self)
    let labels = Set(posts.compactMap(\.label))
    for post in posts {
      let (people, shown) = ([post.author, post.boostedBy], post.photos + [post.card?.photo])
      let unknown =
        people.compactMap(\.self).first { !handles.contains($0) }
        ?? shown.compactMap(\.self).first { photos[$0] == nil }
        ?? post.quotes.flatMap { labels.contains($0) ? nil : $0 }
        ?? post.city.flatMap { city(named: $0) == nil ? $0 : nil }
      if let unknown { return ("posts.json", "\"\(unknown)\" is unknown") }
    }
    return nil
  }

  private static func readJSON(_ name: String, in folder: String) throws(FeedError) -> JSON {
    let bytes = try readBytes(name, in: folder)
    do throws(JSONError) {
      return try JSONReader.parsedJSON(bytes)
    } catch {
      throw brokenFileError(name, in: folder, "\(error.problem) at byte \(error.offset)")
    }
  }

  private static func readBytes(_ name: String, in folder: String) throws(FeedError) -> [UInt8] {
    do throws(FileOperationError) {
      let file = try OpenFile("\(folder)/\(name)", O_RDONLY)
      let size = Int(try file.fileStatus().st_size)
      guard size <= maximumSize else {
        throw FileOperationError(doing: "reading \(name)", code: EFBIG)
      }
      return try file.readBytes(size)
    } catch {
      guard error.code != ENOENT else { throw missingFileError(name, in: folder) }
      throw brokenFileError(
        name, in: folder, error.code.map { String(cString: strerror($0)) } ?? "\(error)")
    }
  }

  private static func missingFileError(_ name: String, in folder: String) -> FeedError {
    // Debian has the pictures in a package of their own.
    let remedy =
      name.hasPrefix("pictures/") ? "Install the package tweetie-demo" : "Install Tweetie again"
    return .misconfigured(
      "The demo's file \(folder)/\(name) is missing. \(remedy), or name a folder that has it in "
        + "TWEETIE_DEMO.")
  }

  private static func brokenFileError(_ name: String, in folder: String, _ reason: String)
    -> FeedError
  {
    .misconfigured("\(folder)/\(name): \(reason)")
  }

  /// Returns true if a file name cannot lead out of the demo's folder.
  private static func isPlainFileName(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.contains("/") && !name.contains("\0")
  }
}

struct DemoAuthor {
  let handle: String
  let name: String
  let bio: String
  let isFollowedByReader: Bool
  let followsReader: Bool
  let joinedAt: Timestamp?
  let fields: [PersonDetails.ProfileField]

  init?(_ entry: JSON) {
    guard let handle = entry["handle"].nonEmptyString else { return nil }
    (self.handle, name) = (handle, entry["name"].string ?? handle)
    bio = entry["bio"].string ?? ""
    isFollowedByReader = entry["isFollowed"].bool ?? true
    followsReader = entry["followsReader"].bool ?? true
    joinedAt = entry["joined"].isoDate
    let scanner = DemoTextParser { _ in nil }
    fields = entry["fields"].array.compactMap { field in
      guard let name = field["name"].nonEmptyString, let value = field["value"].nonEmptyString
      else { return nil }
      return PersonDetails.ProfileField(
        name, scanner.parsedRichText(value), isVerified: field["isVerified"].bool ?? false)
    }
  }
}

struct DemoCity {
  /// The name by which the demo's files of posts and photos refer to a demo city.
  let key: String
  let place: Place
  private let otherNames: [String]

  /// All names of a demo city, in its own script and in others.
  var names: [String] { [place.name, key] + otherNames }

  init?(_ entry: JSON) {
    guard let key = entry["key"].nonEmptyString, let latitude = entry["latitude"].double,
      let longitude = entry["longitude"].double
    else { return nil }
    self.key = key
    place = Place(name: entry["name"].string ?? key, latitude: latitude, longitude: longitude)
    otherNames = entry["alsoCalled"].array.compactMap(\.string)
  }
}

extension Person {
  fileprivate init?(lurker entry: JSON) {
    guard let handle = entry["handle"].nonEmptyString else { return nil }
    self.init(
      id: ID(handle), handle: handle, name: entry["name"].string ?? handle,
      bio: RichText(entry["bio"].string ?? ""), url: "https://\(DemoWorld.host)/@\(handle)")
  }
}

extension Photo {
  fileprivate init?(demo entry: JSON, names: [String: String], cities: [DemoCity]) {
    guard let file = entry["file"].nonEmptyString, let width = entry["width"].int,
      let height = entry["height"].int, (1...16_384).contains(width),
      (1...16_384).contains(height)
    else { return nil }
    let id = Photo.ID(file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file)
    let size = PhotoSize(width: width, height: height)
    let photographer = entry["by"].string
    self.init(
      id: id, kind: entry["film"].isNull ? .still : .video,
      address: DemoPhotoAddress(id, width: width).url,
      renditions: [PhotoRendition(url: DemoPhotoAddress(id, width: width).url, size: size)],
      size: size,
      altText: entry["alt"].string ?? "", blurhash: entry["blurhash"].string,
      colour: entry["colour"].string.flatMap { UInt32($0, radix: 16) },
      photographer: photographer.map { names[$0] ?? $0 }, licence: entry["licence"].string,
      place: cities.first { $0.key == entry["city"].string }?.place,
      isSensitive: entry["isSensitive"].bool ?? false)
  }
}

struct DemoEmoji {
  private static let beginning = "emoji-"
  private static let side = 64

  static let all = ["tram", "sheep"].compactMap { name in
    CustomEmoji(name: name, url: DemoEmoji(named: name).address)
  }

  let name: String

  private init(named name: String) { self.name = name }

  /// Creates a demo emoji from the id of its picture; nil for another picture.
  init?(_ photo: Photo.ID) {
    guard photo.rawValue.hasPrefix(Self.beginning) else { return nil }
    name = String(photo.rawValue.dropFirst(Self.beginning.count))
  }

  private var id: Photo.ID { Photo.ID(Self.beginning + name) }
  private var address: String { DemoPhotoAddress(id, width: Self.side).url }

  /// The picture of the demo emoji; nil if there is no emoji of this name.
  var photo: Photo? {
    guard Self.all.contains(where: { $0.name == name }) else { return nil }
    let size = PhotoSize(width: Self.side, height: Self.side)
    return Photo(
      id: id, renditions: [Photo.PhotoRendition(url: address, size: size)], size: size, altText: "")
  }
}

/// An address of a demo photo in one size: `tweetie://photos/<id>/<width>`.
struct DemoPhotoAddress: Equatable {
  private static let beginning = "tweetie://photos/"

  let photo: Photo.ID
  let width: Int

  init(_ photo: Photo.ID, width: Int) {
    (self.photo, self.width) = (photo, width)
  }

  init?(_ url: String) {
    guard url.hasPrefix(Self.beginning) else { return nil }
    let parts = url.dropFirst(Self.beginning.count).split(separator: "/")
    guard parts.count == 2, let width = Int(parts[1]), width > 0 else { return nil }
    self.init(Photo.ID(String(parts[0])), width: width)
  }

  var url: String { "\(Self.beginning)\(photo.rawValue)/\(width)" }
}
