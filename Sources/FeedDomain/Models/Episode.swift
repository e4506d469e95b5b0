/// An episode of a podcast, which is an entry of a web feed with audio or video.
public struct Episode: Equatable, Sendable {
  /// A titled part of an episode, which begins at a time in seconds.
  public struct EpisodeChapter: Equatable, Sendable {
    public let start: Int
    public let title: String

    package init(start: Int, title: String) {
      (self.start, self.title) = (max(0, start), title.shortened(to: .name))
    }
  }

  /// Maximum number of chapters that are taken from a feed.
  package static let mostChapters = 500
  /// The longest duration of an episode that the program believes, in seconds: four days.
  package static let longestDuration = 4 * 86_400

  public let post: Post.ID
  /// The id of the web feed of the episode, which is also the id of its post's author.
  public let feed: Person.ID
  public let title: String
  /// The name of the web feed of the episode.
  public let show: String
  /// The address of the episode's audio or video file.
  public let address: String
  public let isFilm: Bool
  /// The address of the web page of the episode's entry; nil if there is none.
  public let page: String?
  public let createdAt: Timestamp
  /// The duration of the episode in seconds as the feed states it; nil if it states none.
  public let seconds: Int?
  public let chapters: [EpisodeChapter]
  /// The address of a file with the episode's chapters; nil if there is none.
  public let chapterFile: String?
  /// The address of the episode's transcript; nil if there is none.
  public let transcript: String?

  package init(
    _ post: Post.ID, of feed: Person.ID, title: String, show: String, address: String,
    isFilm: Bool = false, page: String? = nil, createdAt: Timestamp, seconds: Int? = nil,
    chapters: [EpisodeChapter] = [], chapterFile: String? = nil, transcript: String? = nil
  ) {
    (self.post, self.feed, self.address, self.isFilm) = (post, feed, address, isFilm)
    (self.title, self.show) = (title.shortened(to: .name), show.shortened(to: .name))
    (self.page, self.createdAt) = (page, createdAt)
    self.seconds = seconds.flatMap { (1...Self.longestDuration).contains($0) ? $0 : nil }
    self.chapters = Array(chapters.prefix(Self.mostChapters))
    (self.chapterFile, self.transcript) = (chapterFile, transcript)
  }
}

/// An episode in the queue of an account's podcasts, with its playing position.
public struct QueuedEpisode: Equatable, Sendable, Identifiable {
  public let episode: Episode
  /// The time in seconds at which playing stopped; 0 for an episode that was not begun.
  public var position: Int
  public var isPlayed: Bool

  public var id: Post.ID { episode.post }

  package init(_ episode: Episode, position: Int = 0, isPlayed: Bool = false) {
    (self.episode, self.position, self.isPlayed) = (episode, max(0, position), isPlayed)
  }
}

/// A state of an episode's file on this machine, which is missing, partly downloaded or complete.
public enum EpisodeFileState: Equatable, Sendable {
  case missing
  /// A state of an episode's file: the first bytes are downloaded; a later download continues.
  case partlyDownloaded(bytes: Int)
  /// A state of an episode's file: downloaded completely, at a path.
  case complete(path: String, bytes: Int)
}

extension Episode {
  /// Parses a duration in seconds from text such as "90", "1:30" or "1:02:03.5"; nil for other
  /// text, and for more than four days.
  package static func parsedDurationInSeconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var total = 0
    for part in parts {
      let number = part.filter { $0 != " " && $0 != "\t" && !$0.isNewline }
      let whole = number.prefix { $0 != "." && $0 != "," }
      guard !whole.isEmpty, whole.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let value = Int(whole), value <= longestDuration
      else { return nil }
      total = total * 60 + value
    }
    return total <= longestDuration ? total : nil
  }

  /// Returns a duration as people write it, such as "4:05" or "1:02:03".
  public static func playingTimeText(ofSeconds seconds: Int) -> String {
    func twoDigitText(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (minutes, rest) = (max(0, seconds) / 60, max(0, seconds) % 60)
    return minutes < 60
      ? "\(minutes):\(twoDigitText(rest))"
      : "\(minutes / 60):\(twoDigitText(minutes % 60)):\(twoDigitText(rest))"
  }
}
