internal import FeedDomain
internal import Terminal
import Words

/// `tweetie mute`, `block` and what takes them back, by way of the outbox.
struct ModerationCommand: CommandRequest {
  private let handles: [String]
  private let name: CommandName

  init(_ scanned: ScannedArguments) throws(UsageError) {
    handles = try scanned.requiredHandles()
    name = scanned.command ?? .mute
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open()
    let account = try backstage.opened(backstage.account(named: desk.account))
    let connection = try backstage.connection(for: account)
    guard connection.moderatesPeople, connection.publishing != nil else {
      throw .notOffered(name.rawValue)
    }
    try await desk.each(handles) { handle async throws(CommandFailure) in
      let person = try await backstage.person(called: handle, at: connection)
      guard person.id != account.account.person else { throw .oneself }
      let key = OutboxItem.ID(backstage.world.randomKey())
      _ = try await backstage.perform(change(person.id), as: account, key: key)
      return done(person, desk.wording)
    }
  }
}

extension ModerationCommand {
  private func change(_ person: Person.ID) -> Change {
    switch name {
    case .unmute: .mute(person, false)
    case .block: .block(person, true)
    case .unblock: .block(person, false)
    default: .mute(person, true)
    }
  }

  private func done(_ person: Person, _ wording: Wording) -> SafeText {
    let handle = ["handle": person.handle]
    return switch name {
    case .unmute: wording.say("Unmuted @{handle}.", handle)
    case .block: wording.say("Blocked @{handle}.", handle)
    case .unblock: wording.say("Unblocked @{handle}.", handle)
    default: wording.say("Muted @{handle}.", handle)
    }
  }
}

/// `tweetie followers` and `tweetie following`: of the account itself, or of somebody.
struct FollowersCommand: CommandRequest {
  private let handle: String?
  private let isFollowing: Bool
  private let count: Int
  private let json: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    handle = try scanned.operands.isEmpty ? nil : scanned.requiredHandle()
    isFollowing = scanned.command == .following
    count = try scanned.count()
    json = scanned.has(.json)
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open(isReading: true)
    let account = try backstage.opened(backstage.account(named: desk.account))
    let connection = try backstage.connection(for: account)
    guard let people = connection.people, people.lists.contains(.followers) else {
      throw .notOffered((isFollowing ? CommandName.following : .followers).rawValue)
    }
    var person = account.account.person
    if let handle { person = try await backstage.person(called: handle, at: connection).id }
    try await PeopleListing(gateway: people, desk: desk, json: json)
      .show(isFollowing ? .following(person) : .followers(person), count: count)
  }
}

/// `tweetie requests`: who asks to follow, and the answers to them.
struct RequestsCommand: CommandRequest {
  /// Whether they are let in; nil where they are listed.
  private let isLetIn: Bool?
  private let handles: [String]
  private let count: Int
  private let json: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    count = try scanned.count()
    json = scanned.has(.json)
    switch scanned.operands.first {
    case nil, "list"?:
      try scanned.expectNoOperands(after: 1)
      (isLetIn, handles) = (nil, [])
    case "accept"?: (isLetIn, handles) = (true, try scanned.requiredHandles(after: 1))
    case "reject"?: (isLetIn, handles) = (false, try scanned.requiredHandles(after: 1))
    case let word?:
      throw .badValue(
        word, option: "requests", allowed: "list, accept @HANDLE, reject @HANDLE")
    }
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open(isReading: isLetIn == nil)
    let account = try backstage.opened(backstage.account(named: desk.account))
    let connection = try backstage.connection(for: account)
    guard let people = connection.people, people.lists.contains(.requests) else {
      throw .notOffered(CommandName.requests.rawValue)
    }
    let listing = PeopleListing(gateway: people, desk: desk, json: json)
    guard let isLetIn else { return try await listing.show(.requests, count: count) }
    let asking = try await listing.people(in: .requests, count: 1_000)
    try await desk.each(handles) { handle async throws(CommandFailure) in
      let found = asking.first {
        $0.id.rawValue == handle || $0.url == handle || account.account.means($0, by: handle)
      }
      guard let found else { throw .noRequest(handle) }
      let key = OutboxItem.ID(backstage.world.randomKey())
      _ = try await backstage.perform(.admit(found.id, isLetIn), as: account, key: key)
      let values = ["handle": found.handle]
      return isLetIn
        ? desk.wording.say("@{handle} follows you now.", values)
        : desk.wording.say("Turned away @{handle}.", values)
    }
  }
}

/// Prints lists of people.
struct PeopleListing {
  let gateway: any PeopleGateway
  let desk: CommandDesk
  let json: Bool

  func show(_ list: PeopleList, count: Int) async throws(CommandFailure) {
    let people = try await people(in: list, count: count)
    for (index, person) in people.enumerated() {
      if json {
        desk.printer.show(PersonJSON.object(for: person))
      } else {
        if index > 0 { desk.printer.show("") }
        WhoisCommand.lines(for: person, desk.wording).forEach { desk.printer.show($0) }
      }
    }
    guard people.isEmpty, count > 0, !json else { return }
    desk.printer.remark(desk.wording.nobody(in: list))
  }

  /// The first people of a list, fetched page by page until there are enough.
  func people(in list: PeopleList, count: Int) async throws(CommandFailure) -> [Person] {
    var people: [Person] = []
    var known: Set<Person.ID> = []
    var cursor: Cursor?
    var walk = PageWalk()
    repeat {
      let page: Page<Person>
      do throws(FeedError) {
        page = try await gateway.people(list, after: cursor)
      } catch {
        // Not every server that could have them tells who asks to follow.
        throw error == .notFound && list == .requests ? .notOffered("requests") : .service(error)
      }
      let fresh = page.elements.filter { known.insert($0.id).inserted }
      people += fresh
      cursor = walk.step(to: page.next, foundNew: !fresh.isEmpty)
    } while cursor != nil && people.count < count
    return Array(people.prefix(count))
  }
}

extension ScannedArguments {
  /// The handles there must be behind so many words, each without "@".
  func requiredHandles(after count: Int = 0) throws(UsageError) -> [String] {
    let handles = operands.dropFirst(count).map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 }
    guard !handles.isEmpty, !handles.contains("") else { throw .missingOperand("@HANDLE") }
    return handles
  }
}
