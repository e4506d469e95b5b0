import Doubles
import FeedDomain
import UseCases

extension Spy where Value == Compose.Request {
  /// The drafts that were told, in order.
  var drafts: [Draft] {
    values.compactMap { if case .edit(let draft) = $0 { draft } else { nil } }
  }
}
