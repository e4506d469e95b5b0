import FeedDomain
import Groundwork
import Terminal
import UseCases
import Words

extension CommandSpec {
  static let export = CommandSpec(
    .export, .files, "[FILE|-]", [.format, .exportedPictures, .account],
    examples: "export archive.html --format html --pictures", "export - --format mbox",
    meaning: { $0.say("save all your posts, likes and bookmarks to a file") }
  ) { arguments throws(UsageError) in
    let file = try arguments.optionalSingleOperand()
    if file == "" { throw .missingOperand("FILE") }
    let kind: ArchiveFormatName = try arguments.choiceValue(of: .format) ?? .json
    let hasPictures = arguments.hasOption(.exportedPictures)
    let isPrinted = file == "-"
    if hasPictures, isPrinted { throw .picturesToOutput }
    return { context async throws(CommandFailure) in
      if !isPrinted { try context.rejectFilesInRestrictedMode(for: "export " + (file ?? "FILE")) }
      let account = try await context.openCommandAccount(isReading: true)
      let archiving = ArchiveFetcher(
        account.connection, photos: account.services.stores.photos, world: account.services.world)
      guard !archiving.parts.isEmpty else { throw .notOffered("export") }
      let name = file ?? kind.archiveFileName(for: account.account)
      let export = ExportCommand(
        archiving: archiving, account: account.account, format: kind.archiveFormat(for: account),
        tags: try await account.bookmarkTags(),
        pictures: hasPictures ? ArchivePictureFolder(beside: name) : nil, context: context)
      guard isPrinted else { return try await export.exportArchiveToFile(named: name) }
      do throws(CommandFailure) {
        try await export.printArchive()
      } catch {
        // A failure to write standard output is reported at the end, for every command.
        guard context.printer.failure == nil else { return }
        throw error
      }
    }
  }
}

extension ArchiveFormatName {
  fileprivate func archiveFileName(for account: Account) -> String {
    let handle = account.fullHandle.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
    return "tweetie-\(String(handle.prefix(80))).\(ending)"
  }

  fileprivate func archiveFormat(for account: CommandAccount) -> any ArchiveFormat {
    let (wording, now) = (account.wording, account.now)
    return switch self {
    case .json: JSONArchive()
    case .html: HTMLArchive(wording: wording, now: now)
    case .mbox: MboxArchive(account: account.account, wording: wording, now: now)
    }
  }
}

private struct ExportCommand {
  private struct ExportOutcome {
    var count = 0
    var pictures = 0
    var missingPictures = 0
    var problem: FeedError?
  }

  let archiving: ArchiveFetcher
  let account: Account
  let format: any ArchiveFormat
  let tags: BookmarkTagIndex
  let pictures: ArchivePictureFolder?
  let context: CommandContext

  func exportArchiveToFile(named name: String) async throws(CommandFailure) {
    let file = try convertingFileErrors { () throws(FileOperationError) in
      try AtomicFile(path: name)
    }
    let outcome = try await writeArchive { text throws(CommandFailure) in
      try convertingFileErrors { () throws(FileOperationError) in
        try file.writeBytes(Array(text.utf8))
      }
    }
    try convertingFileErrors { () throws(FileOperationError) in try file.moveToFinalPath() }
    reportExportOutcome(outcome, in: name)
    if let problem = outcome.problem { throw .service(problem) }
  }

  func printArchive() async throws(CommandFailure) {
    let outcome = try await writeArchive { text throws(CommandFailure) in
      context.printer.printTextForPrograms(text)
      if context.printer.failure != nil { throw .calledOff }
    }
    context.printer.flushOutput()
    if let problem = outcome.problem { throw .service(problem) }
  }

  private func writeArchive(
    _ write: (String) throws(CommandFailure) -> Void
  ) async throws(CommandFailure) -> ExportOutcome {
    var outcome = ExportOutcome()
    try write(format.archiveOpeningText(account, parts: archiving.parts))
    for part in archiving.parts {
      try write(format.archivePartHeading(of: part))
      let before = outcome.count
      let problem = try await archiving.fetchArchivePosts(of: part) {
        posts async throws(CommandFailure) in
        for post in posts {
          let files = try await storePictureFiles(of: post, &outcome)
          let tags = part == .bookmarks ? tags.tags(of: post.id) : []
          try write(format.archivedPostText(of: post, in: part, tags: tags, files: files))
          outcome.count += 1
        }
        context.printer.showProgress(
          context.wording.say("Exporting: {what}", ["what": exportSummaryText(of: outcome)]))
      }
      // After a cancellation the archive is not completed.
      if problem == .cancelled { throw .calledOff }
      outcome.problem = outcome.problem ?? problem
      let words = problem.map { context.wording.sentence(for: $0) }
      try write(
        format.archivePartEndingText(of: part, count: outcome.count - before, problem: words))
      if let words {
        let part = context.wording.name(of: part)
        context.printer.printError(
          context.wording.say("{part}: some of it could not be fetched.", ["part": part]) + " "
            + words)
      }
    }
    try write(format.end)
    return outcome
  }

  private func exportSummaryText(of outcome: ExportOutcome) -> SafeText {
    context.wording.archiveContentsText(outcome.count, pictures: outcome.pictures)
  }

  private func reportExportOutcome(_ outcome: ExportOutcome, in name: String) {
    context.printer.printConfirmation(
      context.wording.say(
        "{file}: {summary}", ["summary": exportSummaryText(of: outcome), "file": name]))
    if outcome.missingPictures > 0 {
      context.printer.printError(context.wording.missingPicturesText(outcome.missingPictures))
    }
  }

  /// Stores the pictures of a post in the folder beside the archive, unless their files exist, and
  /// returns the path of each file.
  private func storePictureFiles(
    of post: Post, _ outcome: inout ExportOutcome
  ) async throws(CommandFailure) -> [Photo.ID: String] {
    guard let pictures else { return [:] }
    var files: [Photo.ID: String] = [:]
    for photo in post.content.photos where photo.hasPicture {
      if let file = pictures.pictureFilePath(of: photo, in: post) {
        files[photo.id] = file
        // A picture that cannot be fetched is counted.
      } else if let bytes = try? await archiving.cachedOrFetchedPhotoBytes(of: photo) {
        let kept = try convertingFileErrors { () throws(FileOperationError) in
          try pictures.storePicture(bytes, of: photo, in: post)
        }
        files[photo.id] = kept
      }
      if files[photo.id] == nil { outcome.missingPictures += 1 } else { outcome.pictures += 1 }
    }
    return files
  }

  private func convertingFileErrors<Value>(
    _ work: () throws(FileOperationError) -> Value
  ) throws(CommandFailure) -> Value {
    do { return try work() } catch { throw .unwritable(error.step, reason: error.reason) }
  }
}
