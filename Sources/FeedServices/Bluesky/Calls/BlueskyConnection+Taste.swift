internal import FeedDomain

extension BlueskyConnection {
  /// What turns replies into models, as the reader wants to see them.
  func reader() async throws(FeedError) -> BlueskyReader {
    let taste = try await taste()
    let now = world.now
    return BlueskyReader(
      me: me, now: now, taste: taste, recent: memory.deeds(at: now), handle: account.handle)
  }

  private func taste() async throws(FeedError) -> BlueskyTaste {
    if let taste = memory.taste(at: world.now) { return taste }
    do throws(FeedError) {
      var taste = try await get("app.bsky.actor.getPreferences") { json throws(FeedError) in
        guard json["preferences"].isArray else { throw .badReply }
        return BlueskyTaste(json)
      }
      taste.definitions = try await definitions(of: [BlueskyTaste.labeler] + taste.labelers)
      memory.note(taste, at: world.now)
      return taste
    } catch {
      switch error {
      case .cancelled, .signedOut, .rateLimited, .unreachable: throw error
      // Posts can be read without; what is for adults is covered then.
      default: return memory.noteFailure(at: world.now)
      }
    }
  }

  /// What those who label say of their labels; nothing where they cannot be asked.
  private func definitions(
    of labelers: [String]
  ) async throws(FeedError) -> [LabelDefinition.Name: LabelDefinition] {
    let query = labelers.map { ("dids", Optional($0)) } + [("detailed", "true")]
    do throws(FeedError) {
      return try await get("app.bsky.labeler.getServices", query) { LabelDefinition.all($0) }
    } catch {
      switch error {
      case .cancelled, .signedOut: throw error
      default: return [:]
      }
    }
  }
}
