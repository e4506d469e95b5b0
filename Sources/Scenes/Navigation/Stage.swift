import FeedDomain
package import Terminal
package import UseCases
import Words

/// What a scene may ask of the one that runs it.
@MainActor package protocol Stage: AnyObject {
  /// To be drawn again, soon; asking twice is asking once.
  func redraw()
  /// To go elsewhere.
  func go(to route: Route)
  /// To show that beside the stream, where there is room; nil for nothing.
  func preview(_ route: Route?)
  /// To put text on the person's clipboard.
  func copy(_ text: SafeText)
  /// To open an address: here where it leads to a post or to somebody whom the service may know, else
  /// in the browser.
  func open(_ link: Hyperlink)
  /// To open an address in the browser, or to show it where there is none.
  func browse(_ link: Hyperlink)
  /// To hand a film to the player, or to show its address where there is none.
  func play(_ film: Film)
  /// To let the person edit text in their own editor; the answer comes as a paste event that
  /// replaces everything (`SceneEvent.edited`).
  func edit(_ text: String)
  /// To tell the person something in the bottom line for a few seconds.
  func say(_ message: Message)
  /// What can be clicked on the screen, counted from its corner.
  var spots: [Spot] { get }
  /// To close the letters and open what stands there, as a click does, or to copy its address.
  func reach(_ spot: Spot, copying: Bool)
  /// To close the list of commands and do what was chosen in it, where it was opened from.
  func run(_ choice: PaletteChoice)
}

extension Stage {
  /// Does what happens once in a scene.
  package func perform(_ effect: Effect) {
    switch effect {
    case .askToSignIn(let account): go(to: .signIn(again: account))
    case .failed(.markRead, let error):
      say(Message(text: Wording().notMarkedRead(error), tone: .bad))
    }
  }
}

/// Something told to the person in the bottom line.
package struct Message: Equatable {
  /// How it is meant.
  package enum Tone: Equatable {
    /// For information.
    case plain
    /// Something went well.
    case good
    /// Something failed.
    case bad
  }

  /// The sentence.
  package let text: SafeText
  /// How it is meant.
  package let tone: Tone

  package init(
    text: SafeText, tone: Tone
  ) {
    self.text = text
    self.tone = tone
  }
}
