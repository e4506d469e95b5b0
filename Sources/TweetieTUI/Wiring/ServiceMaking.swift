import Console
package import FeedDomain
import Glibc
import Preferences

/// Who makes the services, and knows where the reader is: the program itself speaks to none.
package protocol ServiceMaking: Sendable {
  /// Every service that can be signed in to.
  func services(_ order: ServiceOrder) -> any ServiceDirectory
  /// What a setting of the services can be, as "photos.photon", or a variable of the environment, as
  /// "TWEETIE_FAULTS"; nil where it can be that value.
  func remedy(for value: String, of setting: String) -> String?
  /// The libraries that speak to the network, and their versions; loads them.
  var libraries: [(name: String, version: String)] { get }
  /// The system's location service.
  func location(environment: [String: String]) -> any Locating
  /// The system's own store of secrets.
  func secretStore(environment: [String: String]) -> any SecretKeeping
}

/// What the services are made from: the settings, and what they share with the program.
package struct ServiceOrder: Sendable {
  package let world: any World
  /// Where they say what they do.
  package let log: any Log
  /// Where renewed tokens are kept.
  package let credentials: any CredentialStore
  /// Where they may keep files; nil where nothing is kept.
  package let stateDirectory: String?
  /// Where they may keep what can be asked for again; nil where nothing is kept.
  package let cacheDirectory: String?
  /// The folder with the demo's people, posts and pictures.
  package let demoFolder: String
  package let version: String
  package let environment: [String: String]
  /// Whether they read no file that somebody names.
  package let isRestricted: Bool
  /// Whether it is only tried out: it opens without delay.
  package let isDemo: Bool
  /// Nominatim's address; nil where it is not to be asked.
  package let nominatim: String?
  /// Photon's address; nil where it is not to be asked.
  package let photon: String?
  /// The person's language, as "de" or "pt-BR".
  package let language: String

  /// A variable of the environment; nil where it is empty.
  package func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The length of time that a variable says, as "350ms"; nil where it says none.
  package func duration(_ name: String) -> Duration? {
    variable(name).flatMap { DurationText.duration(from: $0) }
  }
}

extension ServiceOrder {
  init(
    _ launch: Launch, stateDirectory: String?, cacheDirectory: String?, world: any World,
    log: any Log, credentials: any CredentialStore, isDemo: Bool
  ) {
    let settings = launch.settings.settings
    let lookup = settings.lookup
    self.init(
      world: world, log: log, credentials: credentials, stateDirectory: stateDirectory,
      cacheDirectory: cacheDirectory,
      demoFolder: Self.demoFolder(launch.environment["TWEETIE_DEMO"], for: launch.executable),
      version: Version.current, environment: launch.environment,
      isRestricted: LaunchEnvironment(launch.environment).isRestricted,
      isDemo: isDemo,
      nominatim: lookup == .nominatim || lookup == .both ? settings.nominatim : nil,
      photon: lookup == .photon || lookup == .both ? settings.photon : nil,
      language: launch.language)
  }

  /// The folder that is named, or the first there is of those beside the program and in `share`.
  private static func demoFolder(_ named: String?, for program: String) -> String {
    if let named, !named.isEmpty { return named }
    let directory = program.lastIndex(of: "/").map { program[..<$0] } ?? "."
    let folders = ["\(directory)/demo", "\(directory)/../share/tweetie/demo"]
    return folders.first { access($0, R_OK) == 0 } ?? folders[1]
  }
}
