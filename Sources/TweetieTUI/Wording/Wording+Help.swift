internal import Terminal

extension Wording {
  /// The name of the scene.
  var help: SafeText { say("Help") }
  /// What nine commands do that differ in a number alone.
  var streamByNumber: SafeText { say("Stream by its number") }
  /// What the keys do while one writes a post.
  var whileWriting: SafeText { say("While writing") }
  var helpSend: SafeText { say("Send the post") }
  var helpLeave: SafeText { say("Leave; the draft is kept") }
  var helpPictures: SafeText { say("Add, describe, move or remove pictures") }
  var helpCover: SafeText { say("Cover the pictures, or no longer") }
  var helpWarning: SafeText { say("A warning before the text, or none") }
  var helpVisibility: SafeText { say("Who sees the post") }
  var helpComplete: SafeText { say("Complete a name or a tag") }
  var helpEditor: SafeText { say("Write in your own editor") }
  var helpUndo: SafeText { say("Undo typing, or do it again") }
  var helpDiscard: SafeText { say("Throw the draft away; twice") }
  var helpWriting: SafeText { say("These keys") }
  /// What the keys do while one adds a picture.
  var whileAdding: SafeText { say("While adding a picture") }
  var helpAdd: SafeText { say("Go on to the description; then add the picture") }
  var helpBackToText: SafeText { say("Back to the text") }
  var helpPath: SafeText { say("Complete the path") }
  var helpChoose: SafeText { say("Choose a picture that was added") }
  var helpMove: SafeText { say("Move it among the others") }
  var helpRemove: SafeText { say("Remove it") }
  var helpMore: SafeText { say("Its language, when to post it, who may quote it") }
  var helpDescribe: SafeText { say("With one chosen: say anew what it shows") }
  /// What the keys do while one puts a poll together.
  var helpPoll: SafeText { say("Add a poll, or change it") }
  var whilePolling: SafeText { say("While putting a poll together") }
  var helpNextChoice: SafeText { say("Go on to the next answer") }
  var helpChoice: SafeText { say("Go to another answer") }
  var helpSeveral: SafeText { say("One answer may be chosen, or several") }
  var helpLength: SafeText { say("How long the poll is open") }
  /// What the mouse does.
  var mouse: SafeText { say("Mouse") }
  var mouseWheel: SafeText { say("Wheel") }
  var helpWheel: SafeText { say("Scroll") }
  var mouseClick: SafeText { say("Click") }
  var helpClick: SafeText { say("Select; open a tab, a count, a tag, a link or a photo") }
  var mouseClickAgain: SafeText { say("Click on a name") }
  var helpClickAgain: SafeText { say("Of the selected post: who wrote it") }
  var mouseTwice: SafeText { say("Double-click") }
  var helpTwice: SafeText { say("Open a post; like a photo") }
  var mouseDrag: SafeText { say("Shift and drag") }
  var helpDrag: SafeText { say("Select text, in most terminals") }
  /// What the signs on the screen mean.
  var signs: SafeText { say("Signs") }
  var signLikes: SafeText { say("Likes, yours among them; without yours") }
  var signBoosts: SafeText { say("Boosts") }
  var signReplies: SafeText { say("Replies, or that a post is one") }
  var signBookmark: SafeText { say("You have bookmarked it") }
  var signEdited: SafeText { say("It was changed after it was posted") }
  var signPhotos: SafeText { say("A photo, or how many") }
  var signPlace: SafeText { say("Where it was taken") }
  var signNotices: SafeText { say("How much happened to you") }
  var signNew: SafeText { say("New to you") }
  var signWaiting: SafeText { say("It waits to be sent") }
  var signRefused: SafeText { say("The service refused it; see the outbox") }
  var signTabs: SafeText { say("There are more tabs that way") }
  /// What a key does that leads back and, where nothing is behind, ends the program.
  var backOrQuit: SafeText { say("Back; quits where nothing is behind") }
  /// That a command has no key.
  var noKey: SafeText { say("no key") }
}
