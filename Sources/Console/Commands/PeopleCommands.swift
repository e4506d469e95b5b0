internal import FeedDomain
internal import Terminal
import Words

extension CommandSpec {
  static let whois = CommandSpec(
    .whois, .people, "@HANDLE|URL", [.json, .account],
    examples: "whois @ada", "whois @ada@example.org --json",
    meaning: { $0.say("show somebody's profile") }
  ) { arguments throws(UsageError) in
    let handle = try arguments.requiredHandleOperand()
    let json = arguments.hasOption(.json)
    return { context async throws(CommandFailure) in
      let person = try await context.openCommandAccount(isReading: true).fetchPerson(
        withHandle: handle)
      context.printResults([person], json: json, empty: "", object: JSONValue.personJSONObject) {
        $0.profileLines(context.wording)
      }
    }
  }

  static let followers = makePeopleListCommandSpec(
    .followers, examples: "followers", "followers @ada -n 100 --json",
    meaning: { $0.say("list somebody's followers; default: yours") }, list: { .followers($0) })
  static let following = makePeopleListCommandSpec(
    .following, examples: "following", "following @ada -n 100 --json",
    meaning: { $0.say("list the people somebody follows; default: you") }, list: { .following($0) }
  )

  private static func makePeopleListCommandSpec(
    _ name: CommandName, examples one: String, _ other: String,
    meaning: @escaping @Sendable (Wording) -> SafeText,
    list: @escaping @Sendable (Person.ID) -> PeopleList
  ) -> CommandSpec {
    CommandSpec(
      name, .people, "[@HANDLE]", [.count, .json, .account], examples: one, other,
      meaning: meaning
    ) { arguments throws(UsageError) in
      let handle = try arguments.operands.isEmpty ? nil : arguments.requiredHandleOperand()
      let (count, json) = (try arguments.countOption(), arguments.hasOption(.json))
      return { context async throws(CommandFailure) in
        let account = try await context.openCommandAccount(isReading: true)
        guard let people = account.connection.people, people.lists.contains(.followers) else {
          throw .notOffered(name.rawValue)
        }
        var person = account.account.person
        if let handle { person = try await account.fetchPerson(withHandle: handle).id }
        try await account.fetchAndPrintPeople(list(person), of: people, count: count, json: json)
      }
    }
  }

  static let follow = makeFollowingChangeCommandSpec(
    .follow, true, examples: "follow @ada", "follow '#tram' --account grace",
    meaning: { $0.say("follow somebody, or a tag") })
  static let unfollow = makeFollowingChangeCommandSpec(
    .unfollow, false, examples: "unfollow @ada", "unfollow '#tram' --account grace",
    meaning: { $0.say("unfollow somebody, or a tag") })

  private static func makeFollowingChangeCommandSpec(
    _ name: CommandName, _ isFollowed: Bool, examples one: String, _ other: String,
    meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> CommandSpec {
    CommandSpec(
      name, .people, "@HANDLE|#TAG…", [.account], examples: one, other, meaning: meaning
    ) { arguments throws(UsageError) in
      let handles = try arguments.requiredHandleOperands()
      if handles.contains("#") { throw .missingOperand("@HANDLE|#TAG") }
      return { context async throws(CommandFailure) in
        let account = try await context.openCommandAccount()
        try await context.printResultForEachName(handles) { handle async throws(CommandFailure) in
          handle.hasPrefix("#")
            ? try await account.followOrUnfollowTag(tag: String(handle.dropFirst()), isFollowed)
            : try await account.followOrUnfollowPerson(handle, isFollowed)
        }
      }
    }
  }

  static let requests = CommandSpec(
    .requests, .people, "[list|accept @HANDLE…|reject @HANDLE…]", [.count, .json, .account],
    examples: "requests", "requests accept @ada @grace",
    meaning: { $0.say("list, accept or reject follow requests") }
  ) { arguments throws(UsageError) in
    let (count, json) = (try arguments.countOption(), arguments.hasOption(.json))
    let isLetIn: Bool?
    switch arguments.operands.first {
    case nil, "list"?:
      try arguments.expectNoOperands(after: 1)
      isLetIn = nil
    case "accept"?: isLetIn = true
    case "reject"?: isLetIn = false
    case let word?:
      throw .badValue(word, option: "requests", allowed: "list, accept @HANDLE, reject @HANDLE")
    }
    let handles = isLetIn == nil ? [] : try arguments.requiredHandleOperands(after: 1)
    return { context async throws(CommandFailure) in
      let account = try await context.openCommandAccount(isReading: isLetIn == nil)
      guard let people = account.connection.people, people.lists.contains(.requests) else {
        throw .notOffered(CommandName.requests.rawValue)
      }
      guard let isLetIn else {
        return try await account.fetchAndPrintPeople(
          .requests, of: people, count: count, json: json)
      }
      let asking = try await account.fetchPeople(in: .requests, of: people, count: 1_000)
      try await context.printResultForEachName(handles) { handle async throws(CommandFailure) in
        let found = asking.first {
          $0.id.rawValue == handle || $0.url == handle
            || account.account.matchesPerson($0, by: handle)
        }
        guard let found else { throw .noRequest(handle) }
        try await account.sendChangeThroughOutbox(.answerFollowRequest(found.id, isLetIn))
        let values = ["handle": found.handle]
        return isLetIn
          ? context.wording.say("@{handle} now follows you.", values)
          : context.wording.say("Rejected the follow request of @{handle}.", values)
      }
    }
  }

  static let mute = makePersonModerationCommandSpec(
    .mute, examples: "mute @ada", "mute @ada@example.org --account grace",
    meaning: { $0.say("mute somebody at the service") }, change: { .mute($0, true) },
    done: { $0.say("Muted @{handle}.", $1) })
  static let unmute = makePersonModerationCommandSpec(
    .unmute, examples: "unmute @ada", "unmute @ada@example.org --account grace",
    meaning: { $0.say("unmute somebody") }, change: { .mute($0, false) },
    done: { $0.say("Unmuted @{handle}.", $1) })
  static let block = makePersonModerationCommandSpec(
    .block, examples: "block @ada", "block @ada@example.org --account grace",
    meaning: { $0.say("block somebody") }, change: { .block($0, true) },
    done: { $0.say("Blocked @{handle}.", $1) })
  static let unblock = makePersonModerationCommandSpec(
    .unblock, examples: "unblock @ada", "unblock @ada@example.org --account grace",
    meaning: { $0.say("unblock somebody") }, change: { .block($0, false) },
    done: { $0.say("Unblocked @{handle}.", $1) })

  private static func makePersonModerationCommandSpec(
    _ name: CommandName, examples one: String, _ other: String,
    meaning: @escaping @Sendable (Wording) -> SafeText,
    change: @escaping @Sendable (Person.ID) -> PendingChange,
    done: @escaping @Sendable (Wording, Wording.Values) -> SafeText
  ) -> CommandSpec {
    CommandSpec(
      name, .people, "@HANDLE…", [.account], examples: one, other, meaning: meaning
    ) { arguments throws(UsageError) in
      let handles = try arguments.requiredHandleOperands()
      return { context async throws(CommandFailure) in
        let account = try await context.openCommandAccount()
        guard account.connection.moderatesPeople, account.connection.publishing != nil else {
          throw .notOffered(name.rawValue)
        }
        try await context.printResultForEachName(handles) { handle async throws(CommandFailure) in
          let person = try await account.fetchPerson(withHandle: handle)
          guard person.id != account.account.person else { throw .oneself }
          try await account.sendChangeThroughOutbox(change(person.id))
          return done(context.wording, ["handle": person.handle])
        }
      }
    }
  }
}

extension CommandAccount {
  fileprivate func followOrUnfollowTag(
    tag: String, _ isFollowed: Bool
  ) async throws(CommandFailure) -> SafeText {
    let act = ServiceAction(.followTag, tag, isDone: isFollowed)
    guard abilities.supportsChange(.serviceAction(act)) else { throw .notOffered("follow #TAG") }
    try await sendChangeThroughOutbox(.serviceAction(act))
    return wording.actionDoneMessage(act)
  }

  fileprivate func followOrUnfollowPerson(
    _ handle: String, _ isFollowed: Bool
  ) async throws(CommandFailure) -> SafeText {
    guard !account.isMeantByName(handle) else { throw .oneself }
    guard let people = connection.people, people.canFetchOthers, abilities.canFollow else {
      throw .notOffered(CommandName.follow.rawValue)
    }
    let person = try await fetchPerson(withHandle: handle)
    let relationship: Relationship? =
      switch try await sendChangeThroughOutbox(.follow(person.id, isFollowed)) {
      case .person(let person): person.relationship
      case .relationship(_, let relationship): relationship
      case .post, .overruled, .done: nil
      }
    let values = ["handle": person.handle]
    guard isFollowed else { return wording.say("Unfollowed @{handle}.", values) }
    // At some accounts a follow is a request that must be accepted.
    return relationship == .requested
      ? wording.relationshipText(.requested) : wording.say("Following @{handle}.", values)
  }

  func fetchAndPrintPeople(
    _ list: PeopleList, of gateway: any PeopleFetchingGateway, count: Int, json: Bool
  ) async throws(CommandFailure) {
    let people = try await fetchPeople(in: list, of: gateway, count: count)
    context.printResults(
      people, count: count, json: json, empty: wording.emptyListText(in: list),
      object: JSONValue.personJSONObject
    ) { $0.profileLines(wording) }
  }

  fileprivate func fetchPeople(
    in list: PeopleList, of gateway: any PeopleFetchingGateway, count: Int
  ) async throws(CommandFailure) -> [Person] {
    do {
      let people = try await fetchElementsPageByPage(upTo: count, by: \.id) {
        cursor async throws(FeedError) in
        try await gateway.people(list, after: cursor)
      }
      return Array(people.prefix(count))
    } catch {
      // Not every server of the software lists follow requests.
      throw error == .notFound && list == .requests ? .notOffered("requests") : .service(error)
    }
  }
}

extension Person {
  func profileLines(_ wording: Wording) -> [PrintedLine] {
    let counts = [
      counts?.posts.map { wording.postCountText($0) },
      counts?.followers.map { wording.followerCountText($0) },
      counts?.following.map { wording.followedCountText($0) },
    ].compactMap(\.self).joined(separator: " · ")
    let facts = [counts.isEmpty ? nil : counts, relationship.map { wording.relationshipText($0) }]
    let relationshipFlags =
      relationshipFlags.map {
        wording.relationshipSentences(for: $0)
          + ($0.note.isEmpty ? [] : [wording.privateNoteText($0.note)])
      }
    let addresses = [url, id.rawValue].compactMap { $0.map { SafeText(sanitizing: $0) } }
    let told =
      PostFormatter.textLines(of: bio.withAddresses) + facts.compactMap(\.self)
      + (relationshipFlags ?? []) + addresses
    return [PostFormatter.styledName(of: self)] + told.map { PrintedLine("  ").appendingText($0) }
  }
}

extension ScannedArguments {
  func requiredHandleOperand() throws(UsageError) -> String {
    try expectNoOperands(after: 1)
    return try requiredHandleOperands()[0]
  }

  func requiredHandleOperands(after count: Int = 0) throws(UsageError) -> [String] {
    let handles = operands.dropFirst(count).map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 }
    guard !handles.isEmpty, !handles.contains("") else { throw .missingOperand("@HANDLE") }
    return handles
  }
}
