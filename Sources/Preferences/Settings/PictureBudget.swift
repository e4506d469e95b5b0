/// How many bytes of pictures the line to the terminal is given.
package enum PictureBudget: Equatable, Sendable {
  /// Two megabytes a minute over ssh, and no limit at the same desk.
  case auto
  case unlimited
  case perMinute(Int)

  /// What a line gets that leads to another machine.
  private static let forFarAway = 2_000_000

  /// Reads what is written in the settings; nil for what means nothing.
  init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "off": self = .unlimited
    default:
      guard let count = ByteCountText.count(from: text), count > 0 else { return nil }
      self = .perMinute(count)
    }
  }

  /// As it is written in the settings.
  package var text: String {
    switch self {
    case .auto: "auto"
    case .unlimited: "off"
    case .perMinute(let count): ByteCountText.text(for: count)
    }
  }

  /// How many bytes a minute that is; nil for any number.
  package func bytesPerMinute(isFar: Bool) -> Int? {
    switch self {
    case .auto: isFar ? Self.forFarAway : nil
    case .unlimited: nil
    case .perMinute(let count): count
    }
  }
}
