/// What a person can do with a key.
enum Command: String, CaseIterable, Sendable {
  case down, up, top, bottom
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case lineDown = "line-down"
  case lineUp = "line-up"
  case left, right
  case nextStream = "next-stream"
  case previousStream = "previous-stream"
  case stream1, stream2, stream3, stream4, stream5, stream6, stream7, stream8, stream9
  case open, back, quit
  case refresh, like, likers, boost, boosters, bookmark, reply, quote, compose, delete
  case profile
  case ownProfile = "own-profile"
  case reveal
  case openLink = "open-link"
  case copyLink = "copy-link"
  case firstUnread = "first-unread"
  case undo, follow, followers, following, mute, block
  case signOut = "sign-out"
  case outbox, help, repaint, suspend
  case view
  case viewPhoto = "view-photo"
  case pictures
  case details, play, place
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case zoomFit = "zoom-fit"
  case nextPhoto = "next-photo"
  case previousPhoto = "previous-photo"
  case savePhoto = "save-photo"
  case send, edit, withdraw
  case accounts
  case addAccount = "add-account"
  case tabs
  case keepTab = "keep-tab"
  case notifications, search, palette, log, vote
  case accept, reject, hide
}
