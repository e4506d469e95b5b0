package import FeedDomain

/// Looking at what happened to the reader.
package enum Notices {
  package enum Request: Equatable, Sendable {
    /// To see what happened: first as it is held, then as the service has it.
    case open
    case refresh
    /// Older ones: the reader comes near the end.
    case more
    /// To see that part of them alone.
    case look(at: NoticeTab)
    /// To see those of all accounts together, or of the one in front alone.
    case gather(Bool)
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
    /// To let somebody follow who asked to, or not.
    case admit(Person.ID, Bool)
    case undo
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// The notices so far, with the reader's waiting actions in their posts.
    case notices(Shown)
    /// How it stands with asking the service.
    case loading(Asking)
    /// The service failed; what was shown stays.
    case failed(FeedError)
    case action(ActionNews)
  }

  package struct Shown: Equatable, Sendable {
    /// Those of one part, the latest first.
    package let notices: [Notice]
    /// Those that had not been read when the scene was opened.
    package let unread: Set<Notice.ID>
    /// Whether there are older ones.
    package let hasMore: Bool
    /// Whose they are.
    package let account: Account
    /// Which part of all of them it is.
    package let tab: NoticeTab
    /// The parts that there are; none where they are one.
    package let tabs: [NoticeTab]
    /// With whom they can be looked at together.
    package let company: Company

    /// Those whose notices can be looked at together.
    package struct Company: Equatable, Sendable {
      /// Whether there are others besides whoever is in front.
      package var isOffered = false
      /// Everybody whose notices they are; none where they are of the account in front alone.
      package var members: [Member] = []
      /// The services that failed, while others answered.
      package var silent: [Silence] = []

      package init(isOffered: Bool = false, members: [Member] = [], silent: [Silence] = []) {
        (self.isOffered, self.members, self.silent) = (isOffered, members, silent)
      }
    }

    package init(
      _ notices: [Notice], unread: Set<Notice.ID>, hasMore: Bool, account: Account,
      tab: NoticeTab = .all, of tabs: [NoticeTab] = [], company: Company = Company()
    ) {
      (self.notices, self.unread, self.hasMore, self.account) = (notices, unread, hasMore, account)
      (self.tab, self.tabs, self.company) = (tab, tabs, company)
    }
  }
}
