internal import Glibc

/// The characters that are too long for a cell, each under a number that stays the same.
///
/// A process has one table, because a cell has to mean the same on every canvas; nothing is ever
/// removed from it. Unchecked, because the compiler cannot see that the table is only touched
/// while the lock is held.
final class LongGlyphs: @unchecked Sendable {
  static let known = LongGlyphs()
  /// Far more than there are emoji sequences, and few enough for the memory not to matter.
  private static let capacity = 1 << 14

  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var numbers: [Character: UInt64] = [:]
  private var characters: [Character] = []

  private init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  /// The number of a character; nil when the table is full.
  func number(of character: Character) -> UInt64? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    if let known = numbers[character] { return known }
    guard characters.count < Self.capacity else { return nil }
    let number = UInt64(characters.count)
    numbers[character] = number
    characters.append(character)
    return number
  }

  /// The character with that number, which must be one that was given out.
  func character(_ number: UInt64) -> Character {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return characters[Int(number)]
  }
}
