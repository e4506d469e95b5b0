internal import FeedDomain

/// Tags, and pictures with names, that the server knows.
struct MastodonCompletion: CompletionGateway {
  /// More are looked through by nobody, and by every letter after a colon.
  private static let mostEmoji = 20_000

  let connection: MastodonConnection

  /// Tags that begin like that, or those that many use.
  func tags(matching beginning: String) async throws(FeedError) -> [String] {
    let path =
      beginning.isEmpty
      ? MastodonPath("/api/v1/trends/tags", query: [("limit", "20")])
      : MastodonTimeline.search(beginning, "hashtags")
    return try await connection.get(path) { json, _ in
      (json.isArray ? json : json["hashtags"]).array.compactMap { tag in
        (tag["name"].filledString ?? tag.filledString).flatMap { $0.fits(.name) ? $0 : nil }
      }
    }
  }

  /// What the server offers to whoever writes; some is kept for old posts alone.
  func emojiNames() async throws(FeedError) -> [String] {
    try await connection.get(MastodonPath("/api/v1/custom_emojis")) { json, _ in
      json.array.prefix(Self.mostEmoji).compactMap { emoji in
        guard emoji["visible_in_picker"].bool != false,
          let name = emoji["shortcode"].filledString, name.fits(.name),
          name.utf8.allSatisfy(Self.isOfName)
        else { return nil }
        return name
      }
    }
  }

  /// Whether a byte can be one of a name: a letter or digit of ASCII, or "_", and at some servers
  /// "-", "+" and ".".
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2B, 0x2E: true
    default: false
    }
  }
}
