import Doubles
import FeedDomain
import Glibc
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// The files of episodes, downloaded by the real libcurl from a server on this machine.
@Suite struct EpisodeFileStoreTests {
  private static let sound = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

  private let folder = ScratchFolder()
  private let log = LogSpy()

  private func files(
    _ limits: EpisodeFileStore.EpisodeFileSizeLimits = EpisodeFileStore.EpisodeFileSizeLimits()
  )
    -> EpisodeFileStore
  {
    let network = NetworkContext.forTests(world: PassingWorld(at: 1_795_199_400_000), log: log)
    var files = EpisodeFileStore(
      folder: folder["podcasts"], client: network.pictureClient(at: ""), log: log)
    files.limits = limits
    return files
  }

  private func episode(
    at address: String, id: String = "old/1", title: String = "The Pier at Night"
  ) -> Episode {
    Episode(
      Post.ID(id), of: Person.ID("old"), title: title, show: "Harbour Talk", address: address,
      createdAt: Timestamp(milliseconds: 0))
  }

  private func bytes(of file: EpisodeFileState) -> [UInt8]? {
    guard case .complete(let path, _) = file, path.hasPrefix(folder.path) else { return nil }
    return folder.bytes(of: String(path.dropFirst(folder.path.utf8.count + 1)))
  }

  /// A server of a sound that sends parts, as the requests of a downloader ask for them.
  private static func server(
    tag: String = "\"1\"", cut: Int? = nil, _ sound: [UInt8] = sound
  ) throws -> LoopbackServer {
    let count = LockedValue(0)
    return try LoopbackServer { request in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      var headers = ["Content-Type": "audio/mpeg", "ETag": tag, "Accept-Ranges": "bytes"]
      guard let range = request.header("Range"), request.header("If-Range") == tag,
        let start = Int(range.dropFirst(6).dropLast())
      else {
        guard let cut, isFirst else { return .reply(200, headers, body: sound) }
        headers["Content-Length"] = String(sound.count)
        return ScriptedReply([.send(ScriptedReply.head(200, headers) + sound[..<cut]), .close])
      }
      headers["Content-Range"] = "bytes \(start)-\(sound.count - 1)/\(sound.count)"
      return .reply(206, headers, body: Array(sound[start...]))
    }
  }

  @Test func `an episode is downloaded whole, under a safe file name, with progress`() async throws
  {
    let server = try Self.server()
    let files = files()
    let episode = episode(
      at: server.origin + "/night.mp3?token=1", title: "../../.ssh/\u{1b}[31m Pier;\nrm -rf")
    let seen = LockedValue<[ByteTransferProgress]>([])

    #expect(files.episodeFileState(of: episode) == .missing)
    try await files.downloadEpisode(episode, isOwn: true) { step in
      seen.withLock { $0.append(step) }
    }

    #expect(bytes(of: files.episodeFileState(of: episode)) == Self.sound)
    let names = try #require(FolderListing.names(in: folder["podcasts"]))
    #expect(names.count == 1)
    #expect(names[0].hasPrefix("harbour-talk-ssh-31m-pier-rm-rf-"))
    #expect(names[0].hasSuffix(".mp3"))
    #expect(
      seen.withLock { $0.last }
        == ByteTransferProgress(receivedBytes: Self.sound.count, totalBytes: Self.sound.count))
    var status = stat()
    #expect(lstat("\(folder["podcasts"])/\(names[0])", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `an interrupted download continues where it ended`() async throws {
    let server = try Self.server(cut: 70_000)
    let episode = episode(at: server.origin + "/night.mp3")
    let files = files()
    await #expect(throws: EpisodeDownloadError.service(.unreachable)) {
      try await files.downloadEpisode(episode, isOwn: true) { _ in }
    }
    guard case .partlyDownloaded(let count) = files.episodeFileState(of: episode) else {
      Issue.record("nothing was kept: \(files.episodeFileState(of: episode))")
      return
    }
    #expect(count > 0 && count <= 70_000)

    let first = LockedValue<ByteTransferProgress?>(nil)
    // As after a restart of the program.
    try await self.files().downloadEpisode(episode, isOwn: true) { step in
      first.withLock { $0 = $0 ?? step }
    }

    #expect(bytes(of: files.episodeFileState(of: episode)) == Self.sound)
    #expect(server.requests.count == 2)
    #expect(server.requests.last?.header("Range") == "bytes=\(count)-")
    #expect(server.requests.last?.header("If-Range") == "\"1\"")
    #expect(server.requests.last?.header("Accept-Encoding") == nil)
    #expect(try #require(first.withLock { $0 }).receivedBytes >= count)
  }

  @Test func `a temporary version file left by a crash is not taken for an episode`() async throws {
    let server = try Self.server(cut: 50_000)
    let episode = episode(at: server.origin + "/night.mp3")
    _ = try? await files().downloadEpisode(episode, isOwn: true) { _ in }
    let version = try #require(
      FolderListing.names(in: folder["podcasts"])?.first { $0.hasSuffix(".version") })
    folder.write(Array("{".utf8), to: "podcasts/\(version).4711")

    guard case .partlyDownloaded = files().episodeFileState(of: episode) else {
      Issue.record("\(files().episodeFileState(of: episode))")
      return
    }
  }

  @Test func `a changed file is downloaded from the start`() async throws {
    let old = try Self.server(cut: 50_000)
    let port = old.port
    let episode = episode(at: old.origin + "/night.mp3")
    let files = files()
    _ = try? await files.downloadEpisode(episode, isOwn: true) { _ in }
    // The same address with another file behind it.
    let other = Array(Self.sound.reversed())
    let name = try #require(
      FolderListing.names(in: folder["podcasts"])?.first {
        $0.hasSuffix(".version")
      })
    let new = try Self.server(tag: "\"2\"", other)
    let version = String(decoding: folder.bytes(of: "podcasts/\(name)"), as: UTF8.self)
    folder.write(
      Array(version.replacing("\(port)", with: "\(new.port)").utf8), to: "podcasts/\(name)")

    let moved = self.episode(at: new.origin + "/night.mp3")
    try await files.downloadEpisode(moved, isOwn: true) { _ in }

    #expect(bytes(of: files.episodeFileState(of: moved)) == other)
    #expect(new.requests.first?.header("If-Range") == "\"1\"")
  }

  @Test func `a wrong range reply is replaced by a full download`() async throws {
    let sound = Self.sound
    let first = LockedValue(true)
    let server = try LoopbackServer { request in
      let isFirst = first.withLock { first in
        defer { first = false }
        return first
      }
      var headers = ["Content-Type": "audio/mpeg", "ETag": "\"1\""]
      if isFirst {
        headers["Content-Length"] = "200000"
        return ScriptedReply([.send(ScriptedReply.head(200, headers) + sound[..<9_000]), .close])
      }
      guard request.header("Range") != nil else { return .reply(200, headers, body: sound) }
      headers["Content-Range"] = "bytes 5-199999/200000"
      return .reply(206, headers, body: Array(sound[5...]))
    }
    let episode = episode(at: server.origin + "/night.mp3")
    let files = files()
    _ = try? await files.downloadEpisode(episode, isOwn: true) { _ in }
    try await files.downloadEpisode(episode, isOwn: true) { _ in }
    #expect(bytes(of: files.episodeFileState(of: episode)) == sound)
  }

  @Test func `a partial reply with an impossible length is too large`() async throws {
    let sound = Self.sound
    let server = try LoopbackServer { request in
      var headers = ["Content-Type": "audio/mpeg", "ETag": "\"1\""]
      guard let range = request.header("Range"), let start = Int(range.dropFirst(6).dropLast())
      else {
        headers["Content-Length"] = "200000"
        return ScriptedReply([.send(ScriptedReply.head(200, headers) + sound[..<9_000]), .close])
      }
      headers["Content-Range"] = "bytes \(start)-199999/*"
      headers["Content-Length"] = String(Int.max)
      return ScriptedReply([.send(ScriptedReply.head(206, headers) + sound[start...]), .close])
    }
    let episode = episode(at: server.origin + "/night.mp3")
    let files = files(EpisodeFileStore.EpisodeFileSizeLimits(largestFile: 1_000_000))
    _ = try? await files.downloadEpisode(episode, isOwn: true) { _ in }
    let begun = files.episodeFileState(of: episode)

    await #expect(throws: EpisodeDownloadError.tooLarge(limit: 1_000_000)) {
      try await files.downloadEpisode(episode, isOwn: true) { _ in }
    }
    #expect(files.episodeFileState(of: episode) == begun && begun != .missing)
  }

  @Test(arguments: [
    "http://127.0.0.1:9/night.mp3", "https://192.168.0.1/night.mp3", "https://nas.local/night.mp3",
    "http://[::1]/night.mp3", "https://localhost/night.mp3", "https://169.254.169.254/a.mp3",
  ])
  func `an episode address in the local network is refused`(address: String) async throws {
    await #expect(throws: EpisodeDownloadError.notPublic) {
      try await files().downloadEpisode(episode(at: address)) { _ in }
    }
    #expect(folder.names == [])
  }

  @Test func `a redirect into the local network is refused`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/night.mp3" ? .redirect(to: "https://192.168.0.1/a.mp3") : .reply(404)
    }
    await #expect(throws: EpisodeDownloadError.notPublic) {
      try await files().downloadEpisode(episode(at: server.origin + "/night.mp3"), isOwn: true) {
        _ in
      }
    }
  }

  @Test func `several redirects of an episode's address are followed`()
    async throws
  {
    let sound = Self.sound
    let server = try LoopbackServer { request in
      if let step = Int(request.path.dropFirst(2)), step < 6 {
        return .redirect(to: "/c\(step + 1)")
      }
      return .reply(200, ["Content-Type": "audio/mpeg"], body: sound)
    }
    let episode = episode(at: server.origin + "/c0")
    let files = files()
    try await files.downloadEpisode(episode, isOwn: true) { _ in }
    #expect(bytes(of: files.episodeFileState(of: episode)) == sound)
  }

  @Test func `a web page in place of the audio is refused, and the partial file stays`()
    async throws
  {
    let sound = Self.sound
    let count = LockedValue(0)
    let server = try LoopbackServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number > 1 else {
        let head = ScriptedReply.head(
          200, ["Content-Type": "audio/mpeg", "ETag": "\"1\"", "Content-Length": "200000"])
        return ScriptedReply([.send(head + sound[..<30_000]), .close])
      }
      return .reply(200, ["Content-Type": "text/html"], body: Array("<p>Sign in".utf8))
    }
    let episode = episode(at: server.origin + "/night.mp3")
    let files = files()
    _ = try? await files.downloadEpisode(episode, isOwn: true) { _ in }
    let begun = files.episodeFileState(of: episode)
    await #expect(throws: EpisodeDownloadError.notMedia) {
      try await files.downloadEpisode(episode, isOwn: true) { _ in }
    }
    #expect(files.episodeFileState(of: episode) == begun && begun != .missing)
  }

  @Test func `a download respects limits of file, folder and disk`() async throws {
    let server = try Self.server()
    let episode = episode(at: server.origin + "/night.mp3")
    var limits = EpisodeFileStore.EpisodeFileSizeLimits()
    limits.largestFile = 100_000
    await #expect(throws: EpisodeDownloadError.tooLarge(limit: 100_000)) {
      try await files(limits).downloadEpisode(episode, isOwn: true) { _ in }
    }
    limits = EpisodeFileStore.EpisodeFileSizeLimits(allFiles: 150_000)
    await #expect(throws: EpisodeDownloadError.folderFull(limit: 150_000)) {
      try await files(limits).downloadEpisode(episode, isOwn: true) { _ in }
    }
    limits = EpisodeFileStore.EpisodeFileSizeLimits(reserve: .max / 2)
    await #expect(throws: EpisodeDownloadError.diskFull) {
      try await files(limits).downloadEpisode(episode, isOwn: true) { _ in }
    }
  }

  @Test func `a body without a stated length is stopped at the limit`() async throws {
    let server = try LoopbackServer { _ in
      ScriptedReply([
        .send(ScriptedReply.head(200, ["Content-Type": "audio/mpeg", "Connection": "close"])),
        .sendForever([UInt8](repeating: 1, count: 16_384)),
      ])
    }
    let limits = EpisodeFileStore.EpisodeFileSizeLimits(largestFile: 1_000_000)
    let files = files(limits)
    let episode = episode(at: server.origin + "/endless.mp3")
    await #expect(throws: EpisodeDownloadError.tooLarge(limit: 1_000_000)) {
      try await files.downloadEpisode(episode, isOwn: true) { _ in }
    }
    if case .partlyDownloaded(let count) = files.episodeFileState(of: episode) {
      #expect(count <= 1_000_000)
    }
  }

  @Test func `an oversized error reply in place of the audio is rejected`()
    async throws
  {
    let server = try LoopbackServer { _ in
      .reply(404, ["Content-Type": "audio/mpeg"], body: [UInt8](repeating: 0x20, count: 9 << 20))
    }
    await #expect(throws: EpisodeDownloadError.service(.tooLarge)) {
      try await files().downloadEpisode(episode(at: server.origin + "/night.mp3"), isOwn: true) {
        _ in
      }
    }
  }

  @Test func `an episode being downloaded by another window is busy`() async throws {
    let gate = Gate()
    let sound = Self.sound
    let server = try LoopbackServer { _ in
      let head = ScriptedReply.head(
        200, ["Content-Type": "audio/mpeg", "Content-Length": "200000"])
      return ScriptedReply([
        .send(head + sound[..<1_000]), .hold(gate), .send(Array(sound[1_000...])),
      ])
    }
    let episode = episode(at: server.origin + "/night.mp3")
    let files = files()
    async let first: Void = files.downloadEpisode(episode, isOwn: true) { _ in }
    _ = await server.requests(atLeast: 1)
    await #expect(throws: EpisodeDownloadError.busy) {
      try await self.files().downloadEpisode(episode, isOwn: true) { _ in }
    }
    gate.open()
    try await first
    #expect(bytes(of: files.episodeFileState(of: episode)) == sound)
  }

  @Test func `episode files are deleted with their episodes, and the folder with the account`()
    async throws
  {
    let server = try Self.server()
    let files = files()
    let (one, two) = (
      episode(at: server.origin + "/1.mp3"), episode(at: server.origin + "/2.ogg", id: "old/2")
    )
    for episode in [one, two] { try await files.downloadEpisode(episode, isOwn: true) { _ in } }
    files.deleteAllFiles(except: [two])
    #expect(
      files.episodeFileState(of: one) == .missing && files.episodeFileState(of: two) != .missing)
    files.deleteFiles(of: two)
    #expect(files.episodeFileState(of: two) == .missing)
    files.deleteAllFiles()
    #expect(folder.names == [])
  }

  @Test(
    arguments: [
      ("bytes 100-199/200", 100, 200), ("bytes 0-0/*", 0, nil), ("bytes */200", nil, 200),
    ] as [(String, Int?, Int?)])
  func `a Content-Range header is parsed`(text: String, start: Int?, total: Int?) throws {
    let range = try #require(ContentRangeHeader(text))
    #expect(range.start == start && range.total == total)
  }

  @Test(arguments: [
    "", "bytes", "bytes 5-4/9", "bytes 0-9/5", "items 0-1/2", "bytes -1-2/3", "bytes a-b/c",
    "bytes 0-1/2/3", "bytes 99999999999999999999-1/2",
  ])
  func `a malformed Content-Range header is rejected`(text: String) {
    #expect(ContentRangeHeader(text) == nil)
  }

  @Test(
    arguments: [
      ("90", 90), ("1:30", 90), ("01:02:03", 3_723), ("12:34.5", 754), ("0", 0), ("1:2:3:4", nil),
      ("soon", nil), ("-5", nil), ("99999999", nil), ("", nil), (" 5:00 ", 300),
    ] as [(String, Int?)])
  func `an episode's duration is parsed as feeds write it`(text: String, seconds: Int?) {
    #expect(Episode.parsedDurationInSeconds(text) == seconds)
  }
}

/// The names in a folder.
private enum FolderListing {
  static func names(in path: String) -> [String]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
