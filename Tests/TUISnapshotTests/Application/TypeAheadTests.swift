import FeedDomain
import Terminal
import Testing

@testable import TweetieTUI

struct TypeAheadTests {
  private let now = Timestamp(milliseconds: 0)
  private let lines = "What somebody copied elsewhere,\nand a second line of it."

  @Test func `text that arrives faster than typing is handled as one paste`() {
    var typed = typing(lines)

    #expect(typed.takeOldestWaitingEvent(for: .lines, at: now) == .paste(lines))
    #expect(typed.takeOldestWaitingEvent(for: .lines, at: now) == nil)
  }

  @Test func `in a one-line field fast text is pasted up to the line break, which stays Enter`() {
    var typed = typing(lines)

    #expect(
      typed.takeOldestWaitingEvent(for: .line, at: now) == .paste("What somebody copied elsewhere,")
    )
    #expect(typed.takeOldestWaitingEvent(for: .line, at: now) == .key(Key(.enter)))
  }

  @Test func `typed text and keys for commands are handled one at a time`() {
    var (typed, commands) = (typing("tram"), typing(lines))

    #expect(typed.takeOldestWaitingEvent(for: .lines, at: now) == .key(Key(.character("t"))))
    #expect(commands.takeOldestWaitingEvent(for: .keys, at: now) == .key(Key(.character("W"))))
  }

  @Test func `text typed ahead waits whole until a scene takes it`() {
    let page = String(repeating: lines, count: 100)
    var typed = typing(page)

    #expect(typed.takeOldestWaitingEvent(for: .none, at: now) == nil)
    #expect(typed.takeOldestWaitingEvent(for: .lines, at: now) == .paste(page))
  }

  @Test func `a key typed ahead waits at most two seconds`() {
    var typed = typing("j")

    #expect(
      typed.takeOldestWaitingEvent(for: .none, at: now.timeAdvanced(by: .seconds(2)))
        == .key(Key(.character("j"))))
  }

  /// Text as a terminal sends it that does not say that it was pasted.
  private func typing(_ text: String) -> TypeAheadBuffer {
    text.reduce(into: TypeAheadBuffer()) { typed, character in
      typed.bufferTypedAheadEvent(
        .key(Key(character == "\n" ? .enter : .character(character))), at: now)
    }
  }
}
