import FeedDomain
import Glibc
import Testing

@testable import FeedServices

/// `Docs/Services.md` says what each server of the family is offered, as its connection has it.
///
/// With `TWEETIE_WRITE_DOCS=1` in the environment the document is written anew.
@Suite struct ServicesDocumentTests {
  private static let path =
    #filePath.split(separator: "/").prefix { $0 != "Tests" }.reduce("") { $0 + "/" + $1 }
    + "/Docs/Services.md"

  @Test func `the document says what each server is offered`() async throws {
    var connections: [ServiceConnection] = []
    for server in ScriptedServer.all { connections.append(try await server.connection()) }

    let made = Self.document(connections)
    if getenv("TWEETIE_WRITE_DOCS") != nil { try Self.write(made) }

    #expect(try Self.read() == made)
  }

  private static let rows: [(String, @Sendable (ServiceConnection) -> Bool)] = [
    ("your list of likes", { $0.offers(.likes) }),
    ("what is talked about", { $0.offers(.trending) }),
    ("everybody at the server", { $0.offers(.local) }),
    ("everybody the server knows", { $0.offers(.federated) }),
    ("new posts by themselves", { $0.live != nil }),
    ("where you stopped, shared with other programs", { $0.markers != nil }),
    ("direct messages as conversations", { $0.messages != nil }),
    ("addresses of posts and people opened here", { $0.addresses != nil }),
    ("search with from:, has: and dates", { $0.searchSubjects == .all }),
    ("its own emoji", { $0.completion != nil }),
    (
      "liking, boosting, bookmarking", { $0.marks.isSuperset(of: [.liked, .boosted, .bookmarked]) }
    ),
    ("pinning posts to the profile", { $0.marks.contains(.pinned) }),
    ("muting conversations", { $0.marks.contains(.conversationMuted) }),
    ("what a post said before it was edited", { $0.offersExtra(.editions) }),
    ("trending tags and pages", { $0.offersExtra(.trends) }),
    (
      "scheduled posts listed, moved and withdrawn",
      { $0.offersExtra(.scheduledPosts) && $0.acts.isSuperset(of: [.unschedule, .reschedule]) }
    ),
    (
      "the server's own filters",
      { $0.offersExtra(.wordFilters) && $0.acts.contains(.filter) }
    ),
    ("suggestions whom to follow", { $0.people?.lists.contains(.suggested) == true }),
    ("who is at the server", { $0.people?.lists.contains(.directory) == true }),
    ("announcements", { $0.offersExtra(.announcements) }),
    ("reacting to announcements", { $0.acts.contains(.answerNews) }),
    ("featuring people", { $0.acts.contains(.feature) }),
    ("whom others feature", { $0.people?.lists.contains(.featured) == true }),
    ("what the server says of itself, and its rules", { $0.offersExtra(.serverFacts) }),
    ("translations, where the server is set up for them", { $0.offersExtra(.translations) }),
    ("following tags", { $0.acts.contains(.followTag) }),
    ("hiding boosts of people, being told of posts", { $0.acts.contains(.tellOfPosts) }),
    (
      "private notes, muting for a while, reports",
      { $0.acts.isSuperset(of: [.note, .muteFor, .report]) }
    ),
    (
      "your profile changed", { $0.offersExtra(.ownProfile) && $0.acts.contains(.profile) }
    ),
    ("lists made, filled and given up", { $0.offersExtra(.lists) && $0.acts.contains(.enlist) }),
    ("emoji reactions given", { $0.acts.contains(.react) }),
    ("blocking whole servers", { $0.acts.contains(.blockServer) }),
    ("followers in common", { $0.people?.lists.contains(.familiar) == true }),
    ("posts without a picture", { $0.draftLimits?.needsPicture == false }),
    ("direct posts", { $0.draftLimits?.visibilities.contains(.mentioned) == true }),
    ("polls", { $0.draftLimits?.polls != nil }),
    ("quotes inside posts, and who may quote", { $0.draftLimits?.quotes == true }),
    ("posts at a later time", { $0.draftLimits?.canSchedule == true }),
    ("threads", { $0.draftLimits?.threads == true }),
    ("editing", { $0.edits }),
    ("describing posted pictures anew", { $0.draftLimits?.canEditAltTexts == true }),
  ]

  private static func document(_ connections: [ServiceConnection]) -> String {
    func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let names = ScriptedServer.all.map(\.name)
    let table = rows.map { name, isOffered in
      row([name] + connections.map { isOffered($0) ? "yes" : "–" })
    }
    let lines =
      [row([""] + names), "|" + String(repeating: "---|", count: names.count + 1)] + table
    return """
      # What each server is offered

      Mastodon's family speaks one language with many accents. What a server cannot do is not offered: no key, no hint, no entry in the list of commands. A server that is none of these is taken for one like Mastodon where that is safe.

      \(lines.joined(separator: "\n"))

      This file is made by a test from what the program offers at a server of each kind (`ServicesDocumentTests`; `TWEETIE_WRITE_DOCS=1 make test` writes it anew).

      """
  }

  private static func read() throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ text: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }
}

extension ServiceConnection {
  fileprivate func offersExtra(_ extra: ServiceExtra) -> Bool {
    self.extras?.extras.contains(extra) == true
  }
  fileprivate func offers(_ feed: Feed) -> Bool { self.streams.contains(.feed(feed)) }
}
