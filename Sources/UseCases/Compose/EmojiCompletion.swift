internal import FeedDomain

/// What the beginning of an emoji's name may go on to: everybody's emoji and the service's own.
@MainActor final class EmojiCompletion {
  private static let most = 8
  private static let mostOwn = 3

  private let session: Session
  private lazy var names = EmojiNames()
  /// What was typed last.
  private var typed = ""

  init(_ session: Session) { self.session = session }

  /// Answers a beginning, with its ":", and once more when the service has told of its own.
  func complete(_ beginning: String, _ present: (Compose.Response) -> Void) async {
    typed = beginning
    present(answer)
    guard case .unasked = session.ownEmoji, let gateway = session.connection.completion else {
      return
    }
    session.ownEmoji = .asked
    do throws(FeedError) {
      session.ownEmoji = .told(try await gateway.emojiNames())
      // More may have been typed meanwhile.
      present(answer)
    } catch {
      // Everybody's do; the next page asks again.
      session.ownEmoji = .unasked
      session.log.note(.network, .info, "the service's own emoji were not told: \(error)")
    }
  }

  private var answer: Compose.Response {
    let name = String(typed.dropFirst())
    let own = session.ownEmoji.names(beginning: name).prefix(Self.mostOwn)
      .map { Compose.Emoji(word: ":\($0):", name: $0) }
    let all = names.found(name, most: Self.most - own.count)
      .map { Compose.Emoji(word: $0.emoji, name: $0.name) }
    return .emoji(own + all, beginning: typed)
  }
}
