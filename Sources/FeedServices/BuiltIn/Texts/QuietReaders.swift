internal import FeedDomain

/// Those who do not write: they like, boost and follow.
enum QuietReader {
  /// How many there are.
  static let count = 246

  static let all: [Person] = (0..<count).map { index in
    let (given, givenHandle) = givenNames[index % givenNames.count]
    let (family, familyHandle) = familyNames[index * 3 % familyNames.count]
    let handle = "\(givenHandle)_\(familyHandle)"
    return Person(
      id: Person.ID(handle), handle: handle, name: "\(given) \(family)",
      bio: RichText(bios[index % bios.count]), url: "https://tweetie.example/@\(handle)")
  }

  private static let givenNames = [
    ("Amélie", "amelie"), ("Tuấn", "tuan"), ("Sakura", "sakura"), ("Idris", "idris"),
    ("Zeynep", "zeynep"), ("Björn", "bjorn"), ("Chiara", "chiara"), ("Arjun", "arjun"),
    ("Leila", "leila"), ("Tomasz", "tomasz"), ("Noor", "noor"), ("Mateus", "mateus"),
    ("Yael", "yael"), ("Oksana", "oksana"), ("Kofi", "kofi"), ("Hye-jin", "hyejin"),
    ("Paloma", "paloma"), ("Anders", "anders"), ("Thảo", "thao"), ("Ravi", "ravi"),
    ("Esra", "esra"), ("Giulio", "giulio"), ("Fatima", "fatima"), ("Jun", "jun"),
    ("Maren", "maren"), ("Nikos", "nikos"), ("Awa", "awa"), ("Élodie", "elodie"),
    ("Pavel", "pavel"), ("Xóchitl", "xochitl"), ("Siân", "sian"),
  ]

  private static let familyNames = [
    ("Okonkwo", "okonkwo"), ("Trần", "tran"), ("佐藤", "sato"), ("Øverland", "overland"),
    ("Demir", "demir"), ("García", "garcia"), ("Nowak", "nowak"), ("Patel", "patel"),
    ("Mansour", "mansour"), ("Rossi", "rossi"), ("Kimura", "kimura"), ("Achterberg", "achter"),
    ("陳", "chen"), ("Silva", "silva"), ("Mwangi", "mwangi"), ("Weiß", "weiss"),
    ("Papadakis", "papadakis"), ("Lefèvre", "lefevre"), ("Haugen", "haugen"), ("Koval", "koval"),
    ("Bianchi", "bianchi"), ("Nair", "nair"), ("Ó Briain", "obriain"), ("Quispe", "quispe"),
    ("Ferreira", "ferreira"), ("Yamada", "yamada"), ("Haddad", "haddad"), ("Lund", "lund"),
    ("Petrov", "petrov"),
  ]

  private static let bios = [
    "Reads more than writes.", "Here for the photographs.", "🌱", "Night shifts and day dreams.",
    "Letters, lakes, lentils.", "Mostly harmless.", "Collects bus tickets.", "Learning the cello.",
    "Tea first.", "Somebody's aunt, proudly.", "", "Walks to work.", "Crosswords in ink.",
  ]
}
