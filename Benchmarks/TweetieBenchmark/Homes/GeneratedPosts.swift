internal import Atelier
internal import FeedDomain
internal import Glibc

/// A namespace for generating posts to fill a cache: the same posts in each run, no two of them
/// alike.
enum GeneratedPosts {
  /// A word in every generated post, which appears nowhere else on the screen.
  static let marker = "@pendler"
  /// The handle of the author of every fortieth generated post.
  static let author = "pendler20"
  /// Two consecutive words in one of a thousand generated posts.
  static let rareWords = "heliograph marmalade"

  private static let words = [
    "morning", "river", "the", "train", "a", "window", "over", "quiet", "bread", "letters", "and",
    "harbour", "with", "light", "seven", "old", "friends", "garden", "after", "rain", "of",
    "mountains", "slowly", "coffee", "bicycle", "under", "bridge", "songs", "winter", "blue",
  ]

  /// Returns generated entries by number, the newest first; number 0 is the newest of all. The
  /// posts are days old, so that no age on the screen changes during a measurement.
  static func entries(
    _ numbers: Range<Int>, photos: GeneratedPhotos? = nil, seenBy account: Int? = nil,
    now: Timestamp
  ) -> [FeedEntry] {
    let newest = now.timeAdvanced(by: .seconds(-84 * 3600))
    return numbers.map { number in
      FeedEntry(
        post(
          number, photos?.photos(of: number) ?? [], newest: newest,
          url: account.map { address(of: number, seenBy: $0) }))
    }
  }

  /// Returns the web address of a generated post; for every tenth post, one address in all
  /// accounts.
  private static func address(of number: Int, seenBy account: Int) -> String {
    "https://bench.example/\(number.isMultiple(of: 10) ? "all" : "\(account)")/\(number)"
  }

  static func id(of number: Int) -> FeedEntry.ID { FeedEntry.ID("bench-\(number)") }

  private static func post(
    _ number: Int, _ photos: [Photo], newest: Timestamp, url: String?
  ) -> Post {
    let person = number % 40
    let author = Person(
      id: Person.ID("bench-person-\(person)"), handle: "pendler\(person)",
      name: "Commuter \(person)")
    return Post(
      id: Post.ID("bench-\(number)"), author: author,
      createdAt: newest.timeAdvanced(by: .seconds(-60 * number)),
      content: Post.PostContent(text: RichText(text(number)), photos: photos), url: url,
      counts: Post.PostCounts(
        replies: number % 5, boosts: number % 17, likes: number % 230))
  }

  /// Returns the text of a generated post: 8 to 40 words, which take one to four lines.
  private static func text(_ number: Int) -> String {
    var dice = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
    let chosen = (0..<(8 + number * 7 % 33)).map { _ -> String in
      dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return words[Int(dice >> 33) % words.count]
    }
    let rare = number % 1000 == 500 ? " " + rareWords : ""
    return "No. \(number): " + chosen.joined(separator: " ") + rare
  }
}

/// A kind of photos with generated posts. Each motif is painted once, and cached under the address
/// of every post.
enum GeneratedPhotos: Hashable {
  /// One photo with each post, in the size that services offer for screens.
  case snapshot
  /// Four photos with each post.
  case album
  /// One photo of twelve megapixels with the newest post, without smaller sizes.
  case original
  /// One animated picture with each post.
  case moving

  private static let snapshots = [
    PhotoSize(width: 960, height: 640), PhotoSize(width: 640, height: 960),
    PhotoSize(width: 900, height: 900), PhotoSize(width: 1200, height: 600),
  ]
  private static let movingOnes = [PhotoSize(width: 480, height: 320)]
  private static let originals = [PhotoSize(width: 4000, height: 3000)]
  /// The number of different photos; further posts repeat them.
  private static let variety = 20

  /// Returns the photos of a generated post by its number.
  func photos(of post: Int) -> [Photo] {
    guard self != .original || post == 0 else { return [] }
    return (0..<(self == .album ? 4 : 1)).map { index in
      let name = "bench-\(self)-\(post)-\(index)"
      let size = sizes[motif(of: post, index) % sizes.count]
      return Photo(
        id: Photo.ID(name), renditions: [Photo.PhotoRendition(url: "bench:" + name, size: size)],
        size: size, altText: "By \(GeneratedPosts.marker)")
    }
  }

  /// Paints the photos of generated posts and stores them in a photo cache.
  func fill(_ cache: any PhotoCache, posts: Range<Int>, for account: Account.ID) async throws {
    var files: [Int: [UInt8]] = [:]
    for post in posts {
      for (index, photo) in photos(of: post).enumerated() {
        let motif = motif(of: post, index)
        let file = try files[motif] ?? paint(motif)
        files[motif] = file
        for rendition in photo.renditions {
          await cache.storePhotoBytes(file, of: rendition, for: account)
        }
      }
    }
  }

  private var sizes: [PhotoSize] {
    switch self {
    case .snapshot, .album: Self.snapshots
    case .original: Self.originals
    case .moving: Self.movingOnes
    }
  }

  private func motif(of post: Int, _ index: Int) -> Int {
    self == .original ? 0 : (post * 3 + index * 7) % Self.variety
  }

  private func paint(_ motif: Int) throws -> [UInt8] {
    let size = sizes[motif % sizes.count]
    let name = Painting.names[motif % Painting.names.count]
    guard let painting = Painting(of: name, width: size.width, height: size.height) else {
      throw BenchmarkError("nobody can paint \(name)")
    }
    return self == .moving
      ? try painting.snowing(width: size.width, height: size.height)
      : try painting.jpeg(width: size.width, height: size.height)
  }
}

/// A generator of pages as a Mastodon server sends them, from the reply that the tests use: the
/// same pages in each run, no post in two of them.
struct MastodonPages {
  /// The number of posts in a generated page.
  static let length = 40

  private static let path = "Tests/FeedServicesTests/Mastodon/Samples/timeline-home.json"
  private static let postsInSample = 10
  private static let copies = length / postsInSample

  /// The posts of the sample reply as JSON text, each followed by a comma but the last.
  private let sample: String

  init() throws(BenchmarkError) {
    guard let file = fopen(Self.path, "r") else { throw BenchmarkError("cannot read \(Self.path)") }
    defer { fclose(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
    // Servers send no blanks between JSON tokens.
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let text = lines.map { $0.drop { $0 == " " } }.joined().replacing("\": ", with: "\":")
    sample = String(text.dropFirst().dropLast())
  }

  /// Returns the generated page with a number; higher numbers are newer.
  func page(_ number: Int) -> [UInt8] {
    let copies = (0..<Self.copies).reversed().map { copy($0 + number * Self.copies) }
    return Array("[\(copies.joined(separator: ","))]".utf8)
  }

  /// Returns the posts of the sample with new ids, names, texts and times.
  private func copy(_ number: Int) -> String {
    let (year, day) = (2030 + number / Self.copies, 20 + number % Self.copies)
    let changes: KeyValuePairs = [
      "\"1176": "\"\(2000 + number)",
      "\"1098": "\"\(2000 + number)",
      "\"acct\":\"": "\"acct\":\"p\(number)",
      "\"display_name\":\"": "\"display_name\":\"\(number) ",
      "\"content\":\"<p>": "\"content\":\"<p>No. \(number): ",
      "\"2026-11-20": "\"\(year)-11-\(day)",
    ]
    return changes.reduce(sample) { $0.replacing($1.key, with: $1.value) }
  }
}
