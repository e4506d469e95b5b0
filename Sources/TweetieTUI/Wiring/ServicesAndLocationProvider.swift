import Console
package import FeedDomain
import Glibc
import Preferences

/// A protocol of providers of all services and of the user's location, which the program passes to
/// the module of the user interface.
package protocol ServicesAndLocationProvider: Sendable {
  func makeServices(_ order: ServiceConfiguration) -> any ServiceDirectory
  /// Returns a text with the valid values of a services' setting or environment variable, such as
  /// "photos.photon" or "TWEETIE_FAULTS", if `value` is invalid; nil if it is valid.
  func validValuesHint(for value: String, of setting: String) -> String?
  var libraries: [(name: String, version: String)] { get }
  func userLocationSource(environment: [String: String]) -> any LocationSource
  /// Returns the desktop's keyring as a store of secrets.
  func desktopKeyring(environment: [String: String]) -> any SecretStorage
}

/// A configuration of all services: their settings, and the values they share with the program.
package struct ServiceConfiguration: Sendable {
  package let world: any World
  package let log: any Log
  /// The store in which services save the renewed tokens of accounts.
  package let credentials: any CredentialStore
  package let rules: any FilterRuleStore
  package let newsboat: any NewsboatDatabaseReading
  /// The closure that returns those of some posts of an account that are marked as read.
  package let readPosts: @Sendable (Account.ID, [Post.ID]) async -> Set<Post.ID>
  /// The closure that returns an account's tags of bookmarks.
  package let bookmarkTags: @Sendable (Account.ID) async -> BookmarkTagIndex
  /// The path of the directory for permanent files of services; nil if nothing is stored.
  package let stateDirectory: String?
  /// The path of the directory for cached files of services; nil if nothing is stored.
  package let cacheDirectory: String?
  /// The path of the folder with the demo service's people, posts and pictures.
  package let demoFolder: String
  package let version: String
  package let environment: [String: String]
  /// True in restricted mode, in which services read no files that the user names.
  package let isRestricted: Bool
  /// True if the program runs as a demo, whose built-in service opens without delay.
  package let isDemo: Bool
  /// The address of the Nominatim server that looks up places; nil if none is to be asked.
  package let nominatim: String?
  /// The address of the Photon server that looks up places; nil if none is to be asked.
  package let photon: String?
  /// The language of the program's texts, such as "de" or "pt-BR", in which place names are
  /// requested.
  package let language: String

  /// Returns the value of an environment variable; nil if it is missing or empty.
  package func environmentValue(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the duration in an environment variable, such as "350ms"; nil if it is missing or
  /// invalid.
  package func environmentDuration(_ name: String) -> Duration? {
    environmentValue(name).flatMap { DurationSettingFormat.parsedDuration(from: $0) }
  }
}

extension ServiceConfiguration {
  init(
    _ launch: LaunchContext, stateDirectory: String?, cacheDirectory: String?, world: any World,
    log: any Log, credentials: any CredentialStore, rules: any FilterRuleStore,
    newsboat: any NewsboatDatabaseReading,
    readPosts: @escaping @Sendable (Account.ID, [Post.ID]) async -> Set<Post.ID>,
    bookmarkTags: @escaping @Sendable (Account.ID) async -> BookmarkTagIndex, isDemo: Bool
  ) {
    let settings = launch.settings.settings
    let lookup = settings.lookup
    self.init(
      world: world, log: log, credentials: credentials, rules: rules, newsboat: newsboat,
      readPosts: readPosts, bookmarkTags: bookmarkTags, stateDirectory: stateDirectory,
      cacheDirectory: cacheDirectory,
      demoFolder: Self.demoFolderPath(launch.environment["TWEETIE_DEMO"], for: launch.executable),
      version: ProgramVersion.current, environment: launch.environment,
      isRestricted: LaunchEnvironment(launch.environment).isRestricted,
      isDemo: isDemo,
      nominatim: lookup == .nominatim || lookup == .both ? settings.nominatim : nil,
      photon: lookup == .photon || lookup == .both ? settings.photon : nil,
      language: launch.language)
  }

  /// Returns the path of the folder with the demo's data: the named one, or else the first that
  /// exists beside the program or in `share`.
  private static func demoFolderPath(_ named: String?, for program: String) -> String {
    if let named, !named.isEmpty { return named }
    let directory = program.lastIndex(of: "/").map { program[..<$0] } ?? "."
    let folders = ["\(directory)/demo", "\(directory)/../share/tweetie/demo"]
    return folders.first { access($0, R_OK) == 0 } ?? folders[1]
  }
}
