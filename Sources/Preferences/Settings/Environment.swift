package import FeedDomain

/// What the environment variables say that concern the program as a whole.
package struct LaunchEnvironment: Equatable, Sendable {
  /// `NO_COLOR` is set to something: nothing is coloured nor bold.
  package let forbidsColour: Bool
  /// `TWEETIE_CONFIG`: the settings file to read instead of the usual one.
  package let settingsPath: String?
  /// `TWEETIE_RESTRICTED`: no program is started, no file is saved, no clipboard is written.
  package let isRestricted: Bool
  /// `VISUAL`, else `EDITOR`.
  package let editor: String?

  /// Whether the terminal is on another machine, as `SSH_CONNECTION` or `SSH_TTY` tell.
  package let isFar: Bool

  package init(_ variables: [String: String]) {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    forbidsColour = value("NO_COLOR") != nil
    settingsPath = value("TWEETIE_CONFIG")
    isRestricted = value("TWEETIE_RESTRICTED").map { $0 != "0" } ?? false
    isFar = value("SSH_CONNECTION") != nil || value("SSH_TTY") != nil
    editor = value("VISUAL") ?? value("EDITOR")
  }
}

/// The keys of the person's own applications, from the environment, else from the settings.
package enum ApplicationKeys {
  private struct KeySource: Sendable {
    let service: Service
    let field: SignInField
    let setting: String
    let value: @Sendable (Settings) -> String

    /// As "TWEETIE_FLICKR_KEY".
    var variable: String { "TWEETIE_" + setting.uppercased().replacing("-", with: "_") }
  }

  private static let places = [
    KeySource(service: .unsplash, field: .key, setting: "unsplash-key") { $0.unsplashKey },
    KeySource(service: .unsplash, field: .secret, setting: "unsplash-secret") { $0.unsplashSecret },
    KeySource(service: .flickr, field: .key, setting: "flickr-key") { $0.flickrKey },
    KeySource(service: .flickr, field: .secret, setting: "flickr-secret") { $0.flickrSecret },
  ]

  /// What need not be typed, for each service.
  package static func all(
    in settings: Settings, _ environment: [String: String]
  ) -> [Service: SignInAnswers] {
    places.reduce(into: [:]) { keys, place in
      let told = environment[place.variable].flatMap { $0.isEmpty ? nil : $0 }
      let key = told ?? place.value(settings)
      if !key.isEmpty { keys[place.service, default: [:]].set(place.field, Secret(key)) }
    }
  }

  /// The variables that count more than the settings, by the setting.
  package static var variables: [String: String] {
    Dictionary(uniqueKeysWithValues: places.map { ("services.\($0.setting)", $0.variable) })
  }

  /// The setting in which a service's key can stand; nil where it has none.
  package static func setting(for service: Service) -> String? {
    places.first { $0.service == service }?.setting
  }
}
