import FeedDomain
import Scenes
import Terminal
import Words

/// A snapshot of a scene's contents, from which the lines to read aloud are made, and with which
/// later contents are compared.
@MainActor
struct SpokenSceneContents {
  let scene: ObjectIdentifier
  let words: ScreenReaderContents
  /// The lines of a scene's selected item; empty if none is selected.
  let selectedLines: [SafeText]

  init(_ scene: any Scene, _ words: ScreenReaderContents) {
    self.scene = ObjectIdentifier(scene)
    self.words = words
    selectedLines = words.items.flatMap { items in items.selected.map(items.lines) } ?? []
  }

  /// The id of the selected item, or of the post that a scene without items shows; nil if unknown.
  var selectedID: AnyHashable? {
    guard let items = words.items else { return words.shownID }
    return items.selected.flatMap { items.ids.indices.contains($0) ? items.ids[$0] : nil }
  }
}

/// A maker of the lines that are read aloud about scenes and changes of scenes.
@MainActor
struct SpokenLineFactory {
  /// The maximum number of items of a scene that are read aloud at once.
  static let listed = 10

  let wording: Wording

  /// Returns the lines that are read aloud when a scene opens.
  func sceneOpeningLines(_ scene: SpokenSceneContents) -> [SafeText] {
    let words = scene.words
    var heading = [words.title, words.status].filter { !$0.isBlank }
    if let count = words.items?.ids.count, words.items?.isMenu == false || count > Self.listed {
      heading.append(wording.plural("{count} item", "{count} items", count))
    }
    var lines = heading.isEmpty ? [] : [heading.joined(separator: ", ")]
    lines += words.notes
    if let items = words.items {
      lines += items.isMenu ? itemLines(items, from: 0) : selectedItemLines(scene)
    }
    return lines + questionLines(words.question)
  }

  /// Returns the lines to read aloud about the differences between two states of a scene; empty if
  /// there are none. `hasSpoken` is true if a message has told the result already.
  func sceneChangeLines(from old: SpokenSceneContents, to new: SpokenSceneContents, hasSpoken: Bool)
    -> [SafeText]
  {
    guard new.scene == old.scene else { return sceneOpeningLines(new) }
    var lines: [SafeText] = []
    let isSameItem = new.selectedID == old.selectedID
    if !hasSpoken, isSameItem, let before = old.words.marks, let now = new.words.marks {
      lines += userMarkChangeLines(from: before, to: now)
    }
    let isOtherPage = new.words.title != old.words.title
    if isOtherPage { lines.append(new.words.title) }
    // Modes that come with the first contents of a scene were not chosen.
    let hasSameModes = new.words.modes.count == old.words.modes.count
    let changedModes =
      hasSameModes ? new.words.modes.filter { !old.words.modes.contains($0) } : []
    lines += changedModes
    let asked = self.questionLines(new.words.question)
    let isFiltered =
      new.words.question?.takesNumbers == true && new.words.items?.ids != old.words.items?.ids
    lines += new.words.notes.filter { !old.words.notes.contains($0) }
    if isFiltered, let items = new.words.items {
      lines.append(wording.plural("{count} item", "{count} items", items.ids.count))
      lines += itemLines(items, from: 0)
    } else if new.words.items?.isMenu == true, old.words.items?.ids != new.words.items?.ids {
      lines += new.words.items.map { itemLines($0, from: 0) } ?? []
    } else if !isSameItem || isOtherPage
      || lines.isEmpty && !hasSpoken && new.selectedLines != old.selectedLines
    {
      lines += selectedItemLines(new)
    } else if lines.isEmpty, !hasSpoken, let items = new.words.items,
      items.ids != old.words.items?.ids
    {
      lines.append(wording.plural("{count} item", "{count} items", items.ids.count))
    }
    // The status may name the layout or order in fewer words.
    if new.words.status != old.words.status, !new.words.status.isBlank, changedModes.isEmpty,
      new.words.question?.kind != .lines
    {
      lines.append(new.words.status)
    }
    if new.words.question?.label != old.words.question?.label
      || new.words.question?.choices != old.words.question?.choices
    {
      lines += asked
    }
    return lines.filter { !$0.isBlank }
  }

  /// Returns the lines to read aloud about a scene's selected item, with its number; empty if none
  /// is selected.
  func selectedItemLines(_ scene: SpokenSceneContents) -> [SafeText] {
    guard let place = scene.words.items?.selected else { return [] }
    return numberedItemLines(scene.selectedLines, place)
  }

  /// Returns the lines to read aloud about some of a scene's items from an item on, with their
  /// numbers: the first two lines of each item, all lines in a menu. Beyond the last item, returns
  /// the line that there is no such number.
  func itemLines(_ items: ScreenReaderItems, from first: Int) -> [SafeText] {
    guard first <= 0 || first < items.ids.count else { return [unknownNumberText(first + 1)] }
    let range = max(0, first)..<max(max(0, first), min(items.ids.count, first + Self.listed))
    let lines = range.flatMap { place in
      numberedItemLines(Array(items.lines(place).prefix(items.isMenu ? .max : 2)), place)
    }
    guard range.upperBound < items.ids.count else { return lines }
    return lines + [
      wording.plural(
        "{count} more item: list {number}", "{count} more items: list {number}",
        items.ids.count - range.upperBound, ["number": range.upperBound + 1])
    ]
  }

  func unknownNumberText(_ number: Int) -> SafeText {
    wording.say("There is no item {number}.", ["number": number])
  }

  func questionLines(_ question: ScreenReaderQuestion?) -> [SafeText] {
    guard let question else { return [] }
    let label = question.label.spoken
    let colon: SafeText = label.string.last.map { ":?".contains($0) } == true ? " " : ": "
    let answer = SafeText.sanitizedLines(of: question.answer).filter { !$0.isBlank }
    var lines = [label + (question.kind == .key ? "" : colon + (answer.first ?? ""))]
    lines += answer.dropFirst()
    if question.kind == .lines {
      lines.append(wording.say("Type the text. A line with a single dot ends it."))
    }
    return lines
      + question.choices.enumerated().map { place, choice in "\(place + 1). " + choice }
  }

  private func numberedItemLines(_ lines: [SafeText], _ place: Int) -> [SafeText] {
    guard let first = lines.first else { return ["\(place + 1)."] }
    return ["\(place + 1). " + first] + lines.dropFirst()
  }

  private func userMarkChangeLines(from old: Post.UserPostMarks, to new: Post.UserPostMarks)
    -> [SafeText]
  {
    let sentences: [(mark: Post.UserPostMarks, set: SafeText, unset: SafeText)] = [
      (.liked, wording.say("Liked."), wording.say("Like removed.")),
      (.boosted, wording.say("Boosted."), wording.say("Boost removed.")),
      (.bookmarked, wording.say("Bookmarked."), wording.say("Bookmark removed.")),
      (.read, wording.say("Marked as read."), wording.say("Marked as unread.")),
    ]
    return sentences.compactMap { mark, set, unset in
      guard old.contains(mark) != new.contains(mark) else { return nil }
      return new.contains(mark) ? set : unset
    }
  }
}
