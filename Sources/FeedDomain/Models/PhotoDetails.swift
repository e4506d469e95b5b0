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
  /// How many bytes the original has.
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
  public let spot: Spot?
  /// Its tags, without "#".
  public let tags: [String]

  /// Where a photo was taken, as far as it is told.
  public enum Spot: Hashable, Sendable {
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

    /// What is counted.
    public let kind: Kind
    /// How many there are.
    public let count: Int

    package init(_ kind: Kind, _ count: Int) {
      (self.kind, self.count) = (kind, count)
    }
  }

  /// What took a photo, and how.
  public struct Camera: Hashable, Sendable {
    /// The make and model.
    public let model: String?
    /// The lens.
    public let lens: String?
    /// The f-number, as written: "2.8".
    public let aperture: String?
    /// Seconds, as written: "1/250".
    public let exposure: String?
    /// Millimetres, as written: "35".
    public let focalLength: String?
    /// The sensitivity.
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
    insights: [Insight] = [], mayNotCount: Bool = false, spot: Spot? = nil, tags: [String] = []
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
