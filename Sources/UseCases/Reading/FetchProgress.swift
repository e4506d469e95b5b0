internal import FeedDomain

/// How it stands with asking the service on behalf of a scene.
package enum FetchProgress: Equatable, Sendable {
  /// Nothing is asked.
  case nothing
  /// An answer is awaited.
  case underWay
  /// It is awaited, and nothing has come for that long.
  case stalled(for: Duration)

  /// Several things that are asked at once: what has been silent longest counts.
  init(_ all: [FetchProgress]) {
    let silent = all.compactMap { if case .stalled(let time) = $0 { time } else { nil } }
    self =
      silent.max().map { FetchProgress.stalled(for: $0) }
      ?? (all.contains(.underWay) ? .underWay : .nothing)
  }
}
