internal import FeedDomain

/// Publishing what lies on the web: Instagram fetches it from there, and takes nothing else.
struct InstagramMedia: Sendable {
  /// How many pictures and films an album has at most.
  private static let mostInAlbum = 10
  /// How long to wait before each look at whether something is ready: five minutes in all.
  private static let waits: [Duration] = [2, 4, 8, 16, 30, 60, 60, 60, 60].map { .seconds($0) }

  let connection: InstagramConnection

  /// Publishes a picture, a film, or an album of several.
  func publish(_ act: Act) async throws(FeedError) -> Outcome {
    let addresses = act.addresses
    guard !addresses.isEmpty, addresses.count <= Self.mostInAlbum,
      addresses.allSatisfy({ $0.hasPrefix("https://") || $0.hasPrefix("http://") })
    else { throw .refused(nil) }
    let container =
      addresses.count == 1
      ? try await make(Self.medium(at: addresses[0], act)) : try await album(of: addresses, act)
    try await waitUntilReady(container)
    let request = HTTPRequest(
      .post, InstagramPath("me", "media_publish").text,
      body: .json(["creation_id": .string(container)]), isRepeatable: false)
    return try await connection.ask(request) { json throws(FeedError) in
      guard json["id"].id != nil else { throw .badReply }
      return .done
    }
  }

  /// Looks for what came of something whose reply was lost.
  func readBack(_ act: Act, after tries: EarlierTries) async throws(FeedError) -> ReadBack {
    let words = (act.answers[.words] ?? "").withSingleBlanks
    let posts = try await InstagramFeeds(connection: connection).page(of: .photos, .latest).entries
      .map(\.post)
    let search = await ArrivalSearch(
      after: tries, by: connection.client, now: connection.world.now)
    return search.result(among: search.unknown(ofUnordered: posts)) {
      $0.content.text.plain.withSingleBlanks == words ? .exact : .different
    }
  }

  private static func medium(at address: String, _ act: Act) -> [JSON.Member] {
    let isFilm = address.isFilm
    var members = [
      JSON.Member(name: isFilm ? "video_url" : "image_url", value: .string(address))
    ]
    if act.answers[.isStory] == "true" {
      members.append(.init(name: "media_type", value: "STORIES"))
    } else {
      if isFilm { members.append(.init(name: "media_type", value: "REELS")) }
      members.append(.init(name: "caption", value: .string(act.answers[.words] ?? "")))
      let altText = act.answers[.altText] ?? ""
      if !isFilm, !altText.isEmpty {
        members.append(.init(name: "alt_text", value: .string(altText)))
      }
    }
    return members
  }

  private func album(of addresses: [String], _ act: Act) async throws(FeedError) -> String {
    // A story is one picture, or one film.
    guard act.answers[.isStory] != "true" else { throw .refused(nil) }
    var parts: [JSON] = []
    for address in addresses {
      var members: [JSON.Member] = [.init(name: "is_carousel_item", value: .bool(true))]
      if address.isFilm {
        members += [
          .init(name: "media_type", value: "VIDEO"),
          .init(name: "video_url", value: .string(address)),
        ]
      } else {
        members.append(.init(name: "image_url", value: .string(address)))
      }
      let part = try await make(members)
      try await waitUntilReady(part)
      parts.append(.string(part))
    }
    return try await make([
      .init(name: "media_type", value: "CAROUSEL"), .init(name: "children", value: .array(parts)),
      .init(name: "caption", value: .string(act.answers[.words] ?? "")),
    ])
  }

  /// Has Instagram fetch something; what is never published is gone after a day.
  private func make(_ members: [JSON.Member]) async throws(FeedError) -> String {
    let request = HTTPRequest(
      .post, InstagramPath("me", "media").text, body: .json(.object(members)), isRepeatable: true)
    return try await connection.ask(request) { json throws(FeedError) in
      guard let id = json["id"].id else { throw .badReply }
      return id
    }
  }

  private func waitUntilReady(_ container: String) async throws(FeedError) {
    for wait in [.zero] + Self.waits {
      if wait > .zero {
        do { try await connection.world.sleep(for: wait) } catch { throw .cancelled }
      }
      let state = try await connection.get(InstagramPath(container, fields: ["status_code"])) {
        json in
        json["status_code"].string ?? ""
      }
      switch state {
      case "FINISHED", "PUBLISHED": return
      case "ERROR", "EXPIRED": throw .refused(nil)
      default: break
      }
    }
    // It answers each time, and is not done: with this status.
    throw .serverFailed(206)
  }
}

extension Act {
  /// Where what is published lies, in its order.
  fileprivate var addresses: [String] {
    (answers[.addresses] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

extension String {
  /// Whether a film lies at that address, as far as its ending tells.
  fileprivate var isFilm: Bool {
    let path = prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".mp4", ".mov", ".m4v"].contains { path.hasSuffix($0) }
  }
}
