package import FeedDomain
package import Terminal

extension Wording {
  package var noMessages: SafeText { say("No messages yet.") }
  package var fetchingMessages: SafeText { say("Fetching messages") }

  /// How many are not read yet; nothing where all are.
  package func unreadMessages(_ count: Int) -> SafeText {
    count == 0 ? "" : plural("{count} unread", "{count} unread", count)
  }

  /// Who takes part besides the reader; where nobody does, one talks to oneself.
  package func partners(_ people: [Person]) -> SafeText {
    let names = people.map {
      let name = SafeText(sanitizing: $0.spokenName)
      return name.isBlank ? SafeText(sanitizing: $0.handle) : name
    }
    return names.isEmpty ? say("You alone") : names.joined(separator: ", ")
  }

  /// What was said last, on one line, and whether by the reader; whole and with the addresses of its
  /// links, or as far as a line of the screen shows it.
  package func lastSaid(
    _ post: Post?, by reader: Person.ID, isWhole: Bool = false
  ) -> SafeText {
    guard let post else { return say("What was said last is gone.") }
    let words =
      cover(of: post.content)?.string
      ?? (isWhole ? post.content.text.withAddresses : post.content.text.plain)
      .split(separator: "\n").joined(separator: " ")
    let text = SafeText(sanitizing: isWhole ? words : String(words.prefix(400)))
    guard post.author.id == reader else { return text }
    return say("You: {words}", ["words": text.string])
  }

  package func notMarkedRead(_ error: FeedError) -> SafeText {
    say("Still unread: {reason}", ["reason": sentence(for: error).string])
  }
}
