internal import FeedDomain
internal import Terminal
import Words

/// `tweetie open`: a post's page in the browser, whose address is printed too, for where there is none;
/// or what an address or a handle leads to, in the full screen where there is a terminal for it, else
/// printed.
struct OpenCommand: CommandRequest {
  private let typed: String

  init(_ scanned: ScannedArguments) throws(UsageError) { typed = try scanned.required("ID") }

  /// What leads to a post or to somebody; nil for a post's id.
  var place: String? {
    typed.hasPrefix("@") || ["https://", "http://"].contains(where: typed.lowercased().hasPrefix)
      ? typed : nil
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    if let place { return try await show(place, at: desk) }
    let post = Post.ID(typed)
    let backstage = try await desk.open(isReading: true)
    var account = try backstage.account(named: desk.account)
    var found = try await backstage.held(post, by: account.account)
    if found == nil {
      account = try backstage.opened(account)
      found = try await backstage.post(post, at: try backstage.connection(for: account))
    }
    guard let link = found?.url.flatMap({ Hyperlink($0) }) else { throw .noPage(post) }
    desk.printer.show(PrintedLine(SafeText(sanitizing: link.address)))
    desk.printer.flush()
    if let trouble = await desk.openLink(link) { desk.printer.complain(trouble) }
  }

  private func show(_ place: String, at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open(isReading: true)
    let account = try backstage.opened(backstage.account(named: desk.account))
    let connection = try backstage.connection(for: account)
    guard let lead = connection.lead(typed: place) else {
      throw .nothing(at: .address(place), account.account.service)
    }
    switch try await backstage.destination(of: lead, at: connection) {
    case .post(let post):
      PrintedPost(wording: desk.wording, now: backstage.world.now, unfolds: true)
        .lines(for: FeedEntry(post)).forEach { desk.printer.show($0) }
    case .person(let person):
      WhoisCommand.lines(for: person, desk.wording).forEach { desk.printer.show($0) }
    }
  }
}
