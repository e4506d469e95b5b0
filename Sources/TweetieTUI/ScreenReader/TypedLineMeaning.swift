import FeedDomain
import Preferences
import Scenes
import Terminal
import Words

/// A meaning of a line typed in the mode for screen readers: the number of an item, a command or an
/// answer.
enum TypedLineMeaning: Equatable, Sendable {
  case empty
  /// A meaning of a typed line: the item with this number, counted from 1.
  case number(Int)
  /// A meaning of a typed line: a command, with the number of an item or of repetitions.
  case command(Command, Int?)
  case key(Key)
  case reading(ScreenReaderCommand)
  /// A meaning of a typed line: text that answers the scene's question.
  case answer(String)
  case unknown(String)
}

/// A command of the mode for screen readers, besides those of the full screen.
enum ScreenReaderCommand: Equatable, Sendable {
  /// A command for screen readers: read the first lines of the items, from the one with this
  /// number.
  case list(from: Int?)
  /// A command for screen readers: read the selected item, or the question, again.
  case again
  /// A command for screen readers: read the commands of the scene, with their keys.
  case keys
  /// A command for screen readers: read the scene's title, and the number of the selected item.
  case place
  /// A command for screen readers: end an answer of several lines.
  case end
  /// A command for screen readers: delete the text entered so far as the answer to the scene's
  /// question.
  case clear

  static let names: [(name: String, command: ScreenReaderCommand)] = [
    ("list", .list(from: nil)), ("again", .again), ("keys", .keys), ("where", .place),
    ("clear", .clear),
  ]
}

/// A parser of the lines typed in the mode for screen readers.
@MainActor
struct TypedLineParser {
  /// The largest number that counts behind a typed command; larger ones are taken for this one,
  /// since no list is longer.
  private static let largestNumber = 99_999

  let keyMap: KeyMap
  let wording: Wording
  /// The commands in the hints of the front scene; a typed word is compared with their hint texts
  /// before those of other commands.
  var offered: [Command] = []
  /// The commands whose keys the front scene claims, before other commands with the same keys.
  var claimed: [Command] = []
  var hints: [KeyHint] = []
  var question: ScreenReaderQuestion?

  func parsedMeaning(of line: String) -> TypedLineMeaning {
    guard let question else { return commandMeaning(line) }
    if line.hasPrefix("."), question.kind == .secret {
      // A password may begin with a dot, and is taken for a command only if it names one, or a key.
      let isDot = line == "." || line.hasPrefix("..")
      return (isDot ? nil : keyOrCommandMeaning(String(line.dropFirst()))) ?? .answer(line)
    }
    if line.hasPrefix("..") { return .answer(String(line.dropFirst())) }
    if line.hasPrefix(".") {
      return line == "." ? .reading(.end) : commandMeaning(String(line.dropFirst()))
    }
    if question.takesNumbers || !question.choices.isEmpty, let number = Int(line.trimmed),
      number >= 0
    {
      return .number(number)
    }
    // An empty line in a filter reads the next item.
    if line.isEmpty, question.takesNumbers, question.keys.isEmpty { return .empty }
    return .answer(line)
  }

  private func commandMeaning(_ line: String) -> TypedLineMeaning {
    // A command may begin with a dot, even if the scene asks no question.
    let bare = line.trimmed
    let text = bare.count > 1 && bare.first == "." ? String(bare.dropFirst()) : bare
    guard !text.isEmpty else { return line.isEmpty ? .empty : .key(" ") }
    if let number = Int(text), number >= 0 { return .number(number) }
    if let meaning = keyOrCommandMeaning(text) { return meaning }
    // A command and the number of its item: "like 3".
    let words = text.split(separator: " ")
    if words.count > 1, let typed = Int(words[words.count - 1]), typed > 0,
      let meaning = keyOrCommandMeaning(words.dropLast().joined(separator: " "))
    {
      let number = min(typed, Self.largestNumber)
      switch meaning {
      case .command(let command, _): return .command(command, number)
      case .reading(.list): return .reading(.list(from: number))
      case .key(let key):
        if let command = keyMap.command(for: key, claimed: claimed) {
          return .command(command, number)
        }
      default: break
      }
    }
    return .unknown(text)
  }

  /// Returns the meaning of a typed name of a key or command, or of a word of the hints; nil for
  /// other words.
  private func keyOrCommandMeaning(_ text: String) -> TypedLineMeaning? {
    if text.count == 1, let key = KeyName.parsedKey(named: text) { return .key(key) }
    let lower = text.lowercased()
    if let reading = ScreenReaderCommand.names.first(where: { $0.name == lower }) {
      return .reading(reading.command)
    }
    // In a list, these words select the next and the previous item, whatever hints use them.
    if lower == "next" { return .command(.down, nil) }
    if lower == "previous" { return .command(.up, nil) }
    // While the scene asks a question, the words of its hints are matched first.
    if question != nil, let key = keyOfHintNamed(lower) { return .key(key) }
    let dashed = lower.split(separator: " ").joined(separator: "-")
    if let command = Command(named: dashed) { return .command(command, nil) }
    if let key = keyOfHintNamed(lower) { return .key(key) }
    let commands = offered + Command.allCases
    if let command = commands.first(where: {
      wording.hintText(of: $0).string.lowercased() == lower
    }) {
      return .command(command, nil)
    }
    // A key's name takes precedence over the synonyms of commands: "tab" is a synonym for a stream.
    if let key = parsedKey(named: text) { return .key(key) }
    return commands.first { isSynonym(lower, of: $0) }.map { .command($0, nil) }
  }

  private func keyOfHintNamed(_ word: String) -> Key? {
    hints.first { $0.label.string.lowercased() == word }?.pressedKey
  }

  private func isSynonym(_ word: String, of command: Command) -> Bool {
    wording.synonymTexts(of: command).contains { $0.string.lowercased() == word }
  }

  /// Parses the name of a key in the forms of settings, help and hints: "ctrl+d", "Ctrl-D", "^D";
  /// nil for other texts.
  private func parsedKey(named text: String) -> Key? {
    if let key = KeyName.parsedKey(named: text) { return key }
    if text.count == 2, text.first == "^", let letter = text.lowercased().last {
      return KeyName.parsedKey(named: "ctrl+\(letter)")
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    return KeyName.parsedKey(named: parts.joined(separator: "+"))
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
