import FeedDomain
import FeedServices
import TweetieTUI

/// The program's own implementation of `ServicesAndLocationProvider`: all services (Mastodon, Bluesky and
/// others), the user's location and the store of secrets, for common code that names no service.
struct AllServicesProvider: ServicesAndLocationProvider {
  func makeServices(_ order: ServiceConfiguration) -> any ServiceDirectory {
    AllServices(
      builtIn: DemoServiceDirectory(
        world: order.world, log: order.log, settings: SimulatedServerSettings(order),
        journal: order.stateDirectory.map { "\($0)/tweetie-service" },
        folder: order.demoFolder),
      network: NetworkEnvironment(version: order.version) { order.environment[$0] },
      world: order.world, log: order.log,
      accounts: AccountTokenStorage(
        store: order.credentials,
        lockFile: order.stateDirectory.map { "\($0)/renewal.lock" }, world: order.world),
      languages: EnvironmentLanguageParser.writingLanguages { order.environment[$0] },
      instagram: order.environmentValue("TWEETIE_INSTAGRAM_VERSION").flatMap(
        InstagramAPIVersion.init)
        ?? .standard,
      places: PlaceSearchSettings(
        nominatim: order.nominatim, photon: order.photon, language: order.language,
        folder: order.cacheDirectory),
      hosts: ServiceServerAddresses(
        unsplash: order.environmentValue("TWEETIE_UNSPLASH_SERVER"),
        flickr: order.environmentValue("TWEETIE_FLICKR_SERVER"),
        instagram: order.environmentValue("TWEETIE_INSTAGRAM_SERVER")),
      stateFolder: order.stateDirectory,
      home: order.environment["HOME"], readsFiles: !order.isRestricted, rules: order.rules,
      newsboat: order.newsboat, readPosts: order.readPosts, bookmarkTags: order.bookmarkTags)
  }

  func validValuesHint(for value: String, of setting: String) -> String? {
    switch setting {
    case "TWEETIE_FAULTS":
      do throws(FaultSyntaxError) {
        _ = try SimulatedFaults(parsing: value)
        return nil
      } catch {
        return error.validChoices
      }
    case "photos.nominatim", "photos.photon", "TWEETIE_UNSPLASH_SERVER", "TWEETIE_FLICKR_SERVER",
      "TWEETIE_INSTAGRAM_SERVER":
      return ConfiguredServerBaseAddress(value) == nil
        ? "https://example.org, http://localhost:8080" : nil
    case "TWEETIE_INSTAGRAM_VERSION":
      return InstagramAPIVersion(value) == nil ? "\(InstagramAPIVersion.standard.text), v26.0" : nil
    default: return nil
    }
  }

  var libraries: [(name: String, version: String)] { InstalledCurl.parts }

  func userLocationSource(environment: [String: String]) -> any LocationSource {
    GeoClueLocationSource(environment: environment)
  }

  func desktopKeyring(environment: [String: String]) -> any SecretStorage {
    SecretServiceStorage(environment: environment)
  }
}

extension SimulatedServerSettings {
  /// Creates the settings of the built-in demo service from environment variables.
  fileprivate init(_ order: ServiceConfiguration) {
    // Mistakes in this variable were reported when the settings were read.
    let faults =
      (try? SimulatedFaults(parsing: order.environmentValue("TWEETIE_FAULTS") ?? ""))
      ?? SimulatedFaults()
    self.init(
      latency: order.environmentDuration("TWEETIE_LATENCY") ?? .milliseconds(350),
      newPostInterval: order.environmentDuration("TWEETIE_NEW_POSTS") ?? .seconds(45),
      faults: faults,
      faultsFile: order.environmentValue("TWEETIE_FAULTS_FILE"), opensAtOnce: order.isDemo)
  }
}
