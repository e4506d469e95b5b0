package import FeedDomain

/// Settings and accounts in memory, for export and import; the test chooses the result of parsing a
/// text.
package actor FakePortableSettings: PortableSettingsGateway {
  private let held: PortableSettings
  private let read: Result<PortableSettings, PortableSettingsError>
  package private(set) var kept: PortableSettings?

  package init(
    _ held: PortableSettings, reading read: Result<PortableSettings, PortableSettingsError>
  ) {
    (self.held, self.read) = (held, read)
  }

  package func portableSettings(of accounts: [Account.ID]) -> PortableSettings { held }

  package func storeChangedSettingsOnMachine(
    _ portableSettings: PortableSettings, insteadOf old: PortableSettings
  ) {
    kept = portableSettings
  }

  package nonisolated func exportedSettingsText(of portableSettings: PortableSettings) -> String {
    portableSettings.settings.map { "\($0.name)=\($0.value)\n" }.joined()
  }

  package nonisolated func parsedPortableSettings(in text: [UInt8]) throws(PortableSettingsError)
    -> PortableSettings
  {
    try read.get()
  }

  package nonisolated func readExportedSettingsFile(at path: String) -> [UInt8] { [] }
}
