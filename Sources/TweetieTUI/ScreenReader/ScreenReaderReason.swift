import Preferences
import Terminal
import Words

/// A reason why the mode for screen readers is on: a command-line option, an environment variable
/// or the setting.
enum ScreenReaderReason: Equatable {
  case option
  case variable
  case setting

  /// Creates the reason for the mode for screen readers from the option, the environment and the
  /// settings; nil if the mode is off.
  init?(option: Bool, environment: LaunchEnvironment, settings: Settings) {
    if option {
      self = .option
    } else if let isOn = environment.isForScreenReader {
      guard isOn else { return nil }
      self = .variable
    } else if settings.screenReader.isOn {
      self = .setting
    } else {
      return nil
    }
  }

  /// Returns the first lines read aloud, which say that the mode for screen readers is on, and why.
  func explanationLines(_ wording: Wording) -> [SafeText] {
    let reason =
      switch self {
      case .option:
        wording.say(
          "Screen reader mode is on, because of the option {name}.", ["name": "--screen-reader"])
      case .variable:
        wording.say(
          "Screen reader mode is on, because of the environment variable {name}.",
          ["name": "TWEETIE_SCREEN_READER"])
      case .setting:
        wording.say(
          "Screen reader mode is on, because of the setting {name}.",
          ["name": "display.screen-reader"])
      }
    return [reason, wording.say("Type help to hear how it works, or quit.")]
  }

  /// Returns the help text of the mode for screen readers, which is read before the keys.
  static func screenReaderHelpLines(_ wording: Wording) -> [SafeText] {
    [
      wording.say("A number reads that item; an empty line reads the next one."),
      wording.say(
        "Keys and commands work as in the full screen: l or like, R or reply."),
      wording.say("A number after it names the item: like 3."),
      wording.say(
        "list reads several items, again reads this one again, where says where you are, keys says what you can do here."
      ),
      wording.say(
        "Where you are asked for text, a command begins with a dot: .back, .keys, .send."),
    ]
  }
}
