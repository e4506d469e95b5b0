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
      let preferences = try await get("app.bsky.actor.getPreferences") { json throws(FeedError) in
        guard json["preferences"].isArray else { throw .badReply }
        return json
      }
      let labelers = [BlueskyTaste.labeler] + BlueskyTaste(preferences).labelers
      let kept = KeptTaste(preferences, try await labels(of: labelers), toldAt: world.now)
      memory.note(kept)
      return kept.taste
    } catch {
      switch error {
      case .cancelled, .signedOut, .rateLimited, .unreachable: throw error
      // Posts can be read without; what is for adults is covered then.
      default: return memory.noteFailure(at: world.now)
      }
    }
  }

  /// What those who label say of their labels; what is known, where they cannot be asked.
  private func labels(of labelers: [String]) async throws(FeedError) -> LabelBook {
    let known = memory.labels
    if let known, known.isFresh(for: labelers, at: world.now) { return known }
    let query = labelers.map { ("dids", Optional($0)) } + [("detailed", "true")]
    do throws(FeedError) {
      let definitions = try await get("app.bsky.labeler.getServices", query) {
        LabelDefinition.all($0)
      }
      return LabelBook(labelers: labelers, definitions: definitions, toldAt: world.now)
    } catch {
      switch error {
      case .cancelled, .signedOut: throw error
      default:
        return LabelBook(labelers: labelers, definitions: known?.definitions ?? [:], toldAt: nil)
      }
    }
  }
}
