/// A server of the Mastodon family on this machine, which keeps what is sent to it, and accepts
/// only its code or token.
public typealias PretendMastodon = PretendService<PretendMastodonState>

extension PretendMastodon {
  /// The code that the sign-in page of the pretend server shows.
  public static var code: String { "the-code" }
  /// The access token that the pretend server accepts.
  public static var token: String { "the-token" }
  /// The secret that the pretend server gives to a registered application.
  public static var applicationSecret: String { "the-application-secret" }
  /// The id of a post whose likes the pretend server refuses.
  public var modest: String { accent.id(PretendMastodonState.modest) }

  /// The software that the server imitates.
  public var accent: MastodonAccent { held.accent }

  /// Starts the server with five hundred posts, some of them with the given picture, and nobody
  /// signed in. With `isLive` it has a streaming API; with `showsFilms` its pictures are those of
  /// films; with `security` it uses TLS.
  public convenience init(
    _ accent: MastodonAccent = .mastodon, picture: [UInt8] = [], isLive: Bool = false,
    showsFilms: Bool = false, security: ServerSecurity? = nil
  ) throws {
    var state = PretendMastodonState(accent, picture: picture, isLive: isLive)
    state.showsFilms = showsFilms
    try self.init(state, security: security)
  }

  /// The ids of the posts that the user likes.
  public var likes: Set<String> { held.likes }
  /// The ids of the posts that the user boosted.
  public var boosts: Set<String> { held.boosts }
  /// The ids of the posts that the user bookmarked.
  public var bookmarks: Set<String> { held.bookmarks }
  /// The ids of the people whom the user follows.
  public var followed: Set<String> { held.followed }
  /// The texts of the user's posts, each with the id of the post that it answers; nil for no
  /// answer.
  public var written: [(text: String, reply: String?)] {
    held.written.values.sorted { $0.id < $1.id }.map { ($0.text, $0.reply) }
  }
  /// A post of the user as stored at the pretend server.
  public struct Writing: Equatable, Sendable {
    /// The post's text after its last edit.
    public let text: String
    /// The post's content warning; empty without one.
    public let warning: String
    /// True if the post is marked as sensitive.
    public let isSensitive: Bool
    /// The alt texts of the post's pictures.
    public let pictures: [String]

    public init(_ text: String, warning: String, isSensitive: Bool, pictures: [String]) {
      (self.text, self.warning, self.isSensitive) = (text, warning, isSensitive)
      self.pictures = pictures
    }
  }

  /// The user's posts, the first one first.
  public var writings: [Writing] {
    let state = held
    return state.written.values.sorted { $0.id < $1.id }.map { own in
      Writing(
        state.text(of: own.id), warning: own.warning, isSensitive: own.isSensitive,
        pictures: own.media.map { state.media[$0]?.words ?? "" })
    }
  }
  /// The ids of the user's posts, the first one first.
  public var writtenIDs: [String] { held.written.values.map(\.id).sorted() }
  /// The choices of the user's polls.
  public var answers: [[String]] {
    held.written.values.sorted { $0.id < $1.id }.map(\.answers)
  }
  /// The visibility of each post of the user, by its name in the API.
  public var audiences: [String] {
    held.written.values.sorted { $0.id < $1.id }.map(\.visibility)
  }
  /// True if the direct message of ada was marked as read.
  public var isDirectRead: Bool { held.isDirectRead }
  /// The pictures that the client uploaded, with their alt texts.
  public var pictures: [(bytes: [UInt8], words: String)] {
    held.media.sorted { $0.key < $1.key }.map { ($0.value.bytes, $0.value.words) }
  }
  /// The fields of each report that the client sent to the moderators.
  public var reports: [[String: String]] { held.reports }
  /// The filtered words of the account at the pretend server.
  public var filters: [String] { held.filters }
  /// The id of the notification up to which the account has read; nil without one.
  public var lastNotice: String? { held.markers["notifications"] }
  /// True if the pretend server accepts the access token.
  public var isTokenGood: Bool { held.isTokenGood }

  /// Approves what the page at an address asks; returns the code that it shows, nil if there is no
  /// such page.
  public func allow(_ address: String) -> String? {
    change { $0.show(address) } ? Self.code : nil
  }

  /// Makes the access token invalid, as if revoked in the server's settings.
  public func spoilToken() { change { $0.isTokenGood = false } }

  /// Makes the access token valid again, as if from the server's settings.
  public func makeToken() { change { $0.isTokenGood = true } }

  /// Refuses the next request for the home stream as too many, with the given headers.
  func putOff(_ headers: [String: String]) {
    answerOddly(
      PretendMastodonState.reply(["error": "Too many requests"], 429, headers: headers))
  }

  /// Sets the pretend server's reply to the next request for the home stream.
  public func answerOddly(_ reply: ScriptedReply) { change { $0.odd = reply } }

  /// Sets the number of people besides the user who like each post.
  public func admire(_ count: Int) { change { $0.admirers = count } }

  /// Adds a number of posts by other people.
  public func post(_ count: Int) {
    change { state in
      let start = 1000 + state.posts.count
      state.posts = (start..<start + count).reversed().map(state.accent.id) + state.posts
    }
  }
}

extension PretendMastodon {
  /// An event that the streaming API sends.
  public enum Event: Sendable {
    /// An event: somebody published a post.
    case posting
    /// An event: somebody liked a post of the user.
    case liking
    /// An event: somebody mentioned the user.
    case mentioning
    /// An event: somebody edited a post, with its id and new text.
    case editing(String, String)
    /// An event: somebody deleted a post, with its id.
    case deleting(String)
  }

  /// Sets the read position of the home stream, as if by another program.
  public func read(upTo post: String) { change { $0.markers["home"] = post } }

  /// The id of the post up to which the account has read the home stream; nil without one.
  public var lastRead: String? { held.markers["home"] }

  /// The number of clients that opened a stream of events of the streaming API.
  public var listeners: Int { held.listeners?.count ?? 0 }

  /// Applies an event to the pretend server's state, and sends it to the client that listens to the
  /// streaming API.
  public func happen(_ event: Event) {
    change { state in
      let (name, data) = state.happen(event)
      // With a heartbeat and an event of a kind that nobody knows, as servers send them.
      state.listeners?.last?.pour(
        ":thump\n\nevent: weather\ndata: fog\n\nevent: \(name)\ndata: \(data)\n\n")
    }
  }

  /// Breaks off the current stream of events of the streaming API.
  public func fallSilent() { change { $0.listeners?.last?.shut() } }
}

extension PretendMastodon {
  /// The ids of the home stream's posts, the newest first.
  public var newest: [String] { held.posts }

  /// Ends all streams of events but the last, which clients that are gone left open.
  public func hangUpOnFormerListeners() {
    change { state in
      state.listeners?.dropLast().forEach { $0.shut() }
      state.listeners = state.listeners.map { $0.suffix(1) }
    }
  }
}
