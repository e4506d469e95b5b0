internal import Glibc

/// Where a person keeps their pictures.
package enum PictureDirectory {
  /// The directory: what the setting says, else what the desktop calls its picture directory, else
  /// the first of `~/Pictures` and `~/Downloads` that is there; nil where not even a home is known.
  package static func path(setting: String, environment: [String: String]) -> String? {
    func absolute(_ text: String?) -> String? {
      text.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = absolute(environment["HOME"])
    if let wanted = expanded(setting, home: home) { return wanted }
    if let named = absolute(environment["XDG_PICTURES_DIR"]) { return named }
    guard let home else { return nil }
    let config = absolute(environment["XDG_CONFIG_HOME"]) ?? "\(home)/.config"
    if let named = desktopDirectory(in: "\(config)/user-dirs.dirs", home: home) { return named }
    let usual = ["\(home)/Pictures", "\(home)/Downloads"]
    return usual.first { access($0, W_OK) == 0 } ?? usual[0]
  }

  /// A path as a person writes it; nil for one that begins nowhere in particular.
  private static func expanded(_ text: String, home: String?) -> String? {
    if text.hasPrefix("/") { return text }
    guard let home, text == "~" || text.hasPrefix("~/") else { return nil }
    return home + text.dropFirst()
  }

  /// The line `XDG_PICTURES_DIR="$HOME/Pictures"` of the desktop's file.
  private static func desktopDirectory(in file: String, home: String) -> String? {
    let name = "XDG_PICTURES_DIR=\""
    guard let text = text(of: file),
      let line = text.split(separator: "\n").last(where: { $0.hasPrefix(name) })
    else { return nil }
    let value = line.dropFirst(name.count).prefix { $0 != "\"" }
    if value.hasPrefix("$HOME/") { return home + value.dropFirst("$HOME".count) }
    // The home itself means that there is no such directory.
    return value.hasPrefix("/") && value != home ? String(value) : nil
  }

  /// The beginning of a small file.
  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
