package import Terminal

/// A namespace for the names of keys in settings and help: `l`, `ctrl+d`, `shift+tab`, `space`.
package enum KeyName {
  private static let named: [(name: String, code: Key.KeyCode)] = [
    ("enter", .enter), ("tab", .tab), ("esc", .escape), ("backspace", .backspace),
    ("delete", .delete), ("insert", .insert), ("up", .up), ("down", .down), ("left", .left),
    ("right", .right), ("home", .home), ("end", .end), ("pageup", .pageUp),
    ("pagedown", .pageDown), ("space", .character(" ")), ("plus", .character("+")),
    ("comma", .character(",")),
  ]

  private static let modifiers: [(name: String, modifier: Key.KeyModifiers)] = [
    ("ctrl", .control), ("alt", .alt), ("shift", .shift),
  ]

  /// Parses the name of a key; nil for an unknown name. Case matters (`L` is not `l`), except after
  /// `ctrl+`, where terminals do not report it.
  package static func parsedKey(named name: String) -> Key? {
    var rest = name[...]
    var held: Key.KeyModifiers = []
    while let plus = rest.firstIndex(of: "+"), plus != rest.startIndex {
      let prefix = rest[..<plus].lowercased()
      guard let modifier = modifiers.first(where: { $0.name == prefix })?.modifier else {
        return nil
      }
      held.insert(modifier)
      rest = rest[rest.index(after: plus)...]
    }
    guard let code = parsedKeyCode(named: String(rest)) else { return nil }
    guard case .character(let character) = code else { return Key(code, held) }
    // Shift is part of the letter, so that no key press would match.
    guard !held.contains(.shift) else { return nil }
    guard held.contains(.control), let small = character.lowercased().first else {
      return Key(code, held)
    }
    return Key(.character(small), held)
  }

  /// Returns the name of a key, from which `parsedKey(named:)` makes the same key.
  package static func keyName(of key: Key) -> String {
    let held = modifiers.filter { key.modifiers.contains($0.modifier) }
    return held.reduce("") { $0 + $1.name + "+" } + keyCodeName(of: key.code)
  }

  private static func parsedKeyCode(named name: String) -> Key.KeyCode? {
    if name.count == 1, let character = name.first {
      return character.isWhitespace ? nil : .character(character)
    }
    let small = name.lowercased()
    if let code = named.first(where: { $0.name == small })?.code { return code }
    guard small.first == "f", let number = Int(small.dropFirst()), (1...24).contains(number) else {
      return nil
    }
    return .function(number)
  }

  private static func keyCodeName(of code: Key.KeyCode) -> String {
    if let name = named.first(where: { $0.code == code })?.name { return name }
    switch code {
    case .character(let character): return String(character)
    case .function(let number): return "f\(number)"
    default: return ""
    }
  }
}
