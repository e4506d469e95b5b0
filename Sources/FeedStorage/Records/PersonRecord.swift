internal import FeedDomain

enum PersonRecord {
  /// The version of the encoding of a stored person: 2 added pictures, 3 custom emoji. A person
  /// without them is encoded as in the earlier version.
  private static let version: UInt8 = 3

  static func encodedBytes(of person: Person) -> [UInt8] {
    var writer = RecordEncoder()
    let used = !person.emojis.isEmpty ? version : person.pictures.isEmpty ? 1 : 2
    writer.writeByte(used)
    writer.writePerson(person)
    if used > 1 { writer.writeRenditions(person.pictures) }
    if used > 2 { writer.writeEmojis(person.emojis) }
    return writer.bytes
  }

  /// Returns the stored person in bytes; nil if these are invalid or from a later version of
  /// Tweetie.
  static func decodedPerson(from bytes: UnsafeRawBufferPointer) -> Person? {
    var reader = RecordDecoder(bytes)
    do throws(RecordDecodingError) {
      let written = try reader.readByte()
      guard (1...version).contains(written) else { return nil }
      let person = try reader.readPerson()
      let pictures = written > 1 ? try reader.readRenditions() : []
      let emojis = written > 2 ? try reader.readEmojis() : []
      return reader.isAtEnd
        ? person.replacingPortraits(pictures).addingOccurringNameEmoji(with: emojis) : nil
    } catch { return nil }
  }
}

extension RecordEncoder {
  mutating func writeEmojis(_ emojis: [CustomEmoji]) {
    writeList(emojis) {
      $0.writeText($1.name)
      $0.writeText($1.url)
    }
  }

  mutating func writePerson(_ person: Person) {
    writeText(person.id.rawValue)
    writeText(person.handle)
    writeText(person.name)
    writeRichText(person.bio)
    writeText(orNil: person.url)
    writeOptional(person.counts) {
      // -1 stands for an unknown count.
      $0.writeNumber($1.followers ?? -1)
      $0.writeNumber($1.following ?? -1)
      $0.writeNumber($1.posts ?? -1)
    }
    writeOptional(person.relationship) { $0.writeCode(of: $1, in: .relationships) }
  }
}

extension RecordDecoder {
  mutating func readEmojis() throws(RecordDecodingError) -> [CustomEmoji] {
    try readList { reader throws(RecordDecodingError) in
      let (name, url) = (try reader.readText(), try reader.readText())
      guard let emoji = CustomEmoji(name: name, url: url) else { throw RecordDecodingError() }
      return emoji
    }
  }

  private mutating func readOptionalCount() throws(RecordDecodingError) -> Int? {
    let count = try readInteger()
    return count < 0 ? nil : count
  }

  mutating func readPerson() throws(RecordDecodingError) -> Person {
    Person(
      id: Person.ID(try readText()), handle: try readText(), name: try readText(),
      bio: try readRichText(),
      url: try readOptionalText(),
      counts: try readOptional { reader throws(RecordDecodingError) in
        Person.PersonCounts(
          followers: try reader.readOptionalCount(), following: try reader.readOptionalCount(),
          posts: try reader.readOptionalCount())
      },
      relationship: try readOptional { reader throws(RecordDecodingError) in
        try reader.readCode(in: .relationships)
      })
  }
}

/// A namespace for the stored encoding of a notification; its post is stored separately.
enum NotificationRecord {
  /// The version of the encoding of a stored notification: 2 added the count and the group, 3 the
  /// subject.
  private static let version: UInt8 = 3

  static func encodedBytes(of notice: Notification) -> [UInt8] {
    var writer = RecordEncoder()
    writer.writeByte(version)
    writer.writeText(notice.id.rawValue)
    writer.writeCode(of: notice.kind, in: .notificationKinds)
    writer.writeList(notice.people) { $0.writePerson($1) }
    writer.writeText(orNil: notice.post?.id.rawValue)
    writer.writeNumber(notice.createdAt.milliseconds)
    writer.writeNumber(notice.count)
    writer.writeText(orNil: notice.group)
    writer.writeText(orNil: notice.subject?.title)
    writer.writeText(orNil: notice.subject?.url)
    return writer.bytes
  }

  /// Returns the stored notification in bytes and the id of its post; nil if the bytes are invalid
  /// or from a later version of Tweetie.
  static func decodedNotification(
    from bytes: UnsafeRawBufferPointer
  ) -> (notice: Notification, post: Post.ID?)? {
    var reader = RecordDecoder(bytes)
    do throws(RecordDecodingError) {
      let written = try reader.readByte()
      guard (1...version).contains(written) else { return nil }
      let id = Notification.ID(try reader.readText())
      let kind = try reader.readCode(in: .notificationKinds)
      let people = try reader.readList { reader throws(RecordDecodingError) in
        try reader.readPerson()
      }
      let post = try reader.readOptionalText().map { Post.ID($0) }
      let at = Timestamp(milliseconds: try reader.readNumber())
      let count = written > 1 ? try reader.readInteger() : 0
      let group = written > 1 ? try reader.readOptionalText() : nil
      let title = written > 2 ? try reader.readOptionalText() : nil
      let url = written > 2 ? try reader.readOptionalText() : nil
      guard reader.isAtEnd else { return nil }
      return (
        Notification(
          id: id, kind: kind, people: people, count: count, group: group, post: nil,
          subject: title.map { Notification.NotificationSubjectBesidesPost(title: $0, url: url) },
          createdAt: at),
        post
      )
    } catch { return nil }
  }
}
