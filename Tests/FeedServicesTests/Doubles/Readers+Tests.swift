import FeedDomain

@testable import FeedServices

/// What tests read at once that the program reads piece by piece.
extension BlueskyReader {
  func people(_ json: JSON) -> [Person] { json.array.parsedElements(profile) }

  func posts(_ json: JSON) -> [Post] { json.array.compactMap { post($0, in: .elsewhere) } }
}

extension InstagramReader {
  func comments(_ json: JSON, on medium: Post) -> [Conversation.Node] {
    commentThreads(json, on: medium).flatMap(\.nodes)
  }
}

extension MastodonReader {
  func entry(_ json: JSON) -> FeedEntry? { entries([json]).first }
}
