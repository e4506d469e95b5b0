import FeedDomain
import Testing

@testable import FeedStorage

struct RecordTests {
  private let columns = PostRecord.PostColumnValues(
    id: Samples.everything.id, createdAt: Samples.everything.createdAt,
    replyTo: Samples.everything.reply?.post, counts: Samples.everything.counts,
    userMarks: Samples.everything.userMarks)

  private func read(_ bytes: [UInt8]) -> Post? {
    bytes.withUnsafeBytes { PostRecord.decodedPost(columns, from: $0) }
  }

  @Test func `a post is decoded as it was encoded`() {
    #expect(read(PostRecord.encodedBytes(of: Samples.everything)) == Samples.everything)
  }

  @Test func `a person is decoded with profile pictures, and from an older record without`() {
    func read(_ bytes: [UInt8]) -> Person? {
      bytes.withUnsafeBytes { PersonRecord.decodedPerson(from: $0) }
    }
    let ada = Samples.person()
    let pictured = ada.replacingPortraits([
      Photo.PhotoRendition(url: "https://example.org/32", size: PhotoSize(width: 32, height: 32)),
      Photo.PhotoRendition(url: "https://example.org/64", size: PhotoSize(width: 64, height: 64)),
    ])
    let bytes = PersonRecord.encodedBytes(of: pictured)

    #expect(read(bytes) == pictured)
    #expect(
      read(PersonRecord.encodedBytes(of: ada)) == ada && PersonRecord.encodedBytes(of: ada)[0] == 1)
    for count in bytes.indices { #expect(read(Array(bytes[..<count])) == nil) }
    #expect(read([4] + bytes[1...]) == nil)
  }

  @Test func `custom emoji of names and texts are decoded as they were encoded`()
    throws
  {
    let emoji = try #require(CustomEmoji(name: "tram", url: "https://a.example/tram.png"))
    let person = Person(id: .init("1"), handle: "jo", name: "Jo :tram:").addingOccurringNameEmoji(
      with: [
        emoji
      ])
    let text = RichText("On the :tram:").splittingRunsAtEmoji([emoji])
    let post = Post(
      id: Samples.everything.id, author: person, createdAt: Samples.everything.createdAt,
      content: Post.PostContent(text: text, warning: "A :tram:").addingWarningAndPollEmoji(with: [
        emoji
      ]
      ),
      reply: Samples.everything.reply,
      counts: Samples.everything.counts, userMarks: Samples.everything.userMarks)

    let back = PersonRecord.encodedBytes(of: person).withUnsafeBytes {
      PersonRecord.decodedPerson(from: $0)
    }

    #expect(person.emojis == [emoji] && post.content.emojis == [emoji])
    #expect(back == person)
    #expect(read(PostRecord.encodedBytes(of: post)) == post)
  }

  @Test func `a truncated post record is refused`() {
    let bytes = PostRecord.encodedBytes(of: Samples.everything)

    for count in bytes.indices { #expect(read(Array(bytes[..<count])) == nil) }
  }

  @Test func `a post record with extra bytes is refused`() {
    #expect(read(PostRecord.encodedBytes(of: Samples.everything) + [0]) == nil)
  }

  @Test func `profile pictures and link previews of a post are decoded as they were encoded`() {
    let picture = Photo(
      id: .init("p"),
      renditions: [
        Photo.PhotoRendition(url: "https://a.example/p", size: PhotoSize(width: 4, height: 3))
      ], size: PhotoSize(width: 4, height: 3), altText: "A page")
    let post = Post(
      id: Samples.everything.id, author: Samples.person().replacingPortraits(picture.renditions),
      createdAt: Samples.everything.createdAt,
      content: Post.PostContent(
        text: RichText(""),
        card: LinkPreview(
          url: "https://a.example", title: "A", summary: "", site: "A site", picture: picture)),
      reply: Samples.everything.reply, counts: Samples.everything.counts,
      userMarks: Samples.everything.userMarks)

    #expect(read(PostRecord.encodedBytes(of: post)) == post)
  }

  @Test func `a video is decoded with its address`() {
    let film = Photo(
      id: .init("f"), kind: .video, address: "https://a.example/f.mp4", renditions: [],
      size: PhotoSize(width: 4, height: 3), altText: "A film")
    let post = Samples.everything.replacingContent(
      Post.PostContent(text: RichText(""), photos: [film], place: Samples.everything.content.place))

    #expect(read(PostRecord.encodedBytes(of: post))?.content.photos == [film])
  }

  @Test func `a post closed to replies is decoded as such`() {
    let post = changedCopy(Samples.everything) { $0.canBeAnswered = false }

    #expect(read(PostRecord.encodedBytes(of: post)) == post)
  }

  @Test func `a poll is decoded with its voters and state`() throws {
    let poll = try #require(Samples.everything.content.poll)
    let post = Samples.everything.replacingContent(
      Samples.everything.content.replacingPoll(
        Poll(
          options: poll.options, closesAt: poll.closesAt, allowsSeveral: true, voters: 9,
          hasVoted: true, isClosed: true)))

    #expect(read(PostRecord.encodedBytes(of: post)) == post)
  }

  @Test func `a post closed to quotes is decoded as such`() {
    let everything = Samples.everything
    let post = Post(
      id: everything.id, author: everything.author, createdAt: everything.createdAt,
      content: everything.content, reply: everything.reply, visibility: everything.visibility,
      url: everything.url, counts: everything.counts, userMarks: everything.userMarks,
      canBeQuoted: false)

    #expect(read(PostRecord.encodedBytes(of: post)) == post)
  }

  @Test func `a post record of another version is refused`() {
    let bytes = PostRecord.encodedBytes(of: Samples.everything)

    #expect(read([bytes[0] + 1] + bytes[1...]) == nil)
    #expect(read([bytes[0] - 1] + bytes[1...]) == nil)
  }

  /// If this fails because the record has another field or order, raise `PostRecord.version`, and
  /// put version and checksum of the failure here. If only the sample changed, the version stays.
  @Test func `a changed record has another version`() {
    let bytes = PostRecord.encodedBytes(of: Samples.everything)
    let checksum = bytes[1...].reduce(0xcbf2_9ce4_8422_2325) { (hash: UInt64, byte) in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    #expect(
      bytes[0] == 12 && checksum == 2_170_372_719_632_060_559,
      "version \(bytes[0]), checksum \(checksum)")
  }

  @Test func `a translation and reactions are decoded as they were encoded`() {
    let translation = Translation(
      text: RichText("Tea at four?"), warning: "food", language: "de", provider: "Sample",
      isShown: false)
    let reactions = [
      Reaction("🍵", count: 3, isOwn: true),
      Reaction("blob", count: 1, picture: "https://files.example/blob.png"),
    ]
    let post = changedCopy(Samples.everything) {
      $0.content.reactions = reactions
      $0.content.translation = translation
    }

    #expect(read(PostRecord.encodedBytes(of: post)) == post)
  }

  @Test func `a post record with a changed byte is decoded or refused`() {
    var dice = Dice(state: 7)
    let bytes = PostRecord.encodedBytes(of: Samples.everything)

    // What comes back is either a post or none; the test is that something does.
    for index in bytes.indices {
      for _ in 0..<20 {
        var changed = bytes
        changed[index] = UInt8(truncatingIfNeeded: dice.next())
        let post = read(changed)
        #expect(post == nil || post?.id == columns.id)
      }
    }
  }

  @Test func `random bytes are refused as a post record`() {
    var dice = Dice(state: 8)

    for count in 0..<500 {
      let bytes =
        [11 + UInt8(count % 2)] + (0..<count).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
      let post = read(bytes)
      #expect(post == nil || post?.id == columns.id)
    }
  }

  @Test(arguments: [0, 1, -1, 63, 64, -64, -65, .max, .min] as [Int64])
  func `a number is decoded as it was encoded`(number: Int64) throws {
    var writer = RecordEncoder()
    writer.writeNumber(number)

    let back = try writer.bytes.withUnsafeBytes { bytes in
      var reader = RecordDecoder(bytes)
      return try reader.readNumber()
    }

    #expect(back == number)
  }

  @Test func `a number of more than 64 bits is refused`() {
    let bytes = [UInt8](repeating: 0xff, count: 9) + [2]

    #expect(throws: RecordDecodingError.self) {
      try bytes.withUnsafeBytes { bytes in
        var reader = RecordDecoder(bytes)
        return try reader.readNumber()
      }
    }
  }

  @Test func `a person is decoded as they were encoded`() {
    let person = Samples.person()

    let back = PersonRecord.encodedBytes(of: person).withUnsafeBytes {
      PersonRecord.decodedPerson(from: $0)
    }

    #expect(back == person)
  }
}
