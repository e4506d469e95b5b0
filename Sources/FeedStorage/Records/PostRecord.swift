internal import FeedDomain

/// The stored encoding of those fields of a post that have no database columns.
enum PostRecord {
  /// The version of the encoding of posts; posts of other versions are fetched again.
  private static let version: UInt8 = 12

  static func bytes(of post: Post) -> [UInt8] {
    var writer = ByteWriter(expecting: 1024)
    writer.byte(version)
    writer.person(post.author)
    writer.renditions(post.author.pictures)
    writer.emojis(post.author.emojis)
    writer.content(post.content)
    writer.text(orNil: post.reply?.handle)
    writer.code(post.visibility, in: .visibilities)
    writer.text(orNil: post.url)
    writer.flag(post.canBeAnswered)
    writer.flag(post.canBeQuoted)
    return writer.bytes
  }

  /// Decodes a stored post with its columns; nil if the bytes are invalid or of another version.
  static func post(_ columns: Columns, from bytes: UnsafeRawBufferPointer) -> Post? {
    var reader = ByteReader(bytes)
    do throws(Unreadable) {
      guard try reader.byte() == version else { return nil }
      let author = try reader.person().replacingPictures(try reader.renditions())
        .named(with: try reader.emojis())
      let content = try reader.content()
      let handle = try reader.optionalText()
      let visibility = try reader.coded(in: .visibilities)
      let url = try reader.optionalText()
      let canBeAnswered = try reader.flag()
      let canBeQuoted = try reader.flag()
      guard reader.isAtEnd else { return nil }
      return Post(
        id: columns.id, author: author, createdAt: columns.createdAt, content: content,
        reply: columns.replyTo.map { Post.Reply(to: $0, handle: handle) }, visibility: visibility,
        url: url, counts: columns.counts, own: columns.own, canBeAnswered: canBeAnswered,
        canBeQuoted: canBeQuoted)
    } catch { return nil }
  }

  /// The fields of a post that have database columns.
  struct Columns {
    let id: Post.ID
    let createdAt: Timestamp
    let replyTo: Post.ID?
    let counts: Post.Counts
    let own: Post.OwnActions
  }
}

extension ByteWriter {
  fileprivate mutating func content(_ content: Post.Content) {
    richText(content.text)
    text(orNil: content.warning)
    list(content.photos) { $0.photo($1) }
    optional(content.poll) { $0.poll($1) }
    optional(content.card) {
      $0.text($1.url)
      $0.text($1.title)
      $0.text($1.summary)
      $0.text(orNil: $1.site)
      $0.optional($1.picture) { $0.photo($1) }
    }
    optional(content.quote) {
      $0.text($1.id.rawValue)
      $0.text($1.handle)
      $0.text($1.name)
      $0.richText($1.text)
      $0.text(orNil: $1.warning)
      $0.list($1.pictures) { $0.text($1) }
      $0.optional($1.unavailableReason) { $0.code($1, in: .unavailableReasons) }
    }
    optional(content.place) { $0.place($1) }
    list(content.mentions) { $0.text($1) }
    text(orNil: content.fold)
    optional(content.editedAt) { $0.number($1.milliseconds) }
    text(orNil: content.language)
    emojis(content.emojis)
    optional(content.translation) {
      $0.richText($1.text)
      $0.text(orNil: $1.warning)
      $0.text(orNil: $1.language)
      $0.text(orNil: $1.provider)
      $0.flag($1.isShown)
    }
    list(content.reactions) {
      $0.text($1.name)
      $0.number($1.count)
      $0.flag($1.isOwn)
      $0.text(orNil: $1.picture)
    }
  }

  private mutating func poll(_ poll: Poll) {
    list(poll.options) {
      $0.text($1.title)
      $0.optional($1.votes) { $0.number($1) }
    }
    optional(poll.closesAt) { $0.number($1.milliseconds) }
    list(poll.chosen.sorted()) { $0.number($1) }
    flag(poll.allowsSeveral)
    optional(poll.voters) { $0.number($1) }
    flag(poll.hasVoted)
    flag(poll.isClosed)
  }
}

extension ByteReader {
  fileprivate mutating func content() throws(Unreadable) -> Post.Content {
    var content = Post.Content(
      text: try richText(), warning: try optionalText(),
      photos: try list { reader throws(Unreadable) in try reader.photo() },
      poll: try optional { reader throws(Unreadable) in try reader.poll() },
      card: try optional { reader throws(Unreadable) in try reader.card() },
      quote: try optional { reader throws(Unreadable) in try reader.quote() },
      place: try optional { reader throws(Unreadable) in try reader.place() },
      mentions: try list { reader throws(Unreadable) in try reader.text() })
    content.fold = try optionalText()
    content.editedAt = try moment()
    content.language = try optionalText()
    return content.marked(with: try emojis()).translated(try translation()).with(try reactions())
  }

  private mutating func translation() throws(Unreadable) -> Translation? {
    try optional { reader throws(Unreadable) in
      Translation(
        text: try reader.richText(), warning: try reader.optionalText(),
        language: try reader.optionalText(), provider: try reader.optionalText(),
        isShown: try reader.flag())
    }
  }

  private mutating func reactions() throws(Unreadable) -> [Reaction] {
    try list { reader throws(Unreadable) in
      Reaction(
        try reader.text(), count: try reader.integer(), isOwn: try reader.flag(),
        picture: try reader.optionalText())
    }
  }

  private mutating func card() throws(Unreadable) -> LinkPreview {
    LinkPreview(
      url: try text(), title: try text(), summary: try text(), site: try optionalText(),
      picture: try optional { reader throws(Unreadable) in try reader.photo() })
  }

  private mutating func moment() throws(Unreadable) -> Timestamp? {
    try optional { reader throws(Unreadable) in Timestamp(milliseconds: try reader.number()) }
  }

  private mutating func quote() throws(Unreadable) -> Quote {
    Quote(
      id: Post.ID(try text()), handle: try text(), name: try text(), text: try richText(),
      warning: try optionalText(),
      pictures: try list { reader throws(Unreadable) in try reader.text() },
      unavailableReason: try optional { reader throws(Unreadable) in
        try reader.coded(in: .unavailableReasons)
      })
  }

  private mutating func poll() throws(Unreadable) -> Poll {
    Poll(
      options: try list { reader throws(Unreadable) in
        Poll.Option(
          title: try reader.text(),
          votes: try reader.optional { reader throws(Unreadable) in try reader.integer() })
      }, closesAt: try moment(),
      chosen: Set(try list { reader throws(Unreadable) in try reader.integer() }),
      allowsSeveral: try flag(),
      voters: try optional { reader throws(Unreadable) in try reader.integer() },
      hasVoted: try flag(), isClosed: try flag())
  }
}

extension ByteWriter {
  mutating func photo(_ photo: Photo) {
    text(photo.id.rawValue)
    code(photo.kind, in: .photoKinds)
    renditions(photo.renditions)
    size(photo.size)
    text(photo.altText)
    text(orNil: photo.blurhash)
    optional(photo.colour) { $0.number(Int64($1)) }
    text(orNil: photo.photographer)
    text(orNil: photo.licence)
    optional(photo.place) { $0.place($1) }
    flag(photo.isSensitive)
    text(orNil: photo.address)
  }

  mutating func renditions(_ renditions: [Photo.Rendition]) {
    list(renditions) {
      $0.text($1.url)
      $0.size($1.size)
    }
  }

  mutating func place(_ place: Place) {
    text(place.name)
    fraction(place.latitude)
    fraction(place.longitude)
  }

  private mutating func size(_ size: PhotoSize) {
    number(size.width)
    number(size.height)
  }
}

extension ByteReader {
  mutating func photo() throws(Unreadable) -> Photo {
    let (id, kind) = (Photo.ID(try text()), try coded(in: .photoKinds))
    let (renditions, size) = (try renditions(), try size())
    let (words, blurhash) = (try text(), try optionalText())
    let colour = try optional { reader throws(Unreadable) in try reader.colour() }
    let (photographer, licence) = (try optionalText(), try optionalText())
    let place = try optional { reader throws(Unreadable) in try reader.place() }
    let isSensitive = try flag()
    return Photo(
      id: id, kind: kind, address: try optionalText(), renditions: renditions,
      size: size, altText: words, blurhash: blurhash, colour: colour, photographer: photographer,
      licence: licence, place: place, isSensitive: isSensitive)
  }

  mutating func renditions() throws(Unreadable) -> [Photo.Rendition] {
    try list { reader throws(Unreadable) in
      Photo.Rendition(url: try reader.text(), size: try reader.size())
    }
  }

  mutating func place() throws(Unreadable) -> Place {
    Place(name: try text(), latitude: try fraction(), longitude: try fraction())
  }

  private mutating func size() throws(Unreadable) -> PhotoSize {
    PhotoSize(width: try integer(), height: try integer())
  }

  private mutating func colour() throws(Unreadable) -> UInt32 {
    guard let colour = UInt32(exactly: try number()) else { throw Unreadable() }
    return colour
  }
}

extension ByteWriter {
  mutating func richText(_ text: RichText) {
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
      }
      $0.text($1.text)
    }
  }
}

extension ByteReader {
  mutating func richText() throws(Unreadable) -> RichText {
    RichText(
      runs: try list { reader throws(Unreadable) in
        let kind = try reader.runKind()
        return RichText.Run(try reader.text(), kind)
      })
  }

  private mutating func runKind() throws(Unreadable) -> RichText.Run.Kind {
    switch try byte() {
    case 0: .plain
    case 1: .link(try text())
    case 2: .mention(Person.ID(try text()))
    case 3: .tag(try text())
    case 4: .emphasis
    case 5: .code
    case 6: .emoji(try text())
    default: throw Unreadable()
    }
  }
}
