/// What kind of thing a command does; help shows commands together that belong together.
enum CommandGroup: CaseIterable {
  /// Moves the selection or the view.
  case move
  /// Shows more, or anew.
  case read
  /// Does something at the service.
  case act
  /// Goes to another scene or stream.
  case go
  /// Is about the program itself.
  case program
}

extension Command {
  /// What is done with a post, and with nothing else.
  static let aboutPosts: [Command] = [
    .reveal, .viewPhoto, .like, .likers, .boost, .boosters, .bookmark, .reply, .quote, .vote, .hide,
    .delete,
  ]

  /// The group it belongs to.
  var group: CommandGroup {
    switch self {
    case .down, .up, .top, .bottom, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .lineDown,
      .lineUp, .left, .right:
      .move
    case .refresh, .view, .reveal, .viewPhoto, .pictures, .openLink, .copyLink, .firstUnread,
      .details, .play, .savePhoto, .nextPhoto, .previousPhoto, .zoomIn, .zoomOut, .zoomFit:
      .read
    case .like, .boost, .bookmark, .reply, .quote, .compose, .delete, .undo, .follow, .mute, .block,
      .send,
      .edit, .withdraw, .vote, .accept, .reject, .hide:
      .act
    case .nextStream, .previousStream, .stream1, .stream2, .stream3, .stream4, .stream5, .stream6,
      .stream7, .stream8, .stream9, .open, .back, .likers, .boosters, .profile, .ownProfile,
      .followers, .following, .outbox, .place, .notifications, .search:
      .go
    case .accounts, .addAccount, .tabs, .keepTab, .quit, .signOut, .help, .repaint, .suspend,
      .palette, .log:
      .program
    }
  }
}
