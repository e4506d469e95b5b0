import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// A person's picture beside a list row, with the name and handle for the coloured initial that
/// replaces a missing picture.
struct PortraitOrInitial: Equatable {
  let photo: Photo?
  let name: SafeText
  let handle: SafeText
}

extension PortraitOrInitial {
  init(_ person: Person) {
    let name = SafeText(sanitizing: person.spokenName)
    let handle = SafeText(sanitizing: person.handle)
    self.init(
      photo: person.portrait, name: name.isBlank ? handle : name, handle: "@" + handle)
  }
}

extension LaidOutLines {
  /// Adds a person's picture on the left of a list row, if a box is given. The lines must be
  /// narrower than the row by `PhotoBoxLayout.portraitIndent(for:)`.
  mutating func addPortrait(
    _ portrait: PortraitOrInitial, in box: CellSize?, _ theme: Theme, _ options: DisplayOptions
  ) {
    guard let box else { return }
    addPortraitBox(
      of: portrait.photo ?? .none, in: box, indent: PhotoBoxLayout.portraitIndent(for: box),
      tile: PortraitPlaceholder(portrait.name, theme.personNameStyle(of: portrait.handle, options)))
  }
}

extension PhotoBoxLayout {
  /// Returns the width in columns of a person's picture and the gap beside it; 0 without a box.
  static func portraitIndent(for box: CellSize?) -> Int { box.map { $0.columns + 1 } ?? 0 }
}
