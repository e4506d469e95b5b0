internal import Threads

/// The terms of use that Flickr knows by numbers: those of old by heart, those it made since as it
/// tells them itself.
final class FlickrLicences: Sendable {
  private static let names = [
    "All rights reserved", "CC BY-NC-SA 2.0", "CC BY-NC 2.0", "CC BY-NC-ND 2.0", "CC BY 2.0",
    "CC BY-SA 2.0", "CC BY-ND 2.0", "No known copyright restrictions",
    "United States government work", "CC0 1.0", "Public Domain Mark 1.0",
  ]

  private struct State {
    var told: [Int: String] = [:]
    var isAsked = false
    var isLacking = false
  }

  private let state = Guarded(State())

  /// Nil for a number that is not known yet; that is noted.
  func name(_ number: Int) -> String? {
    if Self.names.indices.contains(number) { return Self.names[number] }
    return state.withLock { state in
      if state.told[number] == nil { state.isLacking = true }
      return state.told[number]
    }
  }

  /// Whether it is time to ask for the rest: once, when one was lacking.
  func begin() -> Bool {
    state.withLock { state in
      guard state.isLacking, !state.isAsked else { return false }
      state.isAsked = true
      return true
    }
  }

  /// Nobody answered: the next time it is asked again.
  func giveUp() { state.withLock { $0.isAsked = false } }

  func learn(_ json: JSON) {
    let told = json["license"].array.compactMap { licence in
      licence["id"].int.flatMap { id in licence["name"].words.map { (id, $0) } }
    }
    state.withLock { $0.told = Dictionary(told) { first, _ in first } }
  }
}
