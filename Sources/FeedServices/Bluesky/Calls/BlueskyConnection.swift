internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A connection of a Bluesky account: the HTTP clients and caches that all its gateways share.
struct BlueskyConnection: Sendable {
  let account: Account
  /// The address of a Bluesky account's server, which forwards calls that it cannot answer.
  let server: String
  let client: ServiceClient
  /// The HTTP client for pictures of Bluesky posts; unlike `client`, it sends no token of the
  /// account.
  let files: ServiceClient
  let identity: BlueskyIdentityResolver
  let world: any World
  let cache: BlueskyAccountCache
  let languages: [String]

  var me: Person.ID { account.person }
  var records: BlueskyRecordRepository { BlueskyRecordRepository(connection: self) }

  /// Calls a Bluesky method that only reads, and returns the reply as `read` parses it, away from
  /// the caller's actor. `labelers` are the DIDs of the labelers whose labels the reply may
  /// contain.
  @_semantics("optimize.sil.specialize.generic.never")
  func callXRPCQuery<Value: Sendable>(
    _ method: String, _ query: [(String, String?)] = [], labelers: [String] = [],
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    var request = HTTPRequest(.get, XRPCPath(method, query).path)
    if !labelers.isEmpty {
      request.headers["atproto-accept-labelers"] = labelers.joined(separator: ", ")
    }
    return try await client.requestJSON(request) { json, _ throws(FeedError) in try read(json) }
  }

  func callXRPCProcedure(_ method: String, _ body: JSON) async throws(FeedError) {
    _ = try await client.sendRequest(
      HTTPRequest(.post, XRPCPath(method).path, body: .jsonBody(body), isRepeatable: true))
  }

  private static let maximumPosts = 25

  /// Fetches Bluesky posts as JSON by `at://` address; deleted posts are missing from the result.
  func fetchPostJSON(of posts: [String]) async throws(FeedError) -> [String: BlueskyPostJSON] {
    var seen: Set<String> = []
    let posts = posts.filter { seen.insert($0).inserted }
    guard !posts.isEmpty else { return [:] }
    var views: [String: BlueskyPostJSON] = [:]
    let labelers = try await makeBlueskyJSONReader().moderation.acceptedLabelers
    for start in stride(from: 0, to: posts.count, by: Self.maximumPosts) {
      let some = posts[start..<min(start + Self.maximumPosts, posts.count)]
      let found = try await callXRPCQuery(
        "app.bsky.feed.getPosts", some.map { ("uris", $0) }, labelers: labelers
      ) { json throws(FeedError) in
        try json["posts"].requiredArray().parsedElements(BlueskyPostJSON.init)
      }
      for view in found { views[view.reference.uri] = view }
    }
    return views
  }

  /// Fetches a Bluesky post by its id; throws `notFound` if the post was deleted.
  func fetchSinglePostJSON(of post: Post.ID) async throws(FeedError) -> BlueskyPostJSON {
    try await knownOrFetchedPostJSON(of: post, among: try await fetchPostJSON(of: [post.rawValue]))
  }

  /// Returns a Bluesky post from fetched ones. A missing post of the account is fetched from the
  /// account's own server, since other servers may not know a new post yet.
  func knownOrFetchedPostJSON(
    of post: Post.ID, among views: [String: BlueskyPostJSON]
  ) async throws(FeedError) -> BlueskyPostJSON {
    if let view = views[post.rawValue] { return view }
    guard let address = ATProtocolAddress(post.rawValue), address.owner == me.rawValue else {
      throw .notFound
    }
    guard let found = try await records.fetchRecord(address.key, in: address.collection) else {
      throw .notFound
    }
    let shown: JSON = ["uri": found["uri"], "cid": found["cid"], "record": found["value"]]
    guard let view = BlueskyPostJSON(shown) else { throw .badReply }
    return view
  }

  func makeBlueskyJSONReader() async throws(FeedError) -> BlueskyJSONReader {
    let moderation = try await moderationPreferences()
    let now = world.now
    return BlueskyJSONReader(
      me: me, now: now, moderation: moderation, recent: cache.recentActions(at: now),
      handle: account.handle)
  }

  private func moderationPreferences() async throws(FeedError) -> BlueskyModerationPreferences {
    if let moderation = cache.usableModerationPreferences(at: world.now) { return moderation }
    do throws(FeedError) {
      let preferences = try await BlueskyPreferenceCalls(connection: self).fetchAllPreferences()
      let labelers =
        [BlueskyModerationPreferences.labeler] + BlueskyModerationPreferences(preferences).labelers
      let stored = CachedModerationPreferences(
        preferences, try await fetchLabelDefinitions(of: labelers), fetchedAt: world.now)
      cache.storeModerationPreferences(stored)
      return stored.moderation
    } catch {
      switch error {
      case .cancelled, .signedOut, .rateLimited, .unreachable: throw error
      // Posts can be read without preferences; adult content is then covered.
      default: return cache.recordModerationFetchFailure(at: world.now)
      }
    }
  }

  /// Fetches the definitions of Bluesky's moderation labels from their labelers; returns the cached
  /// definitions if the labelers cannot be asked.
  private func fetchLabelDefinitions(of labelers: [String]) async throws(FeedError)
    -> LabelDefinitions
  {
    let known = cache.labels
    if let known, known.areDefinitionsFresh(for: labelers, at: world.now) { return known }
    let query = labelers.map { ("dids", Optional($0)) } + [("detailed", "true")]
    do throws(FeedError) {
      let definitions = try await callXRPCQuery("app.bsky.labeler.getServices", query) {
        LabelDefinition.parsedLabelDefinitions($0)
      }
      return LabelDefinitions(labelers: labelers, definitions: definitions, fetchedAt: world.now)
    } catch {
      switch error {
      case .cancelled, .signedOut: throw error
      default:
        return LabelDefinitions(
          labelers: labelers, definitions: known?.definitions ?? [:], fetchedAt: nil)
      }
    }
  }
}

/// A Bluesky post as JSON from a server's reply, with the reference to its record.
struct BlueskyPostJSON: Sendable {
  let json: JSON
  let reference: BlueskyRecordReference

  init?(_ json: JSON) {
    guard let reference = BlueskyRecordReference(json) else { return nil }
    (self.json, self.reference) = (json, reference)
  }
}

/// A cache for a Bluesky account's connection: moderation preferences, which are stored in a file
/// as well, recent actions, and the ids of handles.
final class BlueskyAccountCache: Sendable {
  private static let failurePause = Duration.seconds(60)
  /// The duration for which a Bluesky account's stored moderation preferences are used after a
  /// start although they are out of date (by a week at most), so that the first page waits for no
  /// request.
  private static let startUseTime = Duration.seconds(60)
  private static let handleLifetime = Duration.seconds(24 * 3600)
  private static let maximumHandles = 1000

  private struct BlueskyAccountCacheContents {
    var moderation: CachedModerationPreferences?
    var firstUsedAt: Timestamp?
    var failedAt: Timestamp?
    var recentActions = RecentBlueskyActions()
    var handles: [String: (did: String, until: Timestamp)] = [:]
  }

  /// The cache, for two seconds, of the read position of Bluesky's notifications.
  let notificationReadMark = TwoSecondCache<LastReadNotificationMark?>()
  private let file: ModerationPreferencesFile
  private let state = LockedValue(BlueskyAccountCacheContents())

  init(_ file: ModerationPreferencesFile) { self.file = file }

  /// Returns a Bluesky account's moderation preferences from memory, or from the file that all
  /// processes of Tweetie share: outdated ones only for a minute after a start, or after a failed
  /// fetch, when default ones are returned as well. nil if they must be fetched.
  func usableModerationPreferences(at now: Timestamp) -> BlueskyModerationPreferences? {
    state.withLock { state in
      if let moderation = state.moderation, moderation.arePreferencesFresh(at: now) {
        return moderation.moderation
      }
      if let stored = file.stored, state.moderation == nil || stored.arePreferencesFresh(at: now) {
        if state.moderation == nil, stored.arePreferencesUsableAtStart(at: now) {
          state.firstUsedAt = now
        }
        state.moderation = stored
      }
      if let moderation = state.moderation, moderation.arePreferencesFresh(at: now) {
        return moderation.moderation
      }
      if let moderation = state.moderation, let firstUsedAt = state.firstUsedAt, firstUsedAt <= now,
        now < firstUsedAt.timeAdvanced(by: Self.startUseTime)
      {
        return moderation.moderation
      }
      guard let failedAt = state.failedAt, failedAt <= now,
        now < failedAt.timeAdvanced(by: Self.failurePause)
      else { return nil }
      return state.moderation?.moderation ?? BlueskyModerationPreferences()
    }
  }

  /// The cached definitions of Bluesky's moderation labels, however old; nil if none are cached.
  var labels: LabelDefinitions? { state.withLock { $0.moderation?.labels } }

  func storeModerationPreferences(_ moderation: CachedModerationPreferences) {
    state.withLock { $0.moderation = moderation }
    file.writePreferencesFile(moderation)
  }

  /// Discards the cached moderation preferences after the user changed them at Bluesky.
  func forgetModerationPreferences() {
    state.withLock { $0.moderation = nil }
    file.deletePreferencesFile()
    file.createPreferencesFileOnDisk()
  }

  /// Records that a Bluesky account's moderation preferences could not be fetched; returns the
  /// cached or default preferences, which are then used for a minute.
  func recordModerationFetchFailure(at now: Timestamp) -> BlueskyModerationPreferences {
    state.withLock { state in
      state.failedAt = now
      return state.moderation?.moderation ?? BlueskyModerationPreferences()
    }
  }

  func recentActions(at now: Timestamp) -> RecentBlueskyActions {
    state.withLock { state in
      state.recentActions.removeExpiredChanges(before: now)
      return state.recentActions
    }
  }

  func recordRecentChange(_ change: PendingChange, at now: Timestamp) {
    state.withLock { $0.recentActions.recordRecentChange(change, at: now) }
  }

  func cachedDID(of handle: String, at now: Timestamp) -> String? {
    state.withLock { state in
      state.handles[handle].flatMap { $0.until > now ? $0.did : nil }
    }
  }

  func storeDID(_ did: String, as handle: String, at now: Timestamp) {
    state.withLock { state in
      if state.handles.count >= Self.maximumHandles { state.handles = [:] }
      state.handles[handle] = (did, now.timeAdvanced(by: Self.handleLifetime))
    }
  }
}

/// A cached copy of a Bluesky account's moderation preferences, with the time of their fetch.
struct CachedModerationPreferences: Equatable, Sendable {
  private static let lifetime = Duration.seconds(3600)
  private static let lifetimeWithoutLabels = Duration.seconds(600)
  /// The maximum age at which a Bluesky account's stored moderation preferences may be used for the
  /// first page after a start.
  private static let lifetimeAtStart = Duration.seconds(7 * 86_400)

  let moderation: BlueskyModerationPreferences
  let labels: LabelDefinitions
  private let preferences: [JSON]
  private let fetchedAt: Timestamp

  init(_ json: JSON, _ labels: LabelDefinitions, fetchedAt: Timestamp) {
    preferences = json["preferences"].array.filter {
      BlueskyModerationPreferences.BlueskyPreferenceType($0) != nil
    }
    (self.labels, self.fetchedAt) = (labels, fetchedAt)
    var moderation = BlueskyModerationPreferences(json)
    moderation.definitions = labels.definitions
    self.moderation = moderation
  }

  func arePreferencesUsableAtStart(at now: Timestamp) -> Bool {
    fetchedAt <= now && now < fetchedAt.timeAdvanced(by: Self.lifetimeAtStart)
  }

  /// Returns true if a Bluesky account's moderation preferences need not be fetched again;
  /// preferences from the future, as after a clock was set back, are fetched again.
  func arePreferencesFresh(at now: Timestamp) -> Bool {
    let lifetime = labels.fetchedAt == nil ? Self.lifetimeWithoutLabels : Self.lifetime
    return fetchedAt <= now && now < fetchedAt.timeAdvanced(by: lifetime)
  }

  /// Creates a Bluesky account's moderation preferences from their file's JSON; nil if invalid.
  init?(stored json: JSON) {
    guard json["preferences"].isArray, let fetchedAt = json["told"].moment else { return nil }
    self.init(json, LabelDefinitions(stored: json["labels"]), fetchedAt: fetchedAt)
  }

  var json: JSON {
    ["preferences": .array(preferences), "told": JSON(moment: fetchedAt), "labels": labels.json]
  }
}

/// A file of a Bluesky account's moderation preferences, shared by all running processes of Tweetie
/// and deleted at sign-out. A file that cannot be read or written is ignored.
struct ModerationPreferencesFile: Sendable {
  private static let maximumBytes = 1 << 20

  private let file: PrivateFile?

  /// Creates the reference to the file of a Bluesky account's moderation preferences, not the file
  /// itself; without a folder, nothing is stored.
  init(of account: Account.ID, in folder: String?) {
    file = folder.map { folder in
      PrivateFile(
        path: "\(folder)/taste-\(WebAddressQuery.percentEncoded(account.rawValue).suffix(200))",
        maximumSize: Self.maximumBytes)
    }
  }

  /// Creates the file of a Bluesky account's moderation preferences on disk. If the file is missing
  /// later, the account was signed out, and nothing is stored any more.
  func createPreferencesFileOnDisk() {
    if let file { _ = try? OpenFile(file.path, O_RDWR | O_CREAT) }
  }

  var stored: CachedModerationPreferences? {
    let bytes = (try? file?.readContents()) ?? nil
    return bytes.flatMap { try? JSON($0) }.flatMap { CachedModerationPreferences(stored: $0) }
  }

  func writePreferencesFile(_ moderation: CachedModerationPreferences) {
    let bytes = moderation.json.encodedBytes()
    guard let file, bytes.count <= Self.maximumBytes, access(file.path, F_OK) == 0 else { return }
    try? file.replaceContentsWithoutSync(with: bytes)
  }

  func deletePreferencesFile() {
    if let file { unlink(file.path) }
  }
}
