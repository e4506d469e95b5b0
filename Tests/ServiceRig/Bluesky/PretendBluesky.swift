/// Bluesky on this machine: the account's server, the servers that show posts, and the directory of
/// accounts, all at one address; or behind a proxy, each at its own.
///
/// It keeps what is written, and accepts only its password. Written records are known to the
/// account's server at once, and to the servers that show posts unless they are made to lag.
public typealias PretendBluesky = PretendService<PretendBlueskyState>

extension PretendBluesky {
  /// The handle of the account at the pretend Bluesky.
  public static var handle: String { "sol.example.com" }
  /// The id (DID) of the account at the pretend Bluesky.
  public static var did: String { "did:plc:rw2z722nef7snr45nz3o5jx7" }
  /// The id (DID) of the person who writes the posts of the pretend Bluesky.
  public static var author: String { "did:plc:hq4kv6yfphnp4gf3lbg44j4g" }
  /// The id (DID) of another person at the pretend Bluesky.
  public static var neighbour: String { "did:plc:z72i7hdynmk6r22z27h6tvur" }
  /// The name of the host of the account's server, behind a proxy.
  public static var home: String { "pds.example.com" }
  /// The names of the hosts that resolve handles and the servers of accounts, behind a proxy.
  public static var publicHosts: [String] { ["public.api.bsky.app", "plc.directory"] }
  /// The password of the account at the pretend Bluesky.
  public static var password: String { "abcd-efgh-ijkl-mnop" }
  /// The sign-in code that the pretend Bluesky mails if one is required.
  public static var code: String { "ABCDE-FGHIJ" }
  /// The address of a post whose likes the pretend Bluesky refuses.
  public static var modest: String { address(of: 1490) }

  /// Starts the service with five hundred posts, some of them with the given picture. With an
  /// authority, it is a proxy behind which every host has its own part, with certificates of that
  /// authority.
  public convenience init(picture: [UInt8] = [], behindProxyOf authority: TestCertificate? = nil)
    throws
  {
    let security = authority.map {
      ServerSecurity(
        TestCertificate(hosts: Self.publicHosts + [Self.home], issuer: $0), isTunnelled: true)
    }
    try self.init(PretendBlueskyState(picture: picture), security: security)
    guard security != nil else { return }
    change { state in
      state.isSpread = true
      state.origin = "https://\(Self.home)"
    }
  }

  /// Returns the address of the pretend Bluesky's post with a number, counted from 1000.
  public static func address(of number: Int) -> String {
    "at://\(author)/app.bsky.feed.post/p\(number)"
  }

  /// The address of the proxy before all hosts of the pretend Bluesky.
  public var proxy: String { "http://127.0.0.1:\(port)" }
  /// The records at the account's server, by collection and key.
  public var records: [String: WireJSON] { held.records.mapValues(\.value) }
  /// The addresses of the bookmarked posts.
  public var bookmarks: [String] { held.bookmarks }
  /// The bytes of each picture uploaded to the pretend Bluesky.
  public var blobs: [[UInt8]] { Array(held.blobs.values) }
  /// The direct messages, the latest last.
  public var said: [String] { held.chat.messages.map(\.text) }
  /// True if the direct messages of others were marked as read.
  public var isChatRead: Bool { held.chat.isRead }
  /// The time until which the client marked notifications as seen; empty before that.
  public var noticesSeen: String { held.noticesSeen }
  /// True if the client has a session at the pretend Bluesky.
  public var isOpen: Bool { held.refresh != nil }
  /// The number of times that the client renewed its tokens.
  public var renewals: Int { held.renewals }

  /// Adds a number of posts by other people.
  public func post(_ count: Int) {
    change { state in
      let start = state.numbers.count + 1000
      state.numbers = (start..<start + count).reversed() + state.numbers
    }
  }

  /// Makes the access token expire.
  public func spendToken() { change { $0.access = nil } }

  /// Ends the client's session, as if from the account's settings.
  public func endSession() {
    change { state in
      state.access = nil
      state.refresh = nil
    }
  }

  /// Approves what the page at an address asks in a browser; returns the address to which the
  /// browser is redirected, nil if there is no such page.
  public func allow(_ address: String) -> String? {
    change { $0.approve(address, isAllowed: true) }
  }

  /// Denies what the page at an address asks in a browser.
  public func deny(_ address: String) -> String? {
    change { $0.approve(address, isAllowed: false) }
  }

  /// Disables the sign-in by browser.
  public func closeBrowserDoor() { change { $0.door.isOffered = false } }

  /// Requires another nonce in every proof from now on.
  public func changeNonce() { change { $0.door.nonce += "+" } }

  /// Makes the pretend Bluesky require a mailed code besides the password at the sign-in.
  public func wantCode() { change { $0.wantsCode = true } }

  /// Makes the servers that show posts lag behind the account's server, or catch up.
  public func lag(_ lags: Bool) {
    change { state in
      state.shown = lags ? state.shown ?? state.records : nil
    }
  }

  /// The texts of the posts that the account wrote at the pretend Bluesky.
  public var postedTexts: [String] {
    held.records.filter { $0.key.contains("app.bsky.feed.post") }
      .compactMap { $0.value.value["text"].text }
  }
}
