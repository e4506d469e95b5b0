internal import FeedDomain

extension KeptChannel {
  /// How much of the entries is kept in one file.
  private static let mostBytes = 4 << 20

  /// Reads what was kept.
  init(_ json: JSON) {
    channel.name = json["name"].string
    channel.site = json["site"].string
    channel.about = json["about"].string ?? ""
    channel.icon = json["icon"].string
    channel.minutes = json["minutes"].int
    channel.quietHours = Set(json["quiet"].array.compactMap(\.int))
    channel.items = json["items"].array.compactMap(ChannelItem.init)
    tag = json["etag"].string
    modified = json["modified"].string
    checkedAt = json["checked"].moment
    pause = json["pause"].moment
    trouble = json["trouble"].string.flatMap(Subscription.Trouble.init)
  }

  /// As it is kept; what is too much of it is left out, the oldest first.
  var bytes: [UInt8] {
    var room = Self.mostBytes
    let items = channel.items.map(\.json).prefix { item in
      room -= item.encoded().count
      return room >= 0
    }
    let json: JSON = [
      "name": JSON(channel.name), "site": JSON(channel.site), "about": .string(channel.about),
      "icon": JSON(channel.icon), "minutes": JSON(channel.minutes),
      "quiet": .array(channel.quietHours.sorted().map { JSON($0) }), "etag": JSON(tag),
      "modified": JSON(modified), "checked": JSON(moment: checkedAt),
      "pause": JSON(moment: pause), "trouble": JSON(trouble?.rawValue),
      "items": .array(Array(items)),
    ]
    return json.encoded()
  }
}

extension ChannelItem {
  init?(_ json: JSON) {
    guard let id = json["id"].filledString else { return nil }
    self.init(id: id)
    title = json["title"].string ?? ""
    text = RichText(runs: json["text"].array.map(RichText.Run.init))
    whole = json["whole"].isArray ? RichText(runs: json["whole"].array.map(RichText.Run.init)) : nil
    author = json["author"].string
    link = json["link"].string
    writtenAt = json["at"].moment
    isDated = json["dated"].bool ?? true
    media = json["media"].array.compactMap(ChannelMedia.init)
  }

  var json: JSON {
    [
      "id": .string(id), "title": .string(title), "text": .array(text.runs.map(\.json)),
      "whole": whole.map { .array($0.runs.map(\.json)) } ?? .null, "author": JSON(author),
      "link": JSON(link), "at": JSON(moment: writtenAt), "dated": .bool(isDated),
      "media": .array(media.map(\.json)),
    ]
  }
}

extension ChannelMedia {
  fileprivate init?(_ json: JSON) {
    guard let url = json["url"].webAddress,
      let kind = json["kind"].string.flatMap(Photo.Kind.init)
    else { return nil }
    self.init(
      url: url, kind: kind, width: json["width"].int, height: json["height"].int,
      words: json["words"].string ?? "", cover: json["cover"].webAddress)
  }

  fileprivate var json: JSON {
    [
      "url": .string(url), "kind": .string(kind.rawValue), "width": JSON(width),
      "height": JSON(height), "words": .string(words), "cover": JSON(cover),
    ]
  }
}

extension RichText.Run {
  /// Text alone, or with what it is.
  fileprivate init(_ json: JSON) {
    let text = json["t"].string ?? ""
    switch json["k"].string {
    case "link": self.init(text, json["to"].webAddress.map { .link($0) } ?? .plain)
    case "em": self.init(text, .emphasis)
    case "code": self.init(text, .code)
    default: self.init(json.string ?? text)
    }
  }

  fileprivate var json: JSON {
    switch kind {
    case .link(let address): ["t": .string(text), "k": "link", "to": .string(address)]
    case .emphasis: ["t": .string(text), "k": "em"]
    case .code: ["t": .string(text), "k": "code"]
    // No channel has any.
    case .emoji: ["t": .string(text)]
    // Feeds know of no tags and nobody's handles.
    case .plain, .mention, .tag: .string(text)
    }
  }
}

extension JSON {
  fileprivate init(_ text: String?) { self = text.map { .string($0) } ?? .null }
  fileprivate init(_ number: Int?) { self = number.map { .number(String($0)) } ?? .null }
}
