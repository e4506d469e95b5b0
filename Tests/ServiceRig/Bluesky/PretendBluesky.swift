internal import Threads

/// Bluesky on this machine: the account's server, the servers that show posts, and the directory of
/// accounts, all at one address; or behind a proxy, each at its own.
///
/// It keeps what is written, and accepts only its password. Written records are known to the
/// account's server at once, and to the servers that show posts unless they are made to lag.
public final class PretendBluesky: Sendable {
  /// The handle of the account at the pretend Bluesky.
  public static let handle = "sol.example.com"
  /// The id (DID) of the account at the pretend Bluesky.
  public static let did = "did:plc:rw2z722nef7snr45nz3o5jx7"
  /// The id (DID) of the person who writes the posts of the pretend Bluesky.
  public static let author = "did:plc:hq4kv6yfphnp4gf3lbg44j4g"
  /// The id (DID) of another person at the pretend Bluesky.
  public static let neighbour = "did:plc:z72i7hdynmk6r22z27h6tvur"
  /// The name of the host of the account's server, behind a proxy.
  public static let home = "pds.example.com"
  /// The names of the hosts that resolve handles and the servers of accounts, behind a proxy.
  public static let publicHosts = ["public.api.bsky.app", "plc.directory"]
  /// The password of the account at the pretend Bluesky.
  public static let password = "abcd-efgh-ijkl-mnop"
  /// The sign-in code that the pretend Bluesky mails if one is required.
  public static let code = "ABCDE-FGHIJ"
  /// The address of a post whose likes the pretend Bluesky refuses.
  public static let modest = address(of: 1490)

  private let state: LockedValue<PretendBlueskyState>
  private let server: LockedValue<LoopbackServer?>

  /// Starts the service with five hundred posts, some of them with the given picture. With an
  /// authority, it is a proxy behind which every host has its own part, with certificates of that
  /// authority.
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

  /// Returns the address of the pretend Bluesky's post with a number, counted from 1000.
  public static func address(of number: Int) -> String {
    "at://\(author)/app.bsky.feed.post/p\(number)"
  }

  /// The address of the pretend Bluesky, as "http://127.0.0.1:4711".
  public var origin: String { server.withLock { $0?.origin } ?? "" }
  /// The address of the proxy before all hosts of the pretend Bluesky.
  public var proxy: String { server.withLock { "http://127.0.0.1:\($0?.port ?? 0)" } }
  /// The requests that the pretend Bluesky has received so far.
  public var requests: [RecordedRequest] { server.withLock { $0?.requests } ?? [] }
  /// The records at the account's server, by collection and key.
  public var records: [String: WireJSON] { state.withLock { $0.records.mapValues(\.value) } }
  /// The addresses of the bookmarked posts.
  public var bookmarks: [String] { state.withLock { $0.bookmarks } }
  /// The bytes of each picture uploaded to the pretend Bluesky.
  public var blobs: [[UInt8]] { state.withLock { Array($0.blobs.values) } }
  /// The direct messages, the latest last.
  public var said: [String] { state.withLock { $0.chat.messages.map(\.text) } }
  /// True if the direct messages of others were marked as read.
  public var isChatRead: Bool { state.withLock { $0.chat.isRead } }
  /// The time until which the client marked notifications as seen; empty before that.
  public var noticesSeen: String { state.withLock { $0.noticesSeen } }
  /// True if the client has a session at the pretend Bluesky.
  public var isOpen: Bool { state.withLock { $0.refresh != nil } }
  /// The number of times that the client renewed its tokens.
  public var renewals: Int { state.withLock { $0.renewals } }

  /// Adds a number of posts by other people.
  public func post(_ count: Int) {
    state.withLock { state in
      let start = state.numbers.count + 1000
      state.numbers = (start..<start + count).reversed() + state.numbers
    }
  }

  /// Makes the access token expire.
  public func spendToken() { state.withLock { $0.access = nil } }

  /// Ends the client's session, as if from the account's settings.
  public func endSession() {
    state.withLock { state in
      state.access = nil
      state.refresh = nil
    }
  }

  /// Approves what the page at an address asks in a browser; returns the address to which the
  /// browser is redirected, nil if there is no such page.
  public func allow(_ address: String) -> String? {
    state.withLock { $0.approve(address, isAllowed: true) }
  }

  /// Denies what the page at an address asks in a browser.
  public func deny(_ address: String) -> String? {
    state.withLock { $0.approve(address, isAllowed: false) }
  }

  /// Disables the sign-in by browser.
  public func closeBrowserDoor() { state.withLock { $0.door.isOffered = false } }

  /// Requires another nonce in every proof from now on.
  public func changeNonce() { state.withLock { $0.door.nonce += "+" } }

  /// Makes the pretend Bluesky require a mailed code besides the password at the sign-in.
  public func wantCode() { state.withLock { $0.wantsCode = true } }

  /// Makes the servers that show posts lag behind the account's server, or catch up.
  public func lag(_ lags: Bool) {
    state.withLock { state in
      state.shown = lags ? state.shown ?? state.records : nil
    }
  }

  /// Sets the pretend Bluesky's reply to the next request of a method and path.
  public func fail(_ method: String, _ path: String, _ reply: ScriptedReply) {
    state.withLock { $0.faults[method + path] = reply }
  }
}

extension PretendBluesky {
  /// The port of the pretend Bluesky.
  public var port: Int { server.withLock { $0?.port } ?? 0 }
  /// The texts of the posts that the account wrote at the pretend Bluesky.
  public var postedTexts: [String] {
    state.withLock { state in
      state.records.filter { $0.key.contains("app.bsky.feed.post") }
        .compactMap { $0.value.value["text"].text }
    }
  }

  /// Changes the address that the pretend Bluesky states for itself, such as to that of a relay.
  public func move(to origin: String) { state.withLock { $0.origin = origin } }

  /// Returns the requests so far, and forgets them.
  public func takeRequests() -> [RecordedRequest] { server.withLock { $0?.takeRequests() } ?? [] }
}
