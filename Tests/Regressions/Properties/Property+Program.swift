extension Property {
  /// What the person and their files say.
  static let program = [
    Property(name: "arguments", check: ArgumentsProperty.check),
    Property(name: "settings", check: SettingsProperty.check),
    Property(name: "key-name", check: KeyNameProperty.check),
    Property(name: "settings-import", check: SettingsImportProperty.check),
    Property(name: "rule", check: RuleProperty.check),
    Property(name: "log", check: LogProperty.check),
  ]
}
