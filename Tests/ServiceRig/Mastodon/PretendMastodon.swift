internal import Threads

/// A server of the family on this machine: it keeps what is done to it, and lets in only who has
/// its code or its token.
public final class PretendMastodon: Sendable {
  /// What its browser page shows.
  public static let code = "the-code"
  /// What it lets in with.
  public static let token = "the-token"
  /// What the application that was registered is known by.
  public static let applicationSecret = "the-application-secret"
  /// The id of a post that refuses every like.
  public var modest: String { accent.id(PretendMastodonState.modest) }

  private let state: LockedValue<PretendMastodonState>
  private let server: LockedValue<LoopbackServer?>

  /// With whose accent it speaks.
  public let accent: MastodonAccent

  /// Starts it with five hundred posts, some of them with that picture, and without anybody let in;
  /// a live one tells what happens; its pictures may stand for films; it may speak TLS.
  public init(
    _ accent: MastodonAccent = .mastodon, picture: [UInt8] = [], isLive: Bool = false,
    showsFilms: Bool = false, security: ServerSecurity? = nil
  ) throws {
    self.accent = accent
    let state = LockedValue(PretendMastodonState(accent, picture: picture, isLive: isLive))
    state.withLock { $0.showsFilms = showsFilms }
    self.state = state
    server = LockedValue(nil)
    let started = try LoopbackServer(security: security) { request in
      state.withLock { $0.answer(request) }
    }
    state.withLock { $0.origin = started.origin }
    server.withLock { $0 = started }
  }

  /// Its address, as "http://127.0.0.1:4711".
  public var origin: String { server.withLock { $0?.origin } ?? "" }
  /// What it was asked.
  public var requests: [RecordedRequest] { server.withLock { $0?.requests } ?? [] }
  /// The posts that were liked.
  public var likes: Set<String> { state.withLock { $0.likes } }
  /// The posts that were boosted.
  public var boosts: Set<String> { state.withLock { $0.boosts } }
  /// The posts that were bookmarked.
  public var bookmarks: Set<String> { state.withLock { $0.bookmarks } }
  /// Who is followed.
  public var followed: Set<String> { state.withLock { $0.followed } }
  /// What was written, with what it answers.
  public var written: [(text: String, reply: String?)] {
    state.withLock { $0.written.values.sorted { $0.id < $1.id }.map { ($0.text, $0.reply) } }
  }
  /// A post of the reader's as it is there.
  public struct Writing: Equatable, Sendable {
    /// Its words, as they were changed last.
    public let text: String
    /// The words before it; empty for none.
    public let warning: String
    /// Whether its pictures are covered.
    public let isSensitive: Bool
    /// What its pictures show.
    public let pictures: [String]

    /// A post of which that is so.
    public init(_ text: String, warning: String, isSensitive: Bool, pictures: [String]) {
      (self.text, self.warning, self.isSensitive) = (text, warning, isSensitive)
      self.pictures = pictures
    }
  }

  /// The reader's posts, the first one first.
  public var writings: [Writing] {
    state.withLock { state in
      state.written.values.sorted { $0.id < $1.id }.map { own in
        Writing(
          state.text(of: own.id), warning: own.warning, isSensitive: own.isSensitive,
          pictures: own.media.map { state.media[$0]?.words ?? "" })
      }
    }
  }
  /// The ids of the reader's posts, the first one first.
  public var writtenIDs: [String] { state.withLock { $0.written.values.map(\.id).sorted() } }
  /// The answers of the reader's polls.
  public var answers: [[String]] {
    state.withLock { $0.written.values.sorted { $0.id < $1.id }.map(\.answers) }
  }
  /// Who sees what was written.
  public var audiences: [String] {
    state.withLock { $0.written.values.sorted { $0.id < $1.id }.map(\.visibility) }
  }
  /// Whether what ada says directly was read.
  public var isDirectRead: Bool { state.withLock { $0.isDirectRead } }
  /// The pictures that were sent to it, with what they show in words.
  public var pictures: [(bytes: [UInt8], words: String)] {
    state.withLock { $0.media.sorted { $0.key < $1.key }.map { ($0.value.bytes, $0.value.words) } }
  }
  /// What was reported, as it was sent.
  public var reports: [[String: String]] { state.withLock { $0.reports } }
  /// What it filters for the reader.
  public var filters: [String] { state.withLock { $0.filters } }
  /// How far notices were read; nil where they were not.
  public var lastNotice: String? { state.withLock { $0.markers["notifications"] } }
  /// Whether it lets in whoever has the token.
  public var isTokenGood: Bool { state.withLock { $0.isTokenGood } }

  /// Visits the page at that address, allows what it asks for, and returns the code that it shows;
  /// nil where it shows none.
  public func allow(_ address: String) -> String? {
    state.withLock { $0.show(address) } ? Self.code : nil
  }

  /// Makes the token worthless, as somebody might in the server's settings.
  public func spoilToken() { state.withLock { $0.isTokenGood = false } }

  /// Lets the settings of the server make a token.
  public func makeToken() { state.withLock { $0.isTokenGood = true } }

  /// Has it behave in another way.
  func change(_ change: (inout PretendMastodonState) -> Void) { state.withLock { change(&$0) } }

  /// Puts off the next request for the home stream, with those headers.
  func putOff(_ headers: [String: String]) {
    answerOddly(
      PretendMastodonState.reply(["error": "Too many requests"], 429, headers: headers))
  }

  /// Answers the next request for the home stream with that, whatever it is.
  public func answerOddly(_ reply: ScriptedReply) { state.withLock { $0.odd = reply } }

  /// So many people like each of its posts from now on, besides the reader.
  public func admire(_ count: Int) { state.withLock { $0.admirers = count } }

  /// So many people post something.
  public func post(_ count: Int) {
    state.withLock { state in
      let start = 1000 + state.posts.count
      state.posts = (start..<start + count).reversed().map(state.accent.id) + state.posts
    }
  }
}

extension PretendMastodon {
  /// What is told while it happens.
  public enum Event: Sendable {
    /// Somebody posts something.
    case posting
    /// Somebody likes a post of the reader's.
    case liking
    /// Somebody mentions the reader.
    case mentioning
    /// Somebody writes a post anew.
    case editing(String, String)
    /// Somebody deletes a post.
    case deleting(String)
  }

  /// Another program of the reader's has read the home stream up to that post.
  public func read(upTo post: String) { state.withLock { $0.markers["home"] = post } }

  /// Up to which post the home stream was read; nil where it was not.
  public var lastRead: String? { state.withLock { $0.markers["home"] } }

  /// How many have begun to listen.
  public var listeners: Int { state.withLock { $0.listeners?.count ?? 0 } }

  /// Lets something happen, and tells whoever listens now.
  public func happen(_ event: Event) {
    state.withLock { state in
      let (name, data) = state.happen(event)
      // With a heartbeat and an event of a kind that nobody knows, as servers send them.
      state.listeners?.last?.pour(
        ":thump\n\nevent: weather\ndata: fog\n\nevent: \(name)\ndata: \(data)\n\n")
    }
  }

  /// Breaks off what it tells.
  public func fallSilent() { state.withLock { $0.listeners?.last?.shut() } }
}

extension PretendMastodon {
  /// The port behind its address.
  public var port: Int { server.withLock { $0?.port } ?? 0 }
  /// The ids of the home stream, newest first.
  public var newest: [String] { state.withLock(\.posts) }

  /// Moves the server behind another address, such as that of a relay.
  public func move(to origin: String) { state.withLock { $0.origin = origin } }

  /// Returns the requests so far, and forgets them.
  public func takeRequests() -> [RecordedRequest] { server.withLock { $0?.takeRequests() } ?? [] }

  /// Ends all live connections but the last, which clients that are gone left behind.
  public func hangUpOnFormerListeners() {
    state.withLock { state in
      state.listeners?.dropLast().forEach { $0.shut() }
      state.listeners = state.listeners.map { $0.suffix(1) }
    }
  }
}
