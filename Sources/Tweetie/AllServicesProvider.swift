import FeedDomain
import FeedServices
import TweetieTUI

/// The provider of all services for the program, which itself names none of them.
struct Services: ServiceProvider {
  func makeServices(_ order: ServiceConfiguration) -> any ServiceDirectory {
    AllServices(
      builtIn: BuiltInServices(
        world: order.world, log: order.log, settings: DemoServiceSettings(order),
        journal: order.stateDirectory.map { "\($0)/tweetie-service" },
        folder: order.demoFolder),
      network: NetworkEnvironment(version: order.version) { order.environment[$0] },
      world: order.world, log: order.log,
      accounts: AccountStorage(
        store: order.credentials,
        lockFile: order.stateDirectory.map { "\($0)/renewal.lock" }, world: order.world),
      languages: WritingLanguage.writingLanguages { order.environment[$0] },
      instagram: order.variableValue("TWEETIE_INSTAGRAM_VERSION").flatMap(InstagramVersion.init)
        ?? .standard,
      places: PlaceSettings(
        nominatim: order.nominatim, photon: order.photon, language: order.language,
        folder: order.cacheDirectory),
      hosts: ServiceBaseAddresses(
        unsplash: order.variableValue("TWEETIE_UNSPLASH_SERVER"),
        flickr: order.variableValue("TWEETIE_FLICKR_SERVER"),
        instagram: order.variableValue("TWEETIE_INSTAGRAM_SERVER")),
      stateFolder: order.stateDirectory,
      home: order.environment["HOME"], readsFiles: !order.isRestricted, rules: order.rules)
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
      return ServerAddress(value) == nil ? "https://example.org, http://localhost:8080" : nil
    case "TWEETIE_INSTAGRAM_VERSION":
      return InstagramVersion(value) == nil ? "\(InstagramVersion.standard.text), v26.0" : nil
    default: return nil
    }
  }

  var libraries: [(name: String, version: String)] { CurlFacts.parts }

  func locationSource(environment: [String: String]) -> any LocationSource {
    GeoClue(environment: environment)
  }

  func secretStore(environment: [String: String]) -> any SecretStorage {
    SecretService(environment: environment)
  }
}

extension DemoServiceSettings {
  /// Creates the settings of the built-in demo service from environment variables.
  fileprivate init(_ order: ServiceConfiguration) {
    // Mistakes in this variable were reported when the settings were read.
    let faults =
      (try? SimulatedFaults(parsing: order.variableValue("TWEETIE_FAULTS") ?? ""))
      ?? SimulatedFaults()
    self.init(
      latency: order.durationValue("TWEETIE_LATENCY") ?? .milliseconds(350),
      newPostInterval: order.durationValue("TWEETIE_NEW_POSTS") ?? .seconds(45), faults: faults,
      faultsFile: order.variableValue("TWEETIE_FAULTS_FILE"), opensAtOnce: order.isDemo)
  }
}
