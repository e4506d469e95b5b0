internal import FeedDomain

/// A stored form of a web feed: its entries, the caching headers of its server, and the state of
/// its refreshes.
struct CachedWebFeed: Equatable, Sendable {
  var webFeed = WebFeed()
  /// The ETag of the last reply of the web feed's server, which makes the next request conditional;
  /// nil if the reply had none.
  var tag: String?
  var modified: String?
  /// The time of the web feed's last refresh, successful or not; nil before the first one.
  var checkedAt: Timestamp?
  /// The time of the last refresh of the web feed that succeeded; nil before the first one.
  var fetchedAt: Timestamp?
  /// The time until which the web feed's server must not be asked, as the server demanded; nil for
  /// no such pause.
  var pause: Timestamp?
  var problem: Subscription.WebFeedProblem?
  /// The number of successive refreshes of the web feed to which its server gave no feed, and after
  /// each of which the next automatic refresh is later.
  var failures = 0
  /// The time of the first of the web feed's refreshes that failed since the last success; nil if
  /// the last one succeeded.
  var failingSince: Timestamp?
  /// The time before which the web feed does not change, as its server said; nil if it said none.
  var freshUntil: Timestamp?
  /// The address to which the web feed moved for good, as its server said once; nil if the last
  /// reply came from the feed's own address.
  var announcedAddress: String?
  /// The dates of the web feed's oldest and newest entry; nil if it has no entries.
  var span: ClosedRange<Timestamp>? { Self.entryTimeSpan(of: webFeed.entries) ?? statedSpan }
  /// The dates of the web feed's oldest and newest entry as stated in the first line of its file;
  /// nil if the entries themselves were read.
  private var statedSpan: ClosedRange<Timestamp>?

  /// The minimum time between two refreshes of a web feed if the user asks for the second one.
  private static let shortest = Duration.seconds(60)
  /// The minimum time between two refreshes of a web feed of which the first did not reach the
  /// server, and the user asks for the second one.
  private static let shortestAfterFailure = Duration.seconds(5)
  /// The shortest time between automatic refreshes of a web feed if the user set no interval.
  private static let usual = Duration.seconds(30 * 60)
  private static let longest = Duration.seconds(24 * 3600)
  /// The time to the next automatic refresh of a web feed after a failure; it doubles with each
  /// further one.
  private static let firstBackoff = Duration.seconds(3600)
  /// The time for which the refreshes of a dead web feed have failed.
  private static let longestIllness = Duration.seconds(14 * 24 * 3600)
  /// The number of the present version of the parser of web feeds. A feed that was stored by
  /// another version is fetched again even if it has not changed.
  private static let parserVersion = 2
  /// The maximum time by which an entry's date is ahead because of a wrong time zone.
  private static let longestTimeZoneError = Duration.seconds(24 * 3600)
  /// Maximum number of a web feed's stored entries, including those its server no longer lists.
  private static let maximumEntries = WebFeed.mostEntries

  /// Returns true if a web feed is due for a refresh: on the user's request after a minute, or five
  /// seconds if its server was not reached; otherwise after the interval set for the feed or stated
  /// by it. False if the feed is gone for good, and during a pause that its server demanded.
  func isRefreshDue(
    _ purpose: RequestPriority, at now: Timestamp, every interval: Duration? = nil
  ) -> Bool {
    guard problem != .gone else { return false }
    if let pause, now < pause, pause <= now.timeAdvanced(by: Self.longest) { return false }
    // A check in the future means that the clock was wrong then.
    guard let checkedAt, checkedAt <= now else { return true }
    let age = now.elapsedTime(since: checkedAt)
    guard purpose != .userRequest else {
      return age >= (problem?.isOutOfReach == true ? Self.shortestAfterFailure : Self.shortest)
    }
    // A time in the far future means that the clock was wrong when the server replied.
    if let freshUntil, now < freshUntil, freshUntil <= now.timeAdvanced(by: Self.longest) {
      return false
    }
    return !webFeed.isExpired && age >= effectiveRefreshInterval(interval)
      && (interval != nil || !isQuietTime(at: now))
  }

  /// Returns the time between two automatic refreshes of the web feed: `interval`, which the user
  /// set, otherwise the usual one or the one that the feed asks for; after failures a longer one.
  private func effectiveRefreshInterval(_ interval: Duration?) -> Duration {
    let wanted = webFeed.minutes.map { Duration.seconds(60 * min(max(0, $0), 1440)) } ?? .zero
    let doublings = min(max(0, failures - 1), 5)
    let backoff = failures > 0 ? min(Self.firstBackoff * (1 << doublings), Self.longest) : .zero
    return max(interval ?? max(Self.usual, wanted), backoff)
  }

  /// Returns true if the web feed is dead, so that the user should remove it: its server says that
  /// it is gone or ended, or its refreshes have failed for weeks.
  func isDead(at now: Timestamp) -> Bool {
    if problem == .gone || webFeed.isExpired { return true }
    guard let failingSince, problem != .rateLimited else { return false }
    return now.elapsedTime(since: failingSince) >= Self.longestIllness
  }

  /// Records a refresh of the web feed that failed. `isAsked`: true if the user asked for it, which
  /// ends the longer times between automatic refreshes.
  mutating func recordFeedRefreshFailure(
    _ problem: Subscription.WebFeedProblem, at now: Timestamp, isAsked: Bool
  ) {
    (checkedAt, self.problem, failingSince) = (now, problem, failingSince ?? now)
    switch problem {
    case .notFound, .serverFailed, .untrusted, .unreadable, .tooLarge, .loginRequired:
      failures = isAsked ? 1 : failures + 1
    // The network of the user may be the reason, or the server said how long to wait.
    case .unreachable, .nameNotFound, .timedOut, .ownNetwork, .rateLimited, .gone:
      if isAsked { failures = 0 }
    }
  }

  /// Records a refresh of the web feed that succeeded, with the server's reply.
  mutating func recordFeedRefreshSuccess(_ reply: HTTPReply, at now: Timestamp) {
    (checkedAt, fetchedAt, pause, problem) = (now, now, nil, nil)
    (failures, failingSince) = (0, nil)
    freshUntil = reply.replyFreshnessEnd(now: now)
  }

  /// Returns the address by which the web feed's address is to be replaced, if the server says for
  /// the second time in a row that the feed moved there for good; `stated` is nil if it says
  /// nothing of that. An address that only begins with https instead of http is taken at once.
  mutating func newAddressAnnouncedTwice(_ stated: String?, of address: String) -> String? {
    guard let stated, stated != LinkBaseAddress.addressWithHTTPS(address),
      announcedAddress != stated
    else {
      announcedAddress = nil
      return stated
    }
    announcedAddress = stated
    return nil
  }

  /// Returns true if the web feed asks not to be fetched at an hour of the day, or on a day of the
  /// week.
  private func isQuietTime(at now: Timestamp) -> Bool {
    let hours = Int(now.milliseconds / 3_600_000)
    // The first day of 1970 was a Thursday.
    return webFeed.quietHours.contains(hours % 24)
      || webFeed.quietDays.contains((hours / 24 + 4) % 7)
  }

  /// Returns the earliest time of the web feed's next automatic refresh; nil if the feed is gone
  /// for good, or was never fetched.
  func nextRefreshTime(every interval: Duration?) -> Timestamp? {
    guard problem != .gone, !webFeed.isExpired, let checkedAt else { return nil }
    let next = checkedAt.timeAdvanced(by: effectiveRefreshInterval(interval))
    let limits = [pause, freshUntil].compactMap(\.self).filter {
      $0 <= checkedAt.timeAdvanced(by: Self.longest)
    }
    return limits.reduce(next) { max($0, $1) }
  }

  /// Merges a fetched web feed into this stored one. Stored entries that the feed no longer lists
  /// are kept, entries without a date keep the one that they got when first seen, and entries of
  /// which the feed changed nothing but the id keep their stored id.
  mutating func mergeFetchedFeed(_ fetched: WebFeed, at now: Timestamp) {
    var fetched = fetched
    fetched.entries = Self.entriesKeepingStoredIDs(of: webFeed.entries, in: fetched.entries)
    let old = Dictionary(webFeed.entries.map { ($0.id, $0) }) { first, _ in first }
    var known: Set<String> = []
    var items: [WebFeedEntry] = []
    // An entry without a date gets one between its neighbours in the feed; if no entry has a date,
    // the time of this refresh.
    let dates = fetched.entries.map { min($0.writtenAt ?? Timestamp(milliseconds: 0), now) }
    let places =
      dates.contains { $0.isPlausible(now: now) } ? dates.correctingImplausibleDates(now: now) : nil
    for (place, item) in fetched.entries.enumerated() where known.insert(item.id).inserted {
      var item = item
      if let old = old[item.id] {
        (item.isHidden, item.isReadWhenFetched) = (old.isHidden, old.isReadWhenFetched)
      }
      if let written = item.writtenAt {
        // An entry with a date in the future gets the time at which it was first seen, since it
        // would otherwise stay at the top until then.
        if written > now { item.writtenAt = min(old[item.id]?.writtenAt ?? now, now) }
        // No time zone explains a date more than a day ahead, so the date says nothing.
        if written > now.timeAdvanced(by: Self.longestTimeZoneError) { item.isDated = false }
      } else {
        // The first entry of a feed is the newest, so each later one gets an earlier time.
        item.writtenAt =
          old[item.id]?.writtenAt ?? places?[place]
          ?? now.timeAdvanced(by: .milliseconds(-Int64(place)))
      }
      items.append(item)
    }
    let gone = webFeed.entries.filter { !known.contains($0.id) }
    webFeed = fetched
    webFeed.entries = Self.newestEntries(items + gone)
    statedSpan = nil
    problem = nil
  }

  /// Returns the entries of a fetched web feed; an entry with a new id gets the id of the stored
  /// entry with the same content, if the feed no longer lists that id. Some feeds change all their
  /// ids, as when a site moves to https, which must not make entries unread.
  private static func entriesKeepingStoredIDs(
    of stored: [WebFeedEntry], in fetched: [WebFeedEntry]
  ) -> [WebFeedEntry] {
    let listed = Set(fetched.map(\.id))
    let gone = stored.filter { !listed.contains($0.id) }
    let known = Set(stored.map(\.id))
    let new = fetched.indices.filter { !known.contains(fetched[$0].id) }
    guard !gone.isEmpty, !new.isEmpty else { return fetched }
    let ids = Dictionary(gone.compactMap { entry in entry.contentKey.map { ($0, entry.id) } }) {
      first, _ in first
    }
    let keys = new.map { fetched[$0].contentKey }
    let counts = Dictionary(keys.compactMap { key in key.map { ($0, 1) } }, uniquingKeysWith: +)
    var entries = fetched
    for (index, key) in zip(new, keys) {
      guard let key, counts[key] == 1, let id = ids[key] else { continue }
      entries[index].id = id
    }
    return entries
  }

  /// Copies the state of the web feed's refreshes from another stored form of the feed; the entries
  /// stay as they are.
  mutating func copyRefreshState(of other: CachedWebFeed) {
    let entries = webFeed.entries
    self = other
    (webFeed.entries, statedSpan) = (entries, nil)
  }

  private static func entryTimeSpan(of entries: [WebFeedEntry]) -> ClosedRange<Timestamp>? {
    let dates = entries.map { $0.writtenAt ?? Timestamp(milliseconds: 0) }
    guard let oldest = dates.min(), let newest = dates.max() else { return nil }
    return oldest...newest
  }
}

extension WebFeedEntry {
  /// The key of an entry's content, which is equal for two versions of the entry with different
  /// ids: its address without the scheme and the `utm_` query items, its title, and its date, or
  /// its text if it has no date. nil if the entry has no address.
  fileprivate var contentKey: String? {
    guard let address = link ?? media.first?.url else { return nil }
    let place = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    let parts = place.split(separator: "?", maxSplits: 1)
    let items = parts.dropFirst().first?.split(separator: "&").filter { !$0.hasPrefix("utm_") }
    let page = "\(parts.first ?? "")?\((items ?? []).joined(separator: "&"))"
    let date = isDated ? writtenAt.map { "\($0.milliseconds)" } : nil
    return "\(page)\n\(title)\n\(date ?? text.plain)"
  }
}

extension CachedWebFeed {
  /// Returns the newest of a web feed's entries, up to the maximum number of stored ones, in the
  /// feed's order.
  private static func newestEntries(_ entries: [WebFeedEntry]) -> [WebFeedEntry] {
    guard entries.count > maximumEntries else { return entries }
    let dates = entries.map { $0.writtenAt ?? Timestamp(milliseconds: 0) }
    let chosen = entries.indices.sorted { (dates[$0], $1) > (dates[$1], $0) }.prefix(maximumEntries)
    return chosen.sorted().map { entries[$0] }
  }

  /// Maximum size of a web feed's stored entries in bytes.
  private static let mostBytes = 8 << 20

  /// Creates the stored form of a web feed from its file: a line with its state and, parsed only if
  /// `isWhole`, a line with its entries; in old files, one object with both. nil for other text.
  init?(_ bytes: [UInt8], isWhole: Bool) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    guard let json = try? JSON(Array(bytes[..<(end ?? bytes.count)])) else { return nil }
    self.init(json)
    guard let end else {
      if !isWhole {
        statedSpan = Self.entryTimeSpan(of: webFeed.entries)
        webFeed.entries = []
      }
      return
    }
    guard isWhole else { return }
    statedSpan = nil
    guard let items = try? JSON(bytes[(end + 1)...]) else { return nil }
    webFeed.entries = items.array.compactMap(WebFeedEntry.init)
  }

  /// Returns the line of entries in a stored web feed's file, with the line end before it; nil for
  /// a file of an earlier version.
  static func entriesLine(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    bytes.firstIndex(of: UInt8(ascii: "\n")).map { bytes[$0...] }
  }

  private init(_ json: JSON) {
    webFeed.name = json["name"].string
    webFeed.site = json["site"].string
    webFeed.about = json["about"].string ?? ""
    webFeed.icon = json["icon"].string
    webFeed.minutes = json["minutes"].int
    webFeed.isExpired = json["expired"].bool ?? false
    webFeed.quietHours = Set(json["quiet"].array.compactMap(\.int))
    webFeed.quietDays = Set(json["quietDays"].array.compactMap(\.int))
    webFeed.entries = json["items"].array.compactMap(WebFeedEntry.init)
    if json["parser"].int == Self.parserVersion {
      tag = json["etag"].string
      modified = json["modified"].string
    }
    failures = max(0, json["failures"].int ?? 0)
    failingSince = json["failing"].moment
    freshUntil = json["fresh"].moment
    announcedAddress = json["moved"].webAddress
    checkedAt = json["checked"].moment
    pause = json["pause"].moment
    problem = json["trouble"].string.flatMap(Subscription.WebFeedProblem.init)
    // Earlier versions stored only the time of the last refresh.
    fetchedAt = json["fetched"].moment ?? (problem == nil ? checkedAt : nil)
    if let line = json["line"].int {
      webFeed.flaw = WebFeedTextError(
        json["flaw"].string.flatMap(WebFeedTextError.WebFeedTextErrorKind.init) ?? .malformed,
        at: LineAndColumn(line: line, column: json["column"].int ?? 1))
    }
    if let oldest = json["oldest"].moment, let newest = json["newest"].moment, oldest <= newest {
      statedSpan = oldest...newest
    }
  }

  /// The stored form of the web feed as bytes for its file. If the full texts of the entries do not
  /// fit the size limit, those of the newest are stored, and of the others excerpts with a note.
  var bytes: [UInt8] {
    let head = headBytes + Array("\n[".utf8)
    var bytes = head
    for entry in webFeed.entries {
      if bytes.count > head.count { bytes.append(UInt8(ascii: ",")) }
      bytes += entry.json.encodedBytes()
      guard bytes.count - head.count < Self.mostBytes else {
        var smaller = self
        smaller.webFeed.entries = Self.entriesShortenedToSizeLimit(webFeed.entries)
        // At the second time, all entries fit.
        return smaller.webFeed.entries == webFeed.entries ? head + Array("]".utf8) : smaller.bytes
      }
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  /// The number of bytes that are kept free for the note that older entries are left out.
  private static let spaceForNote = 1_000

  /// Returns a web feed's entries in a form that fits the size limit of the file: as excerpts, but
  /// the newest with their full texts. The oldest entries are left out if even their excerpts do
  /// not fit, which a note in the oldest stored entry says.
  private static func entriesShortenedToSizeLimit(_ entries: [WebFeedEntry]) -> [WebFeedEntry] {
    let dates = entries.map { $0.writtenAt?.milliseconds ?? .min }
    let newest = entries.indices.sorted { (dates[$0], $1) > (dates[$1], $0) }
    var room = mostBytes - 1 - spaceForNote
    var stored: [Int: (entry: WebFeedEntry, size: Int)] = [:]
    for index in newest {
      let excerpt = entries[index].withoutRestOfText
      let size = excerpt.json.encodedBytes().count + 1
      guard size <= room else { break }
      room -= size
      stored[index] = (excerpt, size)
    }
    if stored.count < entries.count, let oldest = newest.prefix(stored.count).last {
      stored[oldest]?.entry.addNoteOfOmittedEntries()
      // The newest excerpts stay as they are, so that the note has room.
      return entries.indices.compactMap { stored[$0]?.entry }
    }
    for index in newest {
      guard let excerpt = stored[index] else { break }
      let more = entries[index].json.encodedBytes().count + 1 - excerpt.size
      guard more <= room else { continue }
      room -= more
      stored[index]?.entry = entries[index]
    }
    return entries.indices.compactMap { stored[$0]?.entry }
  }

  /// The first line of the stored web feed's file, which contains its state, without the line end.
  var headBytes: [UInt8] {
    let json: JSON = [
      "name": JSON(webFeed.name), "site": JSON(webFeed.site), "about": .string(webFeed.about),
      "icon": JSON(webFeed.icon), "minutes": JSON(webFeed.minutes),
      "expired": .bool(webFeed.isExpired), "parser": JSON(Self.parserVersion),
      "failures": JSON(failures), "failing": JSON(moment: failingSince),
      "fresh": JSON(moment: freshUntil), "moved": JSON(announcedAddress),
      "quiet": .array(webFeed.quietHours.sorted().map { JSON($0) }),
      "quietDays": .array(webFeed.quietDays.sorted().map { JSON($0) }), "etag": JSON(tag),
      "modified": JSON(modified), "checked": JSON(moment: checkedAt),
      "fetched": JSON(moment: fetchedAt),
      "pause": JSON(moment: pause), "trouble": JSON(problem?.rawValue),
      "line": JSON(webFeed.flaw?.position.line), "column": JSON(webFeed.flaw?.position.column),
      "flaw": JSON(webFeed.flaw?.kind.rawValue),
      "oldest": JSON(moment: span?.lowerBound), "newest": JSON(moment: span?.upperBound),
    ]
    return json.encodedBytes()
  }
}

extension WebFeedEntry {
  init?(_ json: JSON) {
    guard let id = json["id"].nonEmptyString else { return nil }
    self.init(id: id)
    title = json["title"].string ?? ""
    text = RichText(runs: json["text"].array.map(RichText.RichTextRun.init))
    content = EntryContent(json)
    author = json["author"].string
    link = json["link"].string
    writtenAt = json["at"].moment
    isDated = json["dated"].bool ?? true
    isSummary = json["summary"].bool ?? false
    media = json["media"].array.compactMap(EntryMediaFile.init)
    tags = json["tags"].array.compactMap(\.string)
    commentCount = json["comments"].count
    chapters = json["chapters"].array.prefix(Episode.mostChapters).compactMap { chapter in
      chapter["start"].int.map {
        Episode.EpisodeChapter(start: $0, title: chapter["title"].string ?? "")
      }
    }
    chapterFile = json["chapterFile"].webAddress
    transcript = json["transcript"].webAddress
    isHidden = json["hidden"].bool ?? false
    isReadWhenFetched = json["ruled"].bool ?? false
  }

  var json: JSON {
    let (whole, html, base) = content?.parts ?? (.null, .null, .null)
    return [
      "id": .string(id), "title": .string(title), "text": .array(text.runs.map(\.json)),
      "whole": whole, "html": html, "base": base,
      "lines": .array(content?.lines.map { .array($0.map(\.json)) } ?? []),
      "longer": .bool(content?.isLonger ?? false),
      "summary": .bool(isSummary),
      "author": JSON(author), "link": JSON(link), "at": JSON(moment: writtenAt),
      "dated": .bool(isDated), "tags": .array(tags.map { .string($0) }),
      "comments": JSON(commentCount),
      "media": .array(media.map(\.json)), "hidden": .bool(isHidden),
      "ruled": .bool(isReadWhenFetched),
      "chapters": .array(
        chapters.map { ["start": JSON($0.start), "title": .string($0.title)] }),
      "chapterFile": JSON(chapterFile), "transcript": JSON(transcript),
    ]
  }
}

extension WebFeedEntry {
  /// Maximum number of lines below the text, such as chapters, in an entry without the rest of its
  /// text.
  private static let mostLines = 20

  /// Adds the note that older entries of the web feed are left out, before the one about the rest
  /// of the text.
  fileprivate mutating func addNoteOfOmittedEntries() {
    let content = content ?? EntryContent(.text(text), isLonger: false)
    let lines = content.lines.filter {
      $0 != EntryContent.olderEntriesNote && $0 != EntryContent.cutNote
    }
    self.content = EntryContent(
      content.source,
      lines: lines + [EntryContent.olderEntriesNote]
        + (content.isCut ? [EntryContent.cutNote] : []), isLonger: content.isLonger)
  }

  /// This entry with the text that lists show, in place of its full text, and a note about that.
  var withoutRestOfText: WebFeedEntry {
    guard let content else { return self }
    var entry = self
    entry.content = EntryContent(
      .text(text),
      lines: content.isLonger
        ? Array(
          content.lines.filter {
            $0 != EntryContent.cutNote && $0 != EntryContent.olderEntriesNote
          }.prefix(Self.mostLines))
          + [EntryContent.cutNote] : [],
      isLonger: content.isLonger)
    return entry
  }
}

extension HTTPReply {
  /// Returns the time until which the content of a reply does not change, as its headers
  /// `Cache-Control` or `Expires` say, at most a day from now; nil if they say nothing of that.
  func replyFreshnessEnd(now: Timestamp) -> Timestamp? {
    let directives = (headers["Cache-Control"] ?? "").lowercased().split(separator: ",")
      .map(\.trimmingBlanks)
    guard !directives.contains("no-cache"), !directives.contains("no-store") else { return nil }
    var duration: Duration?
    if let directive = directives.first(where: { $0.hasPrefix("max-age=") }) {
      let age = headers["Age"].flatMap { Int64($0.trimmingBlanks) } ?? 0
      duration = Int64(directive.dropFirst(8).filter { $0 != "\"" })
        .map { .seconds(min($0, 1 << 32) - min(max(0, age), 1 << 32)) }
    } else if let expires = headers["Expires"].flatMap(HTTPDate.parsedTimestamp) {
      duration = expires.elapsedTime(since: date ?? now)
    }
    guard let duration, duration > .zero else { return nil }
    return now.timeAdvanced(by: min(duration, .seconds(24 * 3600)))
  }
}

extension EntryContent {
  fileprivate init?(_ json: JSON) {
    let source: EntryHTMLOrText
    if let html = json["html"].string {
      source = .html(html, base: json["base"].string)
    } else if json["whole"].isArray {
      source = .text(RichText(runs: json["whole"].array.map(RichText.RichTextRun.init)))
    } else {
      return nil
    }
    self.init(
      source, lines: json["lines"].array.map { $0.array.map(RichText.RichTextRun.init) },
      isLonger: json["longer"].bool ?? true)
  }

  /// The content of the entry as JSON members: the runs of its text, or its HTML with the base
  /// address of the links.
  fileprivate var parts: (whole: JSON, html: JSON, base: JSON) {
    switch source {
    case .text(let text): (.array(text.runs.map(\.json)), .null, .null)
    case .html(let html, let base): (.null, .string(html), JSON(base))
    }
  }
}

extension EntryMediaFile {
  fileprivate init?(_ json: JSON) {
    guard let url = json["url"].webAddress,
      let kind = json["kind"].string.flatMap(Photo.PhotoKind.init)
    else { return nil }
    self.init(
      url: url, kind: kind, width: json["width"].int, height: json["height"].int,
      words: json["words"].string ?? "", cover: json["cover"].webAddress,
      seconds: json["seconds"].int)
  }

  fileprivate var json: JSON {
    [
      "url": .string(url), "kind": .string(kind.rawValue), "width": JSON(width),
      "height": JSON(height), "words": .string(words), "cover": JSON(cover),
      "seconds": JSON(seconds),
    ]
  }
}

extension RichText.RichTextRun {
  /// Creates a run of an entry's stored text from JSON: a string for plain text, or an object that
  /// states a kind such as link.
  fileprivate init(_ json: JSON) {
    let text = json["t"].string ?? ""
    switch json["k"].string {
    case "link": self.init(text, json["to"].webAddress.map { .link($0) } ?? .plain)
    case "em": self.init(text, .emphasis)
    case "code": self.init(text, .code)
    case "h": self.init(text, .heading)
    case "pre": self.init(text, .codeBlock)
    case "cell": self.init(text, .cellSeparator)
    case "label": self.init(text, AttachmentLabel(rawValue: text).map { .label($0) } ?? .plain)
    default: self.init(json.string ?? text)
    }
  }

  fileprivate var json: JSON {
    switch kind {
    case .link(let address): ["t": .string(text), "k": "link", "to": .string(address)]
    case .emphasis: ["t": .string(text), "k": "em"]
    case .code: ["t": .string(text), "k": "code"]
    case .heading: ["t": .string(text), "k": "h"]
    case .codeBlock: ["t": .string(text), "k": "pre"]
    case .cellSeparator: ["t": .string(text), "k": "cell"]
    case .label: ["t": .string(text), "k": "label"]
    // Texts of web feeds have no custom emoji.
    case .emoji: ["t": .string(text)]
    // Texts of web feeds have no tags and mentions.
    case .plain, .mention, .tag: .string(text)
    }
  }
}

extension JSON {
  fileprivate init(_ text: String?) { self = text.map { .string($0) } ?? .null }
  fileprivate init(_ number: Int?) { self = number.map { .number(String($0)) } ?? .null }
}
