internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

/// `tweetie thread`: a post with what it answers and what answers it; and `tweetie show`, the post
/// alone, with nothing of it folded away.
struct ThreadCommand: CommandRequest {
  private let typed: String
  private let isWhole: Bool
  private let json: Bool
  private let offline: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    typed = try scanned.required("ID")
    isWhole = scanned.command == .thread
    json = scanned.has(.json)
    offline = scanned.has(.offline)
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open(isReading: !offline)
    let account = try backstage.account(named: desk.account)
    let conversation =
      offline
      ? try await stored(by: backstage, account.account)
      : try await fetched(by: backstage, account, desk)
    if isWhole {
      backstage.listing(desk.printer, desk.wording, json: json)
        .show(conversation, to: account.account)
    } else if json {
      desk.printer.show(PostJSON.object(for: try backstage.focus(of: conversation)))
    } else {
      let entry = FeedEntry(try backstage.focus(of: conversation))
      PrintedPost(wording: desk.wording, now: backstage.world.now, unfolds: true)
        .lines(for: entry).forEach { desk.printer.show($0) }
    }
  }
}

extension ThreadCommand {
  private func stored(
    by backstage: Backstage, _ account: Account
  ) async throws(CommandFailure) -> Conversation {
    let post = Post.ID(typed)
    let held = try await backstage.stored { () async throws(StoreError) in
      try await backstage.shelf.feeds.conversation(of: post, account: account.id)
    }
    guard let held else { throw .noSuchPost(post) }
    return held
  }

  private func fetched(
    by backstage: Backstage, _ account: SignedInAccount, _ desk: CommandDesk
  ) async throws(CommandFailure) -> Conversation {
    let connection = try backstage.connection(for: backstage.opened(account))
    let post = try await backstage.id(of: typed, at: connection)
    let told = try await backstage.conversation(of: post, at: connection)
    if let trouble = await backstage.keep(told.nodes.map(\.post), of: account.account) {
      desk.printer.complain(desk.wording.notStored(trouble))
    }
    return told
  }
}
