internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  static let act = CommandSpec(
    .act, .writing, "[ACTION [TARGET…]]", [.with, .undo, .account],
    examples: "act report @ada --with reason=spam",
    "act filter boats --with ends=7d --with hides=yes",
    meaning: {
      $0.say("perform other actions, such as report, note or filter; without ACTION, list them")
    }
  ) { arguments throws(UsageError) in
    let said = try arguments.formAnswerOptions()
    let target = arguments.operands.dropFirst().joined(separator: " ")
    let isDone = !arguments.hasOption(.undo)
    guard let deed = arguments.operands.first else {
      return { context async throws(CommandFailure) in
        try context.rejectAnswerFilesWhenRestricted(in: said)
        let acts = try await context.openCommandAccount().abilities.serviceActions
        for kind in ServiceAction.ServiceActionKind.allCases where acts.contains(kind) {
          context.printer.printLine(PrintedLine(kind.line))
        }
      }
    }
    guard let kind = ServiceAction.ServiceActionKind(named: deed) else {
      let allowed = ServiceAction.ServiceActionKind.allCases.map(\.name).joined(separator: ", ")
      throw .badValue(deed, option: "ACTION", allowed: allowed)
    }
    if target.isEmpty, kind.targetKind != .oneself { throw .missingOperand(kind.targetKind.name) }
    if let strange = said.keys.first(where: { !kind.formFields.contains($0) }) {
      throw .badValue(
        "\(strange.rawValue)=…", option: OptionSpec.with.name,
        allowed: kind.formFields.map { "\($0.rawValue)=…" }.joined(separator: ", "))
    }
    if !isDone, !kind.canBeTakenBack { throw .contradiction(OptionSpec.undo.name, deed) }
    if isDone,
      let lacking = said.merging(kind.formAnswers(givenBy: target), uniquingKeysWith: { $1 })
        .missingRequiredField(
          for: kind)
    {
      throw .missingOption("\(OptionSpec.with.name) \(lacking.rawValue)=…", for: kind.name)
    }
    return { context async throws(CommandFailure) in
      try context.rejectAnswerFilesWhenRestricted(in: said)
      let account = try await context.openCommandAccount()
      guard account.abilities.serviceActions.contains(kind) else {
        throw .notOffered("act \(kind.name)")
      }
      let done = try await account.makeServiceAction(kind, target, said, isDone: isDone)
      let act = ServiceAction(
        kind, done.target, detail: done.detail, answers: done.answers, isDone: isDone)
      if let (field, limit) = act.fieldExceedingLimit(in: account.connection.textLimits) {
        throw .answerTooLong(field, limit)
      }
      try await account.sendChangeThroughOutbox(
        .serviceAction(act), key: account.services.world.timeSortableKey())
      context.printer.printConfirmation(context.wording.actionDoneMessage(act))
    }
  }
}

extension CommandContext {
  fileprivate func rejectAnswerFilesWhenRestricted(in answers: [InputField: String])
    throws(CommandFailure)
  {
    for (field, file) in answers where field.isFile && !file.isEmpty {
      try rejectFilesInRestrictedMode(for: "\(OptionSpec.with.name) \(field.rawValue)=\(file)")
    }
  }
}

extension CommandAccount {
  fileprivate func makeServiceAction(
    _ kind: ServiceAction.ServiceActionKind, _ target: String, _ answers: [InputField: String],
    isDone: Bool
  ) async throws(CommandFailure) -> ServiceAction {
    var said = answers
    if let typed = said[.moment] {
      let moments = TypedMomentFormat(wording) { [world = services.world] in world.now }
      guard let moment = moments.parsedMoment(typed) else { throw .unreadableTime(typed) }
      said[.moment] = String(moment.milliseconds)
    }
    let emoji = (said[.emoji] ?? "").filter { !$0.isWhitespace && $0 != ":" }
    switch kind.targetKind {
    case .tag:
      return ServiceAction(kind, target.hasPrefix("#") ? String(target.dropFirst()) : target)
    case .server: return ServiceAction(kind, target)
    case .post:
      return ServiceAction(kind, try await postID(fromTyped: target).rawValue, detail: emoji)
    case .person: return try await serviceActionOnPerson(on: target, kind, said)
    case .list:
      let list = try await userList(named: target)
      return ServiceAction(kind, list.id, detail: list.title, answers: said)
    case .words where kind == .makeList:
      return ServiceAction(kind, target, answers: [.name: target])
    case .words:
      guard isDone else {
        let filter = try await wordFilter(named: target)
        return ServiceAction(kind, filter.id, detail: filter.title)
      }
      said[.phrase] = target
      return ServiceAction(kind, target, detail: target, answers: said)
    case .thing: return ServiceAction(kind, target, detail: emoji, answers: said)
    case .address where kind == .publishMedia:
      said[.addresses] = target
      return ServiceAction(kind, String(target.prefix { $0 != " " }), answers: said)
    case .address: return ServiceAction(kind, target, detail: target)
    case .oneself: return ServiceAction(kind, account.person.rawValue, answers: said)
    }
  }

  /// Creates a service action on the person with a typed handle; a report may name a post instead,
  /// whose author is then reported.
  private func serviceActionOnPerson(
    on target: String, _ kind: ServiceAction.ServiceActionKind, _ answers: [InputField: String]
  ) async throws(CommandFailure) -> ServiceAction {
    var answers = answers
    let person: Person
    if kind == .report, !target.hasPrefix("@") {
      let id = try await postID(fromTyped: target)
      person = try await storedOrFetchedPost(id).author
      answers[.post] = id.rawValue
    } else {
      let handle = target.hasPrefix("@") ? String(target.dropFirst()) : target
      person = try await self.fetchPerson(withHandle: handle)
    }
    guard person.id != account.person else { throw .oneself }
    guard kind == .changeListMembership else {
      return ServiceAction(kind, person.id.rawValue, detail: person.handle, answers: answers)
    }
    let list = try await userList(named: answers[.list] ?? "")
    return ServiceAction(kind, person.id.rawValue, detail: list.title, answers: [.list: list.id])
  }

  private func userList(named name: String) async throws(CommandFailure) -> UserList {
    guard let gateway = connection.optionalInformation else { throw .notOffered("lists") }
    let lists = try await convertingServiceErrors { () async throws(FeedError) in
      try await gateway.userListsMarkingThose(with: nil)
    }
    let found = lists.userLists(named: name)
    guard let list = found.first else {
      throw .unknownStream("list:\(name)", offered: lists.map { "list:\($0.title)" })
    }
    guard found.count == 1 else { throw .severalLists(name, words: found.map(\.id)) }
    return list
  }

  private func wordFilter(named name: String) async throws(CommandFailure) -> WordFilter {
    guard let gateway = connection.optionalInformation else { throw .notOffered("filters") }
    let filters = try await convertingServiceErrors { () async throws(FeedError) in
      try await gateway.wordFilters()
    }
    // One of several must not be deleted by chance.
    let byTitle = filters.filter { $0.title == name }
    let called = byTitle.isEmpty ? filters.filter { $0.words.contains(name) } : byTitle
    let found = filters.first { $0.id == name }.map { [$0] } ?? called
    guard let filter = found.first else {
      throw .unknownStream(name, offered: filters.map(\.title))
    }
    guard found.count == 1 else { throw .severalLists(name, words: found.map(\.id)) }
    return filter
  }
}

extension ServiceAction.ServiceActionKind {
  /// The words that name kinds of service actions on the command line, where these differ from the
  /// names stored in the outbox, which are accepted as well.
  private static let names: [ServiceAction.ServiceActionKind: String] = [
    .tellOfPosts: "notify-posts", .makeList: "new-list", .dropList: "delete-list",
    .changeListMembership: "add-to-list", .addAnnouncementReaction: "react-announcement",
    .takeLabels: "subscribe-labels",
    .filter: "add-filter",
  ]

  var name: String { Self.names[self] ?? rawValue }

  init?(named name: String) {
    guard let kind = Self.names.first(where: { $0.value == name })?.key ?? Self(rawValue: name)
    else { return nil }
    self = kind
  }

  /// The form fields that `tweetie act` takes for a kind of service action, besides the target.
  var formFields: [InputField] {
    switch self {
    case .changeListMembership: [.list]
    case .makeList: []
    case .filter: fields.filter { $0 != .phrase }
    case .publishMedia: fields.filter { $0 != .addresses }
    default: fields
    }
  }

  /// Returns the values of form fields that a service action's typed target gives.
  fileprivate func formAnswers(givenBy target: String) -> [InputField: String] {
    switch self {
    case .makeList: [.name: target]
    case .filter: [.phrase: target]
    case .publishMedia: [.addresses: target]
    default: [:]
    }
  }

  fileprivate var line: SafeText {
    let fields = formFields.map { field in
      switch field.controlKind {
      case .choice(let values) where field != .rule && field != .duration && field != .endTime:
        "[\(field.rawValue)=\(values.filter { !$0.isEmpty }.joined(separator: "|"))]"
      case .switches(let values): "[\(field.rawValue)=everywhere|\(values.joined(separator: ","))]"
      case .switching: "[\(field.rawValue)=yes|no]"
      case .choice, .line, .lines, .moment: "[\(field.rawValue)=…]"
      }
    }
    return SafeText(
      sanitizing: ([name, targetKind.name] + fields).filter { !$0.isEmpty }.joined(separator: " "))
  }
}

extension ServiceAction.ServiceActionKind.ServiceActionTargetKind {
  /// The placeholder for a kind of target of a service action in a usage line, such as "@HANDLE".
  fileprivate var name: String {
    switch self {
    case .tag: "#TAG"
    case .server: "SERVER"
    case .person: "@HANDLE"
    case .post: "ID"
    case .list: "LIST"
    case .words: "WORDS"
    case .thing: "ID"
    case .address: "ADDRESS"
    case .oneself: ""
    }
  }
}
