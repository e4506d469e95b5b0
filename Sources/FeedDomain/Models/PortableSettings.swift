/// A copy of the user's settings, themes, mutes, tabs, columns and places, for export to another
/// machine. It contains no secrets and no posts.
package struct PortableSettings: Equatable, Sendable {
  /// The lines of the settings file in order; a later line overrides an earlier one.
  package var settings: [SettingEntry] = []
  package var themes: [String: [SettingEntry]] = [:]
  /// The user's local mutes, the latest first.
  package var mutes: [Mute] = []
  package var tabs: [Account.ID: [AccountStreamTab]] = [:]
  package var columns: [DeckColumn] = []
  /// The places that each account searched for recently, the latest first.
  package var places: [Account.ID: [Place]] = [:]

  package init() {}

  /// The maximum number of searched places that are kept for an account.
  package static let mostPlaces = 8
}

package enum PortableSettingsError: Error, Equatable {
  /// A reason why an imported file is rejected: it is no export of settings.
  case otherFile
  /// A reason why an imported file is rejected: a newer version of the program wrote it.
  case newer
  case tooLarge, notText
  /// A reason why an imported file is rejected: the line with this number is invalid.
  case line(Int)
}

extension PortableSettings {
  package var accounts: Set<Account.ID> {
    Set(tabs.keys).union(places.keys).union(columns.map(\.account))
  }

  /// Returns the exported settings without the tabs, places and columns of accounts that are not
  /// among `accounts`.
  package func restricted(to accounts: Set<Account.ID>) -> PortableSettings {
    var portableSettings = self
    portableSettings.tabs = tabs.filter { accounts.contains($0.key) }
    portableSettings.places = places.filter { accounts.contains($0.key) }
    portableSettings.columns = columns.filter { accounts.contains($0.account) }
    return portableSettings
  }

  /// Returns the settings with imported ones: settings, themes, and an account's tabs and columns
  /// are replaced, mutes and places are added. The named `sections` of the settings file are
  /// replaced as a whole.
  package func importingSettings(_ others: PortableSettings, wholly sections: Set<String>)
    -> PortableSettings
  {
    let whole = sections.intersection(others.settings.map(\.section))
    let names = Set(others.settings.map(\.name))
    let columned = Set(others.columns.map(\.account))
    var result = self
    result.settings =
      settings.filter { !whole.contains($0.section) && !names.contains($0.name) } + others.settings
    result.themes.merge(others.themes) { $1 }
    var known = Set(mutes)
    result.mutes = others.mutes.filter { known.insert($0).inserted } + mutes
    result.tabs.merge(others.tabs) { $1 }
    result.columns = others.columns + columns.filter { !columned.contains($0.account) }
    result.places.merge(others.places) { own, others in
      var squares = Set(own.map(\.square))
      let all = own + others.filter { squares.insert($0.square).inserted }
      return Array(all.prefix(Self.mostPlaces))
    }
    return result
  }

  /// The settings that apply, by full name; of several lines with one name, the last.
  package var settingsInForce: [String: SettingEntry] {
    Dictionary(settings.map { ($0.name, $0) }) { $1 }
  }
}
