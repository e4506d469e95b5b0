package import FeedDomain

/// The environment variables that concern the program as a whole.
package struct LaunchEnvironment: Equatable, Sendable {
  /// True if `NO_COLOR` is set and not empty: output has neither colours nor bold text.
  package let forbidsColour: Bool
  /// An environment variable: `TWEETIE_CONFIG`, the settings file to read instead of the default
  /// one.
  package let settingsPath: String?
  /// True if `TWEETIE_RESTRICTED` is set and not 0: no program is started, no file is saved and no
  /// clipboard is written.
  package let isRestricted: Bool
  /// True or false if `TWEETIE_SCREEN_READER` turns the mode for screen readers on or off; nil if
  /// the setting decides.
  package let isForScreenReader: Bool?
  /// The command of the person's text editor, from `VISUAL`, else `EDITOR`.
  package let editor: String?

  /// True if the terminal is on another machine, by `SSH_CONNECTION` or `SSH_TTY`.
  package let isFar: Bool

  package init(_ variables: [String: String]) {
    func nonemptyValue(_ name: String) -> String? {
      variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    forbidsColour = nonemptyValue("NO_COLOR") != nil
    settingsPath = nonemptyValue("TWEETIE_CONFIG")
    isRestricted = nonemptyValue("TWEETIE_RESTRICTED").map { $0 != "0" } ?? false
    isForScreenReader = nonemptyValue("TWEETIE_SCREEN_READER").map { $0 != "0" && $0 != "off" }
    isFar = nonemptyValue("SSH_CONNECTION") != nil || nonemptyValue("SSH_TTY") != nil
    editor = nonemptyValue("VISUAL") ?? nonemptyValue("EDITOR")
  }
}

/// The keys of the person's own applications at services, from the environment, else from the
/// settings.
package enum ApplicationKeys {
  private struct KeySource: Sendable {
    let service: Service
    let field: SignInField
    let setting: String
    let value: @Sendable (Settings) -> String

    /// The name of an application key's environment variable, as "TWEETIE_FLICKR_KEY".
    var variable: String {
      "TWEETIE_" + String(setting.uppercased().map { $0 == "-" ? "_" : $0 })
    }
  }

  private static let places = [
    KeySource(service: .unsplash, field: .key, setting: "unsplash-key") { $0.unsplashKey },
    KeySource(service: .unsplash, field: .secret, setting: "unsplash-secret") { $0.unsplashSecret },
    KeySource(service: .flickr, field: .key, setting: "flickr-key") { $0.flickrKey },
    KeySource(service: .flickr, field: .secret, setting: "flickr-secret") { $0.flickrSecret },
  ]

  /// Returns each service's answers to sign-in fields that need not be typed, as the settings or
  /// environment give them.
  package static func knownAnswers(
    in settings: Settings, _ environment: [String: String]
  ) -> [Service: SignInAnswers] {
    places.reduce(into: [:]) { keys, place in
      let told = environment[place.variable].flatMap { $0.isEmpty ? nil : $0 }
      let key = told ?? place.value(settings)
      if !key.isEmpty { keys[place.service, default: [:]].setAnswer(place.field, Secret(key)) }
    }
  }

  /// The environment variables that override settings, by the setting.
  package static var variables: [String: String] {
    Dictionary(uniqueKeysWithValues: places.map { ("services.\($0.setting)", $0.variable) })
  }

  package static func settingName(for service: Service) -> String? {
    places.first { $0.service == service }?.setting
  }
}
