package import FeedDomain

/// The keys of the person's own applications, from the environment, else from the settings.
package enum ApplicationKeys {
  /// A key, where it can stand.
  private struct Place: Sendable {
    package let service: Service
    package let field: SignInField
    let variable: String
    package let setting: String
    package let value: @Sendable (Settings) -> String
  }

  private static let places = [
    Place(
      service: .unsplash, field: .key, variable: "TWEETIE_UNSPLASH_KEY", setting: "unsplash-key",
      value: { $0.unsplashKey }),
    Place(
      service: .unsplash, field: .secret, variable: "TWEETIE_UNSPLASH_SECRET",
      setting: "unsplash-secret", value: { $0.unsplashSecret }),
    Place(
      service: .flickr, field: .key, variable: "TWEETIE_FLICKR_KEY", setting: "flickr-key",
      value: { $0.flickrKey }),
    Place(
      service: .flickr, field: .secret, variable: "TWEETIE_FLICKR_SECRET",
      setting: "flickr-secret", value: { $0.flickrSecret }),
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

  /// The setting in which a service's key can stand; nil where it has none.
  package static func setting(for service: Service) -> String? {
    places.first { $0.service == service }?.setting
  }
}
