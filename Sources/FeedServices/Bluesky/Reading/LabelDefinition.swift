/// What somebody who labels says of one of their labels.
struct LabelDefinition: Equatable, Sendable {
  /// A label's name, which counts for who uses it alone.
  struct Name: Hashable, Sendable {
    let label: String
    let labeler: String
  }

  let name: Name
  /// What it is called, for people.
  let title: String
  /// Whether it covers a whole post, its pictures or nothing.
  let covers: Cover
  /// What is done with it where the reader never said.
  let wish: BlueskyTaste.Wish
  let isForAdults: Bool

  enum Cover: String, Sendable {
    case content, media, none
  }

  /// Reads what somebody says of all their labels.
  static func all(_ json: JSON) -> [Name: LabelDefinition] {
    let all = json["views"].array.flatMap { view -> [LabelDefinition] in
      guard let labeler = view["creator"]["did"].filledString else { return [] }
      return view["policies"]["labelValueDefinitions"].array.compactMap {
        LabelDefinition($0, by: labeler)
      }
    }
    return Dictionary(all.map { ($0.name, $0) }) { $1 }
  }

  /// The definition alone, as somebody who labels would say it.
  var view: JSON {
    let label: JSON = [
      "identifier": .string(name.label), "locales": [["lang": "en", "name": .string(title)]],
      "blurs": .string(covers.rawValue), "defaultSetting": .string(wish.rawValue),
      "adultOnly": .bool(isForAdults),
    ]
    return [
      "creator": ["did": .string(name.labeler)], "policies": ["labelValueDefinitions": [label]],
    ]
  }

  private init?(_ json: JSON, by labeler: String) {
    guard let label = json["identifier"].filledString else { return nil }
    name = Name(label: label, labeler: labeler)
    let names = json["locales"].array.map { ($0["lang"].string, $0["name"].filledString) }
    let english = names.first { $0.0 == "en" && $0.1 != nil }?.1
    title = english ?? names.lazy.compactMap(\.1).first ?? label
    covers = json["blurs"].string.flatMap(Cover.init(rawValue:)) ?? .none
    wish = json["defaultSetting"].string.flatMap(BlueskyTaste.Wish.init(rawValue:)) ?? .warn
    isForAdults = json["adultOnly"].bool ?? false
  }
}
