internal import FeedDomain

/// A record of the facts about a Mastodon server, such as its software and limits. They are fetched
/// at sign-in and stored with the token, so that the first page of a stream is requested at once.
struct MastodonServer: Equatable, Sendable {
  /// The base address of the Mastodon server, such as "https://example.social", or
  /// "https://example.org/social" below a path.
  let address: String
  var software = MastodonSoftware.other
  /// The version of Mastodon's API that the server states; 0 if unknown.
  var apiVersion = 0
  /// The version numbers of a Mastodon server's software, such as [0, 20, 1]; empty if unknown.
  var version: [Int] = []
  /// True if the Mastodon server refused JSON for a new post, and is therefore sent forms.
  var refusesJSON = false
  /// The origin of the Mastodon server's streaming API as the server states it, such as
  /// "https://streaming.example.social"; nil if the server states none.
  var streaming: String?
  var characters = 500
  /// The number of characters that each link in a post counts as at the Mastodon server; 0 for the
  /// link's own length.
  var charactersPerLink = 23
  var attachments = 4
  /// The maximum size of an uploaded picture in bytes at the Mastodon server; nil if unknown.
  var pictureBytes: Int?
  /// The maximum number of pixels of an uploaded picture at the Mastodon server; nil if unknown.
  var picturePixels: Int?
  /// The maximum number of characters of an alt text at the Mastodon server.
  var altText = 1500
  var polls: PollLimits? = .standard
  /// True if the Mastodon server accepts content warnings in new posts; false if it ignores them.
  var acceptsWarnings = true
  /// True if the Mastodon server has a visibility for posts that everybody may read, but that are
  /// not listed; false if it makes such posts public.
  var hasUnlistedPosts = true
  /// True if a Mastodon server of unknown software has returned trending posts.
  var returnsTrendingPosts = false
  var reacts = false
  var translates = false
  var hasLocalStream = true
  var hasFederatedStream = true
  var lists: [MastodonList] = []
  /// Maximum number of a Mastodon account's lists that become streams in the command palette.
  private static let maximumLists = 500

  struct MastodonList: Equatable, Sendable {
    let id: String
    let name: String
  }

  init(address: String) { self.address = address }

  /// The origin of the Mastodon server: its base address without the path.
  var origin: String { TypedServerAddress(address)?.origin ?? address }

  var limits: DraftLimits {
    DraftLimits(
      characters: characters, charactersPerLink: charactersPerLink > 0 ? charactersPerLink : nil,
      countsNamesAlone: true, attachments: attachments, needsPicture: software.needsPictures,
      visibilities: visibilities,
      allowsWarning: acceptsWarnings, quotes: quotes, quotesWithPictures: false,
      coversPictures: true,
      pictures: pictures, altText: altText, polls: supportsPolls ? polls : nil,
      canSetLanguage: true, canSetQuotePolicy: quotes,
      canEditAltTexts: software.canEditAltTexts && !isOlder(.mastodon, than: [4, 1]),
      canSchedule: canSchedule, threads: !software.needsPictures,
      pollsArePublic: software.pollsArePublic, coversNeedWarning: software.coversNeedWarning,
      canEditPictures: software.canEditPictures)
  }

  private var visibilities: [Visibility] {
    if software == .pixelfed { return Visibility.widerThanMentioned }
    // Earlier versions of snac send posts for followers only to the people mentioned in them.
    return Visibility.visibleToOthers.filter { visibility in
      (visibility != .followers || reportsVisibility)
        && (visibility != .unlisted || hasUnlistedPosts)
    }
  }

  /// True if the Mastodon server reports the exact visibility of posts; false if it only reports
  /// whether a post is public, so that other posts are taken for private.
  var reportsVisibility: Bool { !isOlder(.snac, than: [2, 84]) }

  /// True if the Mastodon server lists the followers of other people; false if it returns an empty
  /// list instead, as older versions of snac do.
  var listsFollowers: Bool { !isOlder(.snac, than: [2, 96]) }

  /// True if the Mastodon server accepts polls in new posts; older versions of snac ignore them.
  private var supportsPolls: Bool { software.supportsPolls && !isOlder(.snac, than: [2, 90]) }

  /// Returns true if the Mastodon server's software is the given one, in a version older than the
  /// given one; false if its version is unknown.
  func isOlder(_ software: MastodonSoftware, than version: [Int]) -> Bool {
    self.software == software && !self.version.isEmpty
      && self.version.lexicographicallyPrecedes(version)
  }

  /// True if published posts can be edited at the Mastodon server.
  var edits: Bool { software.edits && !isOlder(.mastodon, than: [3, 5]) }

  /// True if the Mastodon server stores read positions and returns them correctly.
  var storesReadPositions: Bool { software.storesReadPositions && !isOlder(.mastodon, than: [3]) }

  /// The likes, boosts and similar marks of posts that the Mastodon server supports.
  var marks: Post.UserPostMarks {
    hasBookmarks ? software.marks : software.marks.subtracting(.bookmarked)
  }

  private var hasBookmarks: Bool { !isOlder(.mastodon, than: [3, 1]) }

  /// The size limits of pictures at the Mastodon server, beyond which pictures are scaled down. The
  /// limit of the longer side is that of a square with the allowed number of pixels.
  private var pictures: PictureUploadLimits {
    let standard = PictureUploadLimits.standard
    let side = picturePixels.map { Int(Double($0).squareRoot()) } ?? .max
    return PictureUploadLimits(
      longestSide: min(standard.longestSide, side),
      bytes: min(standard.bytes, pictureBytes ?? .max))
  }

  /// The address of the Mastodon server's streaming API; nil if the server states none, or if it is
  /// unencrypted or on a host other than the server and its subdomains, which must not get the
  /// account's token. The server is then polled.
  var streamingAddress: String? {
    guard let streaming, let there = TypedServerAddress(streaming),
      let home = TypedServerAddress(address),
      there.origin.hasPrefix("https:") || home.origin.hasPrefix("http:")
    else { return nil }
    if there.name == home.name { return streaming + home.path }
    return home.isName && there.name.hasSuffix(".\(home.name)") ? streaming : nil
  }

  var streams: [Feed] {
    var streams: [Feed] = [.home, .photos]
    if hasLocalStream { streams.append(.local) }
    if hasFederatedStream { streams.append(.federated) }
    if hasTrendingPosts { streams.append(.trending) }
    streams += listStreams
    if software.listsLikes { streams.append(.likes) }
    return streams + (hasBookmarks ? [.bookmarks] : [])
  }

  private var hasTrendingPosts: Bool {
    software == .mastodon && !isOlder(.mastodon, than: [3, 5])
      || software == .other && returnsTrendingPosts
  }

  var listStreams: [Feed] {
    lists.map { .list(id: $0.id, name: $0.name.shortened(to: .name)) }
  }

  var actions: Set<ServiceAction.ServiceActionKind> {
    var actions = software.actions
    if reacts { actions.insert(.react) }
    if software == .snac, !isOlder(.snac, than: [2, 79]) { actions.insert(.followTag) }
    for (version, added) in Self.actionsAddedByMastodon where isOlder(.mastodon, than: version) {
      actions.subtract(added)
    }
    if canSchedule { actions.formUnion([.unschedule, .reschedule]) }
    return actions
  }

  /// The actions that versions of Mastodon have added, by version.
  private static let actionsAddedByMastodon: [([Int], Set<ServiceAction.ServiceActionKind>)] = [
    ([2, 4, 3], [.filter]), ([3, 1], [.addAnnouncementReaction]), ([3, 2], [.note]),
    ([3, 3], [.tellOfPosts, .muteFor]), ([4, 0], [.followTag]),
  ]

  /// True if the Mastodon server has version 1 of the filter API alone, whose filters consist of one
  /// phrase each and are applied by clients.
  var hasPhraseFilters: Bool { software == .akkoma || isOlder(.mastodon, than: [4]) }

  /// True if the Mastodon server has phrase filters alone, or if its software is unknown.
  var mayLeaveFiltersToClients: Bool { hasPhraseFilters || software == .other }

  var canSchedule: Bool { software.canSchedule(in: version) }

  var groupsNotifications: Bool { apiVersion >= 2 }

  /// True if the Mastodon server sends a sentence with notifications of types that clients may not
  /// know.
  var sendsFallbackTitles: Bool { apiVersion >= 10 }

  var quotes: Bool { apiVersion >= 7 }

  mutating func readInstanceFacts(from json: JSON) {
    let settings = json["configuration"]
    let statuses = settings["statuses"]
    characters =
      Self.firstPositiveInteger(statuses["max_characters"], json["max_toot_chars"]) ?? characters
    attachments = Self.firstPositiveInteger(statuses["max_media_attachments"]) ?? attachments
    pictureBytes =
      Self.firstPositiveInteger(
        settings["media_attachments"]["image_size_limit"], json["upload_limit"])
      ?? pictureBytes
    picturePixels =
      Self.firstPositiveInteger(settings["media_attachments"]["image_matrix_limit"])
      ?? picturePixels
    altText =
      Self.firstPositiveInteger(
        settings["media_attachments"]["description_limit"], json["description_limit"],
        json["pleroma"]["metadata"]["description_limit"]) ?? altText
    polls = Self.parsedPollLimits(settings["polls"], json["poll_limits"], otherwise: polls)
    translates = settings["translation"]["enabled"].bool ?? translates
    // Forks of Mastodon and relatives of Misskey have emoji reactions.
    reacts = Self.firstPositiveInteger(settings["reactions"]["max_reactions"]) != nil
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
    // Pleroma and Akkoma count links in full, and state 0 or nothing.
    let perLink = statuses["characters_reserved_per_url"].int.flatMap {
      (0..<1 << 20).contains($0) ? $0 : nil
    }
    charactersPerLink = perLink ?? (software == .akkoma ? 0 : charactersPerLink)
    // These servers ignore polls and warnings without an error.
    let accent = versionText.lowercased()
    if accent.contains("friendica") { polls = nil }
    acceptsWarnings = !accent.contains("mitra")
    hasUnlistedPosts = !accent.contains("mitra")
  }

  /// Returns the version numbers of a Mastodon server's software from a version text. snac states
  /// Mastodon's version before its own: "4.0.0 (not true; really snac/2.75)".
  private static func versionNumbers(in text: String, of software: MastodonSoftware) -> [Int] {
    let number = software == .snac ? Substring(text.split(separator: "/").last ?? "") : text[...]
    return number.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }.split(separator: ".")
      .compactMap { Int($0) }
  }

  mutating func readListNamesAndIDs(from json: JSON) {
    lists = json.array.prefix(Self.maximumLists).compactMap { list in
      guard let id = list["id"].id, let name = list["title"].nonEmptyString else { return nil }
      return MastodonList(id: id, name: name)
    }
  }

  /// Parses a Mastodon or Pleroma server's limits of polls; nil if the server allows no polls, the
  /// known limits if the reply states none.
  private static func parsedPollLimits(_ polls: JSON, _ other: JSON, otherwise known: PollLimits?)
    -> PollLimits?
  {
    guard let told = polls["max_options"].int ?? other["max_options"].int else { return known }
    guard told > 1, told <= 100 else { return nil }
    let standard = PollLimits.standard
    func parsedPollDuration(_ name: String) -> Duration? {
      firstPositiveInteger(polls[name], other[name]).map { .seconds($0) }
    }
    let shortest = parsedPollDuration("min_expiration") ?? standard.shortest
    return PollLimits(
      choices: told,
      characters: firstPositiveInteger(
        polls["max_characters_per_option"], other["max_option_chars"])
        ?? standard.characters,
      shortest: shortest,
      longest: max(shortest, parsedPollDuration("max_expiration") ?? standard.longest))
  }

  private static func firstPositiveInteger(_ values: JSON...) -> Int? {
    values.lazy.compactMap(\.int).first { $0 > 0 && $0 < 1 << 40 }
  }

  /// Converts the address of Mastodon's streaming API to its origin, with "https" in place of "wss"
  /// and "http" in place of "ws"; nil if invalid.
  private static func streamingOrigin(_ address: String) -> String? {
    for (socket, web) in [("wss://", "https://"), ("ws://", "http://")] {
      guard address.hasPrefix(socket) else { continue }
      return TypedServerAddress(web + address.dropFirst(socket.utf8.count))?.origin
    }
    return TypedServerAddress(address)?.origin
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

/// A path of Mastodon's API with its query; ids and names within it are percent-encoded.
struct MastodonAPIPath: Equatable, Sendable {
  let text: String

  init(_ base: String, _ parts: String..., query: [(String, String)] = []) {
    let path = ([base] + parts.map(Self.percentEncoded)).joined(separator: "/")
    let query = WebAddressQuery(query).text
    text = query.isEmpty ? path : "\(path)?\(query)"
  }

  private init(text: String) { self.text = text }

  /// Percent-encodes an id or name for a path of Mastodon's API, also "." and "..", which would
  /// lead to another call.
  private static func percentEncoded(_ part: String) -> String {
    part == "." || part == ".."
      ? String(repeating: "%2E", count: part.utf8.count) : WebAddressQuery.percentEncoded(part)
  }

  static func postPath(_ id: Post.ID, _ action: String? = nil) -> MastodonAPIPath {
    action.map { MastodonAPIPath("/api/v1/statuses", id.rawValue, $0) }
      ?? MastodonAPIPath("/api/v1/statuses", id.rawValue)
  }

  static func personPath(
    _ id: Person.ID, _ action: String? = nil, query: [(String, String)] = []
  ) -> MastodonAPIPath {
    action.map { MastodonAPIPath("/api/v1/accounts", id.rawValue, $0, query: query) }
      ?? MastodonAPIPath("/api/v1/accounts", id.rawValue, query: query)
  }

  /// Returns the path of Mastodon's API with a query added to it, which is encoded already.
  func appendingQuery(_ query: String?) -> MastodonAPIPath {
    guard let query, !query.isEmpty else { return self }
    return MastodonAPIPath(text: text + (text.contains("?") ? "&" : "?") + query)
  }
}
