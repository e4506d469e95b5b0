internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

/// `tweetie list`: what the service tells besides posts, people and notices; without a subject, what
/// that is.
struct ListCommand: CommandRequest {
  private let subject: ListedSubject?
  private let target: String
  private let count: Int
  private let json: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    count = try scanned.count()
    json = scanned.has(.json)
    target = scanned.operands.dropFirst().joined(separator: " ")
    let typed = scanned.operands.first
    subject = typed.flatMap(ListedSubject.init)
    guard let typed else { return }
    guard let subject else {
      let allowed = ListedSubject.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badValue(typed, option: "SUBJECT", allowed: allowed)
    }
    switch subject.target {
    case .needed(let name) where target.isEmpty: throw .missingOperand(name)
    case .none where !target.isEmpty: throw .unexpectedOperand(target)
    case .needed, .optional, .none: break
    }
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open(isReading: true)
    let account = try backstage.opened(backstage.account(named: desk.account))
    let connection = try backstage.connection(for: account)
    guard let subject else {
      return ListedSubject.allCases.filter { $0.isOffered(by: connection) }.forEach {
        json ? desk.printer.show($0.object) : desk.printer.show(PrintedLine($0.line))
      }
    }
    guard subject.isOffered(by: connection) else { throw .notOffered("list \(subject.rawValue)") }
    switch try await asked(subject, connection, backstage) {
    case .things(let subject):
      guard let gateway = connection.extras(with: subject.extra) else {
        throw .notOffered("list")
      }
      let items = try await asking { () async throws(FeedError) in
        try await subject.items(gateway)
      }
      show(items, of: subject, at: desk, now: backstage.world.now)
    case .people(let list):
      guard let people = connection.people else { throw .notOffered("list") }
      try await PeopleListing(gateway: people, desk: desk, json: json).show(list, count: count)
    }
  }
}

extension ListCommand {
  /// What is asked of whom.
  private enum Question {
    case things(Listing.Subject)
    case people(PeopleList)
  }

  private func asked(
    _ subject: ListedSubject, _ connection: ServiceConnection, _ backstage: Backstage
  ) async throws(CommandFailure) -> Question {
    switch subject {
    case .announcements: .things(.announcements)
    case .server: .things(.server)
    case .trends: .things(.trends)
    case .scheduled: .things(.scheduled)
    case .filters: .things(.filters)
    case .feeds: .things(.feeds(matching: target.isEmpty ? nil : target))
    case .suggestions: .people(.suggested)
    case .people: .people(.directory)
    case .edits: .things(.editions(try await backstage.id(of: target, at: connection)))
    case .lists where target.isEmpty: .things(.lists(with: nil))
    case .lists: .things(.lists(with: try await person(connection, backstage)))
    case .statistics: .things(.statistics(try await person(connection, backstage)))
    case .familiar: .people(.familiar(try await person(connection, backstage)))
    case .featured where target.isEmpty: .people(.featured(connection.account.person))
    case .featured: .people(.featured(try await person(connection, backstage)))
    }
  }

  private func person(
    _ connection: ServiceConnection, _ backstage: Backstage
  ) async throws(CommandFailure) -> Person.ID {
    let handle = target.hasPrefix("@") ? String(target.dropFirst()) : target
    return try await backstage.person(called: handle, at: connection).id
  }

  private func show(
    _ items: [Listing.Item], of subject: Listing.Subject, at desk: CommandDesk, now: Timestamp
  ) {
    let words = ListedWords(wording: desk.wording, now: now)
    for (index, item) in items.prefix(count).enumerated() {
      if json {
        if let object = ListedJSON.object(for: item) { desk.printer.show(object) }
      } else {
        if index > 0 { desk.printer.show("") }
        words.lines(for: item).forEach { desk.printer.show($0) }
      }
    }
    guard items.isEmpty, count > 0, !json else { return }
    desk.printer.remark(desk.wording.nothing(in: subject))
  }
}

/// What can be listed, as it is typed.
enum ListedSubject: String, CaseIterable {
  case announcements, edits, familiar, featured, feeds, filters, lists, people, scheduled
  case server, statistics, suggestions, trends

  /// Of what or of whom.
  enum Target {
    case none
    case optional(String)
    case needed(String)
  }

  var target: Target {
    switch self {
    case .edits: .needed("ID")
    case .familiar, .statistics: .needed("@HANDLE")
    case .featured, .lists: .optional("@HANDLE")
    case .feeds: .optional("WORDS")
    case .announcements, .filters, .people, .scheduled, .server, .suggestions, .trends: .none
    }
  }

  /// How it is typed, with its target.
  var line: SafeText {
    switch target {
    case .none: SafeText(sanitizing: rawValue)
    case .optional(let name): SafeText(sanitizing: "\(rawValue) [\(name)]")
    case .needed(let name): SafeText(sanitizing: "\(rawValue) \(name)")
    }
  }

  /// The same as JSON, with names that stay.
  var object: JSONValue {
    let (name, isNeeded): (String?, Bool) =
      switch target {
      case .none: (nil, false)
      case .optional(let name): (name, false)
      case .needed(let name): (name, true)
      }
    return .object([
      "list": .string(rawValue), "target": .optional(name), "target_needed": .bool(isNeeded),
    ])
  }

  /// Whether the service tells it.
  func isOffered(by connection: ServiceConnection) -> Bool {
    func tells(_ extra: Extra) -> Bool { connection.extras(with: extra) != nil }
    func names(_ list: PeopleLists) -> Bool { connection.people?.lists.contains(list) == true }
    return switch self {
    case .announcements: tells(.announcements)
    case .edits: tells(.editions)
    case .familiar: names(.familiar)
    case .featured: names(.featured)
    case .feeds: tells(.feeds)
    case .filters: tells(.wordFilters)
    case .lists: tells(.lists)
    case .people: names(.directory)
    case .scheduled: tells(.scheduledPosts)
    case .server: tells(.serverFacts)
    case .statistics: tells(.statistics)
    case .suggestions: names(.suggested)
    case .trends: tells(.trends)
    }
  }
}
