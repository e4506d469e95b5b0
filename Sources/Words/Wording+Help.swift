package import Terminal

extension Wording {
  package var help: SafeText { say("Help") }
  package var helpHere: SafeText { say("Here") }
  package var helpFind: SafeText { say("Find") }
  package var helpNothing: SafeText { say("No key does that.") }
  package var helpScroll: SafeText { say("scroll") }
  package var streamByNumber: SafeText { say("Stream by its number") }
  package var whileWriting: SafeText { say("While writing") }
  package var helpSend: SafeText { say("Send the post") }
  package var helpLeave: SafeText { say("Leave; the draft is kept") }
  package var helpPictures: SafeText { say("Add, describe, move or remove pictures") }
  package var helpCover: SafeText { say("Cover or uncover the pictures") }
  package var helpWarning: SafeText { say("A content warning, or none") }
  package var helpVisibility: SafeText { say("Who sees the post") }
  package var helpComplete: SafeText { say("Complete a name, a tag or an :emoji") }
  package var helpEditor: SafeText { say("Write in your own editor") }
  package var helpUndo: SafeText { say("Undo or redo typing") }
  package var helpDiscard: SafeText { say("Discard the draft; press twice") }
  package var helpWriting: SafeText { say("These keys") }
  package var whileAdding: SafeText { say("While adding a picture") }
  package var helpAdd: SafeText { say("Go on to the description; then add the picture") }
  package var helpBackToText: SafeText { say("Back to the text") }
  package var helpPath: SafeText { say("Complete the path") }
  package var helpChoose: SafeText { say("Choose a picture that was added") }
  package var helpMove: SafeText { say("Move it among the others") }
  package var helpRemove: SafeText { say("Remove it") }
  package var helpCorrect: SafeText { say("Suggestions for a misspelt word") }
  package var helpThread: SafeText { say("Begin the next post of a thread") }
  package var helpPosts: SafeText { say("Go to another post of the thread") }
  package var helpMore: SafeText { say("Its language, when to post it, who may quote it") }
  package var helpDescribe: SafeText { say("With one chosen: edit its description") }
  package var helpPoll: SafeText { say("Add a poll, or change it") }
  package var whilePolling: SafeText { say("While making a poll") }
  package var helpNextChoice: SafeText { say("Go on to the next answer") }
  package var helpChoice: SafeText { say("Go to another answer") }
  package var helpSeveral: SafeText { say("Allow one answer, or several") }
  package var helpLength: SafeText { say("How long the poll is open") }
  package var mouse: SafeText { say("Mouse") }
  package var mouseWheel: SafeText { say("Wheel") }
  package var helpWheel: SafeText { say("Scroll") }
  package var mouseClick: SafeText { say("Click") }
  package var helpClick: SafeText { say("Select; open a tab, a count, a tag, a link or a photo") }
  package var mouseClickAgain: SafeText { say("Click on a name") }
  package var helpClickAgain: SafeText { say("Of the selected post: who wrote it") }
  package var mouseTwice: SafeText { say("Double-click") }
  package var helpTwice: SafeText { say("Open a post; like a photo") }
  package var mouseDrag: SafeText { say("Shift and drag") }
  package var helpDrag: SafeText { say("Select text, in most terminals") }
  package var signs: SafeText { say("Signs") }
  package var signLikes: SafeText { say("Likes, yours among them; without yours") }
  package var signBoosts: SafeText { say("Boosts") }
  package var signReplies: SafeText { say("Replies, or that a post is one") }
  package var signBookmark: SafeText { say("You have bookmarked it") }
  package var signEdited: SafeText { say("It was edited") }
  package var signPhotos: SafeText { say("A photo, or how many") }
  package var signPlace: SafeText { say("Where it was taken") }
  package var signNotices: SafeText { say("How many new notifications") }
  package var signNew: SafeText { say("New to you") }
  package var signWaiting: SafeText { say("Waiting to be sent") }
  package var signRefused: SafeText { say("The service refused it; see the outbox") }
  package var signTabs: SafeText { say("More tabs that way") }
  package var backOrQuit: SafeText { say("Back, or quit") }
}
