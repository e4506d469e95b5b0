import FeedDomain

extension FullScreenOptions {
  package init(_ scanned: ScannedArguments) throws(UsageError) {
    theme = try scanned.choice(.theme)
    isDemo = scanned.has(.demo)
    hidesPictures = scanned.has(.noPictures)
    if isDemo, scanned.has(.account) {
      throw .contradiction(OptionSpec.demo.name, OptionSpec.account.name)
    }
  }
}

extension LoginOptions {
  package init(_ scanned: ScannedArguments) throws(UsageError) {
    let name = try scanned.operand()
    service = name.flatMap(Service.init)
    if let name, service == nil {
      let allowed = Service.allCases.map(\.rawValue).joined(separator: ", ")
      guard let nearest = Synonyms.service(meant: name) else {
        throw .badValue(name, option: "SERVICE", allowed: allowed)
      }
      throw .unknownService(name, nearest: nearest.rawValue, allowed: allowed)
    }
    user = scanned.value(of: .user)
    server = scanned.value(of: .server)
    secret = try Secret(scanned)
    isKeptInStore = scanned.has(.secretService)
    guard isKeptInStore else { return }
    switch secret {
    case .fromCommand:
      throw .contradiction(OptionSpec.tokenFromCommand.name, OptionSpec.secretService.name)
    case .fromBrowser:
      throw .contradiction(OptionSpec.browser.name, OptionSpec.secretService.name)
    case .asked, .passwordFromInput, .tokenFromInput: break
    }
  }
}

extension LoginOptions.Secret {
  fileprivate init(_ scanned: ScannedArguments) throws(UsageError) {
    let sources: [(option: OptionSpec, secret: Self)] = [
      (.browser, .fromBrowser), (.passwordFromInput, .passwordFromInput),
      (.tokenFromInput, .tokenFromInput), (.tokenFromCommand, .asked),
    ]
    let given = sources.filter { scanned.has($0.option) }
    guard given.count < 2 else {
      throw .contradiction(given[0].option.name, given[1].option.name)
    }
    guard let command = scanned.value(of: .tokenFromCommand) else {
      self = given.first?.secret ?? .asked
      return
    }
    guard !command.allSatisfy(\.isWhitespace) else {
      throw .missingValue(option: OptionSpec.tokenFromCommand.name)
    }
    self = .fromCommand(command)
  }
}

extension FeedOptions {
  package init(_ scanned: ScannedArguments) throws(UsageError) {
    if let name = try scanned.operand() {
      stream = try StreamName(typed: name)
    } else {
      stream = nil
    }
    follows = scanned.has(.follow)
    // Whoever follows a stream wants what is new, unless they say how much before that.
    count = follows && !scanned.has(.count) ? 0 : try scanned.count()
    json = scanned.has(.json)
    offline = scanned.has(.offline)
    if follows, offline { throw .contradiction(OptionSpec.follow.name, OptionSpec.offline.name) }
  }
}

extension FeedsOptions {
  package init(_ scanned: ScannedArguments) throws(UsageError) {
    json = scanned.has(.json)
    action = try SubscriptionAction(scanned)
    if scanned.has(.trusted) {
      guard case .addList = action else {
        throw .missingOption("import", for: OptionSpec.trusted.name)
      }
    }
    let typed = action == nil ? try scanned.operand() : nil
    if let typed, !typed.hasPrefix("@") || typed.count < 2 {
      throw .badValue(
        typed, option: "feeds",
        allowed: "@handle, list, add ADDRESS, remove NAME, import FILE, export")
    }
    handle = typed.map { String($0.dropFirst()) }
  }
}

extension SubscriptionAction {
  /// Nil where something else is asked for.
  init?(_ scanned: ScannedArguments) throws(UsageError) {
    let words = scanned.operands
    func named(_ name: String) throws(UsageError) -> String {
      guard words.count > 1 else { throw .missingOperand(name) }
      return words[1...].joined(separator: " ")
    }
    switch words.first {
    case "list"?: self = .list
    case "export"?: self = .export
    case "add"?: self = .add(try named("ADDRESS"))
    case "import"?:
      self = .addList(try named("FILE"), isTrusted: scanned.has(.trusted))
    case "remove"?: self = .remove(try named("NAME"))
    default: return nil
    }
    if self == .list || self == .export { try scanned.expectNoOperands(after: 1) }
  }
}

extension NotificationsOptions {
  package init(_ scanned: ScannedArguments) throws(UsageError) {
    isOfAll = try scanned.isOfAll()
    count = try scanned.count()
    json = scanned.has(.json)
    offline = scanned.has(.offline)
  }
}

extension PostOptions {
  package init(_ scanned: ScannedArguments) throws(UsageError) {
    var words = scanned.operands
    if scanned.command == .reply {
      guard let id = words.first, !id.isEmpty else { throw .missingOperand("ID") }
      words.removeFirst()
      replyTo = Post.ID(id)
      joinsIn = true
    } else {
      replyTo = scanned.value(of: .replyTo).map { Post.ID($0) }
    }
    text = try Text(scanned, words)
    isTrial = scanned.has(.dryRun)
    json = scanned.has(.json)
    if json, isTrial { throw .contradiction(OptionSpec.json.name, OptionSpec.dryRun.name) }
    isSensitive = scanned.has(.sensitive)
    quoting = scanned.value(of: .quote).map { Post.ID($0) }
    editing = scanned.value(of: .edit).map { Post.ID($0) }
    visibility = try scanned.visibility()
    attachments = try scanned.attachments()
    warning = scanned.value(of: .warning)
    language = try scanned.language()
    quoters = try scanned.choice(.quotableBy)
    answerers = try scanned.answerers()
    remarks = try scanned.answers()
    moment = scanned.value(of: .at)
    if moment != nil, editing != nil {
      throw .contradiction(OptionSpec.at.name, OptionSpec.edit.name)
    }
    choices = scanned.values(of: .poll)
    allowsSeveral = scanned.has(.pollSeveral)
    pollLength = try scanned.span(.pollLength)
    guard choices.isEmpty else {
      if editing != nil { throw .contradiction(OptionSpec.poll.name, OptionSpec.edit.name) }
      return
    }
    for option in [OptionSpec.pollSeveral, .pollLength] where scanned.has(option) {
      throw .missingOption(OptionSpec.poll.name, for: option.name)
    }
  }
}

extension PostOptions.Text {
  fileprivate init(_ scanned: ScannedArguments, _ words: [String]) throws(UsageError) {
    guard !scanned.has(.thread) else {
      // A thread is of new posts, and each answers one that is there.
      for option in [OptionSpec.edit, .at] where scanned.has(option) {
        throw .contradiction(OptionSpec.thread.name, option.name)
      }
      if words.contains("") { throw .missingOperand("FILE") }
      self = .thread(words.isEmpty ? ["-"] : words)
      return
    }
    if scanned.has(.dryRun) {
      throw .missingOption(OptionSpec.thread.name, for: OptionSpec.dryRun.name)
    }
    guard words.count < 2 else { throw .unexpectedOperand(words[1]) }
    switch words.first {
    case "-": self = .standardInput
    case let words?: self = .given(words)
    case nil: self = .unsaid
    }
  }
}

extension SearchOptions {
  package init(_ scanned: ScannedArguments) throws(UsageError) {
    words = scanned.operands.joined(separator: " ")
    guard !words.allSatisfy(\.isWhitespace) else { throw .missingOperand("WORDS") }
    count = try scanned.count()
    json = scanned.has(.json)
    offline = scanned.has(.offline)
  }
}

extension LogoutOptions {
  package init(_ scanned: ScannedArguments) throws(UsageError) {
    account = try scanned.operand()
    isForced = scanned.has(.force)
    if let account, scanned.has(.account) {
      throw .contradiction(account, OptionSpec.account.name)
    }
  }
}

extension OutboxOptions {
  package init(_ scanned: ScannedArguments) throws(UsageError) {
    action = try OutboxAction(scanned)
    json = scanned.has(.json)
  }
}

extension OutboxAction {
  /// The ids behind the first word; an empty one would be the beginning of all.
  private static func ids(_ scanned: ScannedArguments) throws(UsageError) -> [String] {
    let ids = Array(scanned.operands.dropFirst())
    guard !ids.contains("") else { throw .missingOperand("ID") }
    return ids
  }

  fileprivate init(_ scanned: ScannedArguments) throws(UsageError) {
    switch scanned.operands.first {
    case nil, "list"?:
      try scanned.expectNoOperands(after: 1)
      self = .list
    case "send"?: self = .send(try Self.ids(scanned))
    case "drop"?:
      guard scanned.operands.count > 1 else { throw .missingOperand("ID") }
      self = .drop(try Self.ids(scanned))
    case let word?: throw .badValue(word, option: "outbox", allowed: "list, send ID…, drop ID…")
    }
  }
}
