internal import Terminal

/// Why a key does nothing where one is, and what leads to where it does something.
extension Wording {
  /// What to do instead; nil for a key that needs no word.
  func elsewhere(_ command: Command, keys: KeyMap) -> SafeText? {
    func key(_ command: Command) -> [String: String] { ["key": keys.name(for: command) ?? ""] }
    switch command {
    case .follow, .block, .followers, .following:
      return say("That is on a profile: {key} opens it.", key(.profile))
    case .signOut: return say("That is in the list of accounts: {key} opens it.", key(.accounts))
    case .send, .withdraw: return say("That is in the outbox: {key} opens it.", key(.outbox))
    case .accept, .reject:
      return say("Who asks to follow you is in the news: {key} opens them.", key(.notifications))
    case .place: return say("There are no photos around a place here.")
    case .hide: return say("Nothing can be hidden here.")
    case .details, .savePhoto, .play, .nextPhoto, .previousPhoto, .zoomIn, .zoomOut, .zoomFit:
      return say("That is for a photo alone: {key} shows it.", key(.viewPhoto))
    default: return nil
    }
  }
}
