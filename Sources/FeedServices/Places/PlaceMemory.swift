internal import FeedDomain
internal import Glibc

/// Answers about places in a file that only its owner can read, so that no server is asked the same
/// again: what was asked longest ago goes first, and nothing stays for longer than a month.
///
/// What cannot be read is asked again, and what cannot be written is not kept: neither is told.
struct PlaceMemory {
  static let mostAnswers = 256
  private static let mostBytes = 1 << 20
  fileprivate static let life = Duration.seconds(30 * 86_400)

  fileprivate struct Answer {
    let question: String
    let at: Timestamp
    let places: [Place]
  }

  /// Nil where nothing is kept beyond the program's end.
  private let path: String?
  private var answers: [Answer] = []
  private var isRead = false

  init(path: String?) { self.path = path }

  /// What was answered to the question.
  mutating func answer(to question: String, now: Timestamp) -> [Place]? {
    read(now: now)
    let question = Self.folded(question)
    return answers.last { $0.question == question && $0.isGood(at: now) }?.places
  }

  /// Keeps an answer.
  mutating func keep(_ places: [Place], to question: String, now: Timestamp) {
    read(now: now)
    let question = Self.folded(question)
    answers.removeAll { $0.question == question || !$0.isGood(at: now) }
    answers.append(Answer(question: question, at: now, places: places))
    answers.removeFirst(max(0, answers.count - Self.mostAnswers))
    write()
  }

  /// Erases all of them, with their file.
  mutating func forget() {
    answers = []
    isRead = true
    if let path { unlink(path) }
  }
}

extension PlaceMemory {
  /// A question as any other way of writing it: no place is another one for its capitals.
  fileprivate static func folded(_ question: String) -> String {
    WebQuery.decoded(question).lowercased()
  }
}

extension PlaceMemory.Answer {
  fileprivate func isGood(at now: Timestamp) -> Bool {
    // What seems to come from later was kept before the clock was set back.
    now >= at && now.since(at) < PlaceMemory.life
  }

  fileprivate init?(_ json: JSON) {
    guard let question = json["question"].filledString, let at = json["at"].int,
      json["places"].isArray
    else { return nil }
    self.init(
      question: PlaceMemory.folded(question), at: Timestamp(milliseconds: Int64(at)),
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

extension PlaceMemory {
  private mutating func read(now: Timestamp) {
    guard !isRead else { return }
    isRead = true
    guard let path, let bytes = Self.contents(of: path),
      let json = try? JSON(bytes)  // What is damaged is asked again.
    else { return }
    answers = json.array.compactMap { Answer($0) }.suffix(Self.mostAnswers)
      .filter { $0.isGood(at: now) }
  }

  private static func contents(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0, status.st_size <= mostBytes
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let step = bytes[count...].withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      guard step > 0 || (step < 0 && errno == EINTR) else { return nil }
      count += max(0, step)
    }
    return bytes
  }

  /// Writes all of it beside the old file and takes its place: nobody reads half of it.
  private func write() {
    guard let path else { return }
    let bytes = JSON.array(answers.map(\.json)).encoded()
    guard bytes.count <= Self.mostBytes else { return }
    let fresh = "\(path).\(getpid())"
    unlink(fresh)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(fresh, flags, 0o600)
    guard descriptor >= 0 else { return }
    var rest = bytes[...]
    while !rest.isEmpty {
      let step = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard step > 0 || (step < 0 && errno == EINTR) else { break }
      rest = rest.dropFirst(max(0, step))
    }
    close(descriptor)
    guard rest.isEmpty, rename(fresh, path) == 0 else {
      unlink(fresh)
      return
    }
  }
}
