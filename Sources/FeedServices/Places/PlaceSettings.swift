/// Who is asked where places are; nobody, unless the reader wants it.
package struct PlaceSettings: Equatable, Sendable {
  package static let off = PlaceSettings()

  /// Nominatim's address, as "https://nominatim.openstreetmap.org": for whole names, and for what is
  /// at a place.
  package let nominatim: String?
  /// Photon's address, as "https://photon.komoot.io": also for names while they are typed.
  package let photon: String?
  /// The language of the names, as "de" or "pt-BR".
  package let language: String
  /// The folder in which answers are kept; nil where they go with the program.
  package let folder: String?

  /// Those who have an address are asked.
  package init(
    nominatim: String? = nil, photon: String? = nil, language: String = "en",
    folder: String? = nil
  ) {
    self.folder = folder
    self.nominatim = nominatim.flatMap(ServerAddress.init)?.text
    self.photon = photon.flatMap(ServerAddress.init)?.text
    self.language = language
  }
}

extension PlaceSettings {
  /// Who can be asked.
  enum Source: String, CaseIterable, Sendable {
    case nominatim, photon
  }

  /// Where the answers of one of them are kept.
  func memory(of source: Source) -> PlaceMemory {
    PlaceMemory(path: folder.map { "\($0)/places-\(source.rawValue)" })
  }

  func forget() {
    for source in Source.allCases {
      var memory = memory(of: source)
      memory.forget()
    }
  }
}
