import FeedServices
import FeedStorage

extension Launch {
  /// Who may be asked where places are, as the settings say; what is tried out leaves no file behind.
  func places(keepsAnswers: Bool) -> PlaceSettings {
    let settings = settings.settings
    let lookup = settings.lookup
    return PlaceSettings(
      nominatim: lookup == .nominatim || lookup == .both ? settings.nominatim : nil,
      photon: lookup == .photon || lookup == .both ? settings.photon : nil, language: language,
      folder: keepsAnswers ? directories?.cache : nil)
  }
}
