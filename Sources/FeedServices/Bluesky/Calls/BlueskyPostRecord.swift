internal import FeedDomain

struct BlueskyPostRecord: Sendable {
  private static let maximumImages = 4

  let text: String
  let createdAt: Timestamp
  var languages: [String] = []
  /// The ids of mentioned people by their handles in the text of a new Bluesky post; handles that
  /// are missing here stay plain text.
  var mentionedPeople: [String: String] = [:]
  var pictures: [BlueskyUploadedPicture] = []
  var altTexts: [String] = []
  var isSensitive = false
  var quoted: BlueskyRecordReference?
  /// The references to the first post of the conversation and to the answered post; nil if the new
  /// Bluesky post is no reply.
  var reply: (root: BlueskyRecordReference, parent: BlueskyRecordReference)?

  var json: JSON {
    .object(withoutNulls: [
      "$type": "app.bsky.feed.post", "text": .string(text),
      "createdAt": .string(ISODate.isoDateText(createdAt)),
      "langs": languages.isEmpty ? .null : .array(languages.prefix(3).map { .string($0) }),
      "facets": facets, "embed": embed,
      "labels": isSensitive && !pictures.isEmpty ? Self.coveringLabels : .null,
      "reply": reply.map { ["root": $0.root.json, "parent": $0.parent.json] } ?? .null,
    ])
  }

  /// The JSON of a direct message at Bluesky: its text, with links.
  var message: JSON {
    .object(withoutNulls: ["text": .string(text), "facets": facets])
  }

  /// The moderation label, as JSON, that covers a Bluesky post's pictures for everybody; the other
  /// labels that authors can set mean nudity.
  private static let coveringLabels: JSON = [
    "$type": "com.atproto.label.defs#selfLabels", "values": [["val": "graphic-media"]],
  ]

  /// Returns true if the labels that an author set in the record of a Bluesky post cover the post's
  /// pictures.
  static func hasLabelCoveringPictures(_ labels: JSON) -> Bool {
    let covering = ["graphic-media", "nudity", "porn", "sexual"]
    return labels["values"].array.contains { covering.contains($0["val"].string ?? "") }
  }

  /// The mentions, links and hashtags in the text of a new Bluesky post as JSON; `null` without
  /// any.
  private var facets: JSON {
    let facets = FacetScanner.scannedFacets(in: text).compactMap { found -> JSON? in
      facetFeatureJSON(found.kind).map { feature in
        [
          "index": [
            "byteStart": .number(String(found.start)), "byteEnd": .number(String(found.end)),
          ], "features": [feature],
        ]
      }
    }
    return facets.isEmpty ? .null : .array(facets)
  }

  private func facetFeatureJSON(_ kind: FacetScanner.FacetKind) -> JSON? {
    switch kind {
    case .mention(let handle):
      mentionedPeople[handle].map {
        ["$type": "app.bsky.richtext.facet#mention", "did": .string($0)]
      }
    case .link(let url): ["$type": "app.bsky.richtext.facet#link", "uri": .string(url)]
    case .tag(let tag): ["$type": "app.bsky.richtext.facet#tag", "tag": .string(tag)]
    }
  }

  private var embed: JSON {
    guard let quoted else { return pictures.isEmpty ? .null : media }
    let record: JSON = ["$type": "app.bsky.embed.record", "record": quoted.json]
    guard !pictures.isEmpty else { return record }
    return ["$type": "app.bsky.embed.recordWithMedia", "record": record, "media": media]
  }

  /// The pictures of a new Bluesky post as JSON; a gallery if there are more pictures than old
  /// programs can show.
  private var media: JSON {
    let embedded = pictures.enumerated().map { $1.pictureEmbedJSON(altText: altTexts[$0]) }
    guard pictures.count > Self.maximumImages else {
      return ["$type": "app.bsky.embed.images", "images": .array(embedded)]
    }
    let type = JSON.JSONMember(name: "$type", value: "app.bsky.embed.gallery#image")
    return [
      "$type": "app.bsky.embed.gallery",
      "items": .array(embedded.map { .object([type] + $0.members) }),
    ]
  }
}

/// A reference to one version of a Bluesky record.
struct BlueskyRecordReference: Equatable, Sendable {
  let uri: String
  let cid: String

  init(uri: String, cid: String) {
    (self.uri, self.cid) = (uri, cid)
  }

  init?(_ json: JSON) {
    guard let uri = json["uri"].nonEmptyString, let cid = json["cid"].nonEmptyString else {
      return nil
    }
    self.init(uri: uri, cid: cid)
  }

  var json: JSON { ["uri": .string(uri), "cid": .string(cid)] }
}

struct BlueskyUploadedPicture: Equatable, Sendable {
  /// The JSON object that Bluesky returned for an uploaded picture, and that must be sent back
  /// unchanged.
  let blob: JSON
  let size: PhotoSize

  init(blob: JSON, size: PhotoSize) {
    (self.blob, self.size) = (blob, size)
  }

  /// Creates a picture uploaded to Bluesky from its JSON text in a draft; nil for other text.
  init?(name: String) {
    guard let json = try? JSON(Array(name.utf8)),  // Another service's name is no JSON.
      json["blob"].isObject, let width = json["width"].int, let height = json["height"].int,
      width > 0, height > 0
    else { return nil }
    self.init(blob: json["blob"], size: PhotoSize(width: width, height: height))
  }

  /// The JSON text for a picture uploaded to Bluesky, stored in the draft until the post is sent.
  var name: String {
    let json: JSON = [
      "blob": blob, "width": .number(String(size.width)), "height": .number(String(size.height)),
    ]
    return json.encodedText
  }

  func pictureEmbedJSON(altText: String) -> JSON {
    [
      "image": blob, "alt": .string(altText),
      "aspectRatio": [
        "width": .number(String(size.width)), "height": .number(String(size.height)),
      ],
    ]
  }
}

/// A namespace for finding the languages in which the user writes posts, from environment
/// variables.
package enum EnvironmentLanguageParser {
  package static func writingLanguages(environment: (String) -> String?) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment)
      .first { !$0.isEmpty }
    guard let locale else { return [] }
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(separator: "_")
    guard let language = parts.first, (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy({ (0x61...0x7a).contains($0) })
    else { return [] }
    guard parts.count > 1, parts[1].utf8.count == 2 else { return [String(language)] }
    return ["\(language)-\(parts[1].uppercased())"]
  }
}
