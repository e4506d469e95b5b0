import FeedDomain
import Terminal

@testable import TweetieTUI

extension Scene {
  /// The scene drawn alone on a canvas of that size.
  func drawn(
    rows: Int, columns: Int, theme: Theme = .dark, now: Timestamp = Timestamp(milliseconds: 0),
    isFront: Bool = true
  ) -> Canvas {
    var canvas = Canvas(size: CellSize(rows: rows, columns: columns))
    draw(
      on: &canvas, in: canvas.bounds,
      Drawing(theme: theme, isFront: isFront, frame: 0, now: now))
    return canvas
  }

  /// Presses a key, as in a scene that takes text.
  @discardableResult func press(_ code: Key.Code, _ modifiers: Key.Modifiers = []) -> Bool {
    handle(.key(Key(code, modifiers)))
  }

  /// Types a text.
  func type(_ text: String) { for character in text { press(.character(character)) } }
}
