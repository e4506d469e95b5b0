import Glibc

/// A feed server on this machine: FreshRSS, or Miniflux with both of its APIs, each with its quirks.
public typealias PretendFeedServer = PretendService<PretendFeedServerState>

/// The feeds, entries and read states of a pretend feed server.
public struct PretendFeedServerState: PretendState {
  public enum Kind: Sendable {
    case freshRSS, miniflux
  }

  public static let user = "ada"
  /// The password that the pretend feed server accepts for the Google Reader API.
  public static let password = "the-api-password"
  /// The key that the pretend feed server accepts for Miniflux's own API.
  public static let key = "the-miniflux-key"

  /// A feed that the account of the pretend feed server follows.
  public struct Feed: Sendable {
    public let id: Int
    public var title: String
    public let url: String
    public var folder: String
  }

  /// An entry of a feed at the pretend feed server.
  public struct Entry: Sendable {
    public let id: Int64
    public let feed: Int
    public let title: String
    public let html: String
    /// The time of the entry's publication in seconds since 1970.
    public let published: Int
    public var isRead = false
    public var isStarred = false
    /// The time of the entry's last change in seconds since 1970.
    public var changed: Int
  }

  public let kind: Kind
  /// The address of the pretend feed server.
  public var origin = ""
  public var feeds: [Feed]
  public var entries: [Entry]
  /// True if the administrator of the pretend feed server allows the API.
  public var isOn = true
  /// True if the pretend Miniflux lists the ids of entries, as version 2.3.2 and later do.
  public var listsIDs = true
  /// True if the pretend feed server replies to calls that change whole streams and subscriptions as
  /// old versions of Miniflux do, which lack them: by an empty array.
  public var lacksChangeCalls = false
  /// The name of a folder without feeds at the pretend Miniflux; nil for none.
  public var emptyFolder: String?
  /// The time of changes that the client makes, in seconds since 1970.
  public var now: Int
  /// The number of entry ids in each request that changed entries, in order.
  public internal(set) var batches: [Int] = []
  private var generation = 1

  /// Creates a server with two folders of one feed each, and a number of unread entries a minute
  /// apart.
  public init(_ kind: Kind, entries count: Int = 6, now: Int = 1_795_199_400) {
    (self.kind, self.now) = (kind, now)
    feeds = [
      Feed(id: 12, title: "Harbour Notes", url: "https://harbour.example/feed.xml", folder: "News"),
      Feed(id: 13, title: "Tide Tables", url: "https://tides.example/atom.xml", folder: "Sea"),
    ]
    let first: Int64 = kind == .freshRSS ? 1_764_345_600_123_456 : 12_000
    entries = (0..<count).map { number in
      Entry(
        id: first - Int64(number), feed: number.isMultiple(of: 2) ? 12 : 13,
        title: "Entry \(number)", html: "<p>The text of entry <b>\(number)</b>.</p>",
        published: now - 60 * (number + 1), changed: now - 60 * (number + 1))
    }
  }

  /// The titles of the unread entries at the pretend feed server.
  public var unread: [String] { entries.filter { !$0.isRead }.map(\.title) }
  public var starred: [String] { entries.filter(\.isStarred).map(\.title) }

  public mutating func answer(_ request: RecordedRequest) -> ScriptedReply {
    if kind == .miniflux, request.path.hasPrefix("/v1/") { return miniflux(request) }
    let base = kind == .freshRSS ? "/api/greader.php" : ""
    guard request.path.hasPrefix(base) else { return .reply(404, body: Array("<html>".utf8)) }
    let path = String(request.path.dropFirst(base.count))
    guard isOn else { return Self.plain("Service Unavailable!", 503) }
    if path == "/accounts/ClientLogin" { return login(request) }
    guard path.hasPrefix("/reader/api/0/") else {
      return .reply(404, body: Array("<html>".utf8))
    }
    return reader(String(path.dropFirst("/reader/api/0".count)), request)
  }

  /// Makes the tokens given so far expire.
  public mutating func expireTokens() { generation += 1 }

  private var auth: String { "\(Self.user)/token-\(generation)" }
  private var writeToken: String {
    kind == .miniflux ? auth : "write-\(generation)"
  }

  static func plain(
    _ text: String, _ status: Int = 200, _ headers: [String: String] = [:]
  ) -> ScriptedReply {
    var headers = headers
    headers["Content-Type"] = "text/plain; charset=UTF-8"
    return .reply(status, headers, body: Array(text.utf8))
  }

  private func login(_ request: RecordedRequest) -> ScriptedReply {
    let form = request.form
    guard request.query.isEmpty else { return .reply(400) }
    guard form["Email"] == Self.user, form["Passwd"] == Self.password else {
      return kind == .miniflux
        ? Self.reply(["error_message": "access unauthorized"], 401)
        : Self.plain("Unauthorized!", 401, ["Google-Bad-Token": "true"])
    }
    let last = kind == .miniflux ? auth : "null"
    return Self.plain("SID=\(auth)\nLSID=\(last)\nAuth=\(auth)\n")
  }
}

// MARK: - Google Reader's API

extension PretendFeedServerState {
  private static let state = "user/-/state/com.google/"
  private static let longForm = "tag:google.com,2005:reader/item/"

  private mutating func reader(_ path: String, _ request: RecordedRequest) -> ScriptedReply {
    let isWrite = request.method == "POST"
    let isSigned = request.header("Authorization") == "GoogleLogin auth=\(auth)"
    // Miniflux looks at the write token alone.
    guard isSigned || isWrite && kind == .miniflux else {
      return Self.plain("Unauthorized!", 401, ["Google-Bad-Token": "true"])
    }
    let fields = WebForm.pairs(request.text)
    let checksToken = kind == .miniflux || path != "/stream/items/contents"
    if isWrite, checksToken, fields.first(where: { $0.0 == "T" })?.1 != writeToken {
      let name = kind == .miniflux ? "X-Reader-Google-Bad-Token" : "Google-Bad-Token"
      return Self.plain("Unauthorized", 401, [name: "true"])
    }
    let isJSON =
      request.query["output"] == "json" || fields.contains { $0 == ("output", "json") }
    switch (path, isWrite) {
    case ("/token", false): return Self.plain(writeToken + "\n")
    case ("/user-info", false):
      return Self.reply(["userId": "1", "userName": .string(Self.user), "userEmail": ""])
    case (_, false) where !isJSON, ("/stream/items/contents", true) where !isJSON:
      return kind == .freshRSS ? Self.plain("Not Implemented!", 501) : .reply(400)
    case ("/subscription/list", false): return subscriptions()
    case ("/stream/items/ids", false): return ids(request.query)
    case ("/stream/items/contents", true): return contents(fields)
    case ("/edit-tag", true): return edit(fields)
    case ("/mark-all-as-read", true) where lacksChangeCalls,
      ("/subscription/edit", true) where lacksChangeCalls,
      ("/rename-tag", true) where lacksChangeCalls:
      return .json("[]")
    case ("/mark-all-as-read", true): return markAll(fields)
    case ("/subscription/quickadd", true): return add(fields)
    case ("/subscription/edit", true): return change(fields)
    case ("/rename-tag", true): return renameFolder(fields)
    default: return kind == .miniflux ? .json("[]") : Self.plain("Bad Request!", 400)
    }
  }

  private func subscriptions() -> ScriptedReply {
    Self.reply([
      "subscriptions": .array(
        feeds.map { feed in
          [
            "id": .string("feed/\(feed.id)"), "title": .string(feed.title),
            "categories": [
              ["id": .string("user/-/label/\(feed.folder)"), "label": .string(feed.folder)]
            ],
            "url": .string(feed.url), "htmlUrl": "https://harbour.example/", "iconUrl": "",
          ]
        })
    ])
  }

  private func chosen(_ stream: String) -> [Entry]? {
    if stream == Self.state + "reading-list" { return entries }
    if stream == Self.state + "starred" { return entries.filter(\.isStarred) }
    if stream.hasPrefix("feed/") {
      return entries.filter { "feed/\($0.feed)" == stream }
    }
    guard kind == .freshRSS, stream.hasPrefix("user/-/label/") else { return nil }
    let within = feeds.filter { "user/-/label/\($0.folder)" == stream }.map(\.id)
    return entries.filter { within.contains($0.feed) }
  }

  private func ids(_ query: [String: String]) -> ScriptedReply {
    guard var found = chosen(query["s"] ?? "") else {
      return Self.reply(["error_message": "googlereader: unknown stream type: LabelStream"], 500)
    }
    if query["xt"] == Self.state + "read" { found.removeAll(where: \.isRead) }
    if let since = query["ot"].flatMap({ Int($0) }) { found.removeAll { $0.published < since } }
    let limit = query["n"].flatMap { Int($0) } ?? 20
    var next: String?
    if kind == .miniflux {
      // A number of entries.
      let start = query["c"].flatMap { Int($0) } ?? 0
      found = Array(found.dropFirst(start))
      if found.count > limit { next = String(start + limit) }
    } else {
      if let last = query["c"].flatMap({ Int64($0) }) { found.removeAll { $0.id >= last } }
      // A full page has a next one, even if that is empty.
      if found.count >= limit { next = found.prefix(limit).last.map { String($0.id) } }
    }
    return Self.reply([
      "itemRefs": .array(found.prefix(limit).map { ["id": .string(String($0.id))] }),
      "continuation": next.map { .string($0) } ?? .null,
    ])
  }

  private func named(_ fields: [(String, String)]) -> Set<Int64> {
    Set(
      fields.compactMap { name, value in
        guard name == "i", value.hasPrefix(Self.longForm) else { return nil }
        return UInt64(value.dropFirst(Self.longForm.count), radix: 16).map {
          Int64(bitPattern: $0)
        }
      })
  }

  private func contents(_ fields: [(String, String)]) -> ScriptedReply {
    let names = named(fields)
    // In an order of the server's own.
    let found = entries.filter { names.contains($0.id) }.reversed()
    return Self.reply([
      "id": "user/-/state/com.google/reading-list", "updated": .number(now),
      "items": .array(found.map(item)),
    ])
  }

  private func item(_ entry: Entry) -> WireJSON {
    let digits = String(UInt64(bitPattern: entry.id), radix: 16)
    let user = kind == .miniflux ? "user/3" : "user/-"
    let feed = feeds.first { $0.id == entry.feed }
    var states: [WireJSON] = [.string("\(user)/state/com.google/reading-list"), "fog"]
    if entry.isRead { states.append(.string("\(user)/state/com.google/read")) }
    if entry.isStarred { states.append(.string("\(user)/state/com.google/starred")) }
    let address = "https://harbour.example/\(entry.id)"
    var item: [String: WireJSON] = [
      "id": .string(
        Self.longForm + String(repeating: "0", count: 16 - digits.count) + digits),
      "title": .string(entry.title), "published": .number(entry.published),
      "crawlTimeMsec": .string("\(entry.published)000"),
      "timestampUsec": .string(
        kind == .freshRSS ? String(entry.id) : "\(entry.published)000000"),
      "alternate": [["href": .string(address), "type": "text/html"]],
      "categories": .array(states), "summary": ["content": .string(entry.html)],
      "origin": [
        "streamId": .string("feed/\(entry.feed)"), "title": .string(feed?.title ?? ""),
      ],
    ]
    // Miniflux sends both, FreshRSS the address under both names.
    if kind == .miniflux { item["content"] = ["content": .string(entry.html)] }
    if kind == .freshRSS { item["canonical"] = [["href": .string(address)]] }
    return .object(item)
  }

  private mutating func edit(_ fields: [(String, String)]) -> ScriptedReply {
    // Of the fields after the thousandth, only the ids are read.
    let (added, removed) = (
      fields.prefix(1000).last { $0.0 == "a" }?.1, fields.prefix(1000).last { $0.0 == "r" }?.1
    )
    let names = named(fields)
    batches.append(names.count)
    for place in entries.indices where names.contains(entries[place].id) {
      set(place, added, true)
      set(place, removed, false)
    }
    return kind == .freshRSS ? Self.plain("OK") : .reply(200, body: Array("OK".utf8))
  }

  private mutating func set(_ place: Int, _ tag: String?, _ isSet: Bool) {
    switch tag {
    case Self.state + "read": entries[place].isRead = isSet
    case Self.state + "starred": entries[place].isStarred = isSet
    default: return
    }
    entries[place].changed = now
  }

  private mutating func markAll(_ fields: [(String, String)]) -> ScriptedReply {
    let form = Dictionary(fields) { $1 }
    guard let micros = form["ts"].flatMap({ Int($0) }), let found = chosen(form["s"] ?? "") else {
      return Self.plain("Bad Request!", 400)
    }
    // FreshRSS looks at the time of receipt, which is the id; Miniflux at the publication.
    let names = Set(
      found.filter {
        kind == .freshRSS ? $0.id <= micros : $0.published * 1_000_000 < micros
      }.map(\.id))
    for place in entries.indices where names.contains(entries[place].id) {
      entries[place].isRead = true
    }
    return Self.plain("OK")
  }

  private mutating func add(_ fields: [(String, String)]) -> ScriptedReply {
    let address = Dictionary(fields) { $1 }["quickadd"] ?? ""
    if feeds.contains(where: { $0.url == address }) {
      return Self.reply([
        "numResults": 0, "error": .string("Already subscribed! \(address)"),
      ])
    }
    guard address.hasPrefix("https://"), !address.contains("nothing") else {
      return Self.reply(["numResults": 0])
    }
    let id = (feeds.map(\.id).max() ?? 0) + 1
    feeds.append(Feed(id: id, title: "New Feed", url: address, folder: "News"))
    return Self.reply([
      "numResults": 1, "query": .string(address), "streamId": .string("feed/\(id)"),
      "streamName": "New Feed",
    ])
  }

  private mutating func renameFolder(_ fields: [(String, String)]) -> ScriptedReply {
    let form = Dictionary(fields) { $1 }
    let label = "user/-/label/"
    guard let old = form["s"], let new = form["dest"], new.hasPrefix(label),
      feeds.contains(where: { label + $0.folder == old }),
      !feeds.contains(where: { label + $0.folder == new })
    else { return Self.plain("Bad Request!", 400) }
    for place in feeds.indices where label + feeds[place].folder == old {
      feeds[place].folder = String(new.dropFirst(label.count))
    }
    return Self.plain("OK")
  }

  private mutating func change(_ fields: [(String, String)]) -> ScriptedReply {
    let form = Dictionary(fields) { $1 }
    guard let place = feeds.firstIndex(where: { "feed/\($0.id)" == form["s"] }) else {
      return Self.plain("Bad Request!", 400)
    }
    switch form["ac"] {
    case "unsubscribe": feeds.remove(at: place)
    case "edit":
      if let title = form["t"] { feeds[place].title = title }
      if let label = form["a"] {
        feeds[place].folder = String(label.dropFirst("user/-/label/".count))
      } else if form["r"] != nil {
        feeds[place].folder = "Uncategorized"
      }
    default: return Self.plain("Bad Request!", 400)
    }
    return Self.plain("OK")
  }
}

// MARK: - Miniflux's own API

extension PretendFeedServerState {
  private mutating func miniflux(_ request: RecordedRequest) -> ScriptedReply {
    guard isOn else { return .reply(404) }
    guard request.header("X-Auth-Token") == Self.key else {
      return Self.reply(["error_message": "access unauthorized"], 401)
    }
    let parts = request.path.split(separator: "/").dropFirst().map(String.init)
    switch (request.method, parts.first, parts.dropFirst().first) {
    case ("GET", "me", nil):
      return Self.reply(["id": 3, "username": .string(Self.user), "is_admin": false])
    case ("GET", "feeds", nil): return Self.reply(.array(feeds.map(ownFeed)))
    case ("GET", "categories", nil): return Self.reply(.array(categories))
    case ("GET", "entries", "ids") where listsIDs: return entryIDs(request.query)
    case ("GET", "entries", "ids"):
      return Self.reply(["error_message": "invalid entry ID"], 400)
    case ("GET", "entries", nil): return list(request.query)
    case ("GET", "entries", let id?):
      guard let entry = entries.first(where: { String($0.id) == id }) else {
        return Self.reply(["error_message": "resource not found"], 404)
      }
      return Self.reply(ownEntry(entry))
    case ("PUT", "entries", nil): return put(request.json)
    case ("PUT", "categories", let id?):
      guard case .string(let title) = request.json["title"] else { return .reply(400) }
      guard title != emptyFolder else {
        return Self.reply(["error_message": "This category already exists."], 400)
      }
      for place in feeds.indices where (feeds[place].folder == "News" ? "1" : "2") == id {
        feeds[place].folder = title
      }
      return Self.reply(["id": .string(id), "title": .string(title)], 201)
    case ("PUT", "feeds", let id?):
      let category = request.json["category_id"]
      guard let place = feeds.firstIndex(where: { String($0.id) == id }),
        let folder = categories.first(where: { $0["id"] == category })
      else { return .reply(400) }
      feeds[place].folder = folder["title"].text
      return Self.reply(ownFeed(feeds[place]), 201)
    default: return Self.reply(["error_message": "resource not found"], 404)
    }
  }

  /// Returns a time in seconds since 1970 as Miniflux writes it.
  private static func date(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    func digits(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    let day = "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(digits).joined(separator: ":")
    return "\(day)T\(clock).512345Z"
  }

  private var categories: [WireJSON] {
    (["News", "Sea"] + [emptyFolder].compactMap(\.self)).enumerated().map { place, title in
      ["id": .number(place + 1), "title": .string(title), "user_id": 3]
    }
  }

  private func ownFeed(_ feed: Feed) -> WireJSON {
    [
      "id": .number(feed.id), "feed_url": .string(feed.url), "title": .string(feed.title),
      "site_url": "https://harbour.example/", "parsing_error_message": "",
      "category": ["id": .number(feed.folder == "News" ? 1 : 2), "title": .string(feed.folder)],
    ]
  }

  private func ownEntry(_ entry: Entry) -> WireJSON {
    [
      "id": .number(Int(entry.id)), "feed_id": .number(entry.feed),
      "status": entry.isRead ? "read" : "unread", "title": .string(entry.title),
      "url": .string("https://harbour.example/\(entry.id)"), "content": .string(entry.html),
      "author": "", "starred": .bool(entry.isStarred),
      "published_at": .string(Self.date(entry.published)),
      "changed_at": .string(Self.date(entry.changed)), "enclosures": .null, "tags": .null,
    ]
  }

  private func matching(_ query: [String: String]) -> [Entry] {
    entries.filter { entry in
      (query["status"].map { ($0 == "read") == entry.isRead } ?? true)
        && (query["starred"].map { ($0 == "true") == entry.isStarred } ?? true)
        && (query["feed_id"].map { $0 == String(entry.feed) } ?? true)
        && (query["category_id"].map { ($0 == "1") == (entry.feed == 12) } ?? true)
        && (query["search"].map { entry.title.contains($0) } ?? true)
        && (query["published_before"].flatMap { Int($0) }.map { entry.published < $0 } ?? true)
        && (query["changed_before"].flatMap { Int($0) }.map { entry.changed < $0 } ?? true)
        && (query["changed_after"].flatMap { Int($0) }.map { entry.changed > $0 } ?? true)
        && (query["after_entry_id"].flatMap { Int64($0) }.map { entry.id > $0 } ?? true)
        && (query["before_entry_id"].flatMap { Int64($0) }.map { entry.id < $0 } ?? true)
    }
  }

  private func list(_ query: [String: String]) -> ScriptedReply {
    let isUp = query["direction"] != "desc"
    let found = matching(query).sorted { left, right in
      let isBefore =
        query["order"] == "id"
        ? left.id < right.id : (left.published, left.id) < (right.published, right.id)
      return isBefore == isUp
    }
    let limit = query["limit"].flatMap { Int($0) } ?? 100
    let offset = query["offset"].flatMap { Int($0) } ?? 0
    return Self.reply([
      "total": .number(found.count),
      "entries": .array(found.dropFirst(offset).prefix(limit).map(ownEntry)),
    ])
  }

  private func entryIDs(_ query: [String: String]) -> ScriptedReply {
    let found = matching(query)
    let offset = query["offset"].flatMap { Int($0) } ?? 0
    return Self.reply([
      "total": .number(found.count),
      "entry_ids": .array(found.dropFirst(offset).map { .number(Int($0.id)) }),
    ])
  }

  private mutating func put(_ json: WireJSON) -> ScriptedReply {
    let names = Set(
      json["entry_ids"].elements.compactMap { id in
        if case .number(let number) = id { Int64(number) } else { nil }
      })
    guard !names.isEmpty else {
      return Self.reply(["error_message": "the list of entries is empty"], 400)
    }
    batches.append(names.count)
    for place in entries.indices where names.contains(entries[place].id) {
      if json["status"] != .null { entries[place].isRead = json["status"] == "read" }
      if json["starred"] != .null { entries[place].isStarred = json["starred"] == .bool(true) }
      entries[place].changed = now
    }
    return .reply(204)
  }
}
