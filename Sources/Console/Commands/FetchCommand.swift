internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

/// `tweetie fetch`: brings streams here, with their conversations and pictures, to be read where there
/// is no network; for whoever leaves, for timers and for cron.
struct FetchCommand: CommandRequest {
  private let streams: [StreamName]
  /// How long ago it begins; nil for the newest posts.
  private let span: Duration?
  private let hasThreads: Bool
  private let hasPictures: Bool
  private let json: Bool

  /// What is here by then stays, and is told.
  var endsWhenInterrupted: Bool { true }

  init(_ scanned: ScannedArguments) throws(UsageError) {
    streams = try scanned.operands.map { word throws(UsageError) in try StreamName(typed: word) }
    span = try scanned.span(.fetchedSince)
    hasThreads = scanned.has(.threads)
    hasPictures = scanned.has(.pictures)
    json = scanned.has(.json)
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open()
    if let trouble = backstage.inMemoryBecause { throw .store(trouble) }
    let account = try backstage.opened(backstage.account(named: desk.account))
    let connection = try backstage.connection(for: account)
    guard let session = await backstage.session(account) else {
      throw .notYet(account.account.service)
    }
    let plan = try await plan(for: account, at: connection, of: backstage, desk)
    let (news, teller) = AsyncStream.makeStream(
      of: Provision.self, bufferingPolicy: .bufferingNewest(1))
    async let fetched = Self.fetch(plan, in: session, telling: teller)
    for await soFar in news { desk.printer.progress(desk.wording.fetching(soFar)) }
    let provision = await fetched
    tell(provision, desk)
    switch provision.shortfall {
    case nil: break
    case .budget: desk.printer.remark(desk.wording.fetchedAtOnce)
    case .calledOff: throw .calledOff
    case .service(let error): throw .service(error)
    case .store(let error): throw .store(error)
    }
  }
}

extension FetchCommand {
  @MainActor private static func fetch(
    _ plan: FetchPlan, in session: Session, telling teller: AsyncStream<Provision>.Continuation
  ) async -> Provision {
    defer { teller.finish() }
    return await Fetching(session, plan) { teller.yield($0) }.run()
  }

  private func plan(
    for account: SignedInAccount, at connection: ServiceConnection, of backstage: Backstage,
    _ desk: CommandDesk
  ) async throws(CommandFailure) -> FetchPlan {
    let finding = StreamFinding(backstage: backstage, wording: desk.wording, offline: false)
    var feeds: [Feed] = []
    for name in streams.isEmpty ? [nil] : streams.map(Optional.some) {
      let feed = try await finding.feed(name, of: connection, for: account)
      if !feeds.contains(feed) { feeds.append(feed) }
    }
    let keepsPictures = backstage.shelf.photos?.outlivesProgram == true
    if hasPictures, !keepsPictures {
      desk.printer.complain(
        desk.wording.say("Pictures are left out: photo-cache is off in the settings."))
    }
    return FetchPlan(
      feeds, since: span.map { backstage.world.now.advanced(by: .zero - $0) },
      hasThreads: hasThreads,
      screen: hasPictures && keepsPictures ? FetchPlan.usualScreen : nil)
  }

  private func tell(_ provision: Provision, _ desk: CommandDesk) {
    if json {
      desk.printer.show(
        .object([
          "posts": .number(provision.posts), "pictures": .number(provision.pictures),
          "conversations": .number(provision.conversations), "bytes": .number(provision.bytes),
          "missing_pictures": .number(provision.missingPictures),
          "complete": .bool(provision.shortfall == nil),
        ]))
    } else {
      desk.printer.confirm(desk.wording.ready(provision))
    }
    if provision.missingPictures > 0 {
      desk.printer.complain(desk.wording.picturesMissing(provision.missingPictures))
    }
  }
}
