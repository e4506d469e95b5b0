package import FeedDomain
internal import Groundwork

/// A gateway that exports and imports settings: the settings file, themes, mutes, tabs and deck
/// columns.
package struct PortableSettingsStore: PortableSettingsGateway {
  private let settings: String
  private let mutes: any MuteStore
  private let feeds: SQLiteFeedStore

  package init(settings: String, mutes: any MuteStore, feeds: SQLiteFeedStore) {
    (self.settings, self.mutes, self.feeds) = (settings, mutes, feeds)
  }

  package func portableSettings(of accounts: [Account.ID]) async throws(StoreError)
    -> PortableSettings
  {
    var portableSettings = PortableSettings()
    portableSettings.settings = try SettingsFile.readSettingsFile(path: settings).entries
    portableSettings.themes = ThemeFolder(besideSettings: settings).themes().mapValues(\.entries)
    portableSettings.mutes = try mutes.mutes()
    portableSettings.columns = try await feeds.tabStore.deckColumns()
    for account in accounts {
      portableSettings.tabs[account] = try await feeds.tabStore.tabs(account: account)
      let places = try await feeds.recentPhotoSearchPlaces(
        account: account, limit: PortableSettings.mostPlaces)
      if !places.isEmpty { portableSettings.places[account] = places }
    }
    return portableSettings.restricted(to: Set(accounts))
  }

  /// Stores imported settings, the settings file first, so that nothing is changed if the file
  /// cannot express a value.
  package func storeChangedSettingsOnMachine(
    _ portableSettings: PortableSettings, insteadOf old: PortableSettings
  ) async throws(StoreError) {
    let edits = Self.settingChangesBetweenEntries(
      from: old.settingsInForce, to: portableSettings.settingsInForce)
    if !edits.isEmpty { _ = try await SettingsWriter(path: settings).saveSettingChanges(edits) }
    let folder = ThemeFolder(besideSettings: settings)
    for (name, lines) in portableSettings.themes where old.themes[name] != lines {
      try folder.saveTheme(lines.map { ($0.key, $0.value) }, as: name)
    }
    let known = Set(old.mutes)
    let fresh = portableSettings.mutes.filter { !known.contains($0) }
    if !fresh.isEmpty { try mutes.addMutes(fresh) }
    try await feeds.cache.storePortableSettings(portableSettings, insteadOf: old)
  }

  package func exportedSettingsText(of portableSettings: PortableSettings) -> String {
    PortableSettingsFormat.exportedSettingsText(of: portableSettings)
  }

  package func parsedPortableSettings(in text: [UInt8]) throws(PortableSettingsError)
    -> PortableSettings
  {
    try PortableSettingsParser.parsedPortableSettings(in: text)
  }

  package func readExportedSettingsFile(at path: String) throws(StoreError) -> [UInt8] {
    try SettingsFile.settingsFileBytes(path: path, mustExist: true)
  }
}

extension PortableSettingsStore {
  private static func settingChangesBetweenEntries(
    from old: [String: SettingEntry], to new: [String: SettingEntry]
  ) -> [SettingChange] {
    let gone = old.values.filter { new[$0.name] == nil }
    let changed = new.values.filter { old[$0.name] != $0 }.sorted { $0.line < $1.line }
    return gone.map { SettingChange($0, isRemoved: true) } + changed.map { SettingChange($0) }
  }
}
