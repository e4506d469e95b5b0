/// How the rows of a stream are laid out.
public enum Arrangement: String, CaseIterable, Hashable, Sendable {
  /// Posts with their words, one below the other.
  case list
  /// The same in a line each.
  case lines
  /// The same with photos as wide as the words.
  case album
  /// Photos side by side, as a waterfall.
  case wall
  /// Photos in a ring, one of them large.
  case carousel
}

extension Arrangement {
  /// How close posts with their words may stand, the closest first.
  public static let lists: [Arrangement] = [.lines, .list, .album]

  /// Whether it is posts with their words, one below the other.
  public var isList: Bool { Self.lists.contains(self) }
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
