internal import FeedDomain
internal import Groundwork

/// An `at://` address of a Bluesky record: owner, collection and key. URL parsers cannot read such
/// an address, because of its colons.
struct ATProtocolAddress: Equatable, Sendable {
  let owner: String
  let collection: String
  let key: String

  init(owner: String, collection: String, key: String) {
    (self.owner, self.collection, self.key) = (owner, collection, key)
  }

  init?(_ text: String) {
    guard text.hasPrefix("at://"), text.utf8.count <= 2048 else { return nil }
    let parts = text.dropFirst("at://".utf8.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
    else { return nil }
    self.init(owner: String(parts[0]), collection: String(parts[1]), key: String(parts[2]))
  }

  var page: String? {
    // Colons are harmless in a path, and keep the address readable.
    let owner = owner.split(separator: ":", omittingEmptySubsequences: false)
      .map { WebAddressQuery.percentEncoded(String($0)) }.joined(separator: ":")
    let person = "https://bsky.app/profile/\(owner)"
    let key = WebAddressQuery.percentEncoded(key)
    return switch collection {
    case "app.bsky.feed.post": "\(person)/post/\(key)"
    case "app.bsky.feed.generator": "\(person)/feed/\(key)"
    case "app.bsky.graph.list": "\(person)/lists/\(key)"
    case "app.bsky.graph.starterpack":
      "https://bsky.app/starter-pack/\(owner)/\(key)"
    case "app.bsky.labeler.service", "app.bsky.actor.profile": person
    default: nil
    }
  }
}

/// A generator of the keys of Bluesky records that Tweetie writes, so that writing a record twice
/// stores one; keys look like times, as some servers accept no other. A like's key is a hash of its
/// subject, a post's key the time at which its draft was begun.
enum BlueskyRecordKeyGenerator {
  private static let alphabet = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)
  /// The beginning of the range of times that Bluesky record keys made of hashes encode, in
  /// microseconds since 1970: the year 2023. All times in the range are in the past.
  private static let start: UInt64 = 1_672_531_200_000_000
  private static let span: UInt64 = 3 * 365 * 86_400 * 1_000_000

  /// Returns the key of a Bluesky record that exists once for its subject, such as a like; `name`
  /// identifies the subject.
  static func recordKey(for name: String) -> String {
    let hash = recordSubjectHash(name)
    return encodedRecordKey(of: (start + hash.quotient % span) << 10 | hash.remainder)
  }

  /// Returns the key of a Bluesky post's record, made of the idempotency key of its draft.
  static func recordKey(forPost key: OutboxItem.ID) -> String {
    // A key from another version contains no time.
    TimedIdempotencyKey(key.rawValue).map { encodedRecordKey(of: $0.number) }
      ?? self.recordKey(for: key.rawValue)
  }

  private static func encodedRecordKey(of number: UInt64) -> String {
    var number = number
    var text: [UInt8] = []
    for _ in 0..<13 {
      text.append(alphabet[Int(number & 31)])
      number >>= 5
    }
    return String(decoding: text.reversed(), as: UTF8.self)
  }

  /// Returns the hash of a text that identifies the subject of a Bluesky record, such as a liked
  /// post, divided by 1024: quotient and remainder, from which the record's key is made.
  private static func recordSubjectHash(_ text: String) -> (quotient: UInt64, remainder: UInt64) {
    var hash = StableHash.hash(of: text)
    hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ hash >> 33) &* 0xc4ce_b9fe_1a85_ec53
    hash ^= hash >> 33
    return hash.quotientAndRemainder(dividingBy: 1024)
  }
}

extension JSON {
  /// The handle in the JSON of a Bluesky person; nil if there is none, or only the placeholder for
  /// all handles that do not lead to their person.
  var blueskyHandle: String? {
    self["handle"].nonEmptyString.flatMap { $0 == "handle.invalid" ? nil : $0 }
  }
}

/// A name that the user typed for signing in to Bluesky: a handle, a DID or an e-mail address.
enum BlueskyLoginName: Equatable, Sendable {
  case handle(String)
  case did(String)
  case mail(String)

  init?(_ typed: String) {
    // Copied handles often contain invisible characters.
    let text = String(
      typed.unicodeScalars.filter { $0.value > 0x20 && $0.value < 0x7f }.map(Character.init))
    if text.hasPrefix("did:") {
      guard Self.isDID(text) else { return nil }
      self = .did(text)
      return
    }
    let bare = text.hasPrefix("@") ? String(text.dropFirst()) : text
    if bare.contains("@") {
      self = .mail(bare)
    } else if HostNameRules.isDottedHostName(bare) {
      self = .handle(bare.lowercased())
    } else {
      return nil
    }
  }

  var text: String {
    switch self {
    case .handle(let text), .did(let text), .mail(let text): text
    }
  }

  static func isDID(_ text: String) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 2)
    return text.utf8.count <= 2048 && parts.count == 3 && parts[0] == "did"
      && text.containsOnlyAlphanumerics(or: ":._-%")
  }
}

/// An address of a post or person at Bluesky: "at://…", or a page of bsky.app.
struct BlueskyPageAddress: Equatable, Sendable {
  /// The handle or DID of a person, or of a post's author, in the address of a Bluesky page.
  let owner: BlueskyLoginName
  let key: String?

  init?(_ address: String) {
    let parts: [String]
    if address.hasPrefix("at://") {
      parts = address.dropFirst("at://".utf8.count)
        .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    } else {
      // The path is rewritten to the form of a record's address, with the collection in the middle.
      guard let place = PageAddress(address), place.host == "bsky.app",
        place.parts.first == "profile"
      else { return nil }
      parts = place.parts.dropFirst().map { $0 == "post" ? Self.posts : $0 }
    }
    guard let owner = BlueskyLoginName(parts.first ?? "") else { return nil }
    if case .mail = owner { return nil }
    self.owner = owner
    switch parts.count {
    case 1: key = nil
    case 3 where parts[1] == Self.posts && parts[2].containsOnlyAlphanumerics(or: "-._~:"):
      key = parts[2]
    default: return nil
    }
  }

  static let posts = "app.bsky.feed.post"
}

/// A set of addresses of public Bluesky servers that are asked before the account's own server is
/// known.
struct BlueskyPublicServers: Equatable, Sendable {
  /// The address of the Bluesky server for sign-ins with an e-mail address.
  var entryway = "https://bsky.social"
  var resolver = "https://public.api.bsky.app"
  /// The address of the public server that returns the DID documents of Bluesky people.
  var directory = "https://plc.directory"
  /// The hosts that may be contacted because a Bluesky person's DID document names them: public
  /// ones only, since the document may be a stranger's.
  var allowedHosts = HTTPRequest.AllowedHosts.publicHosts
}

/// A public DID document of a Bluesky person, which names the person's handles and server.
struct DIDDocument: Equatable, Sendable {
  let id: String
  let handles: [String]
  /// The address of a Bluesky person's server, such as "https://example.org"; nil if the DID
  /// document names none.
  let server: String?

  init?(_ json: JSON) {
    guard let id = json["id"].nonEmptyString else { return nil }
    self.id = id
    handles = json["alsoKnownAs"].array.compactMap(\.string).compactMap { name in
      name.hasPrefix("at://") ? String(name.dropFirst("at://".utf8.count)).lowercased() : nil
    }
    let service = json["service"].array.first { service in
      let name = service["id"].string
      return (name == "#atproto_pds" || name == "\(id)#atproto_pds")
        && service["type"] == "AtprotoPersonalDataServer"
    }
    server = service?["serviceEndpoint"].webAddress.flatMap { TypedServerAddress($0)?.origin }
  }
}

/// A path of an HTTP request that calls a Bluesky method, with its encoded query.
struct XRPCPath: Equatable, Sendable {
  let path: String

  /// Creates the path of a call of a Bluesky method; query items with nil values are left out.
  init(_ method: String, _ query: [(String, String?)] = []) {
    let query = WebAddressQuery(query.compactMap { name, value in value.map { (name, $0) } }).text
    path = "/xrpc/\(method)" + (query.isEmpty ? "" : "?\(query)")
  }
}
