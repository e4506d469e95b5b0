internal import FeedDomain

/// The stored encoding of those fields of a post that have no database columns.
enum PostRecord {
  /// The version of the encoding of posts; posts of other versions are fetched again.
  private static let version: UInt8 = 12

  static func bytes(of post: Post) -> [UInt8] {
    var writer = ByteWriter(expecting: 1024)
    writer.byte(version)
    writer.person(post.author)
    writer.writeRenditions(post.author.pictures)
    writer.writeEmojis(post.author.emojis)
    writer.writeContent(post.content)
    writer.text(orNil: post.reply?.handle)
    writer.code(post.visibility, in: .visibilities)
    writer.text(orNil: post.url)
    writer.writeFlag(post.canBeAnswered)
    writer.writeFlag(post.canBeQuoted)
    return writer.bytes
  }

  /// Decodes a stored post with its columns; nil if the bytes are invalid or of another version.
  static func post(_ columns: PostColumns, from bytes: UnsafeRawBufferPointer) -> Post? {
    var reader = ByteReader(bytes)
    do throws(Unreadable) {
      guard try reader.byte() == version else { return nil }
      let author = try reader.person().replacingPictures(try reader.readRenditions())
        .named(with: try reader.readEmojis())
      let content = try reader.readContent()
      let handle = try reader.optionalText()
      let visibility = try reader.readCoded(in: .visibilities)
      let url = try reader.optionalText()
      let canBeAnswered = try reader.readFlag()
      let canBeQuoted = try reader.readFlag()
      guard reader.isAtEnd else { return nil }
      return Post(
        id: columns.id, author: author, createdAt: columns.createdAt, content: content,
        reply: columns.replyTo.map { Post.Reply(to: $0, handle: handle) }, visibility: visibility,
        url: url, counts: columns.counts, own: columns.own, canBeAnswered: canBeAnswered,
        canBeQuoted: canBeQuoted)
    } catch { return nil }
  }

  /// The fields of a post that have database columns.
  struct PostColumns {
    let id: Post.ID
    let createdAt: Timestamp
    let replyTo: Post.ID?
    let counts: Post.Counts
    let own: Post.OwnActions
  }
}

extension ByteWriter {
  fileprivate mutating func writeContent(_ content: Post.Content) {
    writeRichText(content.text)
    text(orNil: content.warning)
    list(content.photos) { $0.photo($1) }
    writeOptional(content.poll) { $0.writePoll($1) }
    writeOptional(content.card) {
      $0.text($1.url)
      $0.text($1.title)
      $0.text($1.summary)
      $0.text(orNil: $1.site)
      $0.writeOptional($1.picture) { $0.photo($1) }
    }
    writeOptional(content.quote) {
      $0.text($1.id.rawValue)
      $0.text($1.handle)
      $0.text($1.name)
      $0.writeRichText($1.text)
      $0.text(orNil: $1.warning)
      $0.list($1.pictures) { $0.text($1) }
      $0.writeOptional($1.unavailableReason) { $0.code($1, in: .unavailableReasons) }
    }
    writeOptional(content.place) { $0.place($1) }
    list(content.mentions) { $0.text($1) }
    text(orNil: content.fold)
    writeOptional(content.editedAt) { $0.number($1.milliseconds) }
    text(orNil: content.language)
    writeEmojis(content.emojis)
    writeOptional(content.translation) {
      $0.writeRichText($1.text)
      $0.text(orNil: $1.warning)
      $0.text(orNil: $1.language)
      $0.text(orNil: $1.provider)
      $0.writeFlag($1.isShown)
    }
    list(content.reactions) {
      $0.text($1.name)
      $0.number($1.count)
      $0.writeFlag($1.isOwn)
      $0.text(orNil: $1.picture)
    }
  }

  private mutating func writePoll(_ poll: Poll) {
    list(poll.options) {
      $0.text($1.title)
      $0.writeOptional($1.votes) { $0.number($1) }
    }
    writeOptional(poll.closesAt) { $0.number($1.milliseconds) }
    list(poll.chosen.sorted()) { $0.number($1) }
    writeFlag(poll.allowsSeveral)
    writeOptional(poll.voters) { $0.number($1) }
    writeFlag(poll.hasVoted)
    writeFlag(poll.isClosed)
  }
}

extension ByteReader {
  fileprivate mutating func readContent() throws(Unreadable) -> Post.Content {
    var content = Post.Content(
      text: try readRichText(), warning: try optionalText(),
      photos: try list { reader throws(Unreadable) in try reader.photo() },
      poll: try readOptional { reader throws(Unreadable) in try reader.readPoll() },
      card: try readOptional { reader throws(Unreadable) in try reader.readLinkPreview() },
      quote: try readOptional { reader throws(Unreadable) in try reader.readQuote() },
      place: try readOptional { reader throws(Unreadable) in try reader.place() },
      mentions: try list { reader throws(Unreadable) in try reader.text() })
    content.fold = try optionalText()
    content.editedAt = try readTimestamp()
    content.language = try optionalText()
    return content.marked(with: try readEmojis()).translated(try readTranslation()).with(
      try readReactions())
  }

  private mutating func readTranslation() throws(Unreadable) -> Translation? {
    try readOptional { reader throws(Unreadable) in
      Translation(
        text: try reader.readRichText(), warning: try reader.optionalText(),
        language: try reader.optionalText(), provider: try reader.optionalText(),
        isShown: try reader.readFlag())
    }
  }

  private mutating func readReactions() throws(Unreadable) -> [Reaction] {
    try list { reader throws(Unreadable) in
      Reaction(
        try reader.text(), count: try reader.integer(), isOwn: try reader.readFlag(),
        picture: try reader.optionalText())
    }
  }

  private mutating func readLinkPreview() throws(Unreadable) -> LinkPreview {
    LinkPreview(
      url: try text(), title: try text(), summary: try text(), site: try optionalText(),
      picture: try readOptional { reader throws(Unreadable) in try reader.photo() })
  }

  private mutating func readTimestamp() throws(Unreadable) -> Timestamp? {
    try readOptional { reader throws(Unreadable) in Timestamp(milliseconds: try reader.number()) }
  }

  private mutating func readQuote() throws(Unreadable) -> Quote {
    Quote(
      id: Post.ID(try text()), handle: try text(), name: try text(), text: try readRichText(),
      warning: try optionalText(),
      pictures: try list { reader throws(Unreadable) in try reader.text() },
      unavailableReason: try readOptional { reader throws(Unreadable) in
        try reader.readCoded(in: .unavailableReasons)
      })
  }

  private mutating func readPoll() throws(Unreadable) -> Poll {
    Poll(
      options: try list { reader throws(Unreadable) in
        Poll.Option(
          title: try reader.text(),
          votes: try reader.readOptional { reader throws(Unreadable) in try reader.integer() })
      }, closesAt: try readTimestamp(),
      chosen: Set(try list { reader throws(Unreadable) in try reader.integer() }),
      allowsSeveral: try readFlag(),
      voters: try readOptional { reader throws(Unreadable) in try reader.integer() },
      hasVoted: try readFlag(), isClosed: try readFlag())
  }
}

extension ByteWriter {
  mutating func photo(_ photo: Photo) {
    text(photo.id.rawValue)
    code(photo.kind, in: .photoKinds)
    writeRenditions(photo.renditions)
    writeSize(photo.size)
    text(photo.altText)
    text(orNil: photo.blurhash)
    writeOptional(photo.colour) { $0.number(Int64($1)) }
    text(orNil: photo.photographer)
    text(orNil: photo.licence)
    writeOptional(photo.place) { $0.place($1) }
    writeFlag(photo.isSensitive)
    text(orNil: photo.address)
  }

  mutating func writeRenditions(_ renditions: [Photo.Rendition]) {
    list(renditions) {
      $0.text($1.url)
      $0.writeSize($1.size)
    }
  }

  mutating func place(_ place: Place) {
    text(place.name)
    writeFraction(place.latitude)
    writeFraction(place.longitude)
  }

  private mutating func writeSize(_ size: PhotoSize) {
    number(size.width)
    number(size.height)
  }
}

extension ByteReader {
  mutating func photo() throws(Unreadable) -> Photo {
    let (id, kind) = (Photo.ID(try text()), try readCoded(in: .photoKinds))
    let (renditions, size) = (try readRenditions(), try readSize())
    let (words, blurhash) = (try text(), try optionalText())
    let colour = try readOptional { reader throws(Unreadable) in try reader.readColour() }
    let (photographer, licence) = (try optionalText(), try optionalText())
    let place = try readOptional { reader throws(Unreadable) in try reader.place() }
    let isSensitive = try readFlag()
    return Photo(
      id: id, kind: kind, address: try optionalText(), renditions: renditions,
      size: size, altText: words, blurhash: blurhash, colour: colour, photographer: photographer,
      licence: licence, place: place, isSensitive: isSensitive)
  }

  mutating func readRenditions() throws(Unreadable) -> [Photo.Rendition] {
    try list { reader throws(Unreadable) in
      Photo.Rendition(url: try reader.text(), size: try reader.readSize())
    }
  }

  mutating func place() throws(Unreadable) -> Place {
    Place(name: try text(), latitude: try readFraction(), longitude: try readFraction())
  }

  private mutating func readSize() throws(Unreadable) -> PhotoSize {
    PhotoSize(width: try integer(), height: try integer())
  }

  private mutating func readColour() throws(Unreadable) -> UInt32 {
    guard let colour = UInt32(exactly: try number()) else { throw Unreadable() }
    return colour
  }
}

extension ByteWriter {
  mutating func writeRichText(_ text: RichText) {
    list(text.runs) {
      switch $1.kind {
      case .plain: $0.byte(0)
      case .link(let address):
        $0.byte(1)
        $0.text(address)
      case .mention(let person):
        $0.byte(2)
        $0.text(person.rawValue)
      case .tag(let tag):
        $0.byte(3)
        $0.text(tag)
      case .emphasis: $0.byte(4)
      case .code: $0.byte(5)
      case .emoji(let address):
        $0.byte(6)
        $0.text(address)
      case .heading: $0.byte(7)
      case .codeBlock: $0.byte(8)
      case .cellSeparator: $0.byte(9)
      case .label(let label):
        $0.byte(10)
        $0.text(label.rawValue)
      }
      $0.text($1.text)
    }
  }
}

extension ByteReader {
  mutating func readRichText() throws(Unreadable) -> RichText {
    RichText(
      runs: try list { reader throws(Unreadable) in
        let kind = try reader.readRunKind()
        return RichText.Run(try reader.text(), kind)
      })
  }

  private mutating func readRunKind() throws(Unreadable) -> RichText.Run.Kind {
    switch try byte() {
    case 0: .plain
    case 1: .link(try text())
    case 2: .mention(Person.ID(try text()))
    case 3: .tag(try text())
    case 4: .emphasis
    case 5: .code
    case 6: .emoji(try text())
    case 7: .heading
    case 8: .codeBlock
    case 9: .cellSeparator
    case 10: AttachmentLabel(rawValue: try text()).map { .label($0) } ?? .plain
    default: throw Unreadable()
    }
  }
}
