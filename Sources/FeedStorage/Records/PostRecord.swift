internal import FeedDomain

/// A namespace for the stored encoding of those fields of a post that have no columns in the cache
/// database.
enum PostRecord {
  /// The version of the encoding of stored posts; a post with another version is fetched again.
  private static let version: UInt8 = 12

  static func encodedBytes(of post: Post) -> [UInt8] {
    var writer = RecordEncoder(expecting: 1024)
    writer.writeByte(version)
    writer.writePerson(post.author)
    writer.writeRenditions(post.author.pictures)
    writer.writeEmojis(post.author.emojis)
    writer.writePostContent(post.content)
    writer.writeText(orNil: post.reply?.handle)
    writer.writeCode(of: post.visibility, in: .visibilities)
    writer.writeText(orNil: post.url)
    writer.writeFlag(post.canBeAnswered)
    writer.writeFlag(post.canBeQuoted)
    return writer.bytes
  }

  /// Returns a stored post from its columns and record; nil if the bytes are invalid or have
  /// another version.
  static func decodedPost(_ columns: PostColumnValues, from bytes: UnsafeRawBufferPointer) -> Post?
  {
    var reader = RecordDecoder(bytes)
    do throws(RecordDecodingError) {
      guard try reader.readByte() == version else { return nil }
      let author = try reader.readPerson().replacingPortraits(try reader.readRenditions())
        .addingOccurringNameEmoji(with: try reader.readEmojis())
      let content = try reader.readPostContent()
      let handle = try reader.readOptionalText()
      let visibility = try reader.readCode(in: .visibilities)
      let url = try reader.readOptionalText()
      let canBeAnswered = try reader.readFlag()
      let canBeQuoted = try reader.readFlag()
      guard reader.isAtEnd else { return nil }
      return Post(
        id: columns.id, author: author, createdAt: columns.createdAt, content: content,
        reply: columns.replyTo.map { Post.ReplyTarget(to: $0, handle: handle) },
        visibility: visibility,
        url: url, counts: columns.counts, userMarks: columns.userMarks,
        canBeAnswered: canBeAnswered,
        canBeQuoted: canBeQuoted)
    } catch { return nil }
  }

  /// The values of those of a post's fields that have columns of their own in the cache database.
  struct PostColumnValues {
    let id: Post.ID
    let createdAt: Timestamp
    let replyTo: Post.ID?
    let counts: Post.PostCounts
    let userMarks: Post.UserPostMarks
  }
}

extension RecordEncoder {
  fileprivate mutating func writePostContent(_ content: Post.PostContent) {
    writeRichText(content.text)
    writeText(orNil: content.warning)
    writeList(content.photos) { $0.writePhoto($1) }
    writeOptional(content.poll) { $0.writePoll($1) }
    writeOptional(content.card) {
      $0.writeText($1.url)
      $0.writeText($1.title)
      $0.writeText($1.summary)
      $0.writeText(orNil: $1.site)
      $0.writeOptional($1.picture) { $0.writePhoto($1) }
    }
    writeOptional(content.quote) {
      $0.writeText($1.id.rawValue)
      $0.writeText($1.handle)
      $0.writeText($1.name)
      $0.writeRichText($1.text)
      $0.writeText(orNil: $1.warning)
      $0.writeList($1.pictures) { $0.writeText($1) }
      $0.writeOptional($1.unavailableReason) { $0.writeCode(of: $1, in: .unavailableReasons) }
    }
    writeOptional(content.place) { $0.writePlace($1) }
    writeList(content.mentions) { $0.writeText($1) }
    writeText(orNil: content.foldReason)
    writeOptional(content.editedAt) { $0.writeNumber($1.milliseconds) }
    writeText(orNil: content.language)
    writeEmojis(content.emojis)
    writeOptional(content.translation) {
      $0.writeRichText($1.text)
      $0.writeText(orNil: $1.warning)
      $0.writeText(orNil: $1.language)
      $0.writeText(orNil: $1.provider)
      $0.writeFlag($1.isShown)
    }
    writeList(content.reactions) {
      $0.writeText($1.name)
      $0.writeNumber($1.count)
      $0.writeFlag($1.isOwn)
      $0.writeText(orNil: $1.picture)
    }
  }

  private mutating func writePoll(_ poll: Poll) {
    writeList(poll.options) {
      $0.writeText($1.title)
      $0.writeOptional($1.votes) { $0.writeNumber($1) }
    }
    writeOptional(poll.closesAt) { $0.writeNumber($1.milliseconds) }
    writeList(poll.chosenOptions.sorted()) { $0.writeNumber($1) }
    writeFlag(poll.allowsSeveral)
    writeOptional(poll.voters) { $0.writeNumber($1) }
    writeFlag(poll.hasVoted)
    writeFlag(poll.isClosed)
  }
}

extension RecordDecoder {
  fileprivate mutating func readPostContent() throws(RecordDecodingError) -> Post.PostContent {
    var content = Post.PostContent(
      text: try readRichText(), warning: try readOptionalText(),
      photos: try readList { reader throws(RecordDecodingError) in try reader.readPhoto() },
      poll: try readOptional { reader throws(RecordDecodingError) in try reader.readPoll() },
      card: try readOptional { reader throws(RecordDecodingError) in try reader.readLinkPreview() },
      quote: try readOptional { reader throws(RecordDecodingError) in try reader.readQuote() },
      place: try readOptional { reader throws(RecordDecodingError) in try reader.readPlace() },
      mentions: try readList { reader throws(RecordDecodingError) in try reader.readText() })
    content.foldReason = try readOptionalText()
    content.editedAt = try readTimestamp()
    content.language = try readOptionalText()
    var marked = content.addingWarningAndPollEmoji(with: try readEmojis())
    marked.translation = try readTranslation()
    marked.reactions = try readReactions()
    return marked
  }

  private mutating func readTranslation() throws(RecordDecodingError) -> Translation? {
    try readOptional { reader throws(RecordDecodingError) in
      Translation(
        text: try reader.readRichText(), warning: try reader.readOptionalText(),
        language: try reader.readOptionalText(), provider: try reader.readOptionalText(),
        isShown: try reader.readFlag())
    }
  }

  private mutating func readReactions() throws(RecordDecodingError) -> [Reaction] {
    try readList { reader throws(RecordDecodingError) in
      Reaction(
        try reader.readText(), count: try reader.readInteger(), isOwn: try reader.readFlag(),
        picture: try reader.readOptionalText())
    }
  }

  private mutating func readLinkPreview() throws(RecordDecodingError) -> LinkPreview {
    LinkPreview(
      url: try readText(), title: try readText(), summary: try readText(),
      site: try readOptionalText(),
      picture: try readOptional { reader throws(RecordDecodingError) in try reader.readPhoto() })
  }

  private mutating func readTimestamp() throws(RecordDecodingError) -> Timestamp? {
    try readOptional { reader throws(RecordDecodingError) in
      Timestamp(milliseconds: try reader.readNumber())
    }
  }

  private mutating func readQuote() throws(RecordDecodingError) -> Quote {
    Quote(
      id: Post.ID(try readText()), handle: try readText(), name: try readText(),
      text: try readRichText(),
      warning: try readOptionalText(),
      pictures: try readList { reader throws(RecordDecodingError) in try reader.readText() },
      unavailableReason: try readOptional { reader throws(RecordDecodingError) in
        try reader.readCode(in: .unavailableReasons)
      })
  }

  private mutating func readPoll() throws(RecordDecodingError) -> Poll {
    Poll(
      options: try readList { reader throws(RecordDecodingError) in
        Poll.PollOption(
          title: try reader.readText(),
          votes: try reader.readOptional { reader throws(RecordDecodingError) in
            try reader.readInteger()
          })
      }, closesAt: try readTimestamp(),
      chosenOptions: Set(
        try readList { reader throws(RecordDecodingError) in try reader.readInteger() }),
      allowsSeveral: try readFlag(),
      voters: try readOptional { reader throws(RecordDecodingError) in try reader.readInteger() },
      hasVoted: try readFlag(), isClosed: try readFlag())
  }
}

extension RecordEncoder {
  mutating func writePhoto(_ photo: Photo) {
    writeText(photo.id.rawValue)
    writeCode(of: photo.kind, in: .photoKinds)
    writeRenditions(photo.renditions)
    writePhotoSize(photo.size)
    writeText(photo.altText)
    writeText(orNil: photo.blurhash)
    writeOptional(photo.colour) { $0.writeNumber(Int64($1)) }
    writeText(orNil: photo.photographer)
    writeText(orNil: photo.licence)
    writeOptional(photo.place) { $0.writePlace($1) }
    writeFlag(photo.isSensitive)
    writeText(orNil: photo.address)
  }

  mutating func writeRenditions(_ renditions: [Photo.PhotoRendition]) {
    writeList(renditions) {
      $0.writeText($1.url)
      $0.writePhotoSize($1.size)
    }
  }

  mutating func writePlace(_ place: Place) {
    writeText(place.name)
    writeDouble(place.latitude)
    writeDouble(place.longitude)
  }

  private mutating func writePhotoSize(_ size: PhotoSize) {
    writeNumber(size.width)
    writeNumber(size.height)
  }
}

extension RecordDecoder {
  mutating func readPhoto() throws(RecordDecodingError) -> Photo {
    let (id, kind) = (Photo.ID(try readText()), try readCode(in: .photoKinds))
    let (renditions, size) = (try readRenditions(), try readPhotoSize())
    let (words, blurhash) = (try readText(), try readOptionalText())
    let colour = try readOptional { reader throws(RecordDecodingError) in try reader.readColour() }
    let (photographer, licence) = (try readOptionalText(), try readOptionalText())
    let place = try readOptional { reader throws(RecordDecodingError) in try reader.readPlace() }
    let isSensitive = try readFlag()
    return Photo(
      id: id, kind: kind, address: try readOptionalText(), renditions: renditions,
      size: size, altText: words, blurhash: blurhash, colour: colour, photographer: photographer,
      licence: licence, place: place, isSensitive: isSensitive)
  }

  mutating func readRenditions() throws(RecordDecodingError) -> [Photo.PhotoRendition] {
    try readList { reader throws(RecordDecodingError) in
      Photo.PhotoRendition(url: try reader.readText(), size: try reader.readPhotoSize())
    }
  }

  mutating func readPlace() throws(RecordDecodingError) -> Place {
    Place(name: try readText(), latitude: try readDouble(), longitude: try readDouble())
  }

  private mutating func readPhotoSize() throws(RecordDecodingError) -> PhotoSize {
    PhotoSize(width: try readInteger(), height: try readInteger())
  }

  private mutating func readColour() throws(RecordDecodingError) -> UInt32 {
    guard let colour = UInt32(exactly: try readNumber()) else { throw RecordDecodingError() }
    return colour
  }
}

extension RecordEncoder {
  mutating func writeRichText(_ text: RichText) {
    writeList(text.runs) {
      switch $1.kind {
      case .plain: $0.writeByte(0)
      case .link(let address):
        $0.writeByte(1)
        $0.writeText(address)
      case .mention(let person):
        $0.writeByte(2)
        $0.writeText(person.rawValue)
      case .tag(let tag):
        $0.writeByte(3)
        $0.writeText(tag)
      case .emphasis: $0.writeByte(4)
      case .code: $0.writeByte(5)
      case .emoji(let address):
        $0.writeByte(6)
        $0.writeText(address)
      case .heading: $0.writeByte(7)
      case .codeBlock: $0.writeByte(8)
      case .cellSeparator: $0.writeByte(9)
      case .label(let label):
        $0.writeByte(10)
        $0.writeText(label.rawValue)
      }
      $0.writeText($1.text)
    }
  }
}

extension RecordDecoder {
  mutating func readRichText() throws(RecordDecodingError) -> RichText {
    RichText(
      runs: try readList { reader throws(RecordDecodingError) in
        let kind = try reader.readTextRunKind()
        return RichText.RichTextRun(try reader.readText(), kind)
      })
  }

  private mutating func readTextRunKind() throws(RecordDecodingError)
    -> RichText.RichTextRun.RichTextRunKind
  {
    switch try readByte() {
    case 0: .plain
    case 1: .link(try readText())
    case 2: .mention(Person.ID(try readText()))
    case 3: .tag(try readText())
    case 4: .emphasis
    case 5: .code
    case 6: .emoji(try readText())
    case 7: .heading
    case 8: .codeBlock
    case 9: .cellSeparator
    case 10: AttachmentLabel(rawValue: try readText()).map { .label($0) } ?? .plain
    default: throw RecordDecodingError()
    }
  }
}
