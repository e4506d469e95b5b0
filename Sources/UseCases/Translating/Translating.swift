package import FeedDomain

/// Having a post say in the reader's language what it says, or putting that away again.
package enum Translating {
  package enum Request: Equatable, Sendable {
    /// To have that post in a language, as "pt-BR"; what is shown already is put away.
    case open(Post.ID, into: String)
    /// To ask the service anew.
    case again
    case close
  }

  package enum Response: Equatable, Sendable {
    /// How it stands with asking the service.
    case asking(Asking)
    /// It stands below the post now, or no longer.
    case done
    /// The service failed, or does not translate it.
    case failed(FeedError)
    /// It could not be read or kept.
    case storeFailed(StoreError)
  }
}
