internal import FeedDomain
internal import Terminal
import Words

/// `tweetie open`: a post's page in the browser. The address is printed too, for where there is none.
struct OpenCommand: CommandRequest {
  private let post: Post.ID

  init(_ scanned: ScannedArguments) throws(UsageError) {
    post = Post.ID(try scanned.required("ID"))
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
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
}
