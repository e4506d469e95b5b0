import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// The page while one writes on it: leads keys, pastes and the mouse to whatever has the focus.
struct ComposeSheet {
  /// What takes the keys.
  enum Focus: Equatable {
    /// The text, or the words before it.
    case text
    /// The place where pictures are added.
    case pictures(PicturePanel)
    /// The poll.
    case poll
    /// What else is said about the post.
    case more
  }

  /// What stands around the first post.
  private let first: ComposeViewModel.Frame
  let options: DisplayOptions
  /// What is being written.
  var thread: ThreadForm
  /// What takes the keys.
  var focus = Focus.text
  /// What the word or the path that is being written may go on to.
  var popup: CompletionPopup?
  /// The misspelt word for which others are offered; nil where completions are.
  private var misspelt: Range<Int>?
  /// The beginning of a word for which others were asked last.
  private var asked: String?
  /// Where things were drawn.
  var drawn = DrawnPage()

  /// A page to write on a draft.
  init(
    _ draft: Draft, _ frame: ComposeViewModel.Frame, _ moments: MomentText,
    _ options: DisplayOptions = DisplayOptions()
  ) {
    first = frame
    self.options = options
    thread = ThreadForm(draft, frame, moments)
  }

  /// The post on which one writes.
  var form: DraftForm { thread.post }

  /// What stands around it.
  var frame: ComposeViewModel.Frame { thread.place == 0 ? first : first.following }

  /// Whether a post has a picture that nobody described.
  var lacksWords: Bool { thread.posts.contains(where: \.lacksWords) }

  /// Where pictures are added; nil while that is closed.
  var panel: PicturePanel? {
    get { if case .pictures(let panel) = focus { panel } else { nil } }
    set { if let newValue { focus = .pictures(newValue) } }
  }

  /// Whether the keys go into the text.
  var takesLines: Bool { focus == .text && form.field == .text }

  /// What has no room inside stands in the bottom line, which is as wide as the screen.
  var outerHints: [Hint] {
    let help = [frame.labels.help]
    return drawn.hints > 0 ? help + hints.dropFirst(drawn.hints) : hints + help
  }

  /// What the keys do where they go by now.
  var hints: [Hint] {
    let labels = frame.labels
    return switch focus {
    case .text: labels.hints
    case .pictures(let panel) where panel.describes:
      [labels.pictures.describe] + labels.pictures.hints.dropFirst()
    case .pictures: labels.pictures.hints
    case .poll: labels.poll.hints
    case .more: labels.more.hints
    }
  }
}

extension ComposeSheet {
  /// Answers a key.
  mutating func handle(_ key: Key) -> ComposeEffect {
    // Of several paths, Tab goes on with what they have in common.
    let tabTakesFirst = panel == nil
    switch popup?.handle(key, tabTakesFirst: tabTakesFirst) {
    case .taken(let word): return take(word)
    case .closed: popup = nil
    case .moved: break
    case nil: return handleOnPage(key)
    }
    return .seen
  }

  /// Takes what was pasted.
  mutating func paste(_ pasted: String) -> ComposeEffect {
    switch focus {
    case .text: thread.post.insert(pasted)
    case .poll: thread.post.poll?.insert(pasted)
    case .more: return thread.post.more.paste(pasted)
    case .pictures:
      panel?.insert(pasted)
      return .seen
    }
    return .changed
  }

  /// Takes what comes back from the person's editor.
  mutating func replaceText(with edited: String) -> ComposeEffect {
    thread.post.replaceText(with: edited) ? .changed : .seen
  }

  /// The name or tag that was begun, where it is another one than before; what was offered for that
  /// one goes.
  mutating func beginWord() -> String? {
    let word = focus == .text && form.field == .text ? form.text.unfinishedWord : nil
    misspelt = nil
    guard word != asked else { return nil }
    (asked, popup) = (word, nil)
    return word
  }

  /// Offers words; they answer one that may have been finished, or gone on with, meanwhile.
  mutating func offer(_ words: [Completion]) {
    guard focus == .text else { return }
    guard let beginning = asked?.lowercased() else { return popup = nil }
    popup = CompletionPopup(words.filter { $0.word.lowercased().hasPrefix(beginning) })
  }

  /// Offers emoji for what was begun, the first of them chosen: whoever types a colon and a name
  /// means one.
  mutating func offer(emoji: [Completion], for beginning: String) {
    guard focus == .text, asked == beginning else { return }
    popup = CompletionPopup(emoji)
    popup?.choose(by: 1)
  }

  /// Asks what the misspelt word may have been meant to be at which the cursor stands, or the first
  /// one behind it, or of all.
  mutating func correct(_ status: ComposeViewModel.Status) -> ComposeEffect {
    guard focus == .text, form.field == .text else { return .seen }
    let wrong = status.misspelt(at: thread.place)
    let words = SpellCheckedWords(form.text.characters).words.filter { wrong.contains($0.text) }
    let cursor = form.text.cursor
    guard let word = words.first(where: { $0.range.upperBound >= cursor }) ?? words.first else {
      return .say(frame.labels.nothingMisspelt)
    }
    popup = nil
    thread.post.text.move(to: word.range.upperBound)
    misspelt = word.range
    return .ask(.correct(word.text, post: thread.place))
  }

  /// Offers words in place of a misspelt one, where it still stands there.
  mutating func offer(corrections words: [Completion], of word: String) {
    guard focus == .text, let range = misspelt, form.text.cursor == range.upperBound,
      SpellCheckedWords(form.text.characters).word(at: range.upperBound)?.text == word
    else { return }
    popup = CompletionPopup(words)
    popup?.choose(by: 1)
  }

  /// Goes on with the path as far as only one way leads, and lists the ways from there.
  mutating func offer(_ paths: [String], beginning: String) -> ComposeEffect {
    guard panel?.goOn(with: paths, from: beginning) == true else { return .ignored }
    guard paths.count == 1, let only = paths.first, !beginning.isEmpty else {
      popup = CompletionPopup(paths: paths, beginning: beginning)
      return .seen
    }
    popup = nil
    return only.isFolder && only != beginning ? .ask(.completePath(only)) : .seen
  }

  /// Takes the pictures that go with a post now.
  mutating func attach(_ pictures: [Draft.Attachment], to place: Int) {
    let here = thread.place
    _ = thread.go(to: place)
    thread.post.pictures = pictures
    guard !thread.go(to: here) else { return }
    // With a picture added one goes on writing; after one was described, to the next.
    if panel?.adds == true { _ = open(.text) } else { panel?.clear() }
  }

  /// Goes to a post of the thread.
  mutating func turn(to place: Int) {
    guard thread.go(to: place) else { return }
    (popup, focus, asked, drawn.scroll) = (nil, .text, nil, 0)
  }

  /// Asks for another picture than the one that was refused.
  mutating func refusePicture() { panel?.refuse() }
}

extension ComposeSheet {
  private mutating func handleOnPage(_ key: Key) -> ComposeEffect {
    let effect = handleInFocus(key)
    if effect == .closed { return close() }
    guard effect == .ignored else { return effect }
    // What a part has no use for must not change the text behind it.
    if focus != .text, key.code != .function(1), !key.modifiers.contains(.control) { return .seen }
    switch (key.code, key.modifiers) {
    case (.escape, _): return .leave
    case (.function(1), _): return .help
    case (.character("s"), .control), (.enter, .alt), (.enter, .control): return send()
    case (.character("x"), .control): return .edit
    case (.character("x"), .alt): return .discard
    case (.character("t"), .control): return thread.post.toggleWarning(frame)
    case (.character("o"), .control), (.character("v"), .alt): return thread.post.showToNext(frame)
    case (.character("p"), .control): return openPictures()
    case (.character("p"), .alt): return openPoll()
    case (.character("o"), .alt): return openMore()
    case (.character("s"), .alt): return thread.post.cover(frame)
    case (.character("n"), .alt): return beginPost()
    case (.tab, _) where form.warning != nil: thread.post.changeField()
    default: return handleInThread(key) ?? handleInPost(key)
    }
    return .seen
  }

  private mutating func handleInPost(_ key: Key) -> ComposeEffect {
    let room = drawn.parts.text.size
    let effect = thread.post.handle(key, columns: room.columns, page: room.rows)
    guard effect == .moved else { return effect == .changed ? .changed : .ignored }
    popup = nil
    return .seen
  }

  /// Goes on to another post of the thread, where the key does; from the ends of a text the arrows
  /// lead there as well.
  private mutating func handleInThread(_ key: Key) -> ComposeEffect? {
    guard thread.count > 1 else { return nil }
    let text = form.text
    let isAtStart = form.field == .text && text.cursor == 0
    let isAtEnd = form.field == .text && text.cursor == text.characters.count
    switch (key.code, key.modifiers) {
    case (.up, .alt): turn(to: thread.place - 1)
    case (.down, .alt): turn(to: thread.place + 1)
    case (.up, []) where isAtStart && thread.place > 0: turn(to: thread.place - 1)
    case (.down, []) where isAtEnd && thread.place < thread.count - 1: turn(to: thread.place + 1)
    case (.backspace, []) where isAtStart && thread.join():
      (popup, asked, drawn.scroll) = (nil, nil, 0)
      return .changed
    default: return nil
    }
    return .seen
  }

  private mutating func beginPost() -> ComposeEffect {
    if let reason = frame.withheld[.thread] { return .say(reason) }
    guard thread.beginNext() else { return .say(frame.labels.nothingToFollow) }
    (popup, asked, drawn.scroll) = (nil, nil, 0)
    return .changed
  }

  private mutating func handleInFocus(_ key: Key) -> ComposeEffect {
    switch focus {
    case .text: return .ignored
    case .poll: return thread.post.poll?.handle(key) ?? .ignored
    case .more: return thread.post.more.handle(key)
    case .pictures(var panel):
      let path = panel.path.text
      let effect = panel.handle(key, &thread.post, frame)
      focus = .pictures(panel)
      // What is offered goes on from the path.
      if panel.field != .path { popup = nil }
      if panel.path.text != path { popup = popup?.beginning(panel.path.text) }
      return effect
    }
  }

  /// Takes the word or the path that is offered.
  mutating func take(_ word: String) -> ComposeEffect {
    popup = nil
    if let effect = panel?.take(word) { return effect }
    if let range = misspelt, form.text.cursor == range.upperBound {
      thread.post.text.replace(range, with: word)
    } else {
      thread.post.text.finish(with: word)
    }
    misspelt = nil
    return .changed
  }

  private func send() -> ComposeEffect {
    // A picture that is typed but not added yet is meant to go along.
    if let request = panel?.unasked { return .ask(request) }
    return thread.posts.contains(where: \.more.isMomentUnclear)
      ? .say(frame.labels.more.unclear, .bad) : .send
  }

  /// Goes back to the text; a poll into which nothing was typed is none.
  mutating func close() -> ComposeEffect {
    if focus == .poll { thread.post.poll = form.poll?.tidied }
    return open(.text)
  }

  mutating func open(_ part: Focus) -> ComposeEffect {
    (popup, focus) = (nil, part)
    return .seen
  }

  mutating func openPictures() -> ComposeEffect {
    if let reason = frame.withheld[.pictures] { return .say(reason) }
    guard form.poll?.poll == nil else { return .say(frame.labels.poll.notAlone) }
    thread.post.poll = nil
    let effect = open(.pictures(PicturePanel(post: thread.place)))
    // The arrows choose among the pictures that are there.
    return form.pictures.isEmpty ? .ask(.completePath("")) : effect
  }

  private mutating func openPoll() -> ComposeEffect {
    // One that is there can be taken out, whatever the service thinks of it by now.
    if form.poll == nil {
      if let reason = frame.withheld[.poll] { return .say(reason) }
      guard form.pictures.isEmpty else { return .say(frame.labels.poll.notAlone) }
      thread.post.poll = PollForm(nil, within: frame.polls ?? .standard)
    }
    return open(.poll)
  }

  private mutating func openMore() -> ComposeEffect {
    if let reason = frame.withheld[.more] { return .say(reason) }
    thread.post.more.open()
    return open(.more)
  }
}
