internal import FeedDomain

/// A city in which people of the world take photographs.
struct City {
  /// What the texts call it.
  let key: String
  let place: Place

  private init(_ key: String, _ name: String, _ latitude: Double, _ longitude: Double) {
    self.key = key
    place = Place(name: name, latitude: latitude, longitude: longitude)
  }

  static func named(_ key: String) -> City? { all.first { $0.key == key } }

  static let all = [
    City("hanoi", "Hà Nội", 21.0285, 105.8542),
    City("kyoto", "京都", 35.0116, 135.7681),
    City("taipei", "臺北", 25.0330, 121.5654),
    City("jaipur", "जयपुर", 26.9124, 75.7873),
    City("istanbul", "İstanbul", 41.0082, 28.9784),
    City("marrakesh", "مراكش", 31.6295, -7.9811),
    City("lisbon", "Lisboa", 38.7223, -9.1393),
    City("berlin", "Berlin", 52.5200, 13.4050),
    City("reykjavik", "Reykjavík", 64.1466, -21.9426),
    City("nairobi", "Nairobi", -1.2921, 36.8219),
    City("oaxaca", "Oaxaca", 17.0732, -96.7266),
    City("valparaiso", "Valparaíso", -33.0472, -71.6127),
  ]
}
