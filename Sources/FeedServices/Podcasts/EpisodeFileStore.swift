internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A store of the downloaded files of an account's podcast episodes, in a folder of their own. An
/// incomplete file's name ends with ".part", and a small file beside it stores the version of its
/// bytes, by which the download continues.
struct EpisodeFileStore: Sendable {
  /// A set of limits for downloads of podcast episodes, in bytes.
  struct EpisodeFileSizeLimits: Sendable {
    var largestFile = 2 << 30
    var allFiles = 10 << 30
    /// The number of bytes that a download of a podcast episode must leave free on the disk.
    var reserve = 256 << 20
  }

  fileprivate static let types = "audio/*, video/*;q=0.9, */*;q=0.5"
  private static let endings: Set<String> = [
    "mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav", "mp4", "m4v", "mov", "webm",
    "mkv", "avi", "mpg", "mpeg", "ogv",
  ]
  fileprivate static let partEnding = ".part"
  fileprivate static let versionEnding = ".version"

  /// The path of the folder for an account's podcast episodes; nil if no episodes are stored.
  let folder: String?
  let client: ServiceClient
  let log: any Log
  var limits = EpisodeFileSizeLimits()

  /// Returns the path of the folder for an account's podcast episodes; nil if the program has no
  /// state folder.
  static func episodeFolderPath(of account: Account.ID, in stateFolder: String?) -> String? {
    stateFolder.map {
      "\($0)/podcasts/\(fileNameText(account.rawValue, bytes: 60))-\(idHash(account.rawValue))"
    }
  }

  // MARK: - Names

  /// Returns the name of a podcast episode's file: show and title in letters, digits and hyphens, a
  /// hash of the entry's id, and a known ending; the name contains no slash, and does not begin
  /// with a dot.
  static func fileName(for episode: Episode) -> String {
    let words = [fileNameText(episode.show, bytes: 40), fileNameText(episode.title, bytes: 80)]
    let path = episode.address.prefix { $0 != "?" && $0 != "#" }
    let ending = path.split(separator: ".").last.map { String($0).lowercased() } ?? ""
    let known = endings.contains(ending) ? ending : episode.isFilm ? "mp4" : "mp3"
    return (words.filter { !$0.isEmpty } + [idHash(episode.post.rawValue)]).joined(separator: "-")
      + "." + known
  }

  private static func fileNameText(_ text: String, bytes: Int) -> String {
    var slug = ""
    for character in text.lowercased() {
      guard slug.utf8.count + character.utf8.count <= bytes else { break }
      if character.isLetter || character.isNumber {
        slug.append(character)
      } else if !slug.isEmpty, slug.last != "-" {
        slug.append("-")
      }
    }
    return slug.last == "-" ? String(slug.dropLast()) : slug
  }

  /// Returns the hash of an entry's id as 16 hexadecimal digits, for the file name of the entry's
  /// podcast episode.
  private static func idHash(_ id: String) -> String {
    let hexadecimalHash = StableHash.hexadecimalHash(of: id)
    return String(repeating: "0", count: 16 - hexadecimalHash.count) + hexadecimalHash
  }

  /// The names of the files in the folder of podcast episodes, by the hash of the episode's id.
  private var names: [String: [String]] {
    guard let folder, let names = FolderEntryNames(in: folder) else { return [:] }
    var found: [String: [String]] = [:]
    for name in names {
      let stem = name.prefix { $0 != "." }
      guard stem.utf8.count >= 16 else { continue }
      found[String(stem.suffix(16)), default: []].append(name)
    }
    return found
  }

  // MARK: - Files

  func episodeFileState(of episode: Episode) -> EpisodeFileState {
    guard let folder else { return .missing }
    let names = names[Self.idHash(episode.post.rawValue)] ?? []
    if let name = names.first(where: { !Self.isUnfinishedFile($0) }) {
      return .complete(path: "\(folder)/\(name)", bytes: Self.fileSize("\(folder)/\(name)"))
    }
    guard let part = names.first(where: { $0.hasSuffix(Self.partEnding) }) else { return .missing }
    let bytes = Self.fileSize("\(folder)/\(part)")
    return bytes > 0 ? .partlyDownloaded(bytes: bytes) : .missing
  }

  private static func isUnfinishedFile(_ name: String) -> Bool {
    // A program that died while it wrote a version leaves a file with a further ending.
    name.hasSuffix(partEnding) || name.hasSuffix(versionEnding)
      || name.contains(versionEnding + ".")
  }

  func deleteFiles(of episode: Episode) {
    deleteFiles(names[Self.idHash(episode.post.rawValue)] ?? [])
  }

  /// Deletes the files of all podcast episodes except those of `episodes`; if none is left, the
  /// folder as well.
  func deleteAllFiles(except episodes: [Episode] = []) {
    let kept = Set(episodes.map { Self.idHash($0.post.rawValue) })
    for (mark, names) in names where !kept.contains(mark) { deleteFiles(names) }
    if episodes.isEmpty, let folder { rmdir(folder) }
  }

  private func deleteFiles(_ names: [String]) {
    guard let folder else { return }
    for name in names where unlink("\(folder)/\(name)") != 0 && errno != ENOENT {
      log.writeLogLine(
        .storage, .error, "\(name) is not deleted: \(String(cString: strerror(errno)))")
    }
  }

  private static func fileSize(_ path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The number of bytes of all files in the folder of podcast episodes.
  private var used: Int {
    guard let folder, let names = FolderEntryNames(in: folder) else { return 0 }
    return names.reduce(0) { $0 + Self.fileSize("\(folder)/\($1)") }
  }

  /// The number of free bytes on the disk with the folder of podcast episodes; nil if the system
  /// does not report it.
  private var free: Int? {
    var status = statvfs()
    guard let folder, statvfs(folder, &status) == 0 else { return nil }
    let (bytes, overflows) = Int(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return overflows ? .max : bytes
  }

  // MARK: - Downloads

  /// Downloads the file of a podcast episode, or continues an earlier download of the same version.
  /// Only public hosts are contacted, unless `isOwn` says that the user entered the host's address;
  /// `authorization` is sent to this host alone.
  func downloadEpisode(
    _ episode: Episode, isOwn: Bool = false, authorization: String? = nil,
    progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(EpisodeDownloadError) {
    guard let folder else { throw .noFolder }
    guard let there = WebAddress(episode.address),
      there.scheme == "https" || there.scheme == "http"
    else { throw .service(.notFound) }
    guard isOwn || !there.isInOwnNetwork else { throw .notPublic }
    if case .complete = episodeFileState(of: episode) { return }
    try Self.translatingStorageErrors { () throws(FileOperationError) in
      try PrivateDirectory(path: folder).prepareDirectory()
    }
    // An incomplete file keeps its name, even if the entry's title has changed.
    let begun = (names[Self.idHash(episode.post.rawValue)] ?? [])
      .first { $0.hasSuffix(Self.partEnding) }
    let name =
      begun.map { String($0.dropLast(Self.partEnding.count)) } ?? Self.fileName(for: episode)
    let download = EpisodeDownload(
      files: self, path: "\(folder)/\(name)", address: there, isOwn: isOwn,
      authorization: authorization, progress: progress)
    let part = try Self.translatingStorageErrors { () throws(FileOperationError) in
      try OpenFile(download.part, O_RDWR | O_CREAT, doing: "creating")
    }
    let isLocked = try Self.translatingStorageErrors { () throws(FileOperationError) in
      try part.tryLockFile()
    }
    guard isLocked else { throw .busy }
    defer { part.unlockFile() }
    // Another process may just have finished the download.
    if case .complete = episodeFileState(of: episode) { return }
    try await download.downloadFilePreferringHTTPS(into: part)
    log.writeLogLine(.network, .info, "\(RedactedAddress(episode.address)): downloaded")
  }

  /// Returns the maximum size in bytes of a podcast episode's file, and the error for a larger
  /// file. `part` is the number of bytes downloaded already.
  fileprivate func episodeFileSizeLimit(alreadyDownloaded part: Int) throws(EpisodeDownloadError)
    -> (
      Int, error: EpisodeDownloadError
    )
  {
    let left = limits.allFiles - (used - part)
    guard left > 0 else { throw .folderFull(limit: limits.allFiles) }
    let space = free.map { $0 - limits.reserve + part } ?? .max
    guard space > part else { throw .diskFull }
    let most = min(limits.largestFile, left, space)
    if most == space, space < limits.largestFile { return (most, .diskFull) }
    if most == left, left < limits.largestFile {
      return (most, .folderFull(limit: limits.allFiles))
    }
    return (most, .tooLarge(limit: limits.largestFile))
  }

  fileprivate static func translatingStorageErrors<Value>(
    _ work: () throws(FileOperationError) -> Value
  ) throws(EpisodeDownloadError) -> Value {
    do throws(FileOperationError) { return try work() } catch {
      if error.code == ENOSPC || error.code == EDQUOT { throw .diskFull }
      throw .storage(.failed(step: error.step, reason: error.reason))
    }
  }
}

private struct EpisodeDownload: Sendable {
  let files: EpisodeFileStore
  /// The path at which the podcast episode's file is stored once its download is complete.
  let path: String
  let address: WebAddress
  let isOwn: Bool
  let authorization: String?
  let progress: @Sendable (ByteTransferProgress) -> Void

  var part: String { path + EpisodeFileStore.partEnding }

  /// A record of the version of a podcast episode's downloaded file: its address, its ETag or date,
  /// and its whole size; stored in a file beside it.
  private struct DownloadedFileVersion {
    let address: String
    var tag: String?
    var total: Int?
  }

  private var versionFile: PrivateFile {
    PrivateFile(path: path + EpisodeFileStore.versionEnding, maximumSize: 64 << 10)
  }

  private var partialFileVersion: DownloadedFileVersion? {
    // Without a version the download begins anew.
    guard let bytes = try? versionFile.readContents(), let json = try? JSON(bytes),
      let address = json["address"].nonEmptyString
    else { return nil }
    return DownloadedFileVersion(
      address: address, tag: json["version"].nonEmptyString, total: json["total"].int)
  }

  func downloadFilePreferringHTTPS(into part: OpenFile) async throws(EpisodeDownloadError) {
    do throws(EpisodeDownloadError) {
      try await tryDownload(at: secureAddress, into: part)
    } catch {
      // http is used again if https does not answer.
      guard !address.isSecure, !address.isSecureOrLocal, error.mayBeOfEncryption else {
        throw error
      }
      try await tryDownload(at: address.text, into: part)
    }
    try EpisodeFileStore.translatingStorageErrors { () throws(FileOperationError) in
      try part.syncToDisk()
      guard rename(self.part, path) == 0 else {
        throw FileOperationError(doing: "renaming \(self.part)")
      }
    }
    // A complete file needs no version.
    try? versionFile.removeFileAndDamagedVersions()
  }

  private var secureAddress: String {
    address.isSecureOrLocal ? address.text : "https" + address.text.dropFirst(4)
  }

  private func tryDownload(at address: String, into part: OpenFile)
    async throws(EpisodeDownloadError)
  {
    let size = try EpisodeFileStore.translatingStorageErrors { () throws(FileOperationError) in
      Int(try part.fileStatus().st_size)
    }
    let known = partialFileVersion
    let canContinue =
      size > 0 && known?.address == self.address.text
      && (known?.tag != nil || known?.total != nil)
    if canContinue, known?.total == size { return }
    guard canContinue,
      try await downloadOrContinueIfSameVersion(at: address, into: part, behind: size, of: known)
    else {
      _ = try await downloadOrContinueIfSameVersion(at: address, into: part, behind: 0, of: nil)
      return
    }
  }

  /// Downloads a podcast episode's file, or continues it behind `offset`; returns false if the
  /// server has another version, so that the file must be downloaded from the beginning.
  private func downloadOrContinueIfSameVersion(
    at address: String, into part: OpenFile, behind offset: Int, of known: DownloadedFileVersion?
  ) async throws(EpisodeDownloadError) -> Bool {
    let (most, limitError) = try files.episodeFileSizeLimit(alreadyDownloaded: offset)
    let file = ResumableReplyBodyFile(
      part, offset: offset, expected: offset > 0 ? known?.total : nil)
    let request = downloadRequest(to: address, for: file, known, most: most)
    let isNoted = LockedValue(false)
    let reply: HTTPReply
    do throws(FeedError) {
      reply = try await files.client.downloadToFileWhateverStatus(request) { [self] step in
        if file.takesBody, isNoted.setAndReturnOldValue(true) == false {
          storeVersionForResuming(file)
        }
        progress(
          ByteTransferProgress(receivedBytes: file.count, totalBytes: file.total ?? step.totalBytes)
        )
      }
    } catch {
      // The next download continues after the bytes that arrived.
      if file.takesBody, isNoted.setAndReturnOldValue(true) == false {
        storeVersionForResuming(file)
      }
      switch file.failure {
      case .notMedia: throw .notMedia
      case .tooLarge: throw limitError
      case .otherPart where offset > 0: return false
      case .notWritten(let code) where code == ENOSPC || code == EDQUOT: throw .diskFull
      case .notWritten(let code):
        throw .storage(.failed(step: "writing \(path)", reason: String(cString: strerror(code))))
      // The transport refuses without a reply if the host is not public.
      case .otherPart, nil: throw error == .refused(nil) ? .notPublic : .service(error)
      }
    }
    if reply.status == 416, offset > 0 {
      return ContentRangeHeader(reply.headers["Content-Range"] ?? "")?.total == offset
    }
    if let error = TokenlessRequestRules().serviceSpecificError(in: reply)
      ?? FeedError(reply, until: nil)
    {
      throw .service(error)
    }
    guard file.takesBody, file.count > 0 else { throw .notMedia }
    if let total = file.total, file.count < total { throw .service(.unreachable) }
    progress(ByteTransferProgress(receivedBytes: file.count, totalBytes: file.total ?? file.count))
    return true
  }

  private func downloadRequest(
    to address: String, for file: ResumableReplyBodyFile, _ known: DownloadedFileVersion?, most: Int
  ) -> HTTPRequest {
    var request = HTTPRequest(
      .get, address, headers: ["Accept": EpisodeFileStore.types], kind: .download,
      maximumBytes: most, allowedHosts: isOwn ? .anywhere : .publicHosts, followsRedirects: true)
    request.allowsPlain = address.hasPrefix("http:")
    request.file = file
    if file.offset > 0 {
      request.headers["Range"] = "bytes=\(file.offset)-"
      if let tag = known?.tag { request.headers["If-Range"] = tag }
    }
    if let authorization { request.headers["Authorization"] = authorization }
    return request
  }

  /// Stores the version (ETag or date) and whole size of a podcast episode's file beside its
  /// downloaded bytes, so that the download can be continued later.
  private func storeVersionForResuming(_ file: ResumableReplyBodyFile) {
    let json: JSON = [
      "address": .string(address.text), "version": JSON(text: file.version),
      "total": file.total.map { .number(String($0)) } ?? .null,
    ]
    // Without a version the next download begins anew.
    try? versionFile.replaceContentsWithoutSync(with: json.encodedBytes())
  }
}

extension EpisodeDownloadError {
  /// True if this error of a podcast episode's download can be the fault of encryption, so that a
  /// request by http could succeed where https failed.
  fileprivate var mayBeOfEncryption: Bool {
    switch self {
    case .service(.unreachable), .service(.untrusted), .service(.notFound): true
    default: false
    }
  }
}

extension LockedValue where Value == Bool {
  /// Sets this locked Boolean value, and returns its former value.
  fileprivate func setAndReturnOldValue(_ value: Bool) -> Bool {
    withLock { held in
      defer { held = value }
      return held
    }
  }
}
