package import FeedDomain

/// A record of the values of those environment variables that concern the program as a whole.
package struct LaunchEnvironment: Equatable, Sendable {
  /// True if the environment variable `NO_COLOR` is set and not empty: no colours, no bold text.
  package let forbidsColour: Bool
  /// The path of the settings file to read instead of the default one, from the environment
  /// variable `TWEETIE_CONFIG`; nil if not set.
  package let settingsPath: String?
  /// True if the environment variable `TWEETIE_RESTRICTED` is set and not 0: no program is started,
  /// no file is saved and no clipboard is written.
  package let isRestricted: Bool
  /// True or false if the environment variable `TWEETIE_SCREEN_READER` turns the mode for screen
  /// readers on or off; nil if the setting decides.
  package let isForScreenReader: Bool?
  /// The command of the user's text editor, from the environment variable `VISUAL`, else `EDITOR`;
  /// nil if neither is set.
  package let editor: String?

  /// True if the terminal is on another machine, as the environment variables `SSH_CONNECTION` and
  /// `SSH_TTY` tell.
  package let isFar: Bool

  package init(_ variables: [String: String]) {
    /// Returns the value of an environment variable; nil if it is unset or empty.
    func nonemptyVariable(_ name: String) -> String? {
      variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    forbidsColour = nonemptyVariable("NO_COLOR") != nil
    settingsPath = nonemptyVariable("TWEETIE_CONFIG")
    isRestricted = nonemptyVariable("TWEETIE_RESTRICTED").map { $0 != "0" } ?? false
    isForScreenReader = nonemptyVariable("TWEETIE_SCREEN_READER").map { $0 != "0" && $0 != "off" }
    isFar = nonemptyVariable("SSH_CONNECTION") != nil || nonemptyVariable("SSH_TTY") != nil
    editor = nonemptyVariable("VISUAL") ?? nonemptyVariable("EDITOR")
  }
}

/// A namespace for the keys of the user's own applications at services, which come from the
/// environment, else from the settings.
package enum UsersOwnApplicationKeys {
  private struct APIKeySource: Sendable {
    let service: Service
    let field: SignInField
    let setting: String
    let value: @Sendable (Settings) -> String

    /// The name of the environment variable for an application's key, such as "TWEETIE_FLICKR_KEY".
    var variable: String {
      "TWEETIE_" + String(setting.uppercased().map { $0 == "-" ? "_" : $0 })
    }
  }

  private static let places = [
    APIKeySource(service: .unsplash, field: .key, setting: "unsplash-key") { $0.unsplashKey },
    APIKeySource(service: .unsplash, field: .secret, setting: "unsplash-secret") {
      $0.unsplashSecret
    },
    APIKeySource(service: .flickr, field: .key, setting: "flickr-key") { $0.flickrKey },
    APIKeySource(service: .flickr, field: .secret, setting: "flickr-secret") { $0.flickrSecret },
  ]

  /// Returns, for each service, the answers to fields of the sign-in form that the environment or
  /// the settings give, so that they need not be typed.
  package static func presetSignInAnswers(
    in settings: Settings, _ environment: [String: String]
  ) -> [Service: SignInAnswers] {
    places.reduce(into: [:]) { keys, place in
      let told = environment[place.variable].flatMap { $0.isEmpty ? nil : $0 }
      let key = told ?? place.value(settings)
      if !key.isEmpty { keys[place.service, default: [:]].setAnswer(place.field, Secret(key)) }
    }
  }

  /// The environment variables that override application keys in the settings: their names, by the
  /// setting's name.
  package static var variables: [String: String] {
    Dictionary(uniqueKeysWithValues: places.map { ("services.\($0.setting)", $0.variable) })
  }

  package static func apiKeySettingName(for service: Service) -> String? {
    places.first { $0.service == service }?.setting
  }
}
