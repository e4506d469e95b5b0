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
}
