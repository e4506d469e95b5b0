internal import FeedDomain

/// The facts about a Mastodon server, such as its software and limits, found at sign-in and stored
/// with the token, so that the first page need not wait for them.
struct MastodonServer: Equatable, Sendable {
  /// The base address of the Mastodon server, such as "https://example.social", or
  /// "https://example.org/social" below a path.
  let address: String
  var software = MastodonSoftware.other
  /// The version of Mastodon's API that the server states; 0 if unknown.
  var apiVersion = 0
  /// The numbers of the server software's version, such as [0, 20, 1]; empty if unknown.
  var version: [Int] = []
  /// True if posts are sent to the Mastodon server as forms because it refused JSON.
  var refusesJSON = false
  /// The origin of the Mastodon server's streaming API as stated, such as
  /// "https://streaming.example.social"; nil if the server has none.
  var streaming: String?
  var characters = 500
  var charactersPerLink = 23
  var attachments = 4
  /// Maximum size of an uploaded picture in bytes at the Mastodon server; nil if unknown.
  var pictureBytes: Int?
  /// Maximum number of pixels of an uploaded picture at the Mastodon server; nil if unknown.
  var picturePixels: Int?
  /// Maximum number of characters of an alt text at the Mastodon server.
  var altText = 1500
  var polls: PollLimits? = .standard
  var reacts = false
  var translates = false
  var hasLocalStream = true
  var hasFederatedStream = true
  var lists: [ServerList] = []
  /// Maximum number of the account's own lists, as each is a line in the command palette.
  private static let maximumLists = 500

  struct ServerList: Equatable, Sendable {
    let id: String
    let name: String
  }

  init(address: String) { self.address = address }

  /// The base address of the Mastodon server without its path.
  var origin: String { TypedServer(address)?.origin ?? address }

  var limits: DraftLimits {
    DraftLimits(
      characters: characters, charactersPerLink: charactersPerLink,
      countsNamesAlone: true, attachments: attachments, needsPicture: software.needsPictures,
      visibilities: visibilities,
      allowsWarning: true, quotes: quotes, quotesWithPictures: false, coversPictures: true,
      pictures: pictures, altText: altText, polls: supportsPolls ? polls : nil,
      canSetLanguage: true, canSetQuotePolicy: quotes, canEditAltTexts: software.canEditAltTexts,
      canSchedule: canSchedule, threads: !software.needsPictures,
      pollsArePublic: software.pollsArePublic, coversNeedWarning: software.coversNeedWarning)
  }

  private var visibilities: [Visibility] {
    if software == .pixelfed { return Visibility.forMany }
    // Earlier versions of snac send posts for followers only to the people mentioned in them.
    return reportsVisibility ? Visibility.forOthers : [.everybody, .unlisted, .mentioned]
  }

  /// True if the server reports the visibility of private posts; false if it reports only whether a
  /// post is public, and the narrowest visibility is assumed.
  var reportsVisibility: Bool { !isSnac(before: [2, 84]) }

  /// True if the server lists the followers of other people; false if it returns an empty list, as
  /// older versions of snac do.
  var listsFollowers: Bool { !isSnac(before: [2, 96]) }

  /// True if the server accepts polls in new posts; older versions of snac ignore them.
  private var supportsPolls: Bool { software.supportsPolls && !isSnac(before: [2, 90]) }

  /// Returns true if the server is snac older than a version; false for an unknown version.
  private func isSnac(before version: [Int]) -> Bool {
    software == .snac && !self.version.isEmpty
      && self.version.lexicographicallyPrecedes(version)
  }

  /// The limits of uploaded pictures; larger pictures are scaled down. The longest side is that of
  /// a square with the allowed number of pixels.
  private var pictures: PictureLimits {
    let standard = PictureLimits.standard
    let side = picturePixels.map { Int(Double($0).squareRoot()) } ?? .max
    return PictureLimits(
      longestSide: min(standard.longestSide, side),
      bytes: min(standard.bytes, pictureBytes ?? .max))
  }

  /// The address of the server's streaming API; nil if it must not be sent the account's token, and
  /// the server is polled instead. Allowed are the server itself and its subdomains, such as
  /// "streaming.example.social"; sibling hosts can belong to others.
  var streamingAddress: String? {
    guard let streaming, let there = TypedServer(streaming), let home = TypedServer(address),
      there.origin.hasPrefix("https:") || home.origin.hasPrefix("http:")
    else { return nil }
    if there.name == home.name { return streaming + home.path }
    return home.isName && there.name.hasSuffix(".\(home.name)") ? streaming : nil
  }

  var streams: [Feed] {
    var streams: [Feed] = [.home, .photos]
    if hasLocalStream { streams.append(.local) }
    if hasFederatedStream { streams.append(.federated) }
    if software.hasTrending { streams.append(.trending) }
    streams += lists.prefix(Self.maximumLists).map {
      .list(id: $0.id, name: $0.name.shortened(to: .name))
    }
    if software.listsLikes { streams.append(.likes) }
    return streams + [.bookmarks]
  }

  var actions: Set<ServiceAction.ActionKind> {
    var actions = software.actions
    if reacts { actions.insert(.react) }
    if software == .snac, !isSnac(before: [2, 79]) { actions.insert(.followTag) }
    if canSchedule { actions.formUnion([.unschedule, .reschedule]) }
    return actions
  }

  var canSchedule: Bool { software.canSchedule(in: version) }

  var groupsNotifications: Bool { apiVersion >= 2 }

  /// True if the server sends a readable sentence with notifications of unknown types.
  var sendsFallbackTitles: Bool { apiVersion >= 10 }

  var quotes: Bool { apiVersion >= 7 }

  mutating func updateFromInstance(_ json: JSON) {
    let settings = json["configuration"]
    let statuses = settings["statuses"]
    characters =
      Self.positiveValue(statuses["max_characters"], json["max_toot_chars"]) ?? characters
    charactersPerLink =
      Self.positiveValue(statuses["characters_reserved_per_url"]) ?? charactersPerLink
    attachments = Self.positiveValue(statuses["max_media_attachments"]) ?? attachments
    pictureBytes =
      Self.positiveValue(settings["media_attachments"]["image_size_limit"], json["upload_limit"])
      ?? pictureBytes
    picturePixels =
      Self.positiveValue(settings["media_attachments"]["image_matrix_limit"]) ?? picturePixels
    altText =
      Self.positiveValue(
        settings["media_attachments"]["description_limit"], json["description_limit"]) ?? altText
    polls = Self.parsedPollLimits(settings["polls"], json["poll_limits"], otherwise: polls)
    translates = settings["translation"]["enabled"].bool ?? translates
    // Forks of Mastodon, and Misskey's relatives.
    reacts = Self.positiveValue(settings["reactions"]["max_reactions"]) != nil
    apiVersion = max(0, json["api_versions"]["mastodon"].int ?? 0)
    let address = settings["urls"]["streaming"].string ?? json["urls"]["streaming_api"].string
    streaming = address.flatMap(Self.streamingOrigin)
    let access = settings["timelines_access"]["live_feeds"]
    hasLocalStream = access["local"] != "disabled"
    hasFederatedStream = access["remote"] != "disabled"
    let versionText = json["version"].string ?? ""
    if software == .other, !versionText.isEmpty {
      software = apiVersion > 0 ? .mastodon : MastodonSoftware(version: versionText)
    }
    version = Self.versionNumbers(in: versionText, of: software)
  }

  /// Parses the version of the server software into numbers. snac states Mastodon's version before
  /// its own: "4.0.0 (not true; really snac/2.75)".
  private static func versionNumbers(in text: String, of software: MastodonSoftware) -> [Int] {
    let number = software == .snac ? Substring(text.split(separator: "/").last ?? "") : text[...]
    return number.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }.split(separator: ".")
      .compactMap { Int($0) }
  }

  mutating func updateLists(_ json: JSON) {
    lists = json.array.prefix(20).compactMap { list in
      guard let id = list["id"].id, let name = list["title"].nonEmptyString else { return nil }
      return ServerList(id: id, name: name)
    }
  }

  /// Parses a server's limits of polls, in Mastodon's or Pleroma's form; nil if polls are disabled,
  /// the known limits if the reply states none.
  private static func parsedPollLimits(_ polls: JSON, _ other: JSON, otherwise known: PollLimits?)
    -> PollLimits?
  {
    guard let told = polls["max_options"].int ?? other["max_options"].int else { return known }
    guard told > 1, told <= 100 else { return nil }
    let standard = PollLimits.standard
    func duration(_ name: String) -> Duration? {
      positiveValue(polls[name], other[name]).map { .seconds($0) }
    }
    let shortest = duration("min_expiration") ?? standard.shortest
    return PollLimits(
      choices: told,
      characters: positiveValue(polls["max_characters_per_option"], other["max_option_chars"])
        ?? standard.characters,
      shortest: shortest, longest: max(shortest, duration("max_expiration") ?? standard.longest))
  }

  private static func positiveValue(_ values: JSON...) -> Int? {
    values.lazy.compactMap(\.int).first { $0 > 0 && $0 < 1 << 40 }
  }

  /// Converts the "wss" address of a streaming API to its "https" origin; nil for an invalid
  /// address.
  private static func streamingOrigin(_ address: String) -> String? {
    for (socket, web) in [("wss://", "https://"), ("ws://", "http://")] {
      guard address.hasPrefix(socket) else { continue }
      return TypedServer(web + address.dropFirst(socket.utf8.count))?.origin
    }
    return TypedServer(address)?.origin
  }
}

extension PollLimits {
  var json: JSON {
    [
      "choices": .number(String(choices)), "characters": .number(String(characters)),
      "shortest": .number(String(shortest.components.seconds)),
      "longest": .number(String(longest.components.seconds)),
    ]
  }

  static func storedPollLimits(_ json: JSON, otherwise known: PollLimits?) -> PollLimits? {
    guard json != false else { return nil }
    guard let choices = json["choices"].int, let characters = json["characters"].int,
      let shortest = json["shortest"].int, let longest = json["longest"].int
    else { return known }
    return PollLimits(
      choices: choices, characters: characters, shortest: .seconds(shortest),
      longest: .seconds(longest))
  }
}

/// A path of Mastodon's API with its query; ids and names in it are percent-encoded.
struct MastodonPath: Equatable, Sendable {
  let text: String

  init(_ base: String, _ parts: String..., query: [(String, String)] = []) {
    let path = ([base] + parts.map(Self.percentEncoded)).joined(separator: "/")
    let query = WebQuery(query).text
    text = query.isEmpty ? path : "\(path)?\(query)"
  }

  private init(text: String) { self.text = text }

  /// Percent-encodes a component of an API path, also "." and "..", which would lead to another
  /// call.
  private static func percentEncoded(_ part: String) -> String {
    part == "." || part == ".."
      ? String(repeating: "%2E", count: part.utf8.count) : WebQuery.percentEncoded(part)
  }

  static func postPath(_ id: Post.ID, _ action: String? = nil) -> MastodonPath {
    action.map { MastodonPath("/api/v1/statuses", id.rawValue, $0) }
      ?? MastodonPath("/api/v1/statuses", id.rawValue)
  }

  static func personPath(
    _ id: Person.ID, _ action: String? = nil, query: [(String, String)] = []
  ) -> MastodonPath {
    action.map { MastodonPath("/api/v1/accounts", id.rawValue, $0, query: query) }
      ?? MastodonPath("/api/v1/accounts", id.rawValue, query: query)
  }

  /// Returns an API path with an encoded query after it.
  func appendingQuery(_ query: String?) -> MastodonPath {
    guard let query, !query.isEmpty else { return self }
    return MastodonPath(text: text + (text.contains("?") ? "&" : "?") + query)
  }
}
