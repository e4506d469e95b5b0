internal import FeedDomain
internal import Terminal
import Words

/// `tweetie whois`: what a service tells of somebody.
struct WhoisCommand: CommandRequest {
  private let handle: String
  private let json: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    handle = try scanned.requiredHandle()
    json = scanned.has(.json)
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open(isReading: true)
    let account = try backstage.opened(backstage.account(named: desk.account))
    let connection = try backstage.connection(for: account)
    let person = try await backstage.person(called: handle, at: connection)
    if json {
      desk.printer.show(PersonJSON.object(for: person))
    } else {
      Self.lines(for: person, desk.wording).forEach { desk.printer.show($0) }
    }
  }
}

extension WhoisCommand {
  /// Somebody, as they are printed.
  static func lines(for person: Person, _ wording: Wording) -> [PrintedLine] {
    let counts = [
      person.counts?.posts.map { wording.posts($0) },
      person.counts?.followers.map { wording.followers($0) },
      person.counts?.following.map { wording.followed($0) },
    ].compactMap(\.self).joined(separator: " · ")
    let told =
      PrintedPost.lines(of: person.bio.withAddresses)
      + [
        counts.isEmpty ? nil : counts, person.relationship.map { wording.relationship($0) },
      ].compactMap(\.self) + (person.ties.map { lines(for: $0, wording) } ?? [])
      + [
        person.url.map { SafeText(sanitizing: $0) }, SafeText(sanitizing: person.id.rawValue),
      ].compactMap(\.self)
    return [PrintedPost.name(of: person)] + told.map { PrintedLine("  ").adding($0) }
  }

  private static func lines(for ties: Ties, _ wording: Wording) -> [SafeText] {
    wording.sentences(for: ties) + (ties.note.isEmpty ? [] : [wording.note(ties.note)])
  }
}
