struct BusMessage: Equatable, Sendable {
  enum Kind: UInt8, Sendable {
    case call = 1
    case reply = 2
    case failure = 3
    case signal = 4
  }

  /// The number of a field in a message's head.
  private enum Field: UInt8 {
    case path = 1
    case interface, member, errorName, replySerial, destination, sender, signature
  }

  /// Nothing that is asked for here is longer.
  static let longest = 65_536
  /// How many bytes tell how long the rest is.
  static let preludeLength = 16

  var kind: Kind
  var serial: UInt32 = 0
  var path: String?
  var interface: String?
  var member: String?
  var errorName: String?
  var replySerial: UInt32?
  var destination: String?
  var sender: String?
  /// Whether whoever is asked may be started for it.
  var mayStart = true
  var body: [BusValue] = []

  /// The message as it goes over the bus.
  var bytes: [UInt8] {
    var content = BusWriter()
    for value in body { content.write(value) }
    var head = BusWriter()
    head.write(.byte(UInt8(ascii: "l")))
    head.write(.byte(kind.rawValue))
    // An answer is wanted, and whoever is asked may be started for it or not.
    head.write(.byte(mayStart ? 0 : 2))
    head.write(.byte(1))
    head.write(UInt32(content.bytes.count))
    head.write(serial)
    let fields = fields
    // Fields begin at a multiple of eight; so do these, sixteen bytes before where they will stand.
    head.write(UInt32(fields.count))
    var bytes = head.bytes + fields
    while bytes.count % 8 != 0 { bytes.append(0) }
    return bytes + content.bytes
  }

  private var fields: [UInt8] {
    var fields = BusWriter()
    func write(_ field: Field, _ value: BusValue?) {
      guard let value else { return }
      fields.align(to: 8)
      fields.write(.byte(field.rawValue))
      fields.write(.variant(value))
    }
    write(.path, path.map { .path($0) })
    write(.interface, interface.map { .text($0) })
    write(.member, member.map { .text($0) })
    write(.errorName, errorName.map { .text($0) })
    write(.replySerial, replySerial.map { .number($0) })
    write(.destination, destination.map { .text($0) })
    write(.sender, sender.map { .text($0) })
    let codes = body.map(\.code).joined()
    if !codes.isEmpty { write(.signature, .signature(codes)) }
    return fields.bytes
  }
}

extension BusMessage {
  /// How many bytes follow a prelude: the fields, what fills up to eight, and the body.
  static func lengthAfter(_ prelude: [UInt8]) throws(BusError) -> Int {
    let isLittle = try isLittle(prelude)
    var reader = BusReader(prelude, isLittle: isLittle)
    try reader.skip(4)
    let body = Int(try reader.integer(4))
    try reader.skip(4)
    let fields = Int(try reader.integer(4))
    guard body <= longest, fields <= longest else { throw .unreadable }
    return (fields + 7) / 8 * 8 + body
  }

  init(_ bytes: [UInt8]) throws(BusError) {
    var reader = BusReader(bytes, isLittle: try Self.isLittle(bytes))
    try reader.skip(1)
    guard let kind = Kind(rawValue: UInt8(try reader.integer(1))) else { throw .unreadable }
    self.init(kind: kind)
    mayStart = try reader.integer(1) & 2 == 0
    try reader.skip(5)
    serial = UInt32(try reader.integer(4))
    let end = Int(try reader.integer(4)) + Self.preludeLength
    var signature = ""
    while reader.place < end {
      try reader.align(to: 8)
      let field = Field(rawValue: UInt8(try reader.integer(1)))
      guard case .variant(let value)? = try reader.values("v").first else { throw .unreadable }
      if case .signature(let codes) = value, field == .signature { signature = codes }
      take(value, as: field)
    }
    try reader.align(to: 8)
    do throws(BusError) {
      body = try reader.values(signature)
    } catch {
      // A signal that nobody asked for may carry anything.
      guard kind == .signal else { throw error }
    }
  }

  private mutating func take(_ value: BusValue, as field: Field?) {
    switch (field, value) {
    case (.path, .path(let text)): path = text
    case (.interface, .text(let text)): interface = text
    case (.member, .text(let text)): member = text
    case (.errorName, .text(let text)): errorName = text
    case (.replySerial, .number(let number)): replySerial = number
    case (.destination, .text(let text)): destination = text
    case (.sender, .text(let text)): sender = text
    default: break
    }
  }

  private static func isLittle(_ bytes: [UInt8]) throws(BusError) -> Bool {
    switch bytes.first {
    case UInt8(ascii: "l"): return true
    case UInt8(ascii: "B"): return false
    default: throw .unreadable
    }
  }
}
