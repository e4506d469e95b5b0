import FeedDomain
import Terminal

@testable import Preferences

/// Names of keys, as settings have them: a key's name names that key.
enum KeyNameProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    guard let key = KeyName.parsedKey(named: reader.remainingText()) else { return }
    let name = KeyName.keyName(of: key)
    try expect(KeyName.parsedKey(named: name) == key, "\(name) names another key than \(key)")
    try expect(!KeyName.shortKeyName(of: key).isEmpty, "a key without a name")
  }

  static func keys(in settings: Settings) -> [Key] {
    settings.keys.flatMap { $0.value.split(separator: " ") }
      .compactMap { KeyName.parsedKey(named: String($0)) }
  }
}
