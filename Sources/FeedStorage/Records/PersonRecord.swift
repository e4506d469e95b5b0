internal import FeedDomain

enum PersonRecord {
  /// The version of the encoding of a person: 2 added pictures, 3 custom emoji. People without them
  /// are encoded as before.
  private static let version: UInt8 = 3

  static func bytes(of person: Person) -> [UInt8] {
    var writer = ByteWriter()
    let used = !person.emojis.isEmpty ? version : person.pictures.isEmpty ? 1 : 2
    writer.byte(used)
    writer.person(person)
    if used > 1 { writer.writeRenditions(person.pictures) }
    if used > 2 { writer.writeEmojis(person.emojis) }
    return writer.bytes
  }

  /// Decodes a stored person; nil if the bytes are invalid or of a later version.
  static func person(from bytes: UnsafeRawBufferPointer) -> Person? {
    var reader = ByteReader(bytes)
    do throws(Unreadable) {
      let written = try reader.byte()
      guard (1...version).contains(written) else { return nil }
      let person = try reader.person()
      let pictures = written > 1 ? try reader.readRenditions() : []
      let emojis = written > 2 ? try reader.readEmojis() : []
      return reader.isAtEnd ? person.replacingPictures(pictures).named(with: emojis) : nil
    } catch { return nil }
  }
}

extension ByteWriter {
  mutating func writeEmojis(_ emojis: [CustomEmoji]) {
    list(emojis) {
      $0.text($1.name)
      $0.text($1.url)
    }
  }

  mutating func person(_ person: Person) {
    text(person.id.rawValue)
    text(person.handle)
    text(person.name)
    writeRichText(person.bio)
    text(orNil: person.url)
    writeOptional(person.counts) {
      // Less than none stands for what is not told.
      $0.number($1.followers ?? -1)
      $0.number($1.following ?? -1)
      $0.number($1.posts ?? -1)
    }
    writeOptional(person.relationship) { $0.code($1, in: .relationships) }
  }
}

extension ByteReader {
  mutating func readEmojis() throws(Unreadable) -> [CustomEmoji] {
    try list { reader throws(Unreadable) in
      let (name, url) = (try reader.text(), try reader.text())
      guard let emoji = CustomEmoji(name: name, url: url) else { throw Unreadable() }
      return emoji
    }
  }

  private mutating func readOptionalCount() throws(Unreadable) -> Int? {
    let count = try integer()
    return count < 0 ? nil : count
  }

  mutating func person() throws(Unreadable) -> Person {
    Person(
      id: Person.ID(try text()), handle: try text(), name: try text(), bio: try readRichText(),
      url: try optionalText(),
      counts: try readOptional { reader throws(Unreadable) in
        Person.Counts(
          followers: try reader.readOptionalCount(), following: try reader.readOptionalCount(),
          posts: try reader.readOptionalCount())
      },
      relationship: try readOptional { reader throws(Unreadable) in
        try reader.readCoded(in: .relationships)
      })
  }
}

/// The stored encoding of a notification; its post is stored separately.
enum NotificationRecord {
  /// The version of the encoding of a notification: 2 added the count and the group, 3 the subject.
  private static let version: UInt8 = 3

  static func bytes(of notice: Notification) -> [UInt8] {
    var writer = ByteWriter()
    writer.byte(version)
    writer.text(notice.id.rawValue)
    writer.code(notice.kind, in: .notificationKinds)
    writer.list(notice.people) { $0.person($1) }
    writer.text(orNil: notice.post?.id.rawValue)
    writer.number(notice.at.milliseconds)
    writer.number(notice.count)
    writer.text(orNil: notice.group)
    writer.text(orNil: notice.subject?.title)
    writer.text(orNil: notice.subject?.url)
    return writer.bytes
  }

  /// Decodes a stored notification and its post's id; nil if the bytes are invalid or of a later
  /// version.
  static func notice(
    from bytes: UnsafeRawBufferPointer
  ) -> (notice: Notification, post: Post.ID?)? {
    var reader = ByteReader(bytes)
    do throws(Unreadable) {
      let written = try reader.byte()
      guard (1...version).contains(written) else { return nil }
      let id = Notification.ID(try reader.text())
      let kind = try reader.readCoded(in: .notificationKinds)
      let people = try reader.list { reader throws(Unreadable) in try reader.person() }
      let post = try reader.optionalText().map { Post.ID($0) }
      let at = Timestamp(milliseconds: try reader.number())
      let count = written > 1 ? try reader.integer() : 0
      let group = written > 1 ? try reader.optionalText() : nil
      let title = written > 2 ? try reader.optionalText() : nil
      let url = written > 2 ? try reader.optionalText() : nil
      guard reader.isAtEnd else { return nil }
      return (
        Notification(
          id: id, kind: kind, people: people, count: count, group: group, post: nil,
          subject: title.map { Notification.Subject(title: $0, url: url) }, at: at),
        post
      )
    } catch { return nil }
  }
}
