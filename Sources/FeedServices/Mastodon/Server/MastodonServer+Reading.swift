internal import FeedDomain

extension MastodonServer {
  /// Takes over what the server says about itself, in either of the two layouts.
  mutating func note(instance json: JSON) {
    let settings = json["configuration"]
    let statuses = settings["statuses"]
    characters = Self.positive(statuses["max_characters"], json["max_toot_chars"]) ?? characters
    charactersPerLink = Self.positive(statuses["characters_reserved_per_url"]) ?? charactersPerLink
    attachments = Self.positive(statuses["max_media_attachments"]) ?? attachments
    pictureBytes =
      Self.positive(settings["media_attachments"]["image_size_limit"], json["upload_limit"])
      ?? pictureBytes
    picturePixels =
      Self.positive(settings["media_attachments"]["image_matrix_limit"]) ?? picturePixels
    altText =
      Self.positive(
        settings["media_attachments"]["description_limit"], json["description_limit"]) ?? altText
    polls = Self.polls(settings["polls"], json["poll_limits"], otherwise: polls)
    translates = settings["translation"]["enabled"].bool ?? translates
    // Forks of Mastodon, and Misskey's kin.
    reacts = Self.positive(settings["reactions"]["max_reactions"]) != nil
    apiVersion = max(0, json["api_versions"]["mastodon"].int ?? 0)
    let address = settings["urls"]["streaming"].string ?? json["urls"]["streaming_api"].string
    streaming = address.flatMap(Self.streamingOrigin)
    let access = settings["timelines_access"]["live_feeds"]
    hasLocal = access["local"] != "disabled"
    hasFederated = access["remote"] != "disabled"
    version = (json["version"].string ?? "").prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      .split(separator: ".").compactMap { Int($0) }
    if software == .other, let version = json["version"].string {
      software = apiVersion > 0 ? .mastodon : MastodonSoftware(version: version)
    }
  }

  /// Takes over the reader's lists.
  mutating func note(lists json: JSON) {
    lists = json.array.prefix(20).compactMap { list in
      guard let id = list["id"].id, let name = list["title"].filledString else { return nil }
      return List(id: id, name: name)
    }
  }

  /// What a poll may be, as the server tells it in either of two ways; a limit of none says that
  /// there are no polls.
  private static func polls(_ polls: JSON, _ other: JSON, otherwise known: PollLimits?)
    -> PollLimits?
  {
    guard let told = polls["max_options"].int ?? other["max_options"].int else { return known }
    guard told > 1, told <= 100 else { return nil }
    let standard = PollLimits.standard
    func length(_ name: String) -> Duration? {
      positive(polls[name], other[name]).map { .seconds($0) }
    }
    let shortest = length("min_expiration") ?? standard.shortest
    return PollLimits(
      choices: told,
      characters: positive(polls["max_characters_per_option"], other["max_option_chars"])
        ?? standard.characters,
      shortest: shortest, longest: max(shortest, length("max_expiration") ?? standard.longest))
  }

  private static func positive(_ values: JSON...) -> Int? {
    values.lazy.compactMap(\.int).first { $0 > 0 && $0 < 1 << 40 }
  }

  /// "wss://host/path" is the same server as "https://host", which is all that is needed of it.
  private static func streamingOrigin(_ address: String) -> String? {
    for (socket, web) in [("wss://", "https://"), ("ws://", "http://")] {
      guard address.hasPrefix(socket) else { continue }
      return ServerName(web + address.dropFirst(socket.utf8.count))?.origin
    }
    return ServerName(address)?.origin
  }
}
