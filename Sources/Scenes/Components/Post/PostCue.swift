import FeedDomain

/// What any scene with posts is told to do once, rather than to show.
enum PostCue: Equatable {
  /// To tell the person something.
  case say(Message)
  /// To put a thumb up beside the heart of a post.
  case flash(Post.ID)
  /// To ask to sign in again.
  case askToSignIn(Account)
  /// To go where an address or a handle leads.
  case follow(Lead)
}

extension Scene {
  /// Does what a scene that shows no posts does of it.
  func obey(_ cues: [PostCue]) {
    for cue in cues {
      switch cue {
      case .say(let message): stage?.say(message)
      case .askToSignIn(let account): stage?.go(to: .signIn(again: account))
      case .follow, .flash: break
      }
    }
  }
}
