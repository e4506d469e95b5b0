internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  static let list = CommandSpec(
    .list, .reading, "[SUBJECT [TARGET…]]", [.count, .json, .account],
    examples: "list trends", "list statistics @ada --json",
    meaning: {
      $0.say("print trends, lists, filters and more; without SUBJECT, list the subjects")
    }
  ) { arguments throws(UsageError) in
    let (count, json) = (try arguments.countOption(), arguments.hasOption(.json))
    let target = arguments.operands.dropFirst().joined(separator: " ")
    guard let typed = arguments.operands.first else {
      return { context async throws(CommandFailure) in
        let connection = try await context.openCommandAccount(isReading: true).connection
        for subject in ListCommandSubject.allCases where subject.isOfferedForListing(by: connection)
        {
          json
            ? context.printer.printJSONLine(subject.object)
            : context.printer.printLine(PrintedLine(subject.line))
        }
      }
    }
    guard let subject = ListCommandSubject(rawValue: typed) else {
      let allowed = ListCommandSubject.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badValue(typed, option: "SUBJECT", allowed: allowed)
    }
    switch subject.target {
    case .needed(let name) where target.isEmpty: throw .missingOperand(name)
    case .none where !target.isEmpty: throw .unexpectedOperand(target)
    case .optional where subject == .links && !["", "today", "week"].contains(target):
      throw .badValue(target, option: "list links", allowed: "today, week")
    case .needed, .optional, .none: break
    }
    return { context async throws(CommandFailure) in
      let account = try await context.openCommandAccount(isReading: true)
      guard subject.isOfferedForListing(by: account.connection) else {
        throw .notOffered("list \(subject.rawValue)")
      }
      if subject == .links {
        return try await account.printSharedLinks(
          within: target == "week" ? HomeDigest.week : HomeDigest.day, count: count, json: json)
      }
      switch try await account.contentToList(subject, target) {
      case .things(let subject):
        guard let gateway = account.connection.optionalInformationGateway(for: subject.extra) else {
          throw .notOffered("list")
        }
        let items = try await convertingServiceErrors { () async throws(FeedError) in
          try await subject.fetchedListItems(gateway)
        }
        let words = ListItemFormatter(wording: context.wording, now: account.now)
        context.printResults(
          items, count: count, json: json, empty: context.wording.emptyListText(in: subject),
          object: JSONValue.listItemJSONObject, lines: words.printedLines)
      case .people(let list):
        guard let people = account.connection.people else { throw .notOffered("list") }
        try await account.fetchAndPrintPeople(list, of: people, count: count, json: json)
      }
    }
  }
}

private enum ListCommandContent {
  case things(ListingScene.ListingSubject)
  case people(PeopleList)
}

extension CommandAccount {
  fileprivate func contentToList(
    _ subject: ListCommandSubject, _ target: String
  ) async throws(CommandFailure) -> ListCommandContent {
    func fetchTargetPersonID() async throws(CommandFailure) -> Person.ID {
      try await self.fetchPerson(
        withHandle: target.hasPrefix("@") ? String(target.dropFirst()) : target
      ).id
    }
    return switch subject {
    case .announcements: .things(.announcements)
    case .server: .things(.server)
    case .trends: .things(.trends)
    case .scheduled: .things(.scheduled)
    case .filters: .things(.filters)
    case .feeds: .things(.feeds(matching: target.isEmpty ? nil : target))
    case .suggestions: .people(.suggested)
    case .people: .people(.directory)
    case .edits: .things(.editions(try await postID(fromTyped: target)))
    case .lists where target.isEmpty: .things(.lists(with: nil))
    case .lists: .things(.lists(with: try await fetchTargetPersonID()))
    case .statistics: .things(.statistics(try await fetchTargetPersonID()))
    case .familiar: .people(.familiar(try await fetchTargetPersonID()))
    case .featured where target.isEmpty: .people(.featured(account.person))
    case .featured: .people(.featured(try await fetchTargetPersonID()))
    case .links: throw .notOffered("list links")
    }
  }

  /// Prints the web pages that several people linked to in the stored home stream, with their
  /// words.
  fileprivate func printSharedLinks(
    within length: Duration, count: Int, json: Bool
  ) async throws(CommandFailure) {
    let links = try await convertingStoreErrors { () async throws(StoreError) in
      try await feeds.sharedLinks(of: account, within: length, now: now)
    }
    context.printResults(
      links, count: count, json: json, empty: wording.noSharedLinks,
      object: JSONValue.sharedLinkJSONObject, lines: sharedLinkLines)
  }

  private func sharedLinkLines(for link: SharedLink) -> [PrintedLine] {
    func name(of person: Person) -> SafeText { SafeText(sanitizing: person.spokenName) }
    let people = wording.joinedNames(
      link.shares.prefix(2).map { name(of: $0.person) }, count: link.shares.count)
    let quotes = wording.sharingPostExcerpts(of: link).prefix(3).map {
      PrintedLine("  " + name(of: $0.person) + ": " + $0.words)
    }
    return [
      PrintedLine(SafeText(sanitizing: link.title ?? link.url), .bold),
      PrintedLine("  " + SafeText(sanitizing: link.url)),
      PrintedLine("  " + wording.linkSharedByText(by: people), .dim),
    ] + quotes
  }
}

extension JSONValue {
  fileprivate static func sharedLinkJSONObject(_ link: SharedLink) -> JSONValue {
    [
      "url": link.url, "title": link.title,
      "people": link.shares.map { JSONValue.shortPersonJSONObject($0.person) },
      "posts": link.shares.map { JSONValue.postJSONObject($0.post) },
    ]
  }
}

enum ListCommandSubject: String, CaseIterable {
  case announcements, edits, familiar, featured, feeds, filters, links, lists, people, scheduled
  case server, statistics, suggestions, trends

  enum ListCommandTargetNecessity {
    case none
    case optional(String)
    case needed(String)
  }

  var target: ListCommandTargetNecessity {
    switch self {
    case .edits: .needed("ID")
    case .familiar, .statistics: .needed("@HANDLE")
    case .featured, .lists: .optional("@HANDLE")
    case .feeds: .optional("WORDS")
    case .links: .optional("week")
    case .announcements, .filters, .people, .scheduled, .server, .suggestions, .trends: .none
    }
  }

  var line: SafeText {
    switch target {
    case .none: SafeText(sanitizing: rawValue)
    case .optional(let name): SafeText(sanitizing: "\(rawValue) [\(name)]")
    case .needed(let name): SafeText(sanitizing: "\(rawValue) \(name)")
    }
  }

  var object: JSONValue {
    let (name, isNeeded): (String?, Bool) =
      switch target {
      case .none: (nil, false)
      case .optional(let name): (name, false)
      case .needed(let name): (name, true)
      }
    return [
      "list": rawValue, "target": name, "target_needed": isNeeded,
    ]
  }

  func isOfferedForListing(by connection: ServiceConnection) -> Bool {
    func offersOptionalInformation(_ extra: OptionalInformationKind) -> Bool {
      connection.optionalInformationGateway(for: extra) != nil
    }
    func offersPeopleList(_ list: PeopleListKinds) -> Bool {
      connection.people?.lists.contains(list) == true
    }
    return switch self {
    case .announcements: offersOptionalInformation(.announcements)
    case .edits: offersOptionalInformation(.editions)
    case .familiar: offersPeopleList(.familiar)
    case .featured: offersPeopleList(.featured)
    case .feeds: offersOptionalInformation(.feeds)
    case .filters: offersOptionalInformation(.wordFilters)
    case .links: connection.streams.contains(.feed(.home))
    case .lists: offersOptionalInformation(.lists)
    case .people: offersPeopleList(.directory)
    case .scheduled: offersOptionalInformation(.scheduledPosts)
    case .server: offersOptionalInformation(.serverFacts)
    case .statistics: offersOptionalInformation(.statistics)
    case .suggestions: offersPeopleList(.suggested)
    case .trends: offersOptionalInformation(.trends)
    }
  }
}

/// A formatter of the items that the command `list` prints, such as trends or word filters: each a
/// heading with details below.
struct ListItemFormatter {
  let wording: Wording
  let now: Timestamp

  func printedLines(for item: ListingScene.ListingItem) -> [PrintedLine] {
    let (heading, told) = headingAndDetails(for: item)
    return [PrintedLine(heading, .bold)] + told.map { PrintedLine("  ").appendingText($0) }
  }

  private func headingAndDetails(for item: ListingScene.ListingItem) -> (
    heading: SafeText, told: [SafeText]
  ) {
    switch item {
    case .edition(let edition, let changes):
      let time = wording.elapsedTimeText(edition.moment, now: now)
      return (
        wording.revisionTitle(at: time, isFirst: changes == nil),
        (edition.paragraphs + edition.pictures).flatMap(textLines)
      )
    case .announcement(let announcement):
      let time = announcement.moment.map { wording.elapsedTimeText($0, now: now) }
      let reactions = announcement.reactions.map(wording.reactionText)
      return (
        wording.announcedAtText(at: time),
        textLines(of: announcement.text.withAddresses)
          + (reactions.isEmpty ? [] : [reactions.joined(separator: "  ")])
          + [sanitizedText(announcement.id)]
      )
    case .server(let facts): return (sanitizedText(facts.name), serverFactTexts(for: facts))
    case .rules(let rules):
      return (wording.rules, rules.enumerated().map { sanitizedText("\($0 + 1). \($1)") })
    case .list(let list):
      let mark = list.hasPerson.map { $0 ? "[x] " : "[ ] " } ?? ""
      return (sanitizedText(mark + list.title), [sanitizedText(list.id)])
    case .trend(let trend): return trendTexts(for: trend)
    case .scheduled(let post):
      let pictures = post.pictures > 0 ? [wording.pictureCountText(post.pictures)] : []
      return (
        wording.scheduledTimeText(wording.dateAndTimeText(post.moment)),
        textLines(of: post.words) + pictures + [sanitizedText(post.id)]
      )
    case .filter(let filter):
      let words = sanitizedText(filter.words.joined(separator: ", "))
      let effect = wording.filterEffectText(
        of: filter, until: filter.end.map(wording.dateAndTimeText))
      let title = sanitizedText(
        filter.title.isEmpty ? filter.words.joined(separator: ", ") : filter.title)
      return (title, (title == words ? [] : [words]) + [effect, sanitizedText(filter.id)])
    case .statistic(let statistic):
      return (
        wording.name(of: statistic.kind) + " " + wording.groupedNumberText(statistic.total),
        dailyUseCountTexts(statistic.days)
      )
    case .feed(let feed):
      let asides = [
        "@" + sanitizedText(feed.author),
        feed.likes.map { wording.likeCountText($0, own: feed.isLiked) },
        feed.isPinned ? wording.amongYourStreams : nil,
      ].compactMap(\.self).joined(separator: " · ")
      return (
        sanitizedText(feed.name), textLines(of: feed.words) + [asides, sanitizedText(feed.id)]
      )
    }
  }

  private func serverFactTexts(for facts: ServerFacts) -> [SafeText] {
    let asides = [
      facts.contact.map { wording.administratorText($0) },
      facts.activeUserCount.map { wording.monthlyActivePeopleText($0) },
      facts.version.isEmpty ? nil : sanitizedText(facts.version),
    ].compactMap(\.self)
    return textLines(of: facts.summary.withAddresses)
      + (asides.isEmpty ? [] : [asides.joined(separator: " · ")])
  }

  private func trendTexts(for trend: TrendingTagOrPage) -> (heading: SafeText, told: [SafeText]) {
    let told =
      (trend.personCount > 0 ? [wording.peopleTalkingText(trend.personCount)] : [])
      + dailyUseCountTexts(trend.uses)
    switch trend.subject {
    case .tag(let tag): return (sanitizedText("#\(tag)"), told)
    case .page(let address, let title, let site):
      return (sanitizedText(title), [sanitizedText(site), sanitizedText(address)] + told)
    }
  }

  private func dailyUseCountTexts(_ days: [Int]) -> [SafeText] {
    days.isEmpty ? [] : [sanitizedText(days.map(String.init).joined(separator: " "))]
  }

  private func textLines(of text: String) -> [SafeText] {
    SafeText.sanitizedLines(of: text).filter { !$0.isBlank }
  }

  private func sanitizedText(_ text: String) -> SafeText { SafeText(sanitizing: text) }
}
