internal import FeedDomain

/// What those say who have pictures: strangers, who know nothing of the account that asks, so that
/// none of their refusals is one of the account's service.
struct PictureDialect: ServiceDialect {
  func saysTokenIsSpent(_ reply: HTTPReply) -> Bool { false }

  func failure(in reply: HTTPReply) -> FeedError? { reply.status == 401 ? .refused(nil) : nil }
}
