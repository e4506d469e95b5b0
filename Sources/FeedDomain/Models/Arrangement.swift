/// How the rows of a stream are laid out.
public enum Arrangement: String, CaseIterable, Hashable, Sendable {
  /// Posts with their words, one below the other.
  case list
  /// Photos side by side, as a waterfall.
  case wall
  /// Photos in a ring, one of them large.
  case carousel
}

extension Feed {
  /// How it is laid out until the reader wants it otherwise.
  public var arrangement: Arrangement {
    switch self {
    case .photos, .nearby: .wall
    default: .list
    }
  }

  /// How it is laid out at a service until the reader wants it otherwise.
  public func arrangement(at service: Service) -> Arrangement {
    service.isOfPhotos ? .wall : arrangement
  }
}
