import Terminal
import Testing

@testable import Preferences
@testable import Tweetie
@testable import Words

/// The variables of the environment with which the services are tried.
struct ServiceVariableTests {
  /// What is told of an environment.
  private func sentences(_ environment: [String: String]) -> Set<String> {
    let inForce = CurrentSettings(path: "config.ini", entries: [])
      .addingEnvironmentMistakes(
        inVariables: environment, validator: AllServicesProvider().validValuesHint)
    #expect(inForce.settings == Settings())
    return Set(
      inForce.mistakes.map { Wording().mistakeMessage(for: $0, in: "config.ini").string })
  }

  @Test func `valid environment variables of services cause no message`() {
    #expect(
      sentences([
        "TWEETIE_UNSPLASH_SERVER": "https://proxy.example/unsplash",
        "TWEETIE_FLICKR_SERVER": "http://localhost:8080",
        "TWEETIE_INSTAGRAM_SERVER": "http://127.0.0.1:9", "TWEETIE_INSTAGRAM_VERSION": "v26.0",
        "TWEETIE_LATENCY": "20ms", "TWEETIE_NEW_POSTS": "off",
        "TWEETIE_FAULTS": "like=refused:3, feed=unreachable", "TWEETIE_FAULTS_FILE": "/nowhere",
        "TWEETIE_CONFIG": "x", "TWEETIE_FLICKR_KEY": "k", "FAULTS": "x",
      ]).isEmpty)
  }

  @Test func `an invalid environment variable of a service is reported with possible values`() {
    let server = "Possible values: https://example.org, http://localhost:8080."
    #expect(
      sentences([
        "TWEETIE_UNSPLASH_SERVER": "http://proxy.example", "TWEETIE_FLICKR_SERVER": "",
        "TWEETIE_INSTAGRAM_SERVER": "graph.instagram.com", "TWEETIE_INSTAGRAM_VERSION": "new",
        "TWEETIE_LATENCY": "soon", "TWEETIE_FAULTS": "like=refused:0",
      ]) == [
        "TWEETIE_UNSPLASH_SERVER cannot be \"http://proxy.example\". \(server)",
        "TWEETIE_INSTAGRAM_SERVER cannot be \"graph.instagram.com\". \(server)",
        "TWEETIE_INSTAGRAM_VERSION cannot be \"new\". Possible values: v25.0, v26.0.",
        "TWEETIE_LATENCY cannot be \"soon\". Possible values: off, 350ms, 90s, 5m, 1h, ….",
        "TWEETIE_FAULTS cannot be \"like=refused:0\". Possible values: 1, 2, 3, ….",
      ])
  }
}
