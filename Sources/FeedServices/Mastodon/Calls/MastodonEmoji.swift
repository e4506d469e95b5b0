internal import FeedDomain

/// Pictures with names that the server has.
struct MastodonEmoji: EmojiGateway {
  let connection: MastodonConnection

  /// What the server offers to whoever writes; some is kept for old posts alone.
  func emojiNames() async throws(FeedError) -> [String] {
    try await connection.get(MastodonPath("/api/v1/custom_emojis")) { json, _ in
      json.array.compactMap { emoji in
        guard emoji["visible_in_picker"].bool != false,
          let name = emoji["shortcode"].filledString, name.utf8.allSatisfy(Self.isOfName)
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
