import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct PeopleContent: PagedListContent {
  let list: PeopleList
  let canFollow: Bool
  let wording: Wording
  let keys: KeyMap

  var openRequest: PeopleScene.SceneRequest { .open(list) }
  var showsActivityBelow: Bool { true }
  var hasColumns: Bool { true }

  func viewModel(of state: PeopleScene.SceneState) -> PagedListViewModel<PersonRow> {
    let count = state.people.elements.count
    return PagedListViewModel(
      title: wording.title(of: list),
      aside: state.people.hasMore
        ? wording.plural("{count} person so far", "{count} people so far", count)
        : wording.peopleCountText(count),
      state.people, rows: state.people.elements.map { PersonRow($0, wording) },
      fetchingWords: wording.fetchingPeople,
      emptyListMessage: EmptySceneMessage(sentence: wording.emptyListText(in: list)), wording,
      keys: keys
    )
  }

  func keyHintCommands(for row: PersonRow?) -> [Command] {
    guard let row else { return [.back, .refresh, .help] }
    return [.back, .open] + (canFollow(row) ? [.follow] : []) + [.refresh, .help]
  }

  func overridingKeyHintTexts(for row: PersonRow?) -> [Command: SafeText] {
    row?.relationship.map { wording.relationshipUndoHintTexts(for: $0) } ?? [:]
  }

  var priorityCommands: [Command] { canFollow ? [.follow] : [] }

  private func canFollow(_ row: PersonRow) -> Bool {
    canFollow && row.relationship != nil && row.relationship != .oneself
  }

  func performRowCommand(
    _ command: Command, on row: PersonRow?, _ scene: PagedListView<PeopleContent>
  ) -> Bool {
    guard let row else { return false }
    switch command {
    case .open, .profile: scene.navigator?.navigate(to: .profile(row.id))
    case .follow where canFollow(row): scene.send(.toggleFollow(row.id))
    case .undo: scene.send(.undo)
    default: return false
    }
    return true
  }

  func rowLines(
    of row: PersonRow, columns: Int, portraitBox: CellSize?, _ theme: Theme,
    _ options: DisplayOptions
  ) -> LaidOutLines<Never> {
    row.laidOutPerson(columns: columns, portraitBox: portraitBox, theme, options, wording)
  }
}

struct PersonRow: Identifiable, Equatable {
  let id: Person.ID
  let portrait: PortraitOrInitial
  /// The first line of the biography, in a row of a list of people; empty if the person has none.
  let bio: SafeText
  let relationship: Relationship?
  /// The text in a row of a list of people about the relationship with the user, such as "you
  /// follow, follows you"; empty if there is none, or if it is unknown.
  let follows: SafeText

  init(_ person: Person, _ wording: Wording) {
    (id, portrait) = (person.id, PortraitOrInitial(person))
    // No line shows more characters of a biography.
    let head = String(person.bio.spoken.prefix(400))
    bio = SafeText.sanitizedLines(of: head).first { !$0.isBlank } ?? ""
    relationship = person.relationship
    follows = wording.personRelationshipText(person)
  }
}

extension PersonRow {
  var name: SafeText { portrait.name }
  var handle: SafeText { portrait.handle }

  func laidOutPerson<Action>(
    columns: Int, portraitBox: CellSize?, _ theme: Theme, _ options: DisplayOptions,
    _ wording: Wording
  ) -> LaidOutLines<Action> {
    let indent = PhotoBoxLayout.portraitIndent(for: portraitBox)
    var block = LaidOutLines<Action>(
      lines: personTextLines(columns: max(1, columns - indent), theme, options, wording))
    block.addPortrait(portrait, in: portraitBox, theme, options)
    return block
  }

  private func personTextLines(
    columns: Int, _ theme: Theme, _ options: DisplayOptions, _ wording: Wording
  ) -> [Line] {
    let columns = min(columns, PostLayout.widest)
    var state = Line()
    if !follows.isEmpty {
      state.append(
        " · " + follows, theme.style(relationship?.isFollowed == true ? .good : .faint))
    }
    // In a narrow column the name matters more than the follow state.
    if state.columns > columns / 2 { state = Line() }
    let style = theme.personNameStyle(of: handle, options)
    let room = columns - state.columns
    // A name that the terminal cannot show would be a row of question marks.
    var heading =
      options.isDisplayableText(name)
      ? Line(name, style, handle: handle, columns: room, theme)
      : Line(handle, style).truncatedLine(columns: room)
    heading.append(state)
    guard !bio.isEmpty else { return [heading] }
    let biography = options.displayableText(bio, wording)
    return [heading, Line(biography, theme.style(.faint)).truncatedLine(columns: columns)]
  }
}

extension Line {
  /// Creates a line with a person's name, followed by the handle as far as it fits.
  init(_ name: SafeText, _ style: Style, handle: SafeText, columns: Int, _ theme: Theme) {
    self = Line(name, style).truncatedLine(columns: columns)
    guard self.columns + 6 < columns else { return }
    appendBlanks(2)
    append(Line(handle, theme.style(.handle)).truncatedLine(columns: columns - self.columns))
  }
}
