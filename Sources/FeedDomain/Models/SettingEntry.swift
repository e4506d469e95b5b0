/// A setting with its section, key and value: one line of the settings file or a theme.
package struct SettingEntry: Equatable, Sendable {
  /// The name of the section that the setting's line stands in, such as the word in brackets in the
  /// settings file.
  package let section: String
  package let key: String
  package let value: String
  /// The setting's line number in its file, counted from 1; ignored when settings are compared.
  package let line: Int

  package init(section: String, key: String, value: String, line: Int = 0) {
    (self.section, self.key, self.value, self.line) = (section, key, value, line)
  }

  /// The full name of the setting: section and key, joined by a dot.
  package var name: String { "\(section).\(key)" }

  package static func == (left: SettingEntry, right: SettingEntry) -> Bool {
    left.section == right.section && left.key == right.key && left.value == right.value
  }
}

/// A change of one setting, which leaves the comments, order and unknown lines of the settings file
/// unchanged.
package struct SettingChange: Equatable, Sendable {
  package let section: String
  package let key: String
  /// The new value of a changed setting; nil removes its line, so that the default applies.
  package let value: String?

  package init(section: String, key: String, value: String?) {
    (self.section, self.key, self.value) = (section, key, value)
  }

  /// Creates the change that stores a setting's value, or that removes the setting.
  package init(_ entry: SettingEntry, isRemoved: Bool = false) {
    self.init(section: entry.section, key: entry.key, value: isRemoved ? nil : entry.value)
  }
}
