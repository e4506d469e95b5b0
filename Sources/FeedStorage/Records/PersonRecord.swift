internal import FeedDomain

enum PersonRecord {
  /// Since 2, it may have a picture; whoever has none is written as before.
  private static let version: UInt8 = 2

  static func bytes(of person: Person) -> [UInt8] {
    var writer = ByteWriter()
    writer.byte(person.pictures.isEmpty ? 1 : version)
    writer.person(person)
    if !person.pictures.isEmpty { writer.renditions(person.pictures) }
    return writer.bytes
  }

  /// The person the bytes are of; nil where they mean nothing to this version.
  static func person(from bytes: UnsafeRawBufferPointer) -> Person? {
    var reader = ByteReader(bytes)
    do throws(Unreadable) {
      let written = try reader.byte()
      guard (1...version).contains(written) else { return nil }
      let person = try reader.person()
      let pictures = written > 1 ? try reader.renditions() : []
      return reader.isAtEnd ? person.pictured(pictures) : nil
    } catch { return nil }
  }
}

extension ByteWriter {
  mutating func person(_ person: Person) {
    text(person.id.rawValue)
    text(person.handle)
    text(person.name)
    richText(person.bio)
    text(orNil: person.url)
    optional(person.counts) {
      // Less than none stands for what is not told.
      $0.number($1.followers ?? -1)
      $0.number($1.following ?? -1)
      $0.number($1.posts ?? -1)
    }
    optional(person.relationship) { $0.code($1, in: .relationships) }
  }
}

extension ByteReader {
  /// How many there are; nil where that is not told.
  private mutating func tally() throws(Unreadable) -> Int? {
    let count = try integer()
    return count < 0 ? nil : count
  }

  mutating func person() throws(Unreadable) -> Person {
    Person(
      id: Person.ID(try text()), handle: try text(), name: try text(), bio: try richText(),
      url: try optionalText(),
      counts: try optional { reader throws(Unreadable) in
        Person.Counts(
          followers: try reader.tally(), following: try reader.tally(),
          posts: try reader.tally())
      },
      relationship: try optional { reader throws(Unreadable) in
        try reader.coded(in: .relationships)
      })
  }
}
