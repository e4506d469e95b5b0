internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A server of Bluesky's kind as one account has it: what all calls to it need.
struct BlueskyConnection: Sendable {
  let account: Account
  /// Where the account lives; its server asks others for what it does not know.
  let server: String
  /// Asks the server in the account's name.
  let client: ServiceClient
  /// Fetches pictures, in nobody's name.
  let files: ServiceClient
  let identity: BlueskyIdentity
  let world: any World
  let memory: BlueskyMemory
  /// In which languages the reader writes.
  let languages: [String]

  /// The one whose account it is.
  var me: Person.ID { account.person }

  /// Asks for something and reads it, away from the caller's actor.
  @_semantics("optimize.sil.specialize.generic.never")
  func get<Value: Sendable>(
    _ method: String, _ query: [(String, String?)] = [], labelers: [String] = [],
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    var request = HTTPRequest(.get, XRPC(method, query).path)
    if !labelers.isEmpty {
      request.headers["atproto-accept-labelers"] = labelers.joined(separator: ", ")
    }
    return try await client.json(request) { json, _ throws(FeedError) in try read(json) }
  }

  /// Does something. All that we do has the same effect when done twice.
  func post(_ method: String, _ body: JSON) async throws(FeedError) {
    _ = try await client.send(
      HTTPRequest(.post, XRPC(method).path, body: .json(body), isRepeatable: true))
  }

  /// How many posts can be asked for at once.
  private static let mostPosts = 25

  /// Posts as they are now, by their addresses; those that are gone are missing.
  func views(of posts: [String]) async throws(FeedError) -> [String: BlueskyView] {
    var seen: Set<String> = []
    let posts = posts.filter { seen.insert($0).inserted }
    guard !posts.isEmpty else { return [:] }
    var views: [String: BlueskyView] = [:]
    let labelers = try await reader().taste.acceptedLabelers
    for start in stride(from: 0, to: posts.count, by: Self.mostPosts) {
      let some = posts[start..<min(start + Self.mostPosts, posts.count)]
      let found = try await get(
        "app.bsky.feed.getPosts", some.map { ("uris", $0) }, labelers: labelers
      ) { json throws(FeedError) in
        guard json["posts"].isArray else { throw .badReply }
        return json["posts"].array.readable(BlueskyView.init)
      }
      for view in found { views[view.reference.uri] = view }
    }
    return views
  }

  /// A post as it is now; `notFound` where it is gone.
  func view(of post: Post.ID) async throws(FeedError) -> BlueskyView {
    try await view(of: post, among: try await views(of: [post.rawValue]))
  }

  /// One of the posts that were asked for.
  ///
  /// Those who show posts know of the reader's own a while later than the reader's server, which
  /// tells what was written and nothing else.
  func view(
    of post: Post.ID, among views: [String: BlueskyView]
  ) async throws(FeedError) -> BlueskyView {
    if let view = views[post.rawValue] { return view }
    guard let address = ATAddress(post.rawValue), address.owner == me.rawValue else {
      throw .notFound
    }
    let repository = BlueskyRepository(connection: self)
    guard let told = try await repository.told(address.key, in: address.collection) else {
      throw .notFound
    }
    let shown: JSON = ["uri": told["uri"], "cid": told["cid"], "record": told["value"]]
    guard let view = BlueskyView(shown) else { throw .badReply }
    return view
  }

  /// What turns replies into models, as the reader wants to see them.
  func reader() async throws(FeedError) -> BlueskyReader {
    let taste = try await taste()
    let now = world.now
    return BlueskyReader(
      me: me, now: now, taste: taste, recent: memory.deeds(at: now), handle: account.handle)
  }

  private func taste() async throws(FeedError) -> BlueskyTaste {
    if let taste = memory.taste(at: world.now) { return taste }
    do throws(FeedError) {
      let preferences = try await get("app.bsky.actor.getPreferences") { json throws(FeedError) in
        guard json["preferences"].isArray else { throw .badReply }
        return json
      }
      let labelers = [BlueskyTaste.labeler] + BlueskyTaste(preferences).labelers
      let kept = KeptTaste(preferences, try await labels(of: labelers), toldAt: world.now)
      memory.note(kept)
      return kept.taste
    } catch {
      switch error {
      case .cancelled, .signedOut, .rateLimited, .unreachable: throw error
      // Posts can be read without; what is for adults is covered then.
      default: return memory.noteFailure(at: world.now)
      }
    }
  }

  /// What those who label say of their labels; what is known, where they cannot be asked.
  private func labels(of labelers: [String]) async throws(FeedError) -> LabelBook {
    let known = memory.labels
    if let known, known.isFresh(for: labelers, at: world.now) { return known }
    let query = labelers.map { ("dids", Optional($0)) } + [("detailed", "true")]
    do throws(FeedError) {
      let definitions = try await get("app.bsky.labeler.getServices", query) {
        LabelDefinition.all($0)
      }
      return LabelBook(labelers: labelers, definitions: definitions, toldAt: world.now)
    } catch {
      switch error {
      case .cancelled, .signedOut: throw error
      default:
        return LabelBook(labelers: labelers, definitions: known?.definitions ?? [:], toldAt: nil)
      }
    }
  }
}

/// A post as its server has it now.
struct BlueskyView: Sendable {
  let json: JSON
  let reference: BlueskyReference

  init?(_ json: JSON) {
    guard let reference = BlueskyReference(json) else { return nil }
    (self.json, self.reference) = (json, reference)
  }
}

/// What a connection remembers for as long as it is open, and what the reader wants to see for
/// longer.
final class BlueskyMemory: Sendable {
  /// How long it is done without preferences before they are asked for again.
  private static let failureLasts = Duration.seconds(60)
  /// How long what an earlier start left does, so that a page is shown before it is asked again.
  private static let openingLasts = Duration.seconds(60)
  /// How long somebody keeps a handle, at least as far as we are concerned.
  private static let handlesLast = Duration.seconds(24 * 3600)
  private static let mostHandles = 1000

  private struct State {
    var taste: KeptTaste?
    /// Since when what an earlier start left does.
    var openedAt: Timestamp?
    /// When the preferences could not be had.
    var failedAt: Timestamp?
    var deeds = RecentDeeds()
    var handles: [String: (did: String, until: Timestamp)] = [:]
  }

  /// Up to when notices were read, as it was told a moment ago.
  let seen = MomentsMemory<NoticeMark?>()
  private let file: TasteFile
  private let state = Guarded(State())

  init(_ file: TasteFile) { self.file = file }

  /// What the reader wants to see, as it was told to this window or another; nil where that is to
  /// be asked (again).
  func taste(at now: Timestamp) -> BlueskyTaste? {
    state.withLock { state in
      if let taste = state.taste, taste.isFresh(at: now) { return taste.taste }
      if let kept = file.kept, state.taste == nil || kept.isFresh(at: now) {
        if state.taste == nil, kept.mayOpen(at: now) { state.openedAt = now }
        state.taste = kept
      }
      if let taste = state.taste, taste.isFresh(at: now) { return taste.taste }
      if let taste = state.taste, let openedAt = state.openedAt, openedAt <= now,
        now < openedAt.advanced(by: Self.openingLasts)
      {
        return taste.taste
      }
      guard let failedAt = state.failedAt, failedAt <= now,
        now < failedAt.advanced(by: Self.failureLasts)
      else { return nil }
      return state.taste?.taste ?? BlueskyTaste()
    }
  }

  /// What those who label said last, however long ago.
  var labels: LabelBook? { state.withLock { $0.taste?.labels } }

  func note(_ taste: KeptTaste) {
    state.withLock { $0.taste = taste }
    file.keep(taste)
  }

  /// The reader set something else: it is asked again.
  func forgetTaste() {
    state.withLock { $0.taste = nil }
    file.forget()
    file.begin()
  }

  /// The preferences could not be had: those from before do for a while.
  func noteFailure(at now: Timestamp) -> BlueskyTaste {
    state.withLock { state in
      state.failedAt = now
      return state.taste?.taste ?? BlueskyTaste()
    }
  }

  func deeds(at now: Timestamp) -> RecentDeeds {
    state.withLock { state in
      state.deeds.forget(before: now)
      return state.deeds
    }
  }

  func note(_ change: Change, at now: Timestamp) {
    state.withLock { $0.deeds.note(change, at: now) }
  }

  /// Whose a handle is, as far as it was asked lately.
  func did(of handle: String, at now: Timestamp) -> String? {
    state.withLock { state in
      state.handles[handle].flatMap { $0.until > now ? $0.did : nil }
    }
  }

  func note(_ did: String, as handle: String, at now: Timestamp) {
    state.withLock { state in
      if state.handles.count >= Self.mostHandles { state.handles = [:] }
      state.handles[handle] = (did, now.advanced(by: Self.handlesLast))
    }
  }
}

/// What the reader wants to see, with when that was told.
struct KeptTaste: Equatable, Sendable {
  /// How long it is believed, and how long where nobody said what labels mean.
  private static let lasts = Duration.seconds(3600)
  private static let lastsWithoutLabels = Duration.seconds(600)
  /// How old it may be where a page is shown before it is asked again.
  private static let lastsForOpening = Duration.seconds(7 * 86_400)

  let taste: BlueskyTaste
  let labels: LabelBook
  /// The preferences that are heeded, as the server tells them.
  private let preferences: [JSON]
  private let toldAt: Timestamp

  init(_ json: JSON, _ labels: LabelBook, toldAt: Timestamp) {
    preferences = json["preferences"].array.filter { BlueskyTaste.Preference($0) != nil }
    (self.labels, self.toldAt) = (labels, toldAt)
    var taste = BlueskyTaste(json)
    taste.definitions = labels.definitions
    self.taste = taste
  }

  /// Whether a page may be shown by it before it is asked again.
  func mayOpen(at now: Timestamp) -> Bool {
    toldAt <= now && now < toldAt.advanced(by: Self.lastsForOpening)
  }

  /// Whether it need not be asked again; a clock that was set back makes nothing last longer.
  func isFresh(at now: Timestamp) -> Bool {
    let lasts = labels.toldAt == nil ? Self.lastsWithoutLabels : Self.lasts
    return toldAt <= now && now < toldAt.advanced(by: lasts)
  }

  /// Reads what was kept; nil where it is none of ours.
  init?(kept json: JSON) {
    guard json["preferences"].isArray, let toldAt = json["told"].moment else { return nil }
    self.init(json, LabelBook(kept: json["labels"]), toldAt: toldAt)
  }

  /// As it is kept.
  var json: JSON {
    ["preferences": .array(preferences), "told": JSON(moment: toldAt), "labels": labels.json]
  }
}

/// What a reader wants to see, kept across starts and for all windows, until they sign out.
///
/// What cannot be read or written is asked again.
struct TasteFile: Sendable {
  /// What is larger is not kept.
  private static let most = 1 << 20

  private let file: PrivateFile?

  /// The file of an account in that folder; without one, nothing is kept.
  init(of account: Account.ID, in folder: String?) {
    file = folder.map { folder in
      PrivateFile(
        path: "\(folder)/taste-\(WebQuery.encoded(account.rawValue).suffix(200))",
        maximumSize: Self.most)
    }
  }

  /// Makes room for it: where there is none, somebody has signed out, and nothing is kept.
  func begin() {
    if let file { _ = try? OpenFile(file.path, O_RDWR | O_CREAT) }
  }

  var kept: KeptTaste? {
    let bytes = (try? file?.read()) ?? nil
    return bytes.flatMap { try? JSON($0) }.flatMap { KeptTaste(kept: $0) }
  }

  func keep(_ taste: KeptTaste) {
    let bytes = taste.json.encoded()
    guard let file, bytes.count <= Self.most, access(file.path, F_OK) == 0 else { return }
    try? file.replaceLightly(with: bytes)
  }

  func forget() {
    if let file { unlink(file.path) }
  }
}
