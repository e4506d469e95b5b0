internal import FeedDomain

/// Posts to fill a cache with: always the same ones, all of them different.
enum InventedPosts {
  /// A word that is in every post, and nowhere else.
  static let marker = "@pendler"
  /// Somebody who wrote one of forty.
  static let author = "pendler20"
  /// Two words that stand together in one of a thousand posts.
  static let rareWords = "heliograph marmalade"

  private static let words = [
    "morning", "river", "the", "train", "a", "window", "over", "quiet", "bread", "letters", "and",
    "harbour", "with", "light", "seven", "old", "friends", "garden", "after", "rain", "of",
    "mountains", "slowly", "coffee", "bicycle", "under", "bridge", "songs", "winter", "blue",
  ]

  /// A run of them, the newest first; number 0 is the newest of all.
  ///
  /// They lie days back, so that no age on the screen changes while something is measured.
  static func entries(
    _ numbers: Range<Int>, photos: InventedPhotos? = nil, seenBy account: Int? = nil,
    now: Timestamp
  ) -> [FeedEntry] {
    let newest = now.advanced(by: .seconds(-84 * 3600))
    return numbers.map { number in
      FeedEntry(
        post(
          number, photos?.photos(of: number) ?? [], newest: newest,
          url: account.map { address(of: number, seenBy: $0) }))
    }
  }

  /// Where a post is: one of ten is the same for all accounts.
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
      createdAt: newest.advanced(by: .seconds(-60 * number)),
      content: Post.Content(text: RichText(text(number)), photos: photos), url: url,
      counts: Post.Counts(
        replies: number % 5, boosts: number % 17, likes: number % 230))
  }

  /// Between 8 and 40 words, so that posts take one to four lines.
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
