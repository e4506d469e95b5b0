internal import FeedDomain
internal import Glibc
internal import Groundwork

/// A cache of the answers of place servers in a private file; answers are kept for a month, and the
/// oldest are dropped first. Without a file, the answers last as long as the program.
struct PlaceCache {
  static let maximumAnswers = 256
  fileprivate static let life = Duration.seconds(30 * 86_400)

  fileprivate struct CachedPlaceSearchResult {
    let question: String
    let searchedAt: Timestamp
    let places: [Place]
  }

  /// The private file with the cached answers of place servers; nil to keep them in memory.
  private let file: PrivateFile?
  private var answers: [CachedPlaceSearchResult] = []
  private var isRead = false

  init(path: String?) { file = path.map { PrivateFile(path: $0, maximumSize: 1 << 20) } }

  mutating func cachedPlaces(to question: String, now: Timestamp) -> [Place]? {
    readCacheFile(now: now)
    let question = Self.comparableQuestion(question)
    return answers.last { $0.question == question && $0.isFresh(at: now) }?.places
  }

  mutating func storePlaces(_ places: [Place], to question: String, now: Timestamp) {
    readCacheFile(now: now)
    let question = Self.comparableQuestion(question)
    answers.removeAll { $0.question == question || !$0.isFresh(at: now) }
    answers.append(CachedPlaceSearchResult(question: question, searchedAt: now, places: places))
    answers.removeFirst(max(0, answers.count - Self.maximumAnswers))
    writeCacheFile()
  }

  mutating func eraseCachedPlaces() {
    answers = []
    isRead = true
    try? file?.removeFileAndDamagedVersions()  // A file that cannot be removed expires.
  }

  /// Returns a question to a place server in the form for comparing with cached ones: without
  /// percent-encoding and in lower case.
  fileprivate static func comparableQuestion(_ question: String) -> String {
    WebAddressQuery.percentDecoded(question).lowercased()
  }

  private mutating func readCacheFile(now: Timestamp) {
    guard !isRead else { return }
    isRead = true
    // Damaged answers are fetched again.
    guard let file, let bytes = try? file.readContents(), let json = try? JSON(bytes) else {
      return
    }
    answers = json.array.compactMap { CachedPlaceSearchResult($0) }.suffix(Self.maximumAnswers)
      .filter { $0.isFresh(at: now) }
  }

  private func writeCacheFile() {
    let bytes = JSON.array(answers.map(\.json)).encodedBytes()
    guard let file, bytes.count <= file.maximumSize else { return }
    try? file.replaceContentsWithoutSync(with: bytes)
  }
}

extension PlaceCache.CachedPlaceSearchResult {
  fileprivate func isFresh(at now: Timestamp) -> Bool {
    // A time in the future means that the clock was set back.
    now >= searchedAt && now.elapsedTime(since: searchedAt) < PlaceCache.life
  }

  fileprivate init?(_ json: JSON) {
    guard let question = json["question"].nonEmptyString, let at = json["at"].int,
      json["places"].isArray
    else { return nil }
    self.init(
      question: PlaceCache.comparableQuestion(question),
      searchedAt: Timestamp(milliseconds: Int64(at)),
      places: json["places"].array.compactMap { place in
        guard let name = place["name"].string, let latitude = place["latitude"].double,
          let longitude = place["longitude"].double
        else { return nil }
        return Place(name: name, latitude: latitude, longitude: longitude)
      })
  }

  fileprivate var json: JSON {
    [
      "question": .string(question), "at": .number(String(searchedAt.milliseconds)),
      "places": .array(
        places.map { place in
          [
            "name": .string(place.name), "latitude": .number(String(place.latitude)),
            "longitude": .number(String(place.longitude)),
          ]
        }),
    ]
  }
}
