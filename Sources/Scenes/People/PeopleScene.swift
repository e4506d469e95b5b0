import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// The configuration of a scene with a list of people, such as followers.
struct PeopleContent: PagedListContent {
  let list: PeopleList
  let wording: Wording
  let keys: KeyMap

  var openRequest: People.Request { .open(list) }
  var showsActivityBelow: Bool { true }

  func viewModel(of state: People.State) -> PagedListViewModel<PersonRow> {
    let count = state.people.elements.count
    return PagedListViewModel(
      title: wording.title(of: list),
      aside: state.people.hasMore
        ? wording.plural("{count} person so far", "{count} people so far", count)
        : wording.people(count),
      state.people, rows: state.people.elements.map(PersonRow.init),
      fetchingWords: wording.fetchingPeople,
      emptyNotice: EmptyState(sentence: wording.nobody(in: list)), wording, keys: keys)
  }

  func hints(for row: PersonRow?) -> [Command] {
    row == nil ? [.back, .refresh, .help] : [.back, .open, .refresh, .help]
  }

  func handle(
    _ command: Command, on row: PersonRow?, _ scene: PagedListView<PeopleContent>
  ) -> Bool {
    guard command == .open || command == .profile, let row else { return false }
    scene.navigator?.go(to: .profile(row.id))
    return true
  }

  func block(
    of row: PersonRow, columns: Int, _ theme: Theme, _ options: DisplayOptions
  ) -> Block<Never> {
    Block(lines: row.lines(columns: columns, theme))
  }
}

/// A row of a list of people.
struct PersonRow: Identifiable, Equatable {
  let id: Person.ID
  /// The display name in a list of people, or the handle if there is none.
  let name: SafeText
  let handle: SafeText
  /// The first line of a person's biography.
  let bio: SafeText

  init(_ person: Person) {
    let name = SafeText(sanitizing: person.spokenName)
    let handle = SafeText(sanitizing: person.handle)
    id = person.id
    self.name = name.isBlank ? handle : name
    self.handle = "@" + handle
    // A line shows less than that of a description of any length.
    let head = String(person.bio.spoken.prefix(400))
    bio = SafeText.lines(sanitizing: head).first { !$0.isBlank } ?? ""
  }
}

extension PersonRow {
  /// Returns a person's name with the handle, and below them the biography.
  func lines(columns: Int, _ theme: Theme) -> [Line] {
    let heading = Line(name, theme.style(.author), handle: handle, columns: columns, theme)
    guard !bio.isEmpty else { return [heading] }
    return [heading, Line(bio, theme.style(.faint)).cut(columns: min(columns, PostLayout.widest))]
  }
}

extension Line {
  /// Creates a line with a person's name, followed by the handle if there is room for part of it.
  init(_ name: SafeText, _ style: Style, handle: SafeText, columns: Int, _ theme: Theme) {
    self = Line(name, style).cut(columns: columns)
    guard self.columns + 6 < columns else { return }
    pad(2)
    append(Line(handle, theme.style(.handle)).cut(columns: columns - self.columns))
  }
}
