internal import Threads

/// Bluesky on this machine: the server of one account, those who show posts, and the directory that
/// tells who is who, all at one address; or, behind a proxy, each at its own.
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
  /// Somebody else.
  public static let neighbour = "did:plc:z72i7hdynmk6r22z27h6tvur"
  /// Where the account lives, behind a proxy.
  public static let home = "pds.example.com"
  /// Who tells whose a handle is, and where an account lives, behind a proxy.
  public static let publicHosts = ["public.api.bsky.app", "plc.directory"]
  /// The password that opens the account.
  public static let password = "abcd-efgh-ijkl-mnop"
  /// The code that is mailed where one is wanted.
  public static let code = "ABCDE-FGHIJ"
  /// A post that nobody may like.
  public static let modest = address(of: 1490)

  private let state: LockedValue<PretendBlueskyState>
  private let server: LockedValue<LoopbackServer?>

  /// Starts with five hundred posts, some of them with that picture. Where an authority is given,
  /// it is a proxy behind which every host has its own part, with certificates of that authority.
  public init(picture: [UInt8] = [], behindProxyOf authority: TestCertificate? = nil) throws {
    let state = LockedValue(PretendBlueskyState(picture: picture))
    self.state = state
    server = LockedValue(nil)
    let security = authority.map {
      ServerSecurity(
        TestCertificate(hosts: Self.publicHosts + [Self.home], issuer: $0), isTunnelled: true)
    }
    let started = try LoopbackServer(security: security) { request in
      state.withLock { state in
        if let fault = state.faults.removeValue(forKey: request.method + request.path) {
          return fault
        }
        return state.answer(request)
      }
    }
    state.withLock { state in
      state.isSpread = security != nil
      state.origin = security == nil ? started.origin : "https://\(Self.home)"
    }
    server.withLock { $0 = started }
  }

  /// The address of a post, counted from 1000.
  public static func address(of number: Int) -> String {
    "at://\(author)/app.bsky.feed.post/p\(number)"
  }

  /// Its address, as "http://127.0.0.1:4711".
  public var origin: String { server.withLock { $0?.origin } ?? "" }
  /// Where it takes connections to other hosts, behind a proxy.
  public var proxy: String { server.withLock { "http://127.0.0.1:\($0?.port ?? 0)" } }
  /// The requests so far.
  public var requests: [RecordedRequest] { server.withLock { $0?.requests } ?? [] }
  /// What the account's server holds, by collection and key.
  public var records: [String: WireJSON] { state.withLock { $0.records.mapValues(\.value) } }
  /// The addresses of the posts that are kept for later.
  public var bookmarks: [String] { state.withLock { $0.bookmarks } }
  /// The bytes of the pictures that were sent to it.
  public var blobs: [[UInt8]] { state.withLock { Array($0.blobs.values) } }
  /// What was said directly, the latest last.
  public var said: [String] { state.withLock { $0.chat.messages.map(\.text) } }
  /// Whether what others said directly was seen.
  public var isChatRead: Bool { state.withLock { $0.chat.isRead } }
  /// Until when notices were seen; empty where they were not.
  public var noticesSeen: String { state.withLock { $0.noticesSeen } }
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

  /// Ends the session, as somebody might in the account's settings.
  public func endSession() {
    state.withLock { state in
      state.access = nil
      state.refresh = nil
    }
  }

  /// Allows in a browser what the page at that address asks; returns the address where the browser
  /// ends, or nil where there is no such page.
  public func allow(_ address: String) -> String? {
    state.withLock { $0.approve(address, isAllowed: true) }
  }

  /// Says no to what the page at that address asks.
  public func deny(_ address: String) -> String? {
    state.withLock { $0.approve(address, isAllowed: false) }
  }

  /// Lets nobody in by a browser.
  public func closeBrowserDoor() { state.withLock { $0.door.isOffered = false } }

  /// Wants to see something else in every proof from now on.
  public func changeNonce() { state.withLock { $0.door.nonce += "+" } }

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

extension PretendBluesky {
  /// The port behind its address.
  public var port: Int { server.withLock { $0?.port } ?? 0 }
  /// The texts of the posts that the account wrote.
  public var postedTexts: [String] {
    state.withLock { state in
      state.records.filter { $0.key.contains("app.bsky.feed.post") }
        .compactMap { $0.value.value["text"].text }
    }
  }

  /// Moves the server behind another address, such as that of a relay.
  public func move(to origin: String) { state.withLock { $0.origin = origin } }

  /// Returns the requests so far, and forgets them.
  public func takeRequests() -> [RecordedRequest] { server.withLock { $0?.takeRequests() } ?? [] }
}
