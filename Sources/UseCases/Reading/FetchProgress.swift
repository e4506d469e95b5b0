internal import FeedDomain

/// The progress of a scene's request.
package enum FetchProgress: Equatable, Sendable {
  case nothing
  /// A request is waiting for its reply.
  case underWay
  /// A request has waited for a duration without any data.
  case stalled(for: Duration)

  /// Combines the progress of concurrent requests; the one silent for longest counts.
  init(_ all: [FetchProgress]) {
    let silent = all.compactMap { if case .stalled(let time) = $0 { time } else { nil } }
    self =
      silent.max().map { FetchProgress.stalled(for: $0) }
      ?? (all.contains(.underWay) ? .underWay : .nothing)
  }
}
