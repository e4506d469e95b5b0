/// A picture, a film or a sound: where it is, how large, and its description in words.
public struct Photo: Hashable, Sendable {
  public typealias ID = Identifier<Photo>

  /// What it is.
  public enum Kind: String, Hashable, Sendable {
    /// A still picture.
    case still
    /// A short film without sound that repeats.
    case animation
    /// A film; its renditions are its poster.
    case video
    /// A sound; its renditions are its cover, where it has one.
    case audio

    /// Whether it is handed to a player.
    package var isPlayed: Bool { self == .video || self == .audio }
  }

  /// One size in which the service offers it.
  public struct Rendition: Hashable, Sendable {
    /// Where its bytes are.
    public let url: String
    public let size: PhotoSize
    /// Whether it is asked for to be kept, not to be shown: it may be far larger.
    public let isForKeeping: Bool
    /// Whether its bytes are in a file of the reader's: then that is its path. No service says so.
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
  /// Where the film, the sound or the picture itself is, for other programs; nil where the service does
  /// not tell. Of a film that can only be played at the service, its page.
  public let address: String?
  /// The sizes, smallest first; never empty for a photo that can be shown.
  public let renditions: [Rendition]
  public let size: PhotoSize
  /// What it shows, in words; empty when nobody said.
  public private(set) var altText: String
  /// A blurred preview in the blurhash notation.
  public let blurhash: String?
  /// Its overall colour, as 0xRRGGBB.
  public let colour: UInt32?
  public let photographer: String?
  /// Under which terms it may be used.
  public let licence: String?
  /// Where it was taken.
  public var place: Place?
  /// Whether it should be covered until asked for.
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
  /// Whether there is something to be looked at: a sound may be all there is, and a film whose poster
  /// is not told.
  package var hasPicture: Bool { !(kind.isPlayed && renditions.isEmpty) }

  /// Where it is, for whoever opens it with another program: a picture is as large as it is known.
  package var url: String? {
    address ?? (kind == .still ? renditions.last?.url : nil)
  }

  /// The same photo with other words for what it shows.
  func described(as altText: String) -> Photo { changed(self) { $0.altText = altText } }
}

/// A photo's size in its own pixels.
public struct PhotoSize: Hashable, Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int

  fileprivate static let unknown = PhotoSize(width: 1, height: 1)

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }
}

extension Photo {
  /// A picture in a file of the reader's.
  package init(inFile path: String) { self.init(at: path, isOwnFile: true) }

  /// The picture of an emoji, which is square.
  package init(ofEmojiAt url: String) { self.init(at: url, isOwnFile: false) }

  /// A picture of which nothing is known but where it is.
  private init(at address: String, isOwnFile: Bool) {
    self.init(
      id: ID(address),
      renditions: [Rendition(url: address, size: .unknown, isOwnFile: isOwnFile)], size: .unknown,
      altText: "")
  }

  /// Whether it may be the picture of an emoji: of those nobody tells the size.
  package var mayBeEmoji: Bool { size == .unknown && renditions.allSatisfy { !$0.isOwnFile } }
}

/// What a service asks of whoever shows its photos.
public struct PhotoTerms: Hashable, Sendable {
  /// The name to put beside every photo; nil where it does not ask for that.
  public let giver: String?
  /// Where that name leads; nil for the photo's own page.
  public let home: String?
  /// How many photos may be seen at once; nil for as many as there is room for.
  public let mostAtOnce: Int?
  /// What is to be read by whoever sees something of it, in its own words; nil for nothing.
  public let notice: String?

  public static let none = PhotoTerms(giver: nil, home: nil, mostAtOnce: nil, notice: nil)
}

extension Service {
  /// What it asks of whoever shows its photos.
  public var photoTerms: PhotoTerms {
    switch self {
    case .tweetie, .mastodon, .bluesky, .instagram, .rss: .none
    case .unsplash:
      PhotoTerms(
        giver: "Unsplash",
        // It is told where the reader came from.
        home: "https://unsplash.com/?utm_source=tweetie&utm_medium=referral", mostAtOnce: nil,
        notice: nil)
    case .flickr:
      PhotoTerms(
        giver: "Flickr", home: nil, mostAtOnce: 30,
        notice:
          "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.")
    }
  }
}

/// On what terms others may use a photo.
public enum PhotoLicence: String, CaseIterable, Hashable, Sendable {
  /// On none, unless its author allows it.
  case reserved
  /// As Creative Commons has it: naming its author, and as it is, not for money, under the same terms.
  case by
  case bySA = "by-sa"
  case byND = "by-nd"
  case byNC = "by-nc"
  case byNCSA = "by-nc-sa"
  case byNCND = "by-nc-nd"
  /// On any.
  case cc0
}

/// What the file of a photo is called: "ada-lovelace-1234.jpg".
///
/// It is made of what others wrote, so it is made of letters, digits and single hyphens alone: no
/// path, no hidden file, nothing that a shell or a terminal would take for something else.
public struct PhotoFileName: Hashable, Sendable {
  public let stem: String
  /// The ending, without a dot.
  public let ending: String

  /// The name for a photo of which these are the bytes.
  package init(_ photo: Photo, by author: Person, bytes: [UInt8]) {
    let who = Self.clean(photo.photographer ?? author.handle, bytes: 60)
    let which = Self.clean(photo.id.rawValue, bytes: 60)
    stem = [who.isEmpty ? "photo" : who, which].filter { !$0.isEmpty }.joined(separator: "-")
    ending = Self.ending(of: bytes)
  }

  /// The whole name; `copy` tells it from so many of the same name.
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

  /// What the bytes are, by how they begin: what the service calls them does not matter.
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

/// What a service tells of a photo besides what came with its post.
public struct PhotoDetails: Hashable, Sendable {
  /// How often it was looked at; nil where that is not told.
  public let views: Int?
  /// How often it was downloaded; nil where that is not told.
  public let downloads: Int?
  /// When it was taken.
  public let takenAt: Timestamp?
  /// What took it, and how: none where that is not told.
  public let camera: Camera?
  public let originalBytes: Int?
  /// Where the original is; nil where it may not be had.
  public let original: String?
  /// Where the film is; nil for a still.
  public let film: String?
  /// The same as the path of a file here; only the built-in service has such.
  public var ownFilm: String?
  /// What else the service counts, for its owner's eyes.
  public let insights: [Insight]
  /// Whether the service counts, but the account may not see it: a permission is missing.
  public let mayNotCount: Bool
  /// Where it was taken; nil where that is not told.
  public let spot: ClickTarget?
  /// Its tags, without "#".
  public let tags: [String]

  /// Where a photo was taken, as far as it is told.
  public enum ClickTarget: Hashable, Sendable {
    /// What it is called, and no more.
    case named(String)
    /// There.
    case at(Place)
  }

  /// Something that a service counts.
  public struct Insight: Hashable, Sendable {
    /// What is counted.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      /// People who saw it.
      case reach
      /// How often it was kept for later.
      case saves
      /// How often it was passed on.
      case shares
      /// How often anything was done with it.
      case interactions
      /// How often it was passed on under somebody's own name.
      case reposts
      /// How many began to follow because of it.
      case follows
      /// How many looked at the profile from there.
      case profileVisits
      /// What they did there.
      case profileActivity
      /// How many answered a story.
      case replies
      /// What was done to get on in a story.
      case navigation
      /// For how long it is watched, in milliseconds.
      case watchTime
    }

    public let kind: Kind
    public let count: Int

    package init(_ kind: Kind, _ count: Int) {
      (self.kind, self.count) = (kind, count)
    }
  }

  /// What took a photo, and how.
  public struct Camera: Hashable, Sendable {
    public let model: String?
    public let lens: String?
    /// The f-number, as written: "2.8".
    public let aperture: String?
    /// Seconds, as written: "1/250".
    public let exposure: String?
    /// Millimetres, as written: "35".
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

  /// The same, with the film in that file.
  package func filmed(in file: String) -> PhotoDetails { changed(self) { $0.ownFilm = file } }

  package init(
    views: Int? = nil, downloads: Int? = nil, takenAt: Timestamp? = nil, camera: Camera? = nil,
    originalBytes: Int? = nil, original: String? = nil, film: String? = nil,
    insights: [Insight] = [], mayNotCount: Bool = false, spot: ClickTarget? = nil,
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
    self.mayNotCount = mayNotCount
    self.spot = spot
    self.tags = tags.filter { $0.fits(.name) }
  }
}
