import Terminal

@testable import Preferences

/// Names of keys, as settings have them: a key's name names that key.
enum KeyNameProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    guard let key = KeyName.key(named: reader.remainingText()) else { return }
    let name = KeyName.name(of: key)
    try expect(KeyName.key(named: name) == key, "\(name) names another key than \(key)")
    try expect(!KeyName.hint(key).isEmpty, "a key without a name")
  }

  static func keys(in settings: Settings) -> [Key] {
    settings.keys.flatMap { $0.value.split(separator: " ") }
      .compactMap { KeyName.key(named: String($0)) }
  }
}
