import FeedDomain
import FeedStorage
import Preferences

/// The settings, and the file they are changed in.
extension Launch {
  /// The settings while the program runs; those options count more than the file, and in a demo the
  /// file is left alone.
  @MainActor func settingsBook(
    isDemo: Bool, overrides: [String: String], judge: @escaping SettingsInForce.Judge
  ) -> SettingsBook {
    let (path, environment) = (settings.path, environment)
    let isRestricted = LaunchEnvironment(environment).isRestricted
    let outlivesProgram = !isDemo && !path.isEmpty && !isRestricted
    let variables = SettingsTable.variables(in: environment)
    // Its thread begins with the first change.
    var opened: SettingsWriter?
    return SettingsBook(
      settings,
      keeping: SettingsBook.Keeping(
        outlivesProgram: outlivesProgram, isRestricted: isRestricted,
        overrides: overrides.merging(variables) { option, _ in option }, judge: judge
      ) { changes throws(StoreError) in
        let writer = opened ?? SettingsWriter(path: path, isTrial: !outlivesProgram)
        opened = writer
        let file = try await writer.make(
          changes.map { SettingsEdit(section: $0.section, key: $0.key, value: $0.value) })
        return SettingsInForce(path: path, saying: file, judge: judge)
          .heeding(environment, judge: judge)
      })
  }
}
