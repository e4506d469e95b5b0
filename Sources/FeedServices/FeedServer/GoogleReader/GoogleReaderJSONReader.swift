internal import FeedDomain

/// A parser of the JSON of Google Reader's API, in the variants of several servers.
struct GoogleReaderJSONReader: Sendable {
  /// True if the feed server is FreshRSS, which writes "&", "<" and ">" in titles as wide
  /// characters, and imports lists of feeds.
  let serverIsFreshRSS: Bool

  private static let longestTitle = 1000
  private static let mostEnclosures = 20
  private static let wideSigns: [Character: Character] = ["＆": "&", "＜": "<", "＞": ">"]

  /// Parses the entries in a feed server's reply; entries without an id or a feed are left out.
  func parsedEntries(_ json: JSON) throws(FeedError) -> [FeedServerEntry] {
    var known: Set<FeedServerEntryID> = []
    return try json["items"].requiredArray().parsedElements(parsedEntry)
      .filter { known.insert($0.id).inserted }
  }

  func parsedEntry(_ json: JSON) -> FeedServerEntry? {
    guard let name = json["id"].id.flatMap({ FeedServerEntryID(told: $0) }),
      let feed = json["origin"]["streamId"].nonEmptyString
    else { return nil }
    var entry = FeedServerEntry(id: name, feed: feed)
    entry.feedTitle = parsedPlainTitle(json["origin"]["title"])
    entry.title = parsedPlainTitle(json["title"])
    entry.author = parsedPlainTitle(json["author"])
    entry.link =
      (json["canonical"].array + json["alternate"].array).lazy.compactMap { $0["href"].webAddress }
      .first ?? json["canonical"]["href"].webAddress ?? json["alternate"]["href"].webAddress
    entry.html =
      [json["content"], json["summary"]].lazy.compactMap {
        $0["content"].nonEmptyString ?? $0.nonEmptyString
      }.first ?? ""
    entry.publishedAt =
      Self.parsedTime(json["published"], perSecond: 1)
      ?? Self.parsedTime(json["crawlTimeMsec"], perSecond: 1000)
      ?? Self.parsedTime(json["timestampUsec"], perSecond: 1_000_000)
    entry.orderedAt = json["timestampUsec"].id.flatMap { Int64($0) }
    let states = json["categories"].array.compactMap { $0.string.flatMap(Self.entryStateName) }
    entry.isRead = states.contains("read")
    entry.isStarred = states.contains("starred")
    entry.enclosures = json["enclosure"].array.prefix(Self.mostEnclosures).compactMap { json in
      (json["href"].webAddress ?? json["url"].webAddress).map {
        FeedServerEntry.EntryEnclosure(url: $0, type: json["type"].string ?? "")
      }
    }
    return entry
  }

  /// Parses the list of feeds in a feed server's reply; throws `badReply` for another form, so that
  /// no feed seems unfollowed.
  func parsedSubscriptions(_ json: JSON) throws(FeedError) -> [Subscription] {
    var known: Set<String> = []
    return try json["subscriptions"].requiredArray().parsedElements { json in
      guard let id = json["id"].nonEmptyString, id.utf8.count <= 4096 else { return nil }
      let address =
        json["url"].webAddress ?? (id.hasPrefix("feed/http") ? String(id.dropFirst(5)) : "")
      let name = parsedPlainTitle(json["title"])
      var subscription = Subscription(
        id: Subscription.ID(id), address: address,
        name: name.isEmpty ? FeedServerFeedList.hostName(of: address) ?? id : name)
      var folders: [String] = []
      for folder in json["categories"].array.compactMap(parsedFolder)
      where !folders.contains(folder) { folders.append(folder) }
      subscription.replaceFolders(with: folders)
      return subscription
    }.filter { known.insert($0.id.rawValue).inserted }
  }

  /// Returns the name of the folder in the JSON of a feed's category at a feed server; nil for a
  /// category that is a state, such as "read".
  private func parsedFolder(_ json: JSON) -> String? {
    json["label"].nonBlankText ?? json["id"].string.flatMap(Self.folderName)
  }

  static func parsedEntryIDs(_ json: JSON) throws(FeedError) -> (
    names: [FeedServerEntryID], next: String?
  ) {
    let names = try json["itemRefs"].requiredArray().parsedElements {
      $0["id"].id.flatMap { FeedServerEntryID(told: $0) }
    }
    return (names, json["continuation"].id)
  }

  /// Parses the title of a feed server's entry or feed into plain text; HTML tags are removed and
  /// entities are decoded once.
  private func parsedPlainTitle(_ json: JSON) -> String {
    guard let text = json.string.map({ String($0.prefix(Self.longestTitle)) }), !text.isEmpty else {
      return ""
    }
    let plain =
      HTMLTextReader.looksLikeHTML(text)
      ? HTMLTextReader.richTextFromPostHTML(text).plain.withSingleBlanks : text
    return serverIsFreshRSS ? String(plain.map { Self.wideSigns[$0] ?? $0 }) : plain
  }

  /// Returns the state, such as "read", that the id of an entry's category names in Google Reader's
  /// API; nil for a category that is a label.
  private static func entryStateName(_ category: String) -> String? {
    let parts = category.split(separator: "/", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "user", parts[2] == "state", parts[3] == "com.google"
    else { return nil }
    return String(parts[4])
  }

  /// Returns the name of the folder, which may contain slashes, in the id of a category in Google
  /// Reader's API; nil for the id of a state.
  private static func folderName(inCategoryID id: String) -> String? {
    let parts = id.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "user", parts[2] == "label", !parts[3].isEmpty else {
      return nil
    }
    return String(parts[3])
  }

  /// Parses a time in a feed server's reply that is a number with `perSecond` units in a second;
  /// nil for zero and for implausible numbers.
  private static func parsedTime(_ json: JSON, perSecond: Double) -> Timestamp? {
    guard let number = json.double, number > 0 else { return nil }
    let milliseconds = number * 1000 / perSecond
    return milliseconds < 253_402_300_800_000
      ? Timestamp(milliseconds: Int64(milliseconds)) : nil
  }
}

/// A parsed reply to a sign-in at Google Reader's API, which consists of lines of names and values,
/// or of JSON.
struct GoogleReaderLoginReply: Equatable, Sendable {
  /// The token for API calls in a feed server's reply to a sign-in; nil if the sign-in was refused,
  /// or if another program replied.
  let auth: String?
  /// The code that states why the feed server refused the sign-in; nil if the reply states none.
  let error: String?

  init(_ reply: HTTPReply) {
    // A reply that is no JSON is text.
    if reply.body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), let json = try? JSON(reply.body)
    {
      auth = json["Auth"].nonBlankText
      error = json["error_message"].nonBlankText ?? json["errors"][0].nonBlankText
      return
    }
    var fields: [String: String] = [:]
    let text = String(decoding: reply.body.prefix(65_536), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      fields[parts[0].trimmingBlanks] = parts[1].trimmingBlanks
    }
    auth = fields["Auth"].flatMap { $0.isEmpty ? nil : $0 }
    error = fields["Error"]
  }
}
