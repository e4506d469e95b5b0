internal import FeedDomain
internal import Glibc
internal import Groundwork

/// A cache of answers about places in a private file, so that no server is asked twice. The oldest
/// answers are dropped first, and none is kept for more than a month. A file that cannot be read or
/// written is ignored.
struct PlaceCache {
  static let maximumAnswers = 256
  fileprivate static let life = Duration.seconds(30 * 86_400)

  fileprivate struct Answer {
    let question: String
    let at: Timestamp
    let places: [Place]
  }

  /// The file of cached answers about places; nil if answers last as long as the program.
  private let file: PrivateFile?
  private var answers: [Answer] = []
  private var isRead = false

  init(path: String?) { file = path.map { PrivateFile(path: $0, maximumSize: 1 << 20) } }

  mutating func answer(to question: String, now: Timestamp) -> [Place]? {
    read(now: now)
    let question = Self.folded(question)
    return answers.last { $0.question == question && $0.isGood(at: now) }?.places
  }

  mutating func keep(_ places: [Place], to question: String, now: Timestamp) {
    read(now: now)
    let question = Self.folded(question)
    answers.removeAll { $0.question == question || !$0.isGood(at: now) }
    answers.append(Answer(question: question, at: now, places: places))
    answers.removeFirst(max(0, answers.count - Self.maximumAnswers))
    write()
  }

  /// Erases all cached answers of place searches, with their file.
  mutating func forget() {
    answers = []
    isRead = true
    try? file?.remove()  // A file that cannot be removed expires.
  }

  /// Returns a place query without differences of case and encoding.
  fileprivate static func folded(_ question: String) -> String {
    WebQuery.decoded(question).lowercased()
  }

  private mutating func read(now: Timestamp) {
    guard !isRead else { return }
    isRead = true
    // Damaged answers are fetched again.
    guard let file, let bytes = try? file.read(), let json = try? JSON(bytes) else { return }
    answers = json.array.compactMap { Answer($0) }.suffix(Self.maximumAnswers)
      .filter { $0.isGood(at: now) }
  }

  private func write() {
    let bytes = JSON.array(answers.map(\.json)).encoded()
    guard let file, bytes.count <= file.maximumSize else { return }
    try? file.replaceLightly(with: bytes)
  }
}

extension PlaceCache.Answer {
  fileprivate func isGood(at now: Timestamp) -> Bool {
    // A time in the future means that the clock was set back.
    now >= at && now.since(at) < PlaceCache.life
  }

  fileprivate init?(_ json: JSON) {
    guard let question = json["question"].nonEmptyString, let at = json["at"].int,
      json["places"].isArray
    else { return nil }
    self.init(
      question: PlaceCache.folded(question), at: Timestamp(milliseconds: Int64(at)),
      places: json["places"].array.compactMap { place in
        guard let name = place["name"].string, let latitude = place["latitude"].double,
          let longitude = place["longitude"].double
        else { return nil }
        return Place(name: name, latitude: latitude, longitude: longitude)
      })
  }

  fileprivate var json: JSON {
    [
      "question": .string(question), "at": .number(String(at.milliseconds)),
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
