import FeedDomain
import Preferences
import Terminal

/// Changing settings and keys inside the program, which is none of the services' business.
enum SettingsChanging {
  /// What the person wants.
  enum Request: Equatable {
    /// To see all settings and keys.
    case open
    /// To have a setting be that; nil for what it usually is.
    case set(String, to: String?)
    /// To have a key do that, or no longer where it does.
    case press(Key, for: Command)
    /// The same, though it is another command's.
    case take(Key, for: Command)
    /// To have a command's usual keys.
    case resetKeys(Command)
    /// To see a theme before choosing it; nil for the one that is set.
    case look(String?)
  }

  /// What happened.
  enum Response: Equatable {
    /// What holds now.
    case settings(SettingsInForce)
    /// A setting cannot be that.
    case refused(String, setting: String, allowed: String)
    /// A key is another command's.
    case taken(Key, by: Command, for: Command)
    /// A key has no name that a file could say.
    case nameless
    /// It was changed, and holds from the next start.
    case later
    /// The file could not be changed.
    case failed(StoreError, path: String)
  }
}
