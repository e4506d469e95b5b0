/// What somebody set up, which goes with them to another machine: nothing of what they read, and no
/// secrets.
package struct PortableSettings: Equatable, Sendable {
  /// A line of the settings, or of a theme.
  package struct Setting: Hashable, Sendable {
    /// The name in brackets above it; that of themes in the file of one.
    package let section: String
    package let key: String
    package let value: String
    /// The line it stands on, which is no part of what it says.
    package let line: Int

    package init(section: String, key: String, value: String, line: Int = 0) {
      (self.section, self.key, self.value, self.line) = (section, key, value, line)
    }

    /// What it sets.
    package var name: String { "\(section).\(key)" }

    package static func == (left: Setting, right: Setting) -> Bool {
      left.section == right.section && left.key == right.key && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine([section, key, value])
    }
  }

  /// In their order; of two that set the same the later one counts.
  package var settings: [Setting] = []
  /// The themes that somebody wrote, by their names.
  package var themes: [String: [Setting]] = [:]
  /// The latest first.
  package var mutes: [Mute] = []
  /// The tabs of those accounts for which some were chosen.
  package var tabs: [Account.ID: [StreamTab]] = [:]
  package var columns: [DeckColumn] = []
  /// Where somebody looked last, the latest first.
  package var places: [Account.ID: [Place]] = [:]

  package init() {}

  /// So many places of an account are worth remembering.
  package static let mostPlaces = 8
}

/// Why a file is none of belongings.
package enum PortableSettingsError: Error, Equatable {
  /// Something else altogether.
  case otherFile
  /// A newer version wrote it.
  case newer
  case tooLarge
  case notText
  /// That line says nothing that can be taken.
  case line(Int)
}

extension PortableSettings {
  /// The accounts of which something is in it.
  package var accounts: Set<Account.ID> {
    Set(tabs.keys).union(places.keys).union(columns.map(\.account))
  }

  /// Without what is of other accounts.
  package func only(of accounts: Set<Account.ID>) -> PortableSettings {
    var portableSettings = self
    portableSettings.tabs = tabs.filter { accounts.contains($0.key) }
    portableSettings.places = places.filter { accounts.contains($0.key) }
    portableSettings.columns = columns.filter { accounts.contains($0.account) }
    return portableSettings
  }

  /// These with what comes from elsewhere. A setting, a theme, an account's tabs and its columns take
  /// the place of what is there; mutes and places are added. Of those sections nothing else stays.
  package func taking(_ others: PortableSettings, wholly sections: Set<String>) -> PortableSettings
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

  /// What holds of each setting.
  package var held: [String: Setting] {
    Dictionary(settings.map { ($0.name, $0) }) { $1 }
  }
}
