internal import Threads

/// Bluesky on this machine: the server of one account, those who show posts, and the directory that
/// tells who is who, all at one address.
///
/// It keeps what is done to it and lets in only who has its password. What is written is known to
/// the account's server at once, and to those who show posts unless they are made to lag.
public final class PretendBluesky: Sendable {
  /// Who signs in.
  public static let handle = "sol.example.com"
  /// Their id.
  public static let did = "did:plc:rw2z722nef7snr45nz3o5jx7"
  /// Who posts.
  public static let author = "did:plc:hq4kv6yfphnp4gf3lbg44j4g"
  /// The password that opens the account.
  public static let password = "abcd-efgh-ijkl-mnop"
  /// The code that is mailed where one is wanted.
  public static let code = "ABCDE-FGHIJ"
  /// A post that nobody may like.
  public static let modest = address(of: 1490)

  private let state: Guarded<PretendBlueskyState>
  private let server: Guarded<LoopbackServer?>

  /// Starts with five hundred posts.
  public init() throws {
    let state = Guarded(PretendBlueskyState())
    self.state = state
    server = Guarded(nil)
    let started = try LoopbackServer { request in
      state.withLock { state in
        if let fault = state.faults.removeValue(forKey: request.method + request.path) {
          return fault
        }
        return state.answer(request)
      }
    }
    state.withLock { $0.origin = started.origin }
    server.withLock { $0 = started }
  }

  /// The address of a post, counted from 1000.
  public static func address(of number: Int) -> String {
    "at://\(author)/app.bsky.feed.post/p\(number)"
  }

  /// Its address, as "http://127.0.0.1:4711".
  public var origin: String { server.withLock { $0?.origin } ?? "" }
  /// The requests so far.
  public var requests: [RecordedRequest] { server.withLock { $0?.requests } ?? [] }
  /// What the account's server holds, by collection and key.
  public var records: [String: WireJSON] { state.withLock { $0.records.mapValues(\.value) } }
  /// The addresses of the posts that are kept for later.
  public var bookmarks: [String] { state.withLock { $0.bookmarks } }
  /// Whether anybody is signed in.
  public var isOpen: Bool { state.withLock { $0.refresh != nil } }
  /// How often tokens were traded.
  public var renewals: Int { state.withLock { $0.renewals } }

  /// So many people post something.
  public func post(_ count: Int) {
    state.withLock { state in
      let start = state.numbers.count + 1000
      state.numbers = (start..<start + count).reversed() + state.numbers
    }
  }

  /// Makes the token run out that is used.
  public func spendToken() { state.withLock { $0.access = nil } }

  /// Wants a mailed code besides the password.
  public func wantCode() { state.withLock { $0.wantsCode = true } }

  /// Keeps those who show posts from learning what is written, until they may.
  public func lag(_ lags: Bool) {
    state.withLock { state in
      state.shown = lags ? state.shown ?? state.records : nil
    }
  }

  /// Answers the next request of that method and path like that.
  public func fail(_ method: String, _ path: String, _ reply: ScriptedReply) {
    state.withLock { $0.faults[method + path] = reply }
  }
}
