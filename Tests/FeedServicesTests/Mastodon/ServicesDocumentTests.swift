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

  @Test func `the services document matches the connections of all scripted servers`() async throws
  {
    var connections: [ServiceConnection] = []
    for server in ScriptedServer.all { connections.append(try await server.connection()) }

    let made = Self.document(connections)
    if getenv("TWEETIE_WRITE_DOCS") != nil { try Self.write(made) }

    #expect(try Self.read() == made)
  }

  private static let rows: [(String, @Sendable (ServiceConnection) -> Bool)] = [
    ("your list of likes", { $0.offers(.likes) }),
    ("trending posts", { $0.offers(.trending) }),
    ("local stream", { $0.offers(.local) }),
    ("federated stream", { $0.offers(.federated) }),
    ("live updates", { $0.live != nil }),
    ("reading position shared with other apps", { $0.markers != nil }),
    ("direct messages as conversations", { $0.messages != nil }),
    ("links to posts and people opened in Tweetie", { $0.addresses != nil }),
    ("search with from:, has: and dates", { $0.searchSubjects == .all }),
    ("custom emoji", { $0.completion != nil }),
    (
      "liking, boosting, bookmarking", { $0.marks.isSuperset(of: [.liked, .boosted, .bookmarked]) }
    ),
    ("pinning posts to the profile", { $0.marks.contains(.pinned) }),
    ("muting conversations", { $0.marks.contains(.conversationMuted) }),
    ("earlier versions of edited posts", { $0.offersExtra(.editions) }),
    ("trending tags and pages", { $0.offersExtra(.trends) }),
    (
      "scheduled posts listed, rescheduled and cancelled",
      {
        $0.offersExtra(.scheduledPosts)
          && $0.serviceActions.isSuperset(of: [.unschedule, .reschedule])
      }
    ),
    (
      "the server's own filters",
      { $0.offersExtra(.wordFilters) && $0.serviceActions.contains(.filter) }
    ),
    ("suggestions of people to follow", { $0.people?.lists.contains(.suggested) == true }),
    ("directory of the server", { $0.people?.lists.contains(.directory) == true }),
    ("announcements", { $0.offersExtra(.announcements) }),
    ("reacting to announcements", { $0.serviceActions.contains(.addAnnouncementReaction) }),
    ("featuring people", { $0.serviceActions.contains(.feature) }),
    ("featured people of others", { $0.people?.lists.contains(.featured) == true }),
    ("description and rules of the server", { $0.offersExtra(.serverFacts) }),
    ("translations, if the server offers them", { $0.offersExtra(.translations) }),
    ("following tags", { $0.serviceActions.contains(.followTag) }),
    (
      "hiding a person's boosts, alerts for a person's posts",
      { $0.serviceActions.contains(.tellOfPosts) }
    ),
    (
      "private notes, muting for a while, reports",
      { $0.serviceActions.isSuperset(of: [.note, .muteFor, .report]) }
    ),
    (
      "editing your profile",
      { $0.offersExtra(.ownProfile) && $0.serviceActions.contains(.profile) }
    ),
    (
      "creating, filling and deleting lists",
      { $0.offersExtra(.lists) && $0.serviceActions.contains(.changeListMembership) }
    ),
    ("emoji reactions", { $0.serviceActions.contains(.react) }),
    ("blocking whole servers", { $0.serviceActions.contains(.blockServer) }),
    ("followers you know", { $0.people?.lists.contains(.familiar) == true }),
    ("posts without a picture", { $0.draftLimits?.needsPicture == false }),
    ("direct posts", { $0.draftLimits?.visibilities.contains(.mentioned) == true }),
    ("polls", { $0.draftLimits?.polls != nil }),
    ("quotes, and who may quote", { $0.draftLimits?.quotes == true }),
    ("scheduling posts", { $0.draftLimits?.canSchedule == true }),
    ("threads", { $0.draftLimits?.threads == true }),
    ("editing", { $0.edits }),
    ("editing descriptions of posted pictures", { $0.draftLimits?.canEditAltTexts == true }),
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
      # Features by server

      Servers of Mastodon's family share an interface, but differ in their features. Tweetie does not offer what a server does not support: no key, no hint, no entry in the list of commands. An unknown server is treated like Mastodon where that is safe.

      \(lines.joined(separator: "\n"))

      A test creates this file from the features offered at a server of each kind (`ServicesDocumentTests`; `TWEETIE_WRITE_DOCS=1 make test` updates it).

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
  fileprivate func offersExtra(_ extra: OptionalInformationKind) -> Bool {
    self.optionalInformation?.extras.contains(extra) == true
  }
  fileprivate func offers(_ feed: Feed) -> Bool { self.streams.contains(.feed(feed)) }
}
