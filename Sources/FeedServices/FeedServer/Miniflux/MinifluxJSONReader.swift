internal import FeedDomain
internal import Groundwork

struct MinifluxJSONReader: Sendable {
  private static let longestTitle = 1000
  private static let mostEnclosures = 20

  func parsedEntries(_ elements: [JSON]) -> [FeedServerEntry] {
    var known: Set<FeedServerEntryID> = []
    return elements.parsedElements(parsedEntry).filter { known.insert($0.id).inserted }
  }

  /// Parses an entry at Miniflux; nil if the id or feed is missing, and for entries that older
  /// servers list as removed.
  func parsedEntry(_ json: JSON) -> FeedServerEntry? {
    guard let id = json["id"].int,
      let feed = json["feed_id"].int ?? json["feed"]["id"].int,
      json["status"].string != "removed"
    else { return nil }
    var entry = FeedServerEntry(id: FeedServerEntryID(Int64(id)), feed: String(feed))
    entry.feedTitle = json["feed"]["title"].string ?? ""
    entry.title = String((json["title"].string ?? "").prefix(Self.longestTitle))
    entry.author = String((json["author"].string ?? "").prefix(Self.longestTitle))
    entry.link = json["url"].webAddress
    entry.html = json["content"].string ?? ""
    entry.publishedAt = Self.parsedTime(json["published_at"]) ?? Self.parsedTime(json["created_at"])
    entry.isRead = json["status"].string == "read"
    entry.isStarred = json["starred"].bool ?? false
    entry.changedAt = Self.parsedTime(json["changed_at"])
    entry.enclosures = json["enclosures"].array.prefix(Self.mostEnclosures).compactMap { json in
      json["url"].webAddress.map {
        FeedServerEntry.EntryEnclosure(url: $0, type: json["mime_type"].string ?? "")
      }
    }
    return entry
  }

  func parsedSubscription(_ json: JSON) -> Subscription? {
    guard let id = json["id"].int else { return nil }
    let address = json["feed_url"].webAddress ?? ""
    let problem = json["parsing_error_message"].nonBlankText.map { _ in
      Subscription.WebFeedProblem.unreachable
    }
    let name = json["title"].nonBlankText ?? FeedServerFeedList.hostName(of: address) ?? String(id)
    return Subscription(
      id: Subscription.ID(String(id)), address: address, name: name,
      folder: json["category"]["title"].nonBlankText, problem: problem)
  }

  /// Parses a time in a Miniflux reply, in any time zone; nil for a time before 1970, as the year 1
  /// means never.
  private static func parsedTime(_ json: JSON) -> Timestamp? {
    json.isoDate.flatMap { $0.milliseconds > 0 ? $0 : nil }
  }
}

struct MinifluxRequestRules: ServiceRequestRules {
  func sign(_ request: inout HTTPRequest, with token: Secret) {
    guard let token = FeedServerAccountSecret(token) else { return }
    if let key = token.auth, token.user.isEmpty {
      request.headers["X-Auth-Token"] = key
    } else {
      let login = Base64.standardBase64(Array("\(token.user):\(token.password)".utf8))
      request.headers["Authorization"] = "Basic \(login)"
    }
  }

  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    switch reply.status {
    case 400, 403, 405..<408, 409..<429, 430..<500: .refused(Self.errorMessage(in: reply))
    // Miniflux uses status 500 for most failures, such as of fetching a feed. Changes of entries
    // are repeated, since they are valid, and the database may be busy.
    case 500 where !reply.url.hasSuffix("/v1/entries"):
      Self.errorMessage(in: reply).map { .refused($0) }
    default: nil
    }
  }

  static func errorMessage(in reply: HTTPReply) -> String? {
    guard let json = try? JSON(reply.body) else { return nil }  // A proxy's page.
    return json["error_message"].nonBlankText ?? reply.serviceMessage
  }
}
