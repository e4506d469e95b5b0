internal import FeedDomain

/// What is known about a server: found when signing in, and kept with the account's token, so that
/// nothing has to be asked before the first page.
struct MastodonServer: Equatable, Sendable {
  /// Its address, as "https://example.social", or "https://example.org/social" where it lives below a
  /// path.
  let address: String
  var software = MastodonSoftware.other
  /// Which version of Mastodon's own interface it has; 0 where it tells none.
  var apiVersion = 0
  /// The version of its software, as [0, 20, 1]; empty where it tells none.
  var version: [Int] = []
  /// Whether it refused a post as JSON, so that posts are sent as forms.
  var refusesJSON = false
  /// Where events come from, as "https://streaming.example.social"; nil where none do.
  var streaming: String?
  var characters = 500
  var charactersPerLink = 23
  var attachments = 4
  /// The most bytes of a picture; nil where that is not told.
  var pictureBytes: Int?
  /// The most pixels of a picture; nil where that is not told.
  var picturePixels: Int?
  /// The most characters that say what a picture shows.
  var altText = 1500
  /// What a poll may be; nil where there are none.
  var polls: PollLimits? = .standard
  /// Whether people may answer posts with emoji.
  var reacts = false
  /// Whether it says in the reader's language what posts say.
  var translates = false
  /// Whether the streams of everybody can be read.
  var hasLocal = true
  var hasFederated = true
  /// Lists of the reader's, as they were when signing in.
  var lists: [List] = []
  /// Nobody has more, and each is a line in the list of commands.
  private static let mostLists = 500

  struct List: Equatable, Sendable {
    let id: String
    let name: String
  }

  init(address: String) { self.address = address }

  /// The address without the path.
  var origin: String { ServerName(address)?.origin ?? address }

  var limits: DraftLimits {
    DraftLimits(
      characters: characters, charactersPerLink: charactersPerLink,
      countsNamesAlone: true, attachments: attachments, needsPicture: software.needsPictures,
      visibilities: software == .pixelfed ? Visibility.forMany : Visibility.forOthers,
      allowsWarning: true, quotes: quotes, quotesWithPictures: false, coversPictures: true,
      pictures: pictures, altText: altText, polls: software.takesPolls ? polls : nil,
      namesLanguage: true, namesQuoters: quotes, describesAnew: software.describesAnew,
      postsLater: postsLater, threads: !software.needsPictures,
      publishesPolls: software.publishesPolls, coversBehindWarnings: software.coversBehindWarnings)
  }

  /// How large a picture may be; one that is larger is made smaller. A square of its longer side has
  /// no more pixels than are allowed, so that no picture has.
  private var pictures: PictureLimits {
    let standard = PictureLimits.standard
    let side = picturePixels.map { Int(Double($0).squareRoot()) } ?? .max
    return PictureLimits(
      longestSide: min(standard.longestSide, side),
      bytes: min(standard.bytes, pictureBytes ?? .max))
  }

  /// Where events may be asked for with the account's token, which goes to nobody but the server that
  /// gave it: to its own name, or to one beneath it, as "streaming.example.social", which nobody
  /// else can have. Names beside it may be somebody else's, as where a provider lends them out;
  /// such a server is asked for what is new now and then.
  var listening: String? {
    guard let streaming, let there = ServerName(streaming), let home = ServerName(address),
      there.origin.hasPrefix("https:") || home.origin.hasPrefix("http:")
    else { return nil }
    if there.name == home.name { return streaming + home.path }
    return home.isName && there.name.hasSuffix(".\(home.name)") ? streaming : nil
  }

  /// The streams it offers as tabs.
  var streams: [Feed] {
    var streams: [Feed] = [.home, .photos]
    if hasLocal { streams.append(.local) }
    if hasFederated { streams.append(.federated) }
    if software.ranksPosts { streams.append(.trending) }
    streams += lists.prefix(Self.mostLists).map { .list(id: $0.id, name: $0.name.bounded(.name)) }
    if software.listsLikes { streams.append(.likes) }
    return streams + [.bookmarks]
  }

  /// What else can be done there.
  var acts: Set<Act.Kind> {
    var acts = software.acts
    if reacts { acts.insert(.react) }
    if postsLater { acts.formUnion([.unschedule, .reschedule]) }
    return acts
  }

  /// Whether it keeps a post until a given moment.
  var postsLater: Bool { software.postsLater(in: version) }

  /// Whether it tells notices together that belong together.
  var groupsNotices: Bool { apiVersion >= 2 }

  /// Whether it tells in a sentence what happened where the program does not know the type of that.
  var sendsFallbacks: Bool { apiVersion >= 10 }

  /// Whether a post can show another inside.
  var quotes: Bool { apiVersion >= 7 }

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

extension PollLimits {
  var kept: JSON {
    [
      "choices": .number(String(choices)), "characters": .number(String(characters)),
      "shortest": .number(String(shortest.components.seconds)),
      "longest": .number(String(longest.components.seconds)),
    ]
  }

  /// Reads what was kept: false where there are no polls; an earlier version kept nothing of them.
  static func kept(_ json: JSON, otherwise known: PollLimits?) -> PollLimits? {
    guard json != false else { return nil }
    guard let choices = json["choices"].int, let characters = json["characters"].int,
      let shortest = json["shortest"].int, let longest = json["longest"].int
    else { return known }
    return PollLimits(
      choices: choices, characters: characters, shortest: .seconds(shortest),
      longest: .seconds(longest))
  }
}
