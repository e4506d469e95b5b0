import FeedDomain
import Terminal

/// A line in the list of commands.
struct PaletteEntry: Equatable {
  /// What it does.
  let choice: PaletteChoice
  /// The same in words.
  let title: SafeText
  /// Other words by which it is found.
  let synonyms: String
  /// The key that does it; empty for none.
  let key: SafeText
}

extension PaletteEntry {
  /// Every command that an account has, those commands first that are useful where one is, then the
  /// streams, those that are no tabs after those that are, and the rest.
  static func all(
    offering first: [Command], streams: [StreamTab], hidden: [StreamTab] = [],
    abilities: PaletteAbilities, keys: KeyMap, wording: Wording
  ) -> [PaletteEntry] {
    let offered = Command.allCases.filter { abilities.offers($0) }
    let useful = first.filter { offered.contains($0) }
    let rest = offered.filter { !useful.contains($0) }
    func entry(_ command: Command) -> PaletteEntry {
      PaletteEntry(
        choice: .command(command), title: SafeText(sanitizing: wording.title(of: command)),
        synonyms: wording.hint(of: command) + " " + command.rawValue,
        key: SafeText(sanitizing: keys.name(for: command) ?? ""))
    }
    let numbers: [Command] = [
      .stream1, .stream2, .stream3, .stream4, .stream5, .stream6, .stream7, .stream8, .stream9,
    ]
    let tabs = (streams + hidden).enumerated().map { place, tab in
      let name = tab.feed.map { wording.name(of: $0) } ?? wording.nearby
      return PaletteEntry(
        choice: .tab(tab), title: wording.readStream(name), synonyms: name,
        key: SafeText(
          sanitizing: place < min(streams.count, numbers.count)
            ? keys.name(for: numbers[place]) ?? "" : ""))
    }
    return useful.map(entry) + tabs + rest.map(entry)
  }
}

/// What of the commands an account has.
struct PaletteAbilities: Equatable {
  /// What can be done with posts.
  let posts: PostAbilities
  /// Whether it is told what happens to the reader.
  let hasNotices: Bool
  /// Whether there are photos around places.
  let hasPlaces: Bool
  /// What is not for the post that is selected.
  var withheld: Set<Command> = []

  /// Whether the command does something for the account and is worth choosing from a list.
  func offers(_ command: Command) -> Bool {
    guard !withheld.contains(command) else { return false }
    return switch command {
    case .palette, .stream1, .stream2, .stream3, .stream4, .stream5, .stream6, .stream7, .stream8,
      .stream9:
      false
    case .like: posts.marks.contains(.liked)
    case .boost: posts.marks.contains(.boosted)
    case .bookmark: posts.marks.contains(.bookmarked)
    case .quote: posts.canQuote
    case .compose, .reply, .delete, .follow, .block, .vote: posts.canWrite
    // They are about one of the notifications.
    case .accept, .reject: hasNotices && posts.canWrite
    case .hide: posts.marks.contains(.hidden)
    case .outbox, .send, .edit, .withdraw: posts.canWrite || !posts.marks.isEmpty
    case .profile, .ownProfile: posts.knowsPeople
    case .likers: posts.lists.contains(.likers)
    case .boosters: posts.lists.contains(.boosters)
    case .followers, .following: posts.lists.contains(.followers)
    case .notifications: hasNotices
    case .place: hasPlaces
    default: true
    }
  }
}
