internal import Glibc

/// What Debian's list of packages tells.
package enum DebianPackage {
  /// The installed version of the first of these packages that is there; nil on other systems.
  package static func version(
    of names: [String], in list: String = "/var/lib/dpkg/status"
  ) -> String? {
    guard let file = fopen(list, "re") else { return nil }
    defer { fclose(file) }
    var versions: [String: String] = [:]
    var name = ""
    var isInstalled = false
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, file) > 0, let text = line.map({ String(cString: $0) }) {
      let value = text.drop { $0 != " " }.dropFirst().prefix { !$0.isNewline }
      if text.hasPrefix("Package: ") {
        name = String(value)
      } else if text.hasPrefix("Status: ") {
        isInstalled = value.hasSuffix(" installed")
      } else if text.hasPrefix("Version: "), isInstalled, names.contains(name) {
        versions[name] = String(value)
      }
    }
    return names.lazy.compactMap { versions[$0] }.first
  }
}
