internal import FeedDomain

/// Finds cities by name, and names by place.
struct Atlas {
  let cities: [City]
  /// How far from its middle a city still gives its name.
  private static let reach = 60.0

  /// Cities one of whose names begins so, in whatever script; every city for an empty beginning.
  func places(named beginning: String) -> [Place] {
    let sought = Self.folded(beginning)
    let starts = cities.filter { $0.names.contains { Self.folded($0).hasPrefix(sought) } }
    return starts.map(\.place)
  }

  /// The city that is nearest, where one is near.
  func name(latitude: Double, longitude: Double) -> Place? {
    let here = Place(name: "", latitude: latitude, longitude: longitude)
    let nearest = cities.map { (place: $0.place, away: $0.place.kilometres(to: here)) }
      .min { $0.away < $1.away }
    guard let nearest, nearest.away <= Self.reach else { return nil }
    return Place(name: nearest.place.name, latitude: latitude, longitude: longitude)
  }

  /// Small letters without marks: who types "Ha Noi" means Hà Nội.
  private static func folded(_ name: String) -> String {
    var text = ""
    for scalar in name.lowercased().unicodeScalars {
      guard scalar.properties.generalCategory != .nonspacingMark else { continue }
      switch scalar {
      case "à", "á", "ả", "ã", "ạ", "â", "ä": text += "a"
      case "è", "é", "ê", "ë": text += "e"
      case "ì", "í", "î", "ï", "ı": text += "i"
      case "ò", "ó", "ô", "ộ", "ö": text += "o"
      case "ù", "ú", "û", "ü": text += "u"
      default:
        if !scalar.properties.isWhitespace { text.unicodeScalars.append(scalar) }
      }
    }
    return text
  }
}
