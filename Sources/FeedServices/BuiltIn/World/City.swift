internal import FeedDomain

/// A city in which people of the world take photographs.
struct City {
  /// What the texts call it.
  let key: String
  let place: Place
  /// What else people call it.
  private let others: [String]

  private init(
    _ key: String, _ name: String, _ latitude: Double, _ longitude: Double, _ others: String...
  ) {
    (self.key, self.others) = (key, others)
    place = Place(name: name, latitude: latitude, longitude: longitude)
  }

  /// Everything people call it, in their own script and in others'.
  var names: [String] { [place.name, key] + others }

  static func named(_ key: String) -> City? { all.first { $0.key == key } }

  static let all = [
    City("hanoi", "Hà Nội", 21.0285, 105.8542, "河內", "ハノイ"),
    City("kyoto", "京都", 35.0116, 135.7681, "Kioto", "きょうと"),
    City("taipei", "臺北", 25.0330, 121.5654, "Táiběi", "台北"),
    City("jaipur", "जयपुर", 26.9124, 75.7873, "Dschaipur", "ジャイプル"),
    City("istanbul", "İstanbul", 41.0082, 28.9784, "Konstantinopel", "イスタンブール"),
    City("marrakesh", "مراكش", 31.6295, -7.9811, "Marrakech", "Marrakesch"),
    City("lisbon", "Lisboa", 38.7223, -9.1393, "Lissabon", "リスボン"),
    City("berlin", "Berlin", 52.5200, 13.4050, "Berlín", "ベルリン"),
    City("reykjavik", "Reykjavík", 64.1466, -21.9426, "Reikiavik"),
    City("nairobi", "Nairobi", -1.2921, 36.8219, "ナイロビ"),
    City("oaxaca", "Oaxaca", 17.0732, -96.7266, "Oaxaca de Juárez"),
    City("valparaiso", "Valparaíso", -33.0472, -71.6127, "バルパライソ"),
  ]
}
