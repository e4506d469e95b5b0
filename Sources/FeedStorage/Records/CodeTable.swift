internal import FeedDomain

/// The bytes that stand for the cases of an enum: a case keeps its place for ever.
struct CodeTable<Value: Equatable & Sendable>: Sendable {
  fileprivate let values: [Value]

  init(_ values: [Value]) { self.values = values }
}

extension CodeTable<Relationship> {
  static let relationships = CodeTable([
    .oneself, .followed, .stranger, .muted, .blocked, .requested, .mutedFollowed,
  ])
}

extension CodeTable<Notice.Kind> {
  static let noticeKinds = CodeTable([
    .like, .boost, .follow, .mention, .poll, .quote, .reaction, .request, .other, .published, .edit,
    .quoteEdit, .severed, .warning, .report, .newcomer, .likeOfBoosted, .boostOfBoosted, .verified,
    .unverified, .joined, .contact, .collected, .collectionEdit,
  ])
}

extension CodeTable<Visibility> {
  static let visibilities = CodeTable([.everybody, .unlisted, .followers, .mentioned, .oneself])
}

extension CodeTable<Photo.Kind> {
  static let photoKinds = CodeTable([.still, .animation, .video, .audio])
}

extension CodeTable<Quote.Absence> {
  static let quoteAbsences = CodeTable([.gone, .blocked, .detached, .untold, .awaited])
}

extension ByteWriter {
  mutating func code<Value>(_ value: Value, in table: CodeTable<Value>) {
    guard let code = table.values.firstIndex(of: value) else {
      preconditionFailure("A case has no code yet: add it at the end of its table.")
    }
    byte(UInt8(code))
  }
}

extension ByteReader {
  mutating func coded<Value>(in table: CodeTable<Value>) throws(Unreadable) -> Value {
    let code = Int(try byte())
    guard table.values.indices.contains(code) else { throw Unreadable() }
    return table.values[code]
  }
}
