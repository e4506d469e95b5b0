/// Who is asked where places are; nobody, unless the reader wants it.
public struct PlaceSettings: Equatable, Sendable {
  /// Nobody.
  public static let off = PlaceSettings()

  /// Nominatim's address, as "https://nominatim.openstreetmap.org": for whole names, and for what is
  /// at a place.
  public let nominatim: String?
  /// Photon's address, as "https://photon.komoot.io": also for names while they are typed.
  public let photon: String?
  /// The language of the names, as "de".
  public let language: String
  /// The folder in which answers are kept; nil where they go with the program.
  public let folder: String?

  /// Those who have an address are asked.
  public init(
    nominatim: String? = nil, photon: String? = nil, language: String = "en",
    folder: String? = nil
  ) {
    self.folder = folder
    self.nominatim = nominatim.flatMap(Self.base)
    self.photon = photon.flatMap(Self.base)
    self.language = language
  }

  /// The address without a slash at its end; nil where nobody can be asked there.
  private static func base(_ address: String) -> String? {
    var bytes = Array(address.trimmingBlanks.utf8)[...]
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    let base = String(decoding: bytes, as: UTF8.self)
    let mayBeAsked = base.hasPrefix("https://") || isOnThisMachine(base)
    return mayBeAsked && !bytes.contains(where: isAmiss) ? base : nil
  }

  /// Whether it has no place in the address of a server.
  private static func isAmiss(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: " "): true
    default: false
    }
  }

  /// Whether it is this machine by name, the only place for plain http: the transport goes no
  /// further either.
  private static func isOnThisMachine(_ base: String) -> Bool {
    let parts = base.split(separator: "/", maxSplits: 2)
    guard parts.count > 1, base.hasPrefix("http://") else { return false }
    return ["localhost", "127.0.0.1", "[::1]"].contains { name in
      parts[1] == name || parts[1].hasPrefix(name + ":")
    }
  }

  /// Whether somebody can be asked at that address.
  public static func canAsk(_ address: String) -> Bool { base(address) != nil }
}

extension PlaceSettings {
  /// Who can be asked.
  enum Source: String, CaseIterable, Sendable {
    case nominatim, photon
  }

  /// Where the answers of one of them are kept.
  func memory(of source: Source) -> PlaceMemory {
    PlaceMemory(path: folder.map { "\($0)/places-\(source.rawValue)" })
  }

  /// Erases all that was kept.
  func forget() {
    for source in Source.allCases {
      var memory = memory(of: source)
      memory.forget()
    }
  }
}
