internal import FeedDomain
internal import Glibc
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  static let post = posting(
    .post, "[TEXT|-|FILE…]", [.replyTo, .quote, .edit, .thread, .dryRun],
    examples: "post 'The harbour' --media boat.jpg --alt 'A red boat'",
    "post --thread walk.txt --dry-run",
    meaning: { $0.say("write a post; - reads it from standard input") })
  static let reply = posting(
    .reply, "ID|URL [TEXT|-]", [],
    examples: "reply 12345 'So do I.'", "reply 12345 - --visibility direct",
    meaning: { $0.say("reply to a post, mentioning those who take part") })

  private static func posting(
    _ name: CommandName, _ operands: String, _ options: [OptionSpec], examples one: String,
    _ other: String, meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> CommandSpec {
    // How something is written, besides what it answers or changes.
    let writing: [OptionSpec] = [
      .visibility, .warning, .language, .quotableBy, .answerableBy, .at, .with, .media, .alt,
      .sensitive, .poll, .pollSeveral, .pollLength, .json, .account,
    ]
    return CommandSpec(
      name, .writing, operands, options + writing, examples: one, other, meaning: meaning
    ) { arguments throws(UsageError) in
      let options = try PostOptions(arguments)
      return { context async throws(CommandFailure) in
        if case .thread(let files) = options.text, let file = files.first(where: { $0 != "-" }) {
          try context.expectFilesAllowed(for: "\(OptionSpec.thread.name) \(file)")
        }
        if let picture = options.attachments.first {
          try context.expectFilesAllowed(for: "\(OptionSpec.media.name) \(picture.path)")
        }
        let services = try await context.open()
        var signedIn = try services.account(named: context.accountName)
        // What is changed or answered may have to be asked for, and where an address leads.
        if options.editing != nil || options.joinsIn || options.namesAddress {
          signedIn = try services.opened(signedIn)
        }
        let account = try CommandAccount(context, services, signedIn)
        try await Posting(options: account.located(options), account: account).run()
      }
    }
  }
}

struct PostOptions: Equatable, Sendable {
  enum Text: Equatable, Sendable {
    case given(String)
    case standardInput
    /// Standard input where it is no terminal.
    case unsaid
    /// The posts of a thread, from these files; "-" is standard input.
    case thread([String])
  }

  let text: Text
  var replyTo: Post.ID?
  var quoting: Post.ID?
  /// The post that is changed; nil for a new one.
  var editing: Post.ID?
  /// Whether it names those who take part in what is answered, and keeps to its bounds.
  let joinsIn: Bool
  /// Nil for what the account is used to.
  let visibility: Visibility?
  let attachments: [Draft.Attachment]
  let isSensitive: Bool
  /// The words to show first; nil for none, or those of the post that is changed.
  let warning: String?
  /// Nil for the language in which the account usually writes.
  let language: String?
  /// Nil for whoever the account lets quote its posts.
  let quotePolicy: QuotePolicy?
  /// Nil for everybody.
  let answerers: ReplyPolicy?
  let extraFields: [InputField: String]
  /// When it is posted, as it was typed; nil for at once.
  let moment: String?
  /// The answers of a poll; none without one.
  let choices: [String]
  let allowsSeveral: Bool
  /// How long it is open; nil for as long as usual.
  let pollLength: Duration?
  /// Whether it is but shown what would be posted.
  let isTrial: Bool
  let json: Bool

  init(_ arguments: ScannedArguments) throws(UsageError) {
    func post(_ option: OptionSpec) -> Post.ID? { arguments.value(of: option).map { Post.ID($0) } }
    var words = arguments.operands
    joinsIn = arguments.command == .reply
    if joinsIn {
      guard let id = words.first, !id.isEmpty else { throw .missingOperand("ID") }
      words.removeFirst()
      replyTo = Post.ID(id)
    } else {
      replyTo = post(.replyTo)
    }
    text = try Text(arguments, words)
    (isTrial, json) = (arguments.has(.dryRun), arguments.has(.json))
    if json, isTrial { throw .contradiction(OptionSpec.json.name, OptionSpec.dryRun.name) }
    isSensitive = arguments.has(.sensitive)
    (quoting, editing) = (post(.quote), post(.edit))
    visibility = try arguments.visibility()
    attachments = try arguments.attachments()
    warning = arguments.value(of: .warning)
    language = try arguments.language()
    quotePolicy = try arguments.choice(.quotableBy)
    answerers = try arguments.answerers()
    extraFields = try arguments.answers()
    moment = arguments.value(of: .at)
    if moment != nil, editing != nil {
      throw .contradiction(OptionSpec.at.name, OptionSpec.edit.name)
    }
    choices = arguments.values(of: .poll)
    allowsSeveral = arguments.has(.pollSeveral)
    pollLength = try arguments.span(.pollLength)
    guard choices.isEmpty else {
      if editing != nil { throw .contradiction(OptionSpec.poll.name, OptionSpec.edit.name) }
      return
    }
    for option in [OptionSpec.pollSeveral, .pollLength] where arguments.has(option) {
      throw .missingOption(OptionSpec.poll.name, for: option.name)
    }
  }

  fileprivate var namesAddress: Bool {
    [replyTo, quoting, editing].contains { $0?.rawValue.contains("://") == true }
  }
}

extension PostOptions.Text {
  fileprivate init(_ arguments: ScannedArguments, _ words: [String]) throws(UsageError) {
    guard !arguments.has(.thread) else {
      // A thread is of new posts, and each answers one that is there.
      for option in [OptionSpec.edit, .at] where arguments.has(option) {
        throw .contradiction(OptionSpec.thread.name, option.name)
      }
      if words.contains("") { throw .missingOperand("FILE") }
      self = .thread(words.isEmpty ? ["-"] : words)
      return
    }
    if arguments.has(.dryRun) {
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

extension CommandAccount {
  /// The options with the posts that addresses lead to.
  fileprivate func located(_ options: PostOptions) async throws(CommandFailure) -> PostOptions {
    func located(_ typed: Post.ID?) async throws(CommandFailure) -> Post.ID? {
      guard let typed else { return nil }
      return try await id(of: typed.rawValue)
    }
    var options = options
    options.replyTo = try await located(options.replyTo)
    options.quoting = try await located(options.quoting)
    options.editing = try await located(options.editing)
    return options
  }
}

private struct Posting {
  let options: PostOptions
  let account: CommandAccount

  private var services: CommandServices { account.services }
  private var connection: ServiceConnection { account.connection }
  private var abilities: PostAbilities { account.abilities }
  private var input: any PipedInput { account.context.input }
  private var printer: Printer { account.printer }
  private var wording: Wording { account.wording }

  func run() async throws(CommandFailure) {
    if options.replyTo == nil, case .withheld(let reason) = abilities.beginning {
      throw .withheld(reason, at: account.account.service)
    }
    guard let limits = connection.draftLimits, abilities.canWrite else {
      throw .withheld(.noWriting, at: account.account.service)
    }
    try expectOffered(limits)
    let key = services.world.orderedKey()
    if case .thread(let files) = options.text {
      let posts = try posts(in: files)
      let first = try await draft(Draft.ID(key), saying: posts[0])
      return try await publish(first, with: posts.dropFirst(), within: limits)
    }
    var draft = try await draft(Draft.ID(key), saying: try text())
    if options.joinsIn, let id = options.replyTo {
      draft = try await joining(in: id, draft)
    }
    draft = try await bounded(draft)
    try check(draft, against: limits)
    try await look(at: draft, within: limits)
    let change = PendingChange.publish(draft)
    let outcome = try await telling(draft, OutboxItem.ID(key)) { () async throws(CommandFailure) in
      try await account.perform(change, key: key)
    }
    guard !options.json else {
      if let exposed = change.failure(after: outcome) { throw exposed }
      return
    }
    guard case .post(let post) = outcome else {
      guard let moment = draft.postsAt else { return }
      return printer.show(
        PrintedLine(wording.say("It will be posted at {time}.", ["time": moments.text(of: moment)]))
      )
    }
    printer.show(
      PrintedLine(options.editing == nil ? wording.posted(post.id) : wording.edited(post.id)))
    if let exposed = change.failure(after: outcome) { throw exposed }
  }

  /// Tells a program what became of a post, also where that is a failure.
  private func telling(
    _ draft: Draft, _ key: OutboxItem.ID, _ work: () async throws(CommandFailure) -> Outcome
  ) async throws(CommandFailure) -> Outcome {
    do throws(CommandFailure) {
      let outcome = try await work()
      if options.json { printer.show(PublishedJSON.object(for: draft, outcome)) }
      return outcome
    } catch {
      if options.json, let object = PublishedJSON.object(for: draft, key, error) {
        printer.show(object)
      }
      throw error
    }
  }

  private func expectOffered(_ limits: DraftLimits) throws(CommandFailure) {
    // What is asked of a post of one's own is not asked of an answer.
    let offered = options.replyTo == nil && options.editing == nil ? limits.extraFields : []
    func offersRemark(_ field: InputField) -> Bool { offered.contains(field) }
    let wishes = [
      ("--quote", options.quoting != nil, limits.quotes),
      ("--sensitive", options.isSensitive, limits.coversPictures),
      ("--warning", options.warning != nil, limits.allowsWarning),
      ("--language", options.language != nil, limits.canSetLanguage),
      ("--at", options.moment != nil, limits.canSchedule),
      (
        "--quotable-by", options.quotePolicy != nil,
        limits.canSetQuotePolicy || offersRemark(.isUnquotable) && options.quotePolicy != .followers
      ),
      ("--answerable-by", options.answerers != nil, offersRemark(.answerers)),
    ]
    if let field = options.extraFields.keys.first(where: { !offered.contains($0) }) {
      throw .notOffered("post --with \(field.rawValue)")
    }
    for (option, isWished, isOffered) in wishes where isWished && !isOffered {
      throw .notOffered("post \(option)")
    }
  }

  /// What the options say of a post where that is asked as something else about it.
  private func extraFields(within limits: DraftLimits?) -> [InputField: String] {
    var extraFields: [InputField: String] = [:]
    if limits?.canSetQuotePolicy == false, options.quotePolicy == .nobody {
      extraFields[.isUnquotable] = "true"
    }
    extraFields[.answerers] = options.answerers?.rawValue
    return extraFields
  }

  /// The post as it was asked for; one that is changed keeps its pictures, its warning and its eyes.
  private func draft(
    _ id: Draft.ID, saying words: String
  ) async throws(CommandFailure) -> Draft {
    let pictures = options.attachments.map(\.rooted)
    guard let edited = options.editing else {
      return Draft(
        id: id, text: words, warning: options.warning,
        visibility: options.visibility ?? connection.usualVisibility,
        replyTo: options.replyTo, quoting: options.quoting, attachments: pictures,
        isSensitive: options.isSensitive || connection.habits.coversPictures,
        poll: poll(within: connection.draftLimits?.polls), language: options.language,
        quotePolicy: options.quotePolicy, postsAt: try moment(),
        extraFields: options.extraFields.merging(
          extraFields(within: connection.draftLimits)
        ) { typed, _ in typed })
    }
    guard connection.edits, let publishing = connection.publishing else {
      throw .notOffered("post --edit")
    }
    do throws(FeedError) {
      var draft = try await publishing.draft(of: edited, as: id)
      draft.text = words
      draft.attachments += pictures
      draft.isSensitive = draft.isSensitive || options.isSensitive
      draft.warning = options.warning ?? draft.warning
      draft.quotePolicy = options.quotePolicy ?? draft.quotePolicy
      return draft.written(in: options.language ?? draft.language)
    } catch {
      // What was posted and cannot be changed has a poll.
      if error == .refused(nil) { throw .withheld(.pollStays, at: account.account.service) }
      throw .service(error)
    }
  }

  /// The draft as an answer that reaches those who take part; where the post is not held, the service
  /// is asked who they are.
  private func joining(
    in id: Post.ID, _ draft: Draft
  ) async throws(CommandFailure) -> Draft {
    let answered = try await account.post(id)
    let isOwn = answered.author.id == account.account.person
    if case .withheld(let reason) = abilities.permission(
      to: .reply, on: answered, isOwn: isOwn)
    {
      throw .withheld(reason, at: account.account.service)
    }
    return connection.answering(answered, with: draft)
  }

  /// The draft for no more eyes than what it answers, and quoting nothing that is not to be quoted, as
  /// far as that is held; the delivery asks for what is not.
  private func bounded(
    _ draft: Draft
  ) async throws(CommandFailure) -> Draft {
    if let quoted = draft.quoting,
      let post = try await services.stored(quoted, of: account.account),
      case .withheld(let reason) = abilities.permission(
        to: .quote, on: post, isOwn: post.author.id == account.account.person)
    {
      throw .withheld(reason, at: account.account.service)
    }
    guard let answered = draft.replyTo, draft.editing == nil else { return draft }
    return draft.bounded(by: try await services.stored(answered, of: account.account))
  }

  private var moments: MomentText { MomentText(wording) { [world = services.world] in world.now } }

  /// When the service posts it; nil for at once.
  private func moment() throws(CommandFailure) -> Timestamp? {
    guard let typed = options.moment else { return nil }
    guard let moment = moments.moment(typed) else { throw .unclearMoment(typed) }
    // What is asked for at the last moment would be too late once it is there.
    let soonest = services.world.now.advanced(by: DraftLimits.notice)
    let isLast = moment >= soonest && moment < soonest.advanced(by: .seconds(30))
    return isLast ? moment.advanced(by: .seconds(60)) : moment
  }

  private func poll(within limits: PollLimits?) -> Draft.Poll? {
    Draft.Poll(
      typed: options.choices, allowsSeveral: options.allowsSeveral,
      lasts: options.pollLength ?? (limits ?? .standard).usualLength)
  }

  private func text() throws(CommandFailure) -> String {
    if case .given(let words) = options.text { return words }
    if options.text == .unsaid, input.isTerminal { throw .nothingToPost }
    do {
      let text = try input.text()
      // The line end that every tool puts last is no part of what was said.
      return text.last?.isNewline == true ? String(text.dropLast()) : text
    } catch {
      throw .input(error)
    }
  }

  private func check(_ draft: Draft, against limits: DraftLimits) throws(CommandFailure) {
    guard !draft.isEmpty else { throw .emptyPost }
    let remaining = limits.remaining(for: draft)
    guard remaining >= 0 else { throw .tooLong(by: -remaining) }
    if let problem = limits.problem(with: draft, at: services.world.now) { throw .unfit(problem) }
    let most = limits.attachments(for: draft)
    guard draft.attachments.count <= most else { throw .tooManyPictures(allowed: most) }
    for attachment in draft.attachments {
      let limitExceeded = limits.limitExceeded(ofAltText: attachment.altText)
      guard limitExceeded == 0 else { throw .altTextTooLong(by: limitExceeded) }
    }
    guard limits.visibilities(for: draft).contains(draft.visibility) else {
      throw .visibilityNotOffered(draft.visibility)
    }
    for attachment in draft.attachments
    where !attachment.isPosted && access(attachment.path, R_OK) != 0 {
      throw .unreadableFile(attachment.path, reason: String(cString: strerror(errno)))
    }
  }

  /// Whether the files are pictures that can be posted: nobody should learn that from the outbox.
  private func look(
    at draft: Draft, within limits: DraftLimits
  ) async throws(CommandFailure) {
    guard let pictures = services.stores.pictures else { return }
    for attachment in draft.attachments where !attachment.isPosted {
      do throws(PictureProblem) {
        _ = try await pictures.prepare(attachment.path, within: limits.pictures)
      } catch {
        throw .notAPicture(attachment.path, error)
      }
    }
  }

  /// So many posts are a thread; more are a text that was not meant.
  private static let mostPosts = 100

  /// The posts in the files, in their order; "-" is standard input.
  private func posts(in files: [String]) throws(CommandFailure) -> [String] {
    var posts: [String] = []
    for file in files {
      if file == "-" {
        if input.isTerminal { throw .nothingToPost }
        do { posts += ThreadText.posts(in: try input.text()) } catch { throw .input(error) }
      } else {
        do {
          posts += ThreadText.posts(in: try input.text(of: file))
        } catch {
          throw .unreadableText(file, error)
        }
      }
    }
    guard !posts.isEmpty else { throw .emptyPost }
    guard posts.count <= Self.mostPosts else { throw .threadTooLong(most: Self.mostPosts) }
    return posts
  }

  /// Publishes the first with the others behind it; on trial it shows them alone. What is wrong with
  /// any of them is told before anything is sent.
  private func publish(
    _ first: Draft, with others: ArraySlice<String>,
    within limits: DraftLimits
  ) async throws(CommandFailure) {
    // Where whoever is named sees it and nobody else, who was named goes on being so.
    let next = first.successor
    let thread = changed(first) {
      $0.following = others.map { words in changed(next) { $0.text += words } }
    }
    if options.isTrial { show(thread, within: limits) }
    if let problem = limits.problem(with: thread, at: services.world.now) {
      throw .unfit(problem)
    }
    var failures = failures(of: thread, within: limits)
    if let last = failures.popLast() {
      failures.forEach { printer.complain(wording.sentence(for: $0)) }
      throw last
    }
    try await look(at: first, within: limits)
    if !options.isTrial { try await send(thread) }
  }

  private func failures(of thread: Draft, within limits: DraftLimits) -> [CommandFailure] {
    let posts = thread.posts
    return posts.enumerated().compactMap { place, post in
      do throws(CommandFailure) {
        try check(post, against: limits)
        return nil
      } catch {
        let place = Draft.ThreadPosition(number: place + 1, count: posts.count)
        return posts.count > 1 ? .inThread(place, error) : error
      }
    }
  }

  private func show(_ thread: Draft, within limits: DraftLimits) {
    let posts = thread.posts
    for (place, post) in posts.enumerated() {
      let left = limits.remaining(for: post)
      let room =
        left < 0
        ? wording.tooLong(by: -left)
        : wording.plural("{count} character left", "{count} characters left", left)
      let title = wording.postOfThread(Draft.ThreadPosition(number: place + 1, count: posts.count))
      if place > 0 { printer.show("") }
      printer.show(PrintedLine(title, .bold).adding(" · ").adding(room, .dim))
      SafeText.lines(sanitizing: post.text).forEach { printer.show(PrintedLine($0)) }
    }
  }

  private func send(_ thread: Draft) async throws(CommandFailure) {
    var key = OutboxItem.ID(thread.id.rawValue)
    let change = PendingChange.publish(thread)
    let results = try await services.send(change, as: account.signedIn, key: key)
    let count = thread.posts.count
    var exposed: CommandFailure?
    for number in 1...count {
      let outcome: Outcome
      do throws(CommandFailure) {
        outcome = try await telling(thread.posts[number - 1], key) {
          () throws(CommandFailure) in
          try services.outcome(of: change, key: key, among: results)
        }
      } catch {
        throw count > 1
          ? .inThread(Draft.ThreadPosition(number: number, count: count), error) : error
      }
      if let draft = thread.post(number - 1) {
        exposed = PendingChange.publish(draft).failure(after: outcome) ?? exposed
      }
      if case .post(let post) = outcome, !options.json {
        printer.show(PrintedLine(wording.posted(post.id)))
      }
      key = OutboxItem.ID(TimedKey.following(key.rawValue))
    }
    if let exposed { throw exposed }
  }
}

private enum PublishedJSON {
  /// A post that the service has, or keeps until its moment.
  static func object(for draft: Draft, _ outcome: Outcome) -> JSONValue {
    guard case .post(let post) = outcome else {
      return object(state: draft.postsAt == nil ? "sent" : "scheduled", postsAt: draft.postsAt)
    }
    return object(state: "sent", id: post.id.rawValue, url: post.url)
  }

  /// A post that is in the outbox; nil where it is not.
  static func object(
    for draft: Draft, _ key: OutboxItem.ID, _ failure: CommandFailure
  ) -> JSONValue? {
    switch failure {
    // Nobody can tell whether it is there already.
    case .kept(.outcomeUnknown), .refusedPost(_, .outcomeUnknown, _):
      object(state: "unknown", postsAt: draft.postsAt, outbox: key)
    case .kept, .behind: object(state: "queued", postsAt: draft.postsAt, outbox: key)
    case .refusedPost(_, _, let key): object(state: "refused", postsAt: draft.postsAt, outbox: key)
    default: nil
    }
  }

  private static func object(
    state: String, id: String? = nil, url: String? = nil, postsAt: Timestamp? = nil,
    outbox: OutboxItem.ID? = nil
  ) -> JSONValue {
    [
      "id": id, "url": url, "state": state, "posts_at": postsAt?.isoText,
      "outbox_id": outbox?.rawValue,
    ]
  }
}

extension Draft.Attachment {
  /// The same picture by its whole path: it may be sent later, from another directory.
  fileprivate var rooted: Draft.Attachment {
    Draft.Attachment(path: RootedPath.path(path), altText: altText)
  }
}

extension PendingChange {
  /// That what the service published is more open than was asked for; nil where it is not.
  func failure(after outcome: Outcome) -> CommandFailure? {
    exposure(after: outcome).map { .exposed($0.post.id, $0.exposure) }
  }
}

/// A text with several posts in it, between which a line of three hyphens stands.
enum ThreadText {
  /// The posts, without those that say nothing.
  static func posts(in text: String) -> [String] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.split(whereSeparator: isDivision).map { lines in
      var lines = lines.drop(while: isBlank)
      while lines.last.map(isBlank) == true { lines.removeLast() }
      return lines.joined(separator: "\n")
    }.filter { !$0.isEmpty }
  }

  private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

  private static func isDivision(_ line: Substring) -> Bool {
    line.hasPrefix("---") && isBlank(line.dropFirst(3))
  }
}
