import FeedServices

extension Launch {
  /// Who may be asked where places are, as the settings say.
  var places: PlaceSettings {
    let settings = settings.settings
    let lookup = settings.lookup
    return PlaceSettings(
      nominatim: lookup == .nominatim || lookup == .both ? settings.nominatim : nil,
      photon: lookup == .photon || lookup == .both ? settings.photon : nil, language: language)
  }
}
