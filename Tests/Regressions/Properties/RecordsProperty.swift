import FeedDomain

@testable import FeedStorage

/// Stored posts and people: bytes mean a value, which makes bytes of the same value, or nothing.
enum RecordsProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    if let person = input.withUnsafeBytes({ PersonRecord.decodedPerson(from: $0) }) {
      let bytes = PersonRecord.encodedBytes(of: person)
      let again = bytes.withUnsafeBytes { PersonRecord.decodedPerson(from: $0) }
      try expect(again == person, "a person comes back as somebody else")
    }
    if let post = post(from: input) {
      // A latitude that is no number equals nothing, not even itself: bytes are compared.
      let bytes = PostRecord.encodedBytes(of: post)
      try expect(
        self.post(from: bytes).map { PostRecord.encodedBytes(of: $0) } == bytes,
        "a post comes back as another")
      _ = IndexedPostTextBuilder.indexedWords(of: post, includesPropertyWords: true)
    }
  }

  private static func post(from bytes: [UInt8]) -> Post? {
    let columns = PostRecord.PostColumnValues(
      id: Post.ID("1"), createdAt: Timestamp(milliseconds: 0), replyTo: Post.ID("0"),
      counts: Post.PostCounts(replies: 1, boosts: 2, likes: 3), userMarks: .liked)
    return bytes.withUnsafeBytes { PostRecord.decodedPost(columns, from: $0) }
  }
}
