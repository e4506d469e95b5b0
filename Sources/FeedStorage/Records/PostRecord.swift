internal import FeedDomain

/// What of a post is neither asked for nor updated by itself, as bytes; the rest are columns.
enum PostRecord {
  /// Since 2, a poll says whether several of its answers may be chosen; since 3, a post names those
  /// it speaks to; since 4, it says whether it may be answered, what its author put before it is told
  /// apart from why it is folded away, and a quote says what covers it and what its pictures show;
  /// since 5, it says when it was changed, and whether it may be quoted, and a poll how many
  /// people voted, whether the reader did, and whether it is over; since 6, a quote says why it
  /// cannot be shown; since 7, its author has a picture, and a card says whose it is and may have
  /// one; since 8, it says in which language it is; since 9, its author's name may have emoji of a
  /// server's own; since 10, its warning and its poll may; since 11, it may be translated, and answered
  /// with emoji; since 12, its pictures, films and sounds say where they are.
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

  /// The post with these columns and the bytes; nil where they mean nothing to this version.
  static func post(_ columns: Columns, from bytes: UnsafeRawBufferPointer) -> Post? {
    var reader = ByteReader(bytes)
    do throws(Unreadable) {
      let written = try reader.byte()
      guard (1...version).contains(written) else { return nil }
      let writer = try reader.person()
      let pictured = written > 6 ? writer.pictured(try reader.renditions()) : writer
      let author = written > 8 ? pictured.named(with: try reader.emojis()) : pictured
      let content = try reader.content(version: written)
      let handle = try reader.optionalText()
      let visibility = try reader.coded(in: .visibilities)
      let url = try reader.optionalText()
      let canBeAnswered = written > 3 ? try reader.flag() : true
      let canBeQuoted = written > 4 ? try reader.flag() : true
      guard reader.isAtEnd else { return nil }
      return Post(
        id: columns.id, author: author, createdAt: columns.createdAt, content: content,
        reply: columns.replyTo.map { Post.Reply(to: $0, handle: handle) }, visibility: visibility,
        url: url, counts: columns.counts, own: columns.own, canBeAnswered: canBeAnswered,
        canBeQuoted: canBeQuoted)
    } catch { return nil }
  }

  /// What of a post is a column, where there are columns.
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
      $0.optional($1.absence) { $0.code($1, in: .quoteAbsences) }
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
  fileprivate mutating func content(version: UInt8) throws(Unreadable) -> Post.Content {
    let text = try richText()
    let warning = try optionalText()
    let photos = try list { reader throws(Unreadable) in
      try reader.photo(hasAddress: version > 11)
    }
    let poll = try optional { reader throws(Unreadable) in try reader.poll(version: version) }
    let card = try optional { reader throws(Unreadable) in
      try reader.card(version: version)
    }
    let quote = try optional { reader throws(Unreadable) in
      try reader.quote(version: version)
    }
    let place = try optional { reader throws(Unreadable) in try reader.place() }
    let mentions =
      version > 2 ? try list { reader throws(Unreadable) in try reader.text() } : []
    let content = Post.Content(
      text: text, warning: warning, fold: version > 3 ? try optionalText() : nil, photos: photos,
      poll: poll, card: card, quote: quote, place: place, mentions: mentions,
      editedAt: version > 4 ? try moment() : nil,
      language: version > 7 ? try optionalText() : nil)
    guard version > 9 else { return content }
    let marked = content.marked(with: try emojis())
    return version > 10 ? marked.translated(try translation()).with(try reactions()) : marked
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

  private mutating func card(version: UInt8) throws(Unreadable) -> Card {
    let (url, title, summary) = (try text(), try text(), try text())
    guard version > 6 else { return Card(url: url, title: title, summary: summary) }
    return Card(
      url: url, title: title, summary: summary, site: try optionalText(),
      picture: try optional { reader throws(Unreadable) in
        try reader.photo(hasAddress: version > 11)
      })
  }

  private mutating func moment() throws(Unreadable) -> Timestamp? {
    try optional { reader throws(Unreadable) in Timestamp(milliseconds: try reader.number()) }
  }

  private mutating func quote(version: UInt8) throws(Unreadable) -> Quote {
    let id = Post.ID(try text())
    let (handle, name, words) = (try text(), try text(), try richText())
    guard version > 3 else { return Quote(id: id, handle: handle, name: name, text: words) }
    return Quote(
      id: id, handle: handle, name: name, text: words, warning: try optionalText(),
      pictures: try list { reader throws(Unreadable) in try reader.text() },
      absence: version > 5
        ? try optional { reader throws(Unreadable) in try reader.coded(in: .quoteAbsences) } : nil)
  }

  private mutating func poll(version: UInt8) throws(Unreadable) -> Poll {
    let options = try list { reader throws(Unreadable) in
      Poll.Option(
        title: try reader.text(),
        votes: try reader.optional { reader throws(Unreadable) in try reader.integer() })
    }
    let closesAt = try optional { reader throws(Unreadable) in try reader.number() }
    let chosen = try list { reader throws(Unreadable) in try reader.integer() }
    return Poll(
      options: options, closesAt: closesAt.map { Timestamp(milliseconds: $0) },
      chosen: Set(chosen), allowsSeveral: version > 1 ? try flag() : false,
      voters: version > 4
        ? try optional { reader throws(Unreadable) in try reader.integer() } : nil,
      hasVoted: version > 4 ? try flag() : false, isClosed: version > 4 ? try flag() : false)
  }
}
