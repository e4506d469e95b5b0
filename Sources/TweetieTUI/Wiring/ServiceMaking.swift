import Console
public import FeedDomain
import Preferences

/// Who makes the services, and knows where the reader is: the program itself speaks to none.
public protocol ServiceMaking: Sendable {
  /// Every service that can be signed in to.
  func services(_ order: ServiceOrder) -> any ServiceDirectory
  /// What a setting of the services can be, as "tweetie.faults"; nil where it can be that value.
  func remedy(for value: String, of setting: String) -> String?
  /// The libraries that speak to the network, and their versions; loads them.
  var libraries: [(name: String, version: String)] { get }
  /// The system's location service.
  func location(environment: [String: String]) -> any Locating
  /// The system's own store of secrets.
  func secretStore(environment: [String: String]) -> any SecretKeeping
}

/// What the services are made from: the settings, and what they share with the program.
public struct ServiceOrder: Sendable {
  /// The clock, and chance.
  public let world: any World
  /// Where they say what they do.
  public let log: any Log
  /// Where renewed tokens are kept.
  public let credentials: any CredentialStore
  /// Where they may keep files; nil where nothing is kept.
  public let stateDirectory: String?
  /// Where they may keep what can be asked for again; nil where nothing is kept.
  public let cacheDirectory: String?
  /// The program's version, for the services to know.
  public let version: String
  /// The environment the program was started in.
  public let environment: [String: String]
  /// How long the built-in service takes to answer.
  public let latency: Duration
  /// Whether it is only tried out: it opens without delay.
  public let isDemo: Bool
  /// How often somebody posts there.
  public let newPosts: Duration
  /// What goes wrong there.
  public let faults: String
  /// A file that says what goes wrong there, read at each call.
  public let faultsFile: String?
  /// Nominatim's address; nil where it is not to be asked.
  public let nominatim: String?
  /// Photon's address; nil where it is not to be asked.
  public let photon: String?
  /// Where Unsplash is asked.
  public let unsplashServer: String
  /// Where Flickr is asked.
  public let flickrServer: String
  /// Where Instagram is asked.
  public let instagramServer: String
  /// The version of Instagram's interface, as "v25.0".
  public let instagramVersion: String
  /// The person's language, as "de" or "pt-BR".
  public let language: String
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
      cacheDirectory: cacheDirectory, version: Version.current, environment: launch.environment,
      latency: settings.latency, isDemo: isDemo,
      newPosts: settings.newPosts, faults: settings.faults,
      faultsFile: settings.faultsFile.isEmpty ? nil : settings.faultsFile,
      nominatim: lookup == .nominatim || lookup == .both ? settings.nominatim : nil,
      photon: lookup == .photon || lookup == .both ? settings.photon : nil,
      unsplashServer: settings.unsplashServer, flickrServer: settings.flickrServer,
      instagramServer: settings.instagramServer,
      instagramVersion: settings.instagramVersion, language: launch.language)
  }
}
