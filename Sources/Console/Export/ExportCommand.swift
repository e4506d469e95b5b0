import FeedDomain
import Groundwork
import Terminal
import UseCases
import Words

/// `tweetie export`: all that somebody wrote, liked and keeps, in a file, with pictures beside it where
/// they are wanted; or on standard output, without them.
struct ExportCommand: CommandRequest {
  /// What stands for standard output.
  private static let standardOutput = "-"

  private let file: String?
  private let kind: ArchiveKind
  private let hasPictures: Bool

  /// The file that was there before stays then.
  var endsWhenInterrupted: Bool { true }

  init(_ scanned: ScannedArguments) throws(UsageError) {
    file = try scanned.operand()
    if let file, file.isEmpty { throw .missingOperand("FILE") }
    kind = try scanned.choice(.format) ?? .json
    hasPictures = scanned.has(.exportedPictures)
    if hasPictures, file == Self.standardOutput { throw .picturesToOutput }
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    if file != Self.standardOutput {
      try desk.expectFilesAllowed(for: "export " + (file ?? "FILE"))
    }
    let backstage = try await desk.open(isReading: true)
    let account = try backstage.opened(backstage.account(named: desk.account))
    let archiving = Archiving(
      try backstage.connection(for: account), photos: backstage.shelf.photos,
      world: backstage.world)
    guard !archiving.parts.isEmpty else { throw .notOffered("export") }
    let name = file ?? Self.name(for: account.account, kind)
    let export = Export(
      archiving: archiving, account: account.account,
      format: format(for: account.account, desk, now: backstage.world.now),
      pictures: hasPictures ? ArchivePictures(beside: name) : nil, desk: desk)
    guard name == Self.standardOutput else { return try await export.run(to: name) }
    do throws(CommandFailure) {
      try await export.print()
    } catch {
      // Why it could not be written is told at the end, as of all that is printed.
      guard desk.printer.failure == nil else { return }
      throw error
    }
  }
}

extension ExportCommand {
  /// What it is called unless somebody says otherwise.
  private static func name(for account: Account, _ kind: ArchiveKind) -> String {
    let handle = account.fullHandle.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
    return "tweetie-\(String(handle.prefix(80))).\(kind.ending)"
  }

  private func format(
    for account: Account, _ desk: CommandDesk, now: Timestamp
  ) -> any ArchiveFormat {
    switch kind {
    case .json: JSONArchive()
    case .html: HTMLArchive(wording: desk.wording, now: now)
    case .mbox: MboxArchive(account: account, wording: desk.wording, now: now)
    }
  }
}

/// An archive that is being written.
private struct Export {
  /// What came of it.
  private struct Outcome {
    var count = 0
    var pictures = 0
    var missingPictures = 0
    var trouble: FeedError?
  }

  let archiving: Archiving
  let account: Account
  let format: any ArchiveFormat
  let pictures: ArchivePictures?
  let desk: CommandDesk

  func run(to name: String) async throws(CommandFailure) {
    let file = try writing { () throws(SystemError) in try WholeFile(path: name) }
    let outcome = try await write { text throws(CommandFailure) in
      try writing { () throws(SystemError) in try file.write(Array(text.utf8)) }
    }
    try writing { () throws(SystemError) in try file.finish() }
    tell(outcome, in: name)
    if let trouble = outcome.trouble { throw .service(trouble) }
  }

  /// Writes it to standard output, as long as somebody reads.
  func print() async throws(CommandFailure) {
    let outcome = try await write { text throws(CommandFailure) in
      desk.printer.pass(Array(text.utf8))
      if desk.printer.failure != nil { throw .calledOff }
    }
    desk.printer.flush()
    if let trouble = outcome.trouble { throw .service(trouble) }
  }
}

extension Export {
  private func write(
    _ write: (String) throws(CommandFailure) -> Void
  ) async throws(CommandFailure) -> Outcome {
    var outcome = Outcome()
    try write(format.beginning(account, parts: archiving.parts))
    for part in archiving.parts {
      try write(format.head(of: part))
      let before = outcome.count
      let trouble = try await archiving.run(part) { posts async throws(CommandFailure) in
        for post in posts {
          let files = try await files(of: post, &outcome)
          try write(format.text(of: post, in: part, files: files))
          outcome.count += 1
        }
        desk.printer.progress(desk.wording.exporting(outcome.count, pictures: outcome.pictures))
      }
      // What was called off is not wanted.
      if trouble == .cancelled { throw .calledOff }
      outcome.trouble = outcome.trouble ?? trouble
      let words = trouble.map { desk.wording.sentence(for: $0) }
      try write(format.end(of: part, count: outcome.count - before, trouble: words))
      if let words {
        desk.printer.complain(desk.wording.endsEarly(part) + " " + words)
      }
    }
    try write(format.end)
    return outcome
  }

  private func tell(_ outcome: Outcome, in name: String) {
    let words = desk.wording.exported(outcome.count, pictures: outcome.pictures, to: name)
    desk.printer.confirm(words)
    if outcome.missingPictures > 0 {
      desk.printer.complain(desk.wording.picturesMissing(outcome.missingPictures))
    }
  }

  /// The files in which a post's pictures are; those that are there from before are not asked for.
  private func files(
    of post: Post, _ outcome: inout Outcome
  ) async throws(CommandFailure) -> [Photo.ID: String] {
    guard let pictures else { return [:] }
    var files: [Photo.ID: String] = [:]
    for photo in post.content.photos where photo.hasPicture {
      if let file = pictures.file(of: photo, in: post) {
        files[photo.id] = file
        // One that cannot be had is counted.
      } else if let bytes = try? await archiving.bytes(of: photo) {
        let kept = try writing { () throws(SystemError) in
          try pictures.keep(bytes, of: photo, in: post)
        }
        files[photo.id] = kept
      }
      if files[photo.id] == nil { outcome.missingPictures += 1 } else { outcome.pictures += 1 }
    }
    return files
  }

  private func writing<Value>(
    _ work: () throws(SystemError) -> Value
  ) throws(CommandFailure) -> Value {
    do { return try work() } catch { throw .unwritable(error.step, reason: error.reason) }
  }
}
