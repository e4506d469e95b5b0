internal import FeedDomain
internal import Glibc
internal import Terminal
internal import UseCases
import Words

extension PostOptions: CommandRequest {
  package func run(at desk: CommandDesk) async throws(CommandFailure) {
    if case .thread(let files) = text, let file = files.first(where: { $0 != "-" }) {
      try desk.expectFilesAllowed(for: "\(OptionSpec.thread.name) \(file)")
    }
    if let picture = attachments.first {
      try desk.expectFilesAllowed(for: "\(OptionSpec.media.name) \(picture.path)")
    }
    try await PostCommand(
      options: self, account: desk.account, backstage: desk.open(), input: desk.input,
      printer: desk.printer, wording: desk.wording
    ).run()
  }
}

/// `tweetie post`: publishes, or changes what was published, by way of the outbox.
struct PostCommand {
  var options: PostOptions
  let account: String?
  let backstage: Backstage
  let input: any PipedInput
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    var account = try backstage.account(named: account)
    // What is changed or answered may have to be asked for, and where an address leads.
    if options.editing != nil || options.joinsIn || options.namesAddress {
      account = try backstage.opened(account)
    }
    let connection = try backstage.connection(for: account)
    var command = self
    command.options = try await located(options, at: connection)
    try await command.publish(as: account, connection)
  }

  private func publish(
    as account: SignedInAccount, _ connection: ServiceConnection
  ) async throws(CommandFailure) {
    let abilities = PostAbilities(connection)
    if options.replyTo == nil, case .withheld(let reason) = abilities.beginning {
      throw .withheld(reason, at: account.account.service)
    }
    guard let limits = connection.draftLimits, abilities.canWrite else {
      throw .withheld(.noWriting, at: account.account.service)
    }
    try expectOffered(limits)
    let key = backstage.world.orderedKey()
    if case .thread(let files) = options.text {
      let posts = try posts(in: files)
      let first = try await draft(Draft.ID(key), saying: posts[0], connection)
      return try await publish(first, with: posts.dropFirst(), as: account, within: limits)
    }
    var draft = try await draft(Draft.ID(key), saying: try text(), connection)
    if options.joinsIn, let id = options.replyTo {
      draft = try await joining(in: id, draft, connection)
    }
    draft = try await bounded(draft, connection)
    try check(draft, against: limits)
    try await look(at: draft, within: limits)
    let change = Change.publish(draft)
    let outcome = try await telling(draft, OutboxItem.ID(key)) { () async throws(CommandFailure) in
      try await backstage.perform(change, as: account, key: OutboxItem.ID(key))
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
  func telling(
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

  /// The options with the posts that addresses lead to.
  private func located(
    _ options: PostOptions, at connection: ServiceConnection
  ) async throws(CommandFailure) -> PostOptions {
    func located(_ id: Post.ID?) async throws(CommandFailure) -> Post.ID? {
      guard let id else { return nil }
      return try await backstage.id(of: id.rawValue, at: connection)
    }
    var options = options
    options.replyTo = try await located(options.replyTo)
    options.quoting = try await located(options.quoting)
    options.editing = try await located(options.editing)
    return options
  }
}

extension PostOptions {
  /// Whether a post is named by an address.
  fileprivate var namesAddress: Bool {
    [replyTo, quoting, editing].contains { $0?.rawValue.contains("://") == true }
  }
}

/// What became of a post as JSON, with names that stay.
enum PublishedJSON {
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
    .object([
      "id": .optional(id), "url": .optional(url), "state": .string(state),
      "posts_at": .optional(postsAt.flatMap(PostJSON.date)),
      "outbox_id": .optional(outbox?.rawValue),
    ])
  }
}

extension PostCommand {
  private func expectOffered(_ limits: DraftLimits) throws(CommandFailure) {
    // What is asked of a post of one's own is not asked of an answer.
    let offered = options.replyTo == nil && options.editing == nil ? limits.remarks : []
    func offersRemark(_ field: AskedField) -> Bool { offered.contains(field) }
    let wishes = [
      ("--quote", options.quoting != nil, limits.quotes),
      ("--sensitive", options.isSensitive, limits.coversPictures),
      ("--warning", options.warning != nil, limits.allowsWarning),
      ("--language", options.language != nil, limits.namesLanguage),
      ("--at", options.moment != nil, limits.postsLater),
      (
        "--quotable-by", options.quoters != nil,
        limits.namesQuoters || offersRemark(.isUnquotable) && options.quoters != .followers
      ),
      ("--answerable-by", options.answerers != nil, offersRemark(.answerers)),
    ]
    if let field = options.remarks.keys.first(where: { !offered.contains($0) }) {
      throw .notOffered("post --with \(field.rawValue)")
    }
    for (option, isWished, isOffered) in wishes where isWished && !isOffered {
      throw .notOffered("post \(option)")
    }
  }

  /// What the options say of a post where that is asked as something else about it.
  private func remarks(within limits: DraftLimits?) -> [AskedField: String] {
    var remarks: [AskedField: String] = [:]
    if limits?.namesQuoters == false, options.quoters == .nobody {
      remarks[.isUnquotable] = "true"
    }
    remarks[.answerers] = options.answerers?.rawValue
    return remarks
  }

  /// The post as it was asked for; one that is changed keeps its pictures, its warning and its eyes.
  private func draft(
    _ id: Draft.ID, saying words: String, _ connection: ServiceConnection
  ) async throws(CommandFailure) -> Draft {
    let pictures = options.attachments.map(\.rooted)
    guard let edited = options.editing else {
      return Draft(
        id: id, text: words, warning: options.warning,
        visibility: options.visibility ?? connection.usualVisibility,
        replyTo: options.replyTo, quoting: options.quoting, attachments: pictures,
        isSensitive: options.isSensitive || connection.habits.coversPictures,
        poll: poll(within: connection.draftLimits?.polls), language: options.language,
        quoters: options.quoters, postsAt: try moment(),
        remarks: options.remarks.merging(
          remarks(within: connection.draftLimits)
        ) { typed, _ in typed })
    }
    guard connection.edits, let publishing = connection.publishing else {
      throw .notOffered("post --edit")
    }
    do throws(FeedError) {
      let posted = try await publishing.draft(of: edited, as: id)
      return posted.saying(words).attaching(posted.attachments + pictures)
        .sensitive(posted.isSensitive || options.isSensitive)
        .warning(options.warning ?? posted.warning)
        .written(in: options.language ?? posted.language)
        .quotable(by: options.quoters ?? posted.quoters)
    } catch {
      // What was posted and cannot be changed has a poll.
      if error == .refused(nil) { throw .withheld(.pollStays, at: connection.account.service) }
      throw .service(error)
    }
  }

  /// The draft as an answer that reaches those who take part; where the post is not held, the service
  /// is asked who they are.
  private func joining(
    in id: Post.ID, _ draft: Draft, _ connection: ServiceConnection
  ) async throws(CommandFailure) -> Draft {
    let answered = try await backstage.post(id, at: connection)
    let isOwn = answered.author.id == connection.account.person
    if case .withheld(let reason) = PostAbilities(connection).permission(
      to: .reply, on: answered, isOwn: isOwn)
    {
      throw .withheld(reason, at: connection.account.service)
    }
    return connection.answering(answered, with: draft)
  }

  /// The draft for no more eyes than what it answers, and quoting nothing that is not to be quoted, as
  /// far as that is held; the delivery asks for what is not.
  private func bounded(
    _ draft: Draft, _ connection: ServiceConnection
  ) async throws(CommandFailure) -> Draft {
    let account = connection.account
    if let quoted = draft.quoting, let post = try await backstage.held(quoted, by: account),
      case .withheld(let reason) = PostAbilities(connection).permission(
        to: .quote, on: post, isOwn: post.author.id == account.person)
    {
      throw .withheld(reason, at: account.service)
    }
    guard let answered = draft.replyTo, draft.editing == nil else { return draft }
    return draft.bounded(by: try await backstage.held(answered, by: account))
  }

  private var moments: MomentText { MomentText(wording) { [world = backstage.world] in world.now } }

  /// When the service posts it; nil for at once.
  private func moment() throws(CommandFailure) -> Timestamp? {
    guard let typed = options.moment else { return nil }
    guard let moment = moments.moment(typed) else { throw .unclearMoment(typed) }
    // What is asked for at the last moment would be too late once it is there.
    let soonest = backstage.world.now.advanced(by: DraftLimits.notice)
    let isLast = moment >= soonest && moment < soonest.advanced(by: .seconds(30))
    return isLast ? moment.advanced(by: .seconds(60)) : moment
  }

  /// The poll with the answers that were given; nil where there are none.
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

  func check(_ draft: Draft, against limits: DraftLimits) throws(CommandFailure) {
    guard !draft.isEmpty else { throw .emptyPost }
    let remaining = limits.remaining(for: draft)
    guard remaining >= 0 else { throw .tooLong(by: -remaining) }
    if let trouble = limits.trouble(with: draft, at: backstage.world.now) { throw .unfit(trouble) }
    let most = limits.attachments(for: draft)
    guard draft.attachments.count <= most else { throw .tooManyPictures(allowed: most) }
    for attachment in draft.attachments {
      let excess = limits.excess(ofAltText: attachment.altText)
      guard excess == 0 else { throw .altTextTooLong(by: excess) }
    }
    guard limits.visibilities(for: draft).contains(draft.visibility) else {
      throw .visibilityNotOffered(draft.visibility)
    }
    for attachment in draft.attachments
    where !attachment.isPosted && access(attachment.path, R_OK) != 0 {
      throw .unreadableFile(attachment.path, reason: String(cString: strerror(errno)))
    }
  }
}

extension PostCommand {
  /// Whether the files are pictures that can be posted: nobody should learn that from the outbox.
  func look(
    at draft: Draft, within limits: DraftLimits
  ) async throws(CommandFailure) {
    guard let pictures = backstage.shelf.pictures else { return }
    for attachment in draft.attachments where !attachment.isPosted {
      do throws(PictureTrouble) {
        _ = try await pictures.prepare(attachment.path, within: limits.pictures)
      } catch {
        throw .notAPicture(attachment.path, error)
      }
    }
  }
}

extension Draft.Attachment {
  /// The same picture by its whole path: it may be sent later, from another directory.
  fileprivate var rooted: Draft.Attachment {
    Draft.Attachment(path: RootedPath.path(path), altText: altText)
  }
}

extension Change {
  /// That what the service published is more open than was asked for; nil where it is not.
  func failure(after outcome: Outcome) -> CommandFailure? {
    exposure(after: outcome).map { .exposed($0.post.id, $0.exposure) }
  }
}
