internal import FeedDomain

/// Cuts a text into its links, mentions and tags, where its author's program says they are: in
/// bytes of UTF-8.
///
/// Whatever makes no sense is dropped: a stretch that ends before it begins or after the text does,
/// that overlaps the one before, or that cuts a character in two.
enum BlueskyFacets {
  static func text(_ text: String, facets: JSON) -> RichText {
    let bytes = Array(text.utf8)
    var runs: [RichText.Run] = []
    var position = 0
    for facet in facets.array.compactMap(Facet.init).sorted(by: { $0.start < $1.start }) {
      guard facet.start >= position, facet.start < facet.end, facet.end <= bytes.count,
        begins(at: facet.start, bytes), begins(at: facet.end, bytes)
      else { continue }
      append(bytes[position..<facet.start], .plain, to: &runs)
      append(bytes[facet.start..<facet.end], facet.kind, to: &runs)
      position = facet.end
    }
    append(bytes[position...], .plain, to: &runs)
    return RichText(runs: runs)
  }

  private static func append(
    _ bytes: ArraySlice<UInt8>, _ kind: RichText.Run.Kind, to runs: inout [RichText.Run]
  ) {
    guard !bytes.isEmpty else { return }
    runs.append(RichText.Run(String(decoding: bytes, as: UTF8.self), kind))
  }

  /// Whether a character can begin there, so far as bytes tell.
  private static func begins(at place: Int, _ bytes: [UInt8]) -> Bool {
    place == bytes.count || bytes[place] & 0xc0 != 0x80
  }
}

/// A stretch of a text that is more than words.
private struct Facet {
  let start: Int
  let end: Int
  let kind: RichText.Run.Kind

  init?(_ json: JSON) {
    guard let start = json["index"]["byteStart"].int, let end = json["index"]["byteEnd"].int,
      start >= 0, let kind = json["features"].array.lazy.compactMap(Self.kind).first
    else { return nil }
    (self.start, self.end, self.kind) = (start, end, kind)
  }

  private static func kind(_ feature: JSON) -> RichText.Run.Kind? {
    switch feature["$type"].string {
    case "app.bsky.richtext.facet#mention":
      feature["did"].filledString.map { .mention(Person.ID($0)) }
    case "app.bsky.richtext.facet#link": feature["uri"].webAddress.map { .link($0) }
    case "app.bsky.richtext.facet#tag": feature["tag"].filledString.map { .tag($0) }
    default: nil
    }
  }
}
