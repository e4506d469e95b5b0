extension Wording {
  /// What a command does, as help tells it.
  func title(of command: Command) -> String {
    switch command {
    case .down: text("Next post or line")
    case .up: text("Previous post or line")
    case .top: text("To the top")
    case .bottom: text("To the bottom")
    case .halfPageDown: text("Half a page down")
    case .halfPageUp: text("Half a page up")
    case .pageDown: text("A page down")
    case .pageUp: text("A page up")
    case .lineDown: text("One line down")
    case .lineUp: text("One line up")
    case .left: text("To the left")
    case .right: text("To the right")
    case .nextStream: text("Next stream")
    case .previousStream: text("Previous stream")
    case .stream1: stream(1)
    case .stream2: stream(2)
    case .stream3: stream(3)
    case .stream4: stream(4)
    case .stream5: stream(5)
    case .stream6: stream(6)
    case .stream7: stream(7)
    case .stream8: stream(8)
    case .stream9: stream(9)
    case .open: text("Open what is selected")
    case .back: text("Back, one thing at a time")
    case .quit: text("Quit Tweetie")
    case .refresh: text("Fetch what is new")
    case .like: text("Like, or take the like back")
    case .likers: text("Who liked it")
    case .boost: text("Boost, or take the boost back")
    case .boosters: text("Who boosted it")
    case .bookmark: text("Bookmark, or remove the bookmark")
    case .reply: text("Reply")
    case .compose: text("Write a post")
    case .delete: text("Delete a post of yours")
    case .profile: text("Who wrote it")
    case .ownProfile: text("Your own profile")
    case .reveal: text("Show or hide what is folded")
    case .openLink: text("Open the link")
    case .copyLink: text("Copy the link")
    case .firstUnread: text("To the first unread post")
    case .view: text("List, wall or carousel")
    case .undo: text("Undo what you just did")
    case .follow: text("Follow, or stop following")
    case .mute: text("Mute somebody, or no longer")
    case .block: text("Block somebody, or no longer")
    case .followers: text("Who follows them")
    case .following: text("Whom they follow")
    case .signOut: text("Sign out")
    case .outbox: text("What waits to be sent")
    case .help: text("This help")
    case .repaint: text("Paint the screen again")
    case .suspend: text("Suspend; fg comes back")
    case .viewPhoto: text("The photo, as large as it goes")
    case .pictures: text("Show or hide pictures")
    case .send: text("Send")
    case .edit: text("Edit")
    case .withdraw: text("Take it back unsent")
    }
  }

  /// The title of a group of commands.
  func title(of group: CommandGroup) -> String {
    switch group {
    case .move: text("Move")
    case .read: text("Read")
    case .act: text("Act")
    case .go: text("Go")
    case .program: text("Program")
    }
  }

  private func stream(_ number: Int) -> String {
    text("Stream {number}", ["number": String(number)])
  }
}
