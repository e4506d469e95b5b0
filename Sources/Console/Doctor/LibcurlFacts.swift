internal import Terminal

/// Whether libcurl is new enough: an older one is told, and used all the same.
struct LibcurlFacts {
  /// Its version, as "7.88.1".
  let version: String
  /// The version of its Debian package, which says what was mended since; nil for other systems.
  let package: String?

  /// The fault below which it is too old: it could send a token on to another server.
  private static let fault = "CVE-2026-3783"
  /// The first version of each line in which that is mended; between them it is not.
  private static let mended = [[8, 14, 2], [8, 16, 1], [8, 19, 0]]
  /// The package in which it is, with the number of its patch.
  private static let patched = (prefix: "7.88.1-10+deb12u", patch: 15)

  /// The facts.
  var facts: [DoctorFact] {
    (package.map { [DoctorFact("libcurl package", $0)] } ?? [])
      + (warning.map { [DoctorFact("libcurl warning", $0)] } ?? [])
  }

  /// What is wrong with it; nil where nothing is.
  var warning: String? {
    // It says itself where it could not be loaded.
    guard version.first?.isNumber == true else { return nil }
    let numbers = version.split(separator: ".").map { Int($0.prefix(while: \.isNumber)) ?? 0 }
    let isMended = Self.mended.enumerated().contains { place, floor in
      let isLast = place == Self.mended.count - 1
      let isOfLine = isLast || numbers.prefix(2).elementsEqual(floor.prefix(2))
      return isOfLine && !numbers.lexicographicallyPrecedes(floor)
    }
    if isMended { return nil }
    if let package, package.hasPrefix(Self.patched.prefix) {
      let patch = Int(package.dropFirst(Self.patched.prefix.count).prefix(while: \.isNumber)) ?? 0
      return patch >= Self.patched.patch
        ? nil : "older than \(Self.patched.prefix)\(Self.patched.patch): has \(Self.fault)"
    }
    return "has \(Self.fault), unless the system's own patches mend it"
  }
}
