/// A picture, film or sound attached to a post.
public struct Photo: Hashable, Sendable {
  public typealias ID = Identifier<Photo>

  public enum Kind: String, Hashable, Sendable {
    case still
    /// A short silent film that repeats.
    case animation
    /// A film; the renditions show its poster.
    case video
    /// A sound; the renditions show its cover, if any.
    case audio

    /// True if the medium needs a player.
    package var isPlayed: Bool { self == .video || self == .audio }
  }

  public struct Rendition: Hashable, Sendable {
    public let url: String
    public let size: PhotoSize
    /// True if the rendition is meant for downloads, not for display; may be very large.
    public let isForKeeping: Bool
    /// True if `url` is the path of a file on this machine; never set by a service.
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
  public let kind: Kind
  /// The address of the film, sound or picture for other programs; the service's page for films
  /// that play only there. nil if unknown.
  public let address: String?
  /// The photo in several sizes, smallest first; empty if there is nothing to show.
  public let renditions: [Rendition]
  public let size: PhotoSize
  public private(set) var altText: String
  public let blurhash: String?
  /// The photo's dominant colour as 0xRRGGBB.
  public let colour: UInt32?
  public let photographer: String?
  public let licence: String?
  public var place: Place?
  /// True if the photo is covered until the reader uncovers it.
  public var isSensitive: Bool

  package init(
    id: ID, kind: Kind = .still, address: String? = nil, renditions: [Rendition], size: PhotoSize,
    altText: String,
    blurhash: String? = nil, colour: UInt32? = nil, photographer: String? = nil,
    licence: String? = nil, place: Place? = nil, isSensitive: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.address = address
    self.renditions = renditions
    self.size = size
    self.altText = altText.bounded(.description)
    self.blurhash = blurhash
    self.colour = colour
    self.photographer = photographer?.bounded(.name)
    self.licence = licence?.bounded(.name)
    self.place = place
    self.isSensitive = isSensitive
  }
}

extension Photo {
  /// True if the photo can be shown: false for sounds and films without a poster or cover.
  package var hasPicture: Bool { !(kind.isPlayed && renditions.isEmpty) }

  /// The address to open with another program.
  package var url: String? {
    address ?? (kind == .still ? renditions.last?.url : nil)
  }

  func described(as altText: String) -> Photo { changed(self) { $0.altText = altText } }
}

public struct PhotoSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  fileprivate static let unknown = PhotoSize(width: 1, height: 1)

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }
}

extension Photo {
  package init(inFile path: String) { self.init(at: path, isOwnFile: true) }

  package init(ofEmojiAt url: String) { self.init(at: url, isOwnFile: false) }

  private init(at address: String, isOwnFile: Bool) {
    self.init(
      id: ID(address),
      renditions: [Rendition(url: address, size: .unknown, isOwnFile: isOwnFile)], size: .unknown,
      altText: "")
  }

  /// True if the photo may be a custom emoji, the only remote pictures of unknown size.
  package var mayBeEmoji: Bool { size == .unknown && renditions.allSatisfy { !$0.isOwnFile } }
}

/// A service's conditions for showing its photos.
public struct PhotoTerms: Hashable, Sendable {
  /// The name to credit beside every photo; nil if not required.
  public let creditName: String?
  /// The address the credit links to; nil for the photo's own page.
  public let home: String?
  /// Maximum number of photos shown at once; nil without a limit.
  public let mostAtOnce: Int?
  /// A notice the service requires, in its own words.
  public let notice: String?

  public static let none = PhotoTerms(creditName: nil, home: nil, mostAtOnce: nil, notice: nil)
}

extension Service {
  public var photoTerms: PhotoTerms {
    switch self {
    case .tweetie, .mastodon, .bluesky, .instagram, .rss: .none
    case .unsplash:
      PhotoTerms(
        creditName: "Unsplash",
        // It is told where the reader came from.
        home: "https://unsplash.com/?utm_source=tweetie&utm_medium=referral", mostAtOnce: nil,
        notice: nil)
    case .flickr:
      PhotoTerms(
        creditName: "Flickr", home: nil, mostAtOnce: 30,
        notice:
          "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.")
    }
  }
}

/// The licences offered for a photo. Raw values are stored.
public enum PhotoLicence: String, CaseIterable, Hashable, Sendable {
  /// No licence: all rights reserved.
  case reserved
  /// The Creative Commons licences, by their abbreviations.
  case by
  case bySA = "by-sa"
  case byND = "by-nd"
  case byNC = "by-nc"
  case byNCSA = "by-nc-sa"
  case byNCND = "by-nc-nd"
  /// A waiver of all rights (public domain).
  case cc0
}

/// A safe file name for a saved photo, such as "ada-lovelace-1234.jpg".
/// Names come from untrusted text, so only letters, digits and single hyphens remain: no path, no
/// hidden file, nothing special to a shell or terminal.
public struct PhotoFileName: Hashable, Sendable {
  public let stem: String
  /// The extension of the photo's file, without a dot.
  public let ending: String

  /// A name from the photographer or author, the photo's id and the type of its bytes.
  package init(_ photo: Photo, by author: Person, bytes: [UInt8]) {
    let who = Self.clean(photo.photographer ?? author.handle, bytes: 60)
    let which = Self.clean(photo.id.rawValue, bytes: 60)
    stem = [who.isEmpty ? "photo" : who, which].filter { !$0.isEmpty }.joined(separator: "-")
    ending = Self.ending(of: bytes)
  }

  /// Returns the full name; `copy` above 1 adds a number.
  public func text(copy: Int = 1) -> String {
    copy > 1 ? "\(stem)-\(copy).\(ending)" : "\(stem).\(ending)"
  }

  private static func clean(_ text: String, bytes: Int) -> String {
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

  /// Returns the extension for the bytes' magic number; the service's own type is ignored.
  private static func ending(of bytes: [UInt8]) -> String {
    func begins(_ marks: [UInt8], at start: Int = 0) -> Bool {
      bytes.count >= start + marks.count
        && bytes[start..<(start + marks.count)].elementsEqual(marks)
    }
    if begins([0xFF, 0xD8, 0xFF]) { return "jpg" }
    if begins([0x89, 0x50, 0x4E, 0x47]) { return "png" }
    if begins(Array("GIF8".utf8)) { return "gif" }
    if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "webp" }
    if begins(Array("ftypavif".utf8), at: 4) { return "avif" }
    return "bin"
  }
}

/// Details of a photo that are fetched separately from its post.
public struct PhotoDetails: Hashable, Sendable {
  public let views: Int?
  public let downloads: Int?
  public let takenAt: Timestamp?
  public let camera: Camera?
  public let originalBytes: Int?
  /// The address of the original; nil if it cannot be downloaded.
  public let original: String?
  /// The address of the film; nil for a still picture.
  public let film: String?
  /// The path of the film's local file; only for the demo service.
  public var ownFilm: String?
  /// Statistics of the photo for its owner.
  public let insights: [Insight]
  /// True if statistics exist but the account lacks the permission to read them.
  public let lacksInsightPermission: Bool
  /// The place the photo was taken at; nil if unknown.
  public let spot: Location?
  /// The photo's tags, without "#".
  public let tags: [String]

  /// The place a photo was taken at: a name, or coordinates.
  public enum Location: Hashable, Sendable {
    case named(String)
    case at(Place)
  }

  /// A statistic of a post that a service keeps for the owner.
  public struct Insight: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      case reach
      /// Number of times the post was bookmarked.
      case saves
      case shares, interactions, reposts, follows, profileVisits
      /// Number of actions on the profile after visiting from the post.
      case profileActivity
      case replies
      /// Number of taps and swipes in a story.
      case navigation
      /// Time people watched a film, in milliseconds.
      case watchTime
    }

    public let kind: Kind
    public let count: Int

    package init(_ kind: Kind, _ count: Int) {
      (self.kind, self.count) = (kind, count)
    }
  }

  /// A photo's camera, lens and exposure settings.
  public struct Camera: Hashable, Sendable {
    public let model: String?
    public let lens: String?
    /// The f-number as text, such as "2.8".
    public let aperture: String?
    /// The exposure time in seconds as text, such as "1/250".
    public let exposure: String?
    /// The focal length in millimetres as text, such as "35".
    public let focalLength: String?
    public let iso: Int?

    package init(
      model: String? = nil, lens: String? = nil, aperture: String? = nil, exposure: String? = nil,
      focalLength: String? = nil, iso: Int? = nil
    ) {
      self.model = model?.bounded(.name)
      self.lens = lens?.bounded(.name)
      self.aperture = aperture?.bounded(.name)
      self.exposure = exposure?.bounded(.name)
      self.focalLength = focalLength?.bounded(.name)
      self.iso = iso
    }
  }

  package func filmed(in file: String) -> PhotoDetails { changed(self) { $0.ownFilm = file } }

  package init(
    views: Int? = nil, downloads: Int? = nil, takenAt: Timestamp? = nil, camera: Camera? = nil,
    originalBytes: Int? = nil, original: String? = nil, film: String? = nil,
    insights: [Insight] = [], lacksInsightPermission: Bool = false, spot: Location? = nil,
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
    self.spot = spot
    self.tags = tags.filter { $0.fits(.name) }
  }
}
