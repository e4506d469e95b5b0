import FeedDomain
import Terminal
import UseCases

/// What comes of a key, a paste or a click on the page.
enum ComposeEffect: Equatable {
  /// It means nothing here.
  case ignored
  /// It did what it does.
  case seen
  /// The draft says something else than before.
  case changed
  /// The part that took it is done with.
  case closed
  /// Something is wanted.
  case ask(Compose.Request)
  /// Why nothing came of it.
  case say(SafeText, Message.Tone = .plain)
  /// The text is wanted in the person's own editor.
  case edit
  /// The post is to go out.
  case send
  /// The page is to be left.
  case leave
  /// The draft is to be thrown away.
  case discard
  /// All keys are to be told.
  case help
}
