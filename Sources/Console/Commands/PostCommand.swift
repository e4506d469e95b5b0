internal import FeedDomain
internal import Glibc
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  static let post = makePostingCommandSpec(
    .post, "[TEXT|-|FILE…]", [.replyTo, .quote, .edit, .thread, .dryRun],
    examples: "post 'The harbour' --media boat.jpg --alt 'A red boat'",
    "post --thread walk.txt --dry-run",
    meaning: { $0.say("write a post; - reads it from standard input") })
  static let reply = makePostingCommandSpec(
    .reply, "ID|URL [TEXT|-]", [],
    examples: "reply 12345 'So do I.'", "reply 12345 - --visibility direct",
    meaning: { $0.say("reply to a post, mentioning the people in the conversation") })

  private static func makePostingCommandSpec(
    _ name: CommandName, _ operands: String, _ options: [OptionSpec], examples one: String,
    _ other: String, meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> CommandSpec {
    // Options of writing, besides the post to answer or edit.
    let writing: [OptionSpec] = [
      .visibility, .warning, .language, .quotableBy, .answerableBy, .at, .with, .media, .alt,
      .sensitive, .poll, .pollSeveral, .pollLength, .json, .account,
    ]
    return CommandSpec(
      name, .writing, operands, options + writing, examples: one, other, meaning: meaning
    ) { arguments throws(UsageError) in
      let options = try PostCommandOptions(arguments)
      return { context async throws(CommandFailure) in
        if case .thread(let files) = options.text, let file = files.first(where: { $0 != "-" }) {
          try context.rejectFilesInRestrictedMode(for: "\(OptionSpec.thread.name) \(file)")
        }
        if let picture = options.attachments.first {
          try context.rejectFilesInRestrictedMode(for: "\(OptionSpec.media.name) \(picture.path)")
        }
        let services = try await context.openServices()
        var signedIn = try services.signedInAccount(named: context.accountName)
        // The post to edit or answer, or an address, may have to be fetched.
        if options.editing != nil || options.mentionsParticipants || options.namesAddress {
          signedIn = try services.accountWithSecret(signedIn)
        }
        let account = try CommandAccount(context, services, signedIn)
        try await PostingCommand(
          options: account.resolvingPostAddresses(of: options), account: account
        )
        .runPostingCommand()
      }
    }
  }
}

struct PostCommandOptions: Equatable, Sendable {
  enum PostTextSource: Equatable, Sendable {
    case argument(String)
    case standardInput
    /// A source of a post's text, if the command line gives none: standard input, unless that is a
    /// terminal.
    case standardInputUnlessTerminal
    /// A source of the texts of a thread: the files with these paths, each with one or several
    /// posts; "-" is standard input.
    case thread([String])
  }

  let text: PostTextSource
  var replyTo: Post.ID?
  var quoting: Post.ID?
  var editing: Post.ID?
  /// True if the command is `reply`, whose post begins with the handles of the other people in the
  /// conversation, and is no more visible than the answered post.
  let mentionsParticipants: Bool
  /// The visibility of the new post, given by an option; nil for the account's default.
  let visibility: Visibility?
  let attachments: [Draft.DraftAttachment]
  let isSensitive: Bool
  /// The content warning of the post, given by an option; nil for none, or to keep that of an
  /// edited post.
  let warning: String?
  /// The language of the new post, given by an option; nil for the account's default.
  let language: String?
  /// The people who may quote the post, given by an option of `post`; nil for the account's
  /// default.
  let quotePolicy: QuotePolicy?
  /// The people who may reply to the post, given by an option of `post`; nil for everybody.
  let answerers: ReplyPolicy?
  let extraFields: [InputField: String]
  /// The publication time of the new post, as typed after `--at`; nil to publish at once.
  let moment: String?
  /// The answers of the new post's poll, as typed; empty for a post without a poll.
  let choices: [String]
  let allowsSeveral: Bool
  let pollLength: Duration?
  /// True if `post` only checks and prints the post, and sends nothing (`--dry-run`).
  let isTrial: Bool
  let json: Bool

  init(_ arguments: ScannedArguments) throws(UsageError) {
    func postIDOption(_ option: OptionSpec) -> Post.ID? {
      arguments.optionValue(of: option).map { Post.ID($0) }
    }
    var words = arguments.operands
    mentionsParticipants = arguments.command == .reply
    if mentionsParticipants {
      guard let id = words.first, !id.isEmpty else { throw .missingOperand("ID") }
      words.removeFirst()
      replyTo = Post.ID(id)
    } else {
      replyTo = postIDOption(.replyTo)
    }
    text = try PostTextSource(arguments, words)
    (isTrial, json) = (arguments.hasOption(.dryRun), arguments.hasOption(.json))
    if json, isTrial { throw .contradiction(OptionSpec.json.name, OptionSpec.dryRun.name) }
    isSensitive = arguments.hasOption(.sensitive)
    (quoting, editing) = (postIDOption(.quote), postIDOption(.edit))
    visibility = try arguments.visibilityOption()
    attachments = try arguments.pictureAttachments()
    warning = arguments.optionValue(of: .warning)
    language = try arguments.languageOption()
    quotePolicy = try arguments.choiceValue(of: .quotableBy)
    answerers = try arguments.replyPolicyOption()
    extraFields = try arguments.formAnswerOptions()
    moment = arguments.optionValue(of: .at)
    // These of a published post stay as they are.
    for option in [OptionSpec.at, .visibility, .replyTo, .quote, .answerableBy]
    where editing != nil && arguments.hasOption(option) {
      throw .contradiction(option.name, OptionSpec.edit.name)
    }
    choices = arguments.optionValues(of: .poll)
    allowsSeveral = arguments.hasOption(.pollSeveral)
    pollLength = try arguments.durationOption(.pollLength)
    guard choices.isEmpty else {
      if editing != nil { throw .contradiction(OptionSpec.poll.name, OptionSpec.edit.name) }
      return
    }
    for option in [OptionSpec.pollSeveral, .pollLength] where arguments.hasOption(option) {
      throw .missingOption(OptionSpec.poll.name, for: option.name)
    }
  }

  /// True if the options of `post` change more of a published post than its text: pictures, their
  /// sensitivity, the content warning, the language or who may quote it.
  fileprivate var changesMoreThanText: Bool {
    !attachments.isEmpty || isSensitive || warning != nil || language != nil || quotePolicy != nil
  }

  fileprivate var namesAddress: Bool {
    [replyTo, quoting, editing].contains { $0?.rawValue.contains("://") == true }
  }
}

extension PostCommandOptions.PostTextSource {
  fileprivate init(_ arguments: ScannedArguments, _ words: [String]) throws(UsageError) {
    guard !arguments.hasOption(.thread) else {
      // A thread consists of new posts, each of which answers the one before.
      for option in [OptionSpec.edit, .at] where arguments.hasOption(option) {
        throw .contradiction(OptionSpec.thread.name, option.name)
      }
      if words.contains("") { throw .missingOperand("FILE") }
      self = .thread(words.isEmpty ? ["-"] : words)
      return
    }
    if arguments.hasOption(.dryRun) {
      throw .missingOption(OptionSpec.thread.name, for: OptionSpec.dryRun.name)
    }
    guard words.count < 2 else { throw .unexpectedOperand(words[1]) }
    switch words.first {
    case "-": self = .standardInput
    case let words?: self = .argument(words)
    case nil: self = .standardInputUnlessTerminal
    }
  }
}

extension CommandAccount {
  /// Returns the options of `post` with addresses of posts replaced by the posts' ids.
  fileprivate func resolvingPostAddresses(of options: PostCommandOptions)
    async throws(CommandFailure)
    -> PostCommandOptions
  {
    func resolvedPostID(_ typed: Post.ID?) async throws(CommandFailure) -> Post.ID? {
      guard let typed else { return nil }
      return try await postID(fromTyped: typed.rawValue)
    }
    var options = options
    options.replyTo = try await resolvedPostID(options.replyTo)
    options.quoting = try await resolvedPostID(options.quoting)
    options.editing = try await resolvedPostID(options.editing)
    return options
  }
}

private struct PostingCommand {
  let options: PostCommandOptions
  let account: CommandAccount

  private var services: CommandServices { account.services }
  private var connection: ServiceConnection { account.connection }
  private var abilities: PostAbilities { account.abilities }
  private var input: any CommandTextInput { account.context.input }
  private var printer: ResultPrinter { account.printer }
  private var wording: Wording { account.wording }

  func runPostingCommand() async throws(CommandFailure) {
    if options.replyTo == nil, case .withheld(let reason) = abilities.beginning {
      throw .withheld(reason, at: account.account.service)
    }
    guard let limits = connection.draftLimits, abilities.canWrite else {
      throw .withheld(.noWriting, at: account.account.service)
    }
    try rejectUnsupportedOptions(limits)
    let key = services.world.timeSortableKey()
    if case .thread(let files) = options.text {
      let posts = try threadTexts(in: files)
      let first = try await draftAdaptedToReferencedPosts(
        makeDraft(Draft.ID(key), withText: posts[0]))
      return try await publishOrPreviewThread(first, with: posts.dropFirst(), within: limits)
    }
    var draft = try await makeDraft(Draft.ID(key), withText: try readPostTextUnlessKept())
    if options.mentionsParticipants, let id = options.replyTo {
      draft = try await replyDraftMentioningParticipants(in: id, draft)
    }
    draft = try await draftAdaptedToReferencedPosts(draft)
    try rejectInvalidDraft(draft, against: limits)
    try await rejectUnusablePictures(of: draft, within: limits)
    let change = PendingChange.publish(draft)
    let outcome = try await publishPrintingJSONState(draft, OutboxItem.ID(key)) {
      () async throws(CommandFailure) in
      try await account.sendChangeThroughOutbox(change, key: key)
    }
    guard !options.json else {
      if let tooVisible = change.unintendedVisibilityFailure(after: outcome) { throw tooVisible }
      return
    }
    guard case .post(let post) = outcome else {
      guard let moment = draft.postsAt else { return }
      return printer.printLine(
        PrintedLine(
          wording.say("Scheduled for {time}.", ["time": moments.typedMomentText(of: moment)]))
      )
    }
    printer.printLine(
      PrintedLine(
        options.editing == nil ? wording.postedMessage(post.id) : wording.editedMessage(post.id))
    )
    if let tooVisible = change.unintendedVisibilityFailure(after: outcome) { throw tooVisible }
  }

  /// Runs a closure that publishes a draft; if `--json` is given, also prints the post's state as
  /// JSON, even if the closure throws.
  private func publishPrintingJSONState(
    _ draft: Draft, _ key: OutboxItem.ID, _ work: () async throws(CommandFailure) -> ChangeOutcome
  ) async throws(CommandFailure) -> ChangeOutcome {
    do throws(CommandFailure) {
      let outcome = try await work()
      if options.json {
        printer.printJSONLine(PostCommandResultJSON.publishedPostJSONObject(for: draft, outcome))
      }
      return outcome
    } catch {
      if options.json,
        let object = PostCommandResultJSON.waitingPostJSONObject(for: draft, key, error)
      {
        printer.printJSONLine(object)
      }
      throw error
    }
  }

  private func rejectUnsupportedOptions(_ limits: DraftLimits) throws(CommandFailure) {
    // Extra form fields are offered for new posts, not for replies and edits.
    let offered = options.replyTo == nil && options.editing == nil ? limits.extraFields : []
    func serviceOffersExtraField(_ field: InputField) -> Bool { offered.contains(field) }
    let wishes = [
      ("--quote", options.quoting != nil, limits.quotes),
      ("--sensitive", options.isSensitive, limits.coversPictures),
      ("--warning", options.warning != nil, limits.allowsWarning),
      ("--language", options.language != nil, limits.canSetLanguage),
      ("--at", options.moment != nil, limits.canSchedule),
      (
        "--quotable-by", options.quotePolicy != nil,
        limits.canSetQuotePolicy
          || serviceOffersExtraField(.isUnquotable) && options.quotePolicy != .followers
      ),
      ("--answerable-by", options.answerers != nil, serviceOffersExtraField(.answerers)),
    ]
    if let field = options.extraFields.keys.first(where: { !offered.contains($0) }) {
      throw .notOffered("post --with \(field.rawValue)")
    }
    for (option, isWished, isOffered) in wishes where isWished && !isOffered {
      throw .notOffered("post \(option)")
    }
  }

  /// Returns the extra form fields of a post that the options of `post` give: who may reply and, at
  /// a service without a quote policy, that nobody may quote.
  private func extraFormFields(within limits: DraftLimits?) -> [InputField: String] {
    var extraFields: [InputField: String] = [:]
    if limits?.canSetQuotePolicy == false, options.quotePolicy == .nobody {
      extraFields[.isUnquotable] = "true"
    }
    extraFields[.answerers] = options.answerers?.rawValue
    return extraFields
  }

  /// Creates the draft of a post from a text and the options of `post`. To edit a published post,
  /// fetches its draft, and replaces the text, unless `words` is nil, and the fields that are
  /// given.
  private func makeDraft(_ id: Draft.ID, withText words: String?) async throws(CommandFailure)
    -> Draft
  {
    let pictures = options.attachments.map(\.withAbsolutePath)
    guard let edited = options.editing else {
      return Draft(
        id: id, text: words ?? "", warning: options.warning,
        visibility: options.visibility ?? connection.usualVisibility,
        replyTo: options.replyTo, quoting: options.quoting, attachments: pictures,
        isSensitive: options.isSensitive || connection.postingDefaults.coversPictures,
        poll: makePoll(within: connection.draftLimits?.polls), language: options.language,
        quotePolicy: options.quotePolicy, postsAt: try requestedPublicationTime(),
        extraFields: options.extraFields.merging(
          extraFormFields(within: connection.draftLimits)
        ) { typed, _ in typed })
    }
    guard connection.edits, let publishing = connection.publishing else {
      throw .notOffered("post --edit")
    }
    // Not every server refuses the edit of somebody else's post.
    if let known = try await services.storedPost(edited, of: account.account),
      case .withheld(let reason) = abilities.permission(
        to: .edit, on: known, isOwn: known.author.id == account.account.person)
    {
      throw .withheld(reason, at: account.account.service)
    }
    do throws(FeedError) {
      var draft = try await publishing.editableDraft(of: edited, as: id)
      draft.text = words ?? draft.text
      draft.attachments += pictures
      draft.isSensitive = draft.isSensitive || options.isSensitive
      draft.warning = options.warning ?? draft.warning
      draft.quotePolicy = options.quotePolicy ?? draft.quotePolicy
      return draft.settingLanguage(options.language ?? draft.language)
    } catch {
      // The service refuses to edit a published post with a poll.
      if error == .refused(nil) { throw .withheld(.pollStays, at: account.account.service) }
      throw .service(error)
    }
  }

  /// Returns a draft as a reply to a post, with mentions of the other people in the conversation;
  /// fetches the answered post if it is not stored.
  private func replyDraftMentioningParticipants(
    in id: Post.ID, _ draft: Draft
  ) async throws(CommandFailure) -> Draft {
    let answered = try await account.storedOrFetchedPost(id)
    let isOwn = answered.author.id == account.account.person
    if case .withheld(let reason) = abilities.permission(to: .reply, on: answered, isOwn: isOwn) {
      throw .withheld(reason, at: account.account.service)
    }
    return connection.draftAnswering(answered, with: draft)
  }

  /// Returns a draft, made direct with its thread if it answers a stored direct post; throws if it
  /// quotes a stored post that must not be quoted. Posts that are not stored are checked on
  /// delivery.
  private func draftAdaptedToReferencedPosts(_ draft: Draft) async throws(CommandFailure)
    -> Draft
  {
    if let quoted = draft.quoting,
      let post = try await services.storedPost(quoted, of: account.account),
      case .withheld(let reason) = abilities.permission(
        to: .quote, on: post, isOwn: post.author.id == account.account.person)
    {
      throw .withheld(reason, at: account.account.service)
    }
    guard let answered = draft.replyTo, draft.editing == nil else { return draft }
    return draft.keepingDirectReplyDirect(
      to: try await services.storedPost(answered, of: account.account))
  }

  private var moments: TypedMomentFormat {
    TypedMomentFormat(wording) { [world = services.world] in world.now }
  }

  /// Parses the option `--at` of `post`, the time at which the service publishes the post; nil to
  /// publish at once.
  private func requestedPublicationTime() throws(CommandFailure) -> Timestamp? {
    guard let typed = options.moment else { return nil }
    guard let moment = moments.parsedMoment(typed) else { throw .unreadableTime(typed) }
    // A time at the last moment would have passed by the time the service reads it.
    let soonest = services.world.now.timeAdvanced(by: DraftLimits.notice)
    let isLast = moment >= soonest && moment < soonest.timeAdvanced(by: .seconds(30))
    return isLast ? moment.timeAdvanced(by: .seconds(60)) : moment
  }

  private func makePoll(within limits: PollLimits?) -> Draft.DraftPoll? {
    Draft.DraftPoll(
      typed: options.choices, allowsSeveral: options.allowsSeveral,
      lasts: options.pollLength ?? (limits ?? .standard).usualLength)
  }

  /// Reads the text of the post from the command line or standard input; nil to keep the text of an
  /// edited post, of which only other parts are changed.
  private func readPostTextUnlessKept() throws(CommandFailure) -> String? {
    if case .argument(let words) = options.text { return words }
    let isUnsaid = options.text == .standardInputUnlessTerminal
    let keepsText = isUnsaid && options.editing != nil && options.changesMoreThanText
    if isUnsaid, input.isTerminal {
      guard keepsText else { throw .nothingToPost }
      return nil
    }
    var text: String
    do { text = try input.inputText() } catch { throw .input(error) }
    // The line end that every tool appends is not part of the text.
    if text.last?.isNewline == true { text.removeLast() }
    // Programs without a terminal, such as cron, start commands with an empty standard input.
    if text.isEmpty, isUnsaid, options.editing != nil {
      guard keepsText else { throw .nothingToPost }
      return nil
    }
    return text
  }

  private func rejectInvalidDraft(_ draft: Draft, against limits: DraftLimits)
    throws(CommandFailure)
  {
    guard !draft.isEmpty else { throw .emptyPost }
    let remaining = limits.remainingCharacters(for: draft)
    guard remaining >= 0 else { throw .tooLong(by: -remaining) }
    if let problem = limits.draftProblem(with: draft, at: services.world.now) {
      throw .invalidDraft(problem)
    }
    let most = limits.maximumAttachmentCount(for: draft)
    guard draft.attachments.count <= most else { throw .tooManyPictures(allowed: most) }
    for attachment in draft.attachments {
      let limitExceeded = limits.excessAltTextLength(ofAltText: attachment.altText)
      guard limitExceeded == 0 else { throw .altTextTooLong(by: limitExceeded) }
    }
    guard limits.allowedVisibilities(for: draft).contains(draft.visibility) else {
      throw .visibilityNotOffered(draft.visibility)
    }
    for attachment in draft.attachments
    where !attachment.isPosted && access(attachment.path, R_OK) != 0 {
      throw .unreadableFile(attachment.path, reason: String(cString: strerror(errno)))
    }
  }

  /// Throws if an attached file of a draft cannot be posted as a picture.
  private func rejectUnusablePictures(
    of draft: Draft, within limits: DraftLimits
  ) async throws(CommandFailure) {
    guard let pictures = services.stores.pictures else { return }
    for attachment in draft.attachments where !attachment.isPosted {
      do throws(PictureFileProblem) {
        _ = try await pictures.preparePictureForUpload(attachment.path, within: limits.pictures)
      } catch {
        throw .notAPicture(attachment.path, error)
      }
    }
  }

  /// The maximum number of posts in a thread that `post --thread` publishes; a file with more was
  /// probably not meant.
  private static let maximumPosts = 100

  /// Reads the texts of a thread's posts from files; "-" is standard input.
  private func threadTexts(in files: [String]) throws(CommandFailure) -> [String] {
    var posts: [String] = []
    for file in files {
      if file == "-" {
        if input.isTerminal { throw .nothingToPost }
        do { posts += ThreadDividerSplitter.postTexts(in: try input.inputText()) } catch {
          throw .input(error)
        }
      } else {
        do {
          posts += ThreadDividerSplitter.postTexts(in: try input.inputFileText(of: file))
        } catch {
          throw .unreadableText(file, error)
        }
      }
    }
    guard !posts.isEmpty else { throw .emptyPost }
    guard posts.count <= Self.maximumPosts else { throw .threadTooLong(most: Self.maximumPosts) }
    return posts
  }

  /// Publishes the posts of a thread, or only prints them for a dry run. Mistakes in any of the
  /// posts are printed before a post is sent.
  private func publishOrPreviewThread(
    _ first: Draft, with others: ArraySlice<String>,
    within limits: DraftLimits
  ) async throws(CommandFailure) {
    // In a private mention, the people mentioned first are mentioned in every post.
    let next = first.successor
    let thread = changedCopy(first) {
      $0.following = others.map { words in changedCopy(next) { $0.text += words } }
    }
    if options.isTrial { printPostsOfUnsentThread(thread, within: limits) }
    if let problem = limits.draftProblem(with: thread, at: services.world.now) {
      throw .invalidDraft(problem)
    }
    var failures = draftFailures(of: thread, within: limits)
    if let last = failures.popLast() {
      failures.forEach { printer.printError(wording.sentence(for: $0)) }
      throw last
    }
    try await rejectUnusablePictures(of: first, within: limits)
    if !options.isTrial { try await sendThread(thread) }
  }

  private func draftFailures(of thread: Draft, within limits: DraftLimits) -> [CommandFailure] {
    let posts = thread.posts
    return posts.enumerated().compactMap { place, post in
      do throws(CommandFailure) {
        try rejectInvalidDraft(post, against: limits)
        return nil
      } catch {
        let place = Draft.ThreadPosition(number: place + 1, count: posts.count)
        return posts.count > 1 ? .inThread(place, error) : error
      }
    }
  }

  private func printPostsOfUnsentThread(_ thread: Draft, within limits: DraftLimits) {
    let posts = thread.posts
    for (place, post) in posts.enumerated() {
      let left = limits.remainingCharacters(for: post)
      let room =
        left < 0
        ? wording.postTooLongMessage(by: -left)
        : wording.plural("{count} character left", "{count} characters left", left)
      let title = wording.threadPositionText(
        Draft.ThreadPosition(number: place + 1, count: posts.count))
      if place > 0 { printer.printLine("") }
      printer.printLine(
        PrintedLine(title, .bold).appendingOnSameLine(" · ").appendingText(room, .dim))
      SafeText.sanitizedLines(of: post.text).forEach { printer.printLine(PrintedLine($0)) }
    }
  }

  private func sendThread(_ thread: Draft) async throws(CommandFailure) {
    var key = OutboxItem.ID(thread.id.rawValue)
    let change = PendingChange.publish(thread)
    let results = try await services.enqueueAndSendChange(change, as: account.signedIn, key: key)
    printer.hasChanged = true
    let count = thread.posts.count
    var tooVisible: CommandFailure?
    for number in 1...count {
      let outcome: ChangeOutcome
      do throws(CommandFailure) {
        outcome = try await publishPrintingJSONState(thread.posts[number - 1], key) {
          () throws(CommandFailure) in
          try services.requiredChangeOutcome(of: change, key: key, among: results)
        }
      } catch {
        throw count > 1
          ? .inThread(Draft.ThreadPosition(number: number, count: count), error) : error
      }
      if let draft = thread.threadPost(at: number - 1) {
        tooVisible =
          PendingChange.publish(draft).unintendedVisibilityFailure(after: outcome) ?? tooVisible
      }
      if case .post(let post) = outcome, !options.json {
        printer.printLine(PrintedLine(wording.postedMessage(post.id)))
      }
      key = OutboxItem.ID(TimedIdempotencyKey.idempotencyKeySortedAfter(key.rawValue))
    }
    if let tooVisible { throw tooVisible }
  }
}

private enum PostCommandResultJSON {
  /// Returns the JSON object that `post --json` prints for a published or scheduled post.
  static func publishedPostJSONObject(for draft: Draft, _ outcome: ChangeOutcome) -> JSONValue {
    guard case .post(let post) = outcome else {
      return publicationStateJSONObject(
        state: draft.postsAt == nil ? "sent" : "scheduled", postsAt: draft.postsAt)
    }
    return publicationStateJSONObject(state: "sent", id: post.id.rawValue, url: post.url)
  }

  /// Returns the JSON object that `post --json` prints for a post that could not be published,
  /// according to the failure; nil if the post is not in the outbox.
  static func waitingPostJSONObject(
    for draft: Draft, _ key: OutboxItem.ID, _ failure: CommandFailure
  ) -> JSONValue? {
    switch failure {
    // The service may have published the post already.
    case .keptInOutbox(.outcomeUnknown), .refusedPost(_, .outcomeUnknown, _):
      publicationStateJSONObject(state: "unknown", postsAt: draft.postsAt, outbox: key)
    case .keptInOutbox, .behindOlderItem:
      publicationStateJSONObject(state: "queued", postsAt: draft.postsAt, outbox: key)
    case .refusedPost(_, _, let key):
      publicationStateJSONObject(state: "refused", postsAt: draft.postsAt, outbox: key)
    default: nil
    }
  }

  private static func publicationStateJSONObject(
    state: String, id: String? = nil, url: String? = nil, postsAt: Timestamp? = nil,
    outbox: OutboxItem.ID? = nil
  ) -> JSONValue {
    [
      "id": id, "url": url, "state": state, "posts_at": postsAt?.isoText,
      "outbox_id": outbox?.rawValue,
    ]
  }
}

extension Draft.DraftAttachment {
  /// The attachment of a draft with its path made absolute, since the outbox may send the file
  /// later from another directory.
  fileprivate var withAbsolutePath: Draft.DraftAttachment {
    Draft.DraftAttachment(
      path: ExistingInputFilePath.absolutePathIfFileExists(of: path), altText: altText)
  }
}

extension PendingChange {
  /// Returns the failure to report if the published post is more open than the user chose; nil if
  /// it is not.
  func unintendedVisibilityFailure(after outcome: ChangeOutcome) -> CommandFailure? {
    postWithUnintendedExposure(after: outcome).map { .tooVisible($0.post.id, $0.exposure) }
  }
}

/// A namespace for splitting a thread's text into the texts of its posts, at lines of three or more
/// hyphens.
enum ThreadDividerSplitter {
  static func postTexts(in text: String) -> [String] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.split(whereSeparator: isThreadDivider).map { lines in
      var lines = lines.drop(while: isBlank)
      while lines.last.map(isBlank) == true { lines.removeLast() }
      return lines.joined(separator: "\n")
    }.filter { !$0.isEmpty }
  }

  private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

  private static func isThreadDivider(_ line: Substring) -> Bool {
    line.hasPrefix("---") && isBlank(line.dropFirst(3))
  }
}
