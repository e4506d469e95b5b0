internal import FeedDomain

/// How Flickr says what is wrong while somebody signs in: as a form.
struct FlickrDoorDialect: ServiceDialect {
  func failure(in reply: HTTPReply) -> FeedError? {
    guard [400, 401].contains(reply.status), let problem = FormReply(reply).fields["oauth_problem"]
    else { return nil }
    return switch problem {
    // The clock is wrong, or the same was sent twice: the words say which.
    case "timestamp_refused", "nonce_used": .refused(problem)
    default: .invalidCredentials
    }
  }
}
