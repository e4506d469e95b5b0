internal import Glibc

/// Pages as a server of Mastodon's sends them, made of the reply that the tests read: always the
/// same ones, no post in two of them.
struct MastodonPages {
  /// How many posts there are in each.
  static let length = 40

  private static let path = "Tests/FeedServicesTests/Mastodon/Samples/timeline-home.json"
  private static let postsInSample = 10
  private static let copies = length / postsInSample

  /// The posts of the sample, with a comma after each but the last.
  private let sample: String

  init() throws(BenchmarkError) {
    guard let file = fopen(Self.path, "r") else { throw BenchmarkError("cannot read \(Self.path)") }
    defer { fclose(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
    // Servers send no blanks between things.
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let text = lines.map { $0.drop { $0 == " " } }.joined().replacing("\": ", with: "\":")
    sample = String(text.dropFirst().dropLast())
  }

  /// The page with that number, which is newer than those before it.
  func page(_ number: Int) -> [UInt8] {
    let copies = (0..<Self.copies).reversed().map { copy($0 + number * Self.copies) }
    return Array("[\(copies.joined(separator: ","))]".utf8)
  }

  /// The posts of the sample with ids, names, words and times of their own.
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
