import Terminal
import Words

/// Keys, or a sign, and what they mean.
struct HelpEntry: Equatable {
  /// The keys, the one to show first.
  let keys: [String]
  /// What they do.
  let title: SafeText
  /// Other words by which it is found.
  private let synonyms: [SafeText]

  init(_ keys: [String], _ title: SafeText, also synonyms: [SafeText] = []) {
    self.keys = keys
    self.title = title
    self.synonyms = synonyms
  }

  /// Whether each of these words, which are folded, is in what it says or is one of its keys.
  func matches(_ words: [[Character]]) -> Bool {
    let texts = ([title] + synonyms).map { $0.string.map(FoldedText.folded) }
    return words.allSatisfy { word in
      texts.contains { $0.contains(word) } || keys.contains { $0.map(FoldedText.folded) == word }
    }
  }
}

extension HelpEntry {
  /// The signs on the screen; the plain mode has words instead.
  static func signs(_ wording: Wording) -> [HelpEntry] {
    [
      HelpEntry(["♥", "♡"], wording.signLikes), HelpEntry(["↻"], wording.signBoosts),
      HelpEntry(["↩"], wording.signReplies), HelpEntry(["⚑"], wording.signBookmark),
      HelpEntry(["✎"], wording.signEdited), HelpEntry(["▣"], wording.signPhotos),
      HelpEntry(["⌂"], wording.signPlace), HelpEntry(["◆"], wording.signNotices),
      HelpEntry(["●"], wording.signNew), HelpEntry(["◷"], wording.signWaiting),
      HelpEntry(["✗"], wording.signRefused), HelpEntry(["‹", "›"], wording.signTabs),
    ]
  }

  /// What the mouse does, where the terminal has one.
  static func mouse(_ wording: Wording) -> [HelpEntry] {
    func entry(_ name: SafeText, _ title: SafeText) -> HelpEntry {
      HelpEntry([name.string], title)
    }
    return [
      entry(wording.mouseWheel, wording.helpWheel), entry(wording.mouseClick, wording.helpClick),
      entry(wording.mouseClickAgain, wording.helpClickAgain),
      entry(wording.mouseTwice, wording.helpTwice), entry(wording.mouseDrag, wording.helpDrag),
    ]
  }

  /// The keys while a post is written: the key map is silent there, for keys are typed.
  static func writing(_ wording: Wording) -> [HelpEntry] {
    [
      HelpEntry(["^S", "Alt-Enter"], wording.helpSend),
      HelpEntry(["Esc"], wording.helpLeave),
      HelpEntry(["^P"], wording.helpPictures),
      HelpEntry(["Alt-S"], wording.helpCover),
      HelpEntry(["Alt-P"], wording.helpPoll),
      HelpEntry(["^T"], wording.helpWarning),
      HelpEntry(["^O", "Alt-V"], wording.helpVisibility),
      HelpEntry(["Alt-O"], wording.helpMore),
      HelpEntry(["Alt-N"], wording.helpThread),
      HelpEntry(["Alt-↑", "Alt-↓"], wording.helpPosts),
      HelpEntry(["Tab"], wording.helpComplete),
      HelpEntry(["Alt-C"], wording.helpCorrect),
      HelpEntry(["^X"], wording.helpEditor),
      HelpEntry(["Alt-U", "Alt-Shift-U"], wording.helpUndo),
      HelpEntry(["Alt-X"], wording.helpDiscard),
      HelpEntry(["F1"], wording.helpWriting),
    ]
  }

  /// The keys while a poll is put together.
  static func polling(_ wording: Wording) -> [HelpEntry] {
    [
      HelpEntry(["Enter"], wording.helpNextChoice),
      HelpEntry(["Esc", "Alt-P"], wording.helpBackToText),
      HelpEntry(["↑", "↓"], wording.helpChoice),
      HelpEntry(["^D"], wording.helpRemove),
      HelpEntry(["Alt-S"], wording.helpSeveral),
      HelpEntry(["Alt-T"], wording.helpLength),
    ]
  }

  /// The keys while a picture is added to what is written.
  static func adding(_ wording: Wording) -> [HelpEntry] {
    [
      HelpEntry(["Enter"], wording.helpAdd),
      HelpEntry(["Esc", "^P"], wording.helpBackToText),
      HelpEntry(["Tab"], wording.helpPath),
      HelpEntry(["↑", "↓"], wording.helpChoose),
      HelpEntry(["Enter"], wording.helpDescribe),
      HelpEntry(["Alt-↑", "Alt-↓"], wording.helpMove),
      HelpEntry(["^D"], wording.helpRemove),
    ]
  }
}
