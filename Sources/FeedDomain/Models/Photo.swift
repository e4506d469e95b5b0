/// A photo, video or audio attached to a post.
public struct Photo: Hashable, Sendable {
  public typealias ID = Identifier<Photo>

  public enum PhotoKind: String, Hashable, Sendable {
    case still
    /// A kind of attachment: a short video without sound that plays in a loop.
    case animation
    /// A kind of attachment: a video; the renditions show its poster.
    case video
    /// A kind of attachment: audio; the renditions show its cover, if any.
    case audio

    /// True if the attachment is video or audio, which needs a player.
    package var isPlayed: Bool { self == .video || self == .audio }
  }

  public struct PhotoRendition: Hashable, Sendable {
    public let url: String
    public let size: PhotoSize
    /// True if the rendition of a photo is meant for downloads, not for display; it may be very
    /// large.
    public let isForKeeping: Bool
    /// True if the rendition's `url` is the path of a file on this machine; never set by a service.
    public let isOwnFile: Bool

    package init(
      url: String, size: PhotoSize, isForKeeping: Bool = false, isOwnFile: Bool = false
    ) {
      self.url = url
      self.size = size
      self.isForKeeping = isForKeeping
      self.isOwnFile = isOwnFile
    }
  }

  public let id: ID
  public let kind: PhotoKind
  /// The address at which another program can open the photo, video or audio, which may be the
  /// post's web page; nil if unknown.
  public let address: String?
  /// The photo in several sizes, smallest first; empty if there is no picture.
  public let renditions: [PhotoRendition]
  public let size: PhotoSize
  public package(set) var altText: String
  public let blurhash: String?
  /// The photo's dominant colour as the number 0xRRGGBB, shown until the photo is loaded; nil if
  /// unknown.
  public let colour: UInt32?
  public let photographer: String?
  public let licence: String?
  public var place: Place?
  /// True if the photo is covered until the user uncovers it.
  public var isSensitive: Bool

  package init(
    id: ID, kind: PhotoKind = .still, address: String? = nil, renditions: [PhotoRendition],
    size: PhotoSize,
    altText: String,
    blurhash: String? = nil, colour: UInt32? = nil, photographer: String? = nil,
    licence: String? = nil, place: Place? = nil, isSensitive: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.address = address
    self.renditions = renditions
    self.size = size
    self.altText = altText.shortened(to: .description)
    self.blurhash = blurhash
    self.colour = colour
    self.photographer = photographer?.shortened(to: .name)
    self.licence = licence?.shortened(to: .name)
    self.place = place
    self.isSensitive = isSensitive
  }
}

extension Photo {
  /// True if the photo has a picture to show; false for audio and videos without a cover.
  package var hasPicture: Bool { !(kind.isPlayed && renditions.isEmpty) }

  /// The photo's address to open with another program; nil if there is none.
  package var url: String? {
    address ?? (kind == .still ? renditions.last?.url : nil)
  }
}

public struct PhotoSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  fileprivate static let unknown = PhotoSize(width: 1, height: 1)

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  /// Returns the size of a picture of the same shape whose longer side has at most this many
  /// pixels.
  package func scaledDown(toLongestSide limit: Int) -> PhotoSize {
    let longest = max(width, height)
    guard longest > limit else { return self }
    return PhotoSize(
      width: max(1, width * limit / longest), height: max(1, height * limit / longest))
  }
}

extension Photo {
  package init(inFile path: String) { self.init(at: path, isOwnFile: true) }

  package init(ofEmojiAt url: String) { self.init(at: url, isOwnFile: false) }

  private init(at address: String, isOwnFile: Bool) {
    self.init(
      id: ID(address),
      renditions: [PhotoRendition(url: address, size: .unknown, isOwnFile: isOwnFile)],
      size: .unknown,
      altText: "")
  }

  /// True if the photo may be the picture of a custom emoji, because no size is stated and the file
  /// is remote.
  package var mayBeEmoji: Bool { size == .unknown && renditions.allSatisfy { !$0.isOwnFile } }
}

/// A photo service's conditions for showing its photos.
public struct PhotoDisplayTerms: Equatable, Sendable {
  /// The name to credit beside every photo of the service; nil if not required.
  public let creditName: String?
  /// The address of the link in the photo credit; nil to link to the photo's own page.
  public let home: String?
  /// The maximum number of the service's photos shown at once; nil if there is no limit.
  public let mostAtOnce: Int?
  /// The text of a notice about photos that the service requires programs to show; nil if none is
  /// required.
  public let notice: String?

  public static let none = PhotoDisplayTerms(
    creditName: nil, home: nil, mostAtOnce: nil, notice: nil)
}

extension Service {
  public var photoTerms: PhotoDisplayTerms {
    switch self {
    case .tweetie, .mastodon, .bluesky, .instagram, .rss, .feedServer: .none
    case .unsplash:
      PhotoDisplayTerms(
        creditName: "Unsplash",
        // Unsplash requires that links name the referring program.
        home: "https://unsplash.com/?utm_source=tweetie&utm_medium=referral", mostAtOnce: nil,
        notice: nil)
    case .flickr:
      PhotoDisplayTerms(
        creditName: "Flickr", home: nil, mostAtOnce: 30,
        notice:
          "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.")
    }
  }
}

/// A licence that can be chosen for a photo. Raw values are stored.
public enum PhotoLicence: String, CaseIterable, Sendable {
  /// A kind of photo licence: none, with all rights reserved.
  case reserved
  /// A kind of photo licence: one of the Creative Commons licences, by its abbreviation.
  case by
  case bySA = "by-sa"
  case byND = "by-nd"
  case byNC = "by-nc"
  case byNCSA = "by-nc-sa"
  case byNCND = "by-nc-nd"
  /// A kind of photo licence: a waiver of all rights (public domain).
  case cc0
}

/// A safe file name for a saved photo, such as "ada-lovelace-1234.jpg".
/// Names come from untrusted text, so only letters, digits and single hyphens remain: no path, no
/// hidden file, nothing special to a shell or terminal.
public struct PhotoFileName: Equatable, Sendable {
  public let stem: String
  /// The file name extension of a saved photo, without a dot.
  public let ending: String

  /// Creates a photo's file name from the photographer or author, the photo's id and the type of
  /// its bytes.
  package init(_ photo: Photo, by author: Person, bytes: [UInt8]) {
    let who = Self.safeFileNamePart(photo.photographer ?? author.handle, bytes: 60)
    let which = Self.safeFileNamePart(photo.id.rawValue, bytes: 60)
    stem = [who.isEmpty ? "photo" : who, which].filter { !$0.isEmpty }.joined(separator: "-")
    ending = Self.fileExtension(of: bytes)
  }

  /// Returns the full file name of a photo; `copy` above 1 adds a number.
  public func fileName(copy: Int = 1) -> String {
    copy > 1 ? "\(stem)-\(copy).\(ending)" : "\(stem).\(ending)"
  }

  private static func safeFileNamePart(_ text: String, bytes: Int) -> String {
    var clean = ""
    for character in text.lowercased() {
      let isWord = character.isLetter || character.isNumber
      guard clean.utf8.count + character.utf8.count <= bytes else { break }
      if isWord {
        clean.append(character)
      } else if !clean.isEmpty, clean.last != "-" {
        clean.append("-")
      }
    }
    return clean.last == "-" ? String(clean.dropLast()) : clean
  }

  /// Returns the file name extension for the magic number of a photo's bytes; the service's media
  /// type is ignored.
  private static func fileExtension(of bytes: [UInt8]) -> String {
    func hasMagicNumber(_ marks: [UInt8], at start: Int = 0) -> Bool {
      bytes.count >= start + marks.count
        && bytes[start..<(start + marks.count)].elementsEqual(marks)
    }
    if hasMagicNumber([0xFF, 0xD8, 0xFF]) { return "jpg" }
    if hasMagicNumber([0x89, 0x50, 0x4E, 0x47]) { return "png" }
    if hasMagicNumber(Array("GIF8".utf8)) { return "gif" }
    if hasMagicNumber(Array("RIFF".utf8)), hasMagicNumber(Array("WEBP".utf8), at: 8) {
      return "webp"
    }
    if hasMagicNumber(Array("ftypavif".utf8), at: 4) { return "avif" }
    return "bin"
  }
}

/// A record of a photo's details, such as camera and place, which are fetched when the user asks
/// for them.
public struct PhotoDetails: Equatable, Sendable {
  public var views: Int?
  public let downloads: Int?
  public let takenAt: Timestamp?
  public let camera: CameraDetails?
  public let originalBytes: Int?
  /// The address of the photo's original file; nil if it cannot be downloaded.
  public let original: String?
  /// The address of the video that the photo stands for; nil for a still picture.
  public let film: String?
  /// The path of the video's file on this machine, which only the demo service has; nil otherwise.
  public var localVideoPath: String?
  /// The statistics of the photo, which the service shows to its owner only; empty if there are
  /// none.
  public let insights: [PhotoStatistic]
  /// True if the service has statistics of the photo that the account's token gives no permission
  /// to read.
  public let lacksInsightPermission: Bool
  /// The place at which the photo was taken; nil if unknown.
  public let location: PhotoGeographicLocation?
  /// The photo's tags, without "#".
  public let tags: [String]

  /// A location at which a photo was taken, given by the name of a place or by coordinates.
  public enum PhotoGeographicLocation: Equatable, Sendable {
    case named(String)
    case at(Place)
  }

  /// A number that a service counts about a photo or post for its owner, such as shares.
  public struct PhotoStatistic: Equatable, Sendable {
    public enum PhotoStatisticKind: String, CaseIterable, Sendable {
      case reach
      /// A statistic of a photo or post: the number of times it was bookmarked.
      case saves
      case shares, interactions, reposts, follows, profileVisits
      /// A statistic of a photo or post: the number of actions on the author's profile by people
      /// who came from the post.
      case profileActivity
      case replies
      /// A statistic of a photo or post: the number of taps and swipes in a story.
      case navigation
      /// A statistic of a photo or post: the time people watched the video, in milliseconds.
      case watchTime
    }

    public let kind: PhotoStatisticKind
    public let count: Int

    package init(_ kind: PhotoStatisticKind, _ count: Int) {
      (self.kind, self.count) = (kind, count)
    }
  }

  public struct CameraDetails: Equatable, Sendable {
    public let model: String?
    public let lens: String?
    /// The f-number of a photo as text, such as "2.8"; nil if unknown.
    public let aperture: String?
    /// The exposure time of a photo in seconds as text, such as "1/250"; nil if unknown.
    public let exposure: String?
    /// The focal length of a photo in millimetres as text, such as "35"; nil if unknown.
    public let focalLength: String?
    public let iso: Int?

    package init(
      model: String? = nil, lens: String? = nil, aperture: String? = nil, exposure: String? = nil,
      focalLength: String? = nil, iso: Int? = nil
    ) {
      self.model = model?.shortened(to: .name)
      self.lens = lens?.shortened(to: .name)
      self.aperture = aperture?.shortened(to: .name)
      self.exposure = exposure?.shortened(to: .name)
      self.focalLength = focalLength?.shortened(to: .name)
      self.iso = iso
    }
  }

  package init(
    views: Int? = nil, downloads: Int? = nil, takenAt: Timestamp? = nil,
    camera: CameraDetails? = nil,
    originalBytes: Int? = nil, original: String? = nil, film: String? = nil,
    insights: [PhotoStatistic] = [], lacksInsightPermission: Bool = false,
    location: PhotoGeographicLocation? = nil,
    tags: [String] = []
  ) {
    self.views = views
    self.downloads = downloads
    self.takenAt = takenAt
    self.camera = camera
    self.originalBytes = originalBytes
    self.original = original
    self.film = film
    self.insights = insights
    self.lacksInsightPermission = lacksInsightPermission
    self.location = location
    self.tags = tags.filter { $0.fitsWithin(.name) }
  }
}
