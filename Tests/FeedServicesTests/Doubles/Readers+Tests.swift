import FeedDomain

@testable import FeedServices

/// What tests read at once that the program reads piece by piece.
extension BlueskyJSONReader {
  func people(_ json: JSON) -> [Person] { json.array.parsedElements(parsedPersonWithPortrait) }

  func posts(_ json: JSON) -> [Post] { json.array.compactMap { parsedPost($0, in: .elsewhere) } }
}

extension InstagramJSONReader {
  func comments(_ json: JSON, on medium: Post) -> [Conversation.ConversationNode] {
    parsedCommentThreads(json, on: medium).flatMap(\.nodes)
  }
}

extension MastodonJSONReader {
  func entry(_ json: JSON) -> FeedEntry? { parsedEntriesExceptHidden([json]).first }
}
