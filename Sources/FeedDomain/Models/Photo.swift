/// A picture, a film or a sound: where it is, how large, and its description in words.
public struct Photo: Hashable, Sendable {
  /// A photo's id.
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
    /// How large it is.
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

  /// Its id.
  public let id: ID
  /// What it is.
  public let kind: Kind
  /// Where the film, the sound or the picture itself is, for other programs; nil where the service does
  /// not tell. Of a film that can only be played at the service, its page.
  public let address: String?
  /// The sizes, smallest first; never empty for a photo that can be shown.
  public let renditions: [Rendition]
  /// How large the original is.
  public let size: PhotoSize
  /// What it shows, in words; empty when nobody said.
  public private(set) var altText: String
  /// A blurred preview in the blurhash notation.
  public let blurhash: String?
  /// Its overall colour, as 0xRRGGBB.
  public let colour: UInt32?
  /// Who took it.
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

  /// Of what tells none.
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
