import Preferences
import Terminal

/// A setting, or a command with its keys.
struct SettingRow: Identifiable, Equatable {
  /// What can be done with it.
  enum Kind: Equatable {
    /// It is one of these words.
    case choice([String])
    /// It is typed.
    case text
    /// Keys are pressed for it.
    case keys(Command)
  }

  /// Its name in the settings file, as "display.theme".
  let id: String
  let kind: Kind
  /// The title of what it belongs to.
  let group: SafeText
  let title: SafeText
  /// What it is, as it is shown.
  let value: SafeText
  /// What it is, as it is written.
  let written: String
  /// Whether it is something else than usual.
  let isChanged: Bool
  /// What it does, and what else there is to say: what it usually is, what it can be, when it holds.
  let meaning: SafeText
  let facts: [SafeText]
  /// What counts more in this run; nil where nothing does.
  let override: SafeText?
  /// The title of the group that begins below it; nil within a group.
  var next: SafeText?

  /// Whether it has every one of those words in it, whichever way they are written.
  func has(_ words: [String]) -> Bool {
    let text = [id, title.string, value.string, meaning.string].joined(separator: " ").lowercased()
    return words.allSatisfy { text.contains($0) }
  }
}

/// What the settings show.
struct SettingsViewModel: Equatable {
  /// What is done once.
  enum Cue: Equatable {
    /// To say something.
    case say(Message)
    /// To ask whether a key is to be taken from another command.
    case ask(SafeText, Key, Command)
  }

  /// Words that do not change.
  struct Labels: Equatable {
    let change, reset, choose, keep, leave, take, filter: SafeText
    /// The title over the themes.
    let themes: SafeText
    /// That nothing has what was typed.
    let nothing: SafeText
  }

  var title: SafeText = ""
  /// Where changes are kept.
  var aside: SafeText = ""
  var rows: [SettingRow] = []
  let labels: Labels
  /// What is asked while a key is waited for, by the command.
  var asking: [Command: SafeText] = [:]
  var cues: [Cue] = []
}
