import Doubles
import FeedDomain
import Testing

/// What may be done with which post, and why not, at services of every kind.
@Suite struct PermissionTests {
  @Test(arguments: Offer.allCases)
  func `each action is allowed, or withheld with its reason, for every kind of post and service`(
    offer: Offer
  ) {
    let abilities = offer.connection.abilities

    let table = Self.actions.map { name, action in
      let cells = Kind.allCases.map { kind in
        switch abilities.permission(to: action, on: kind.post, isOwn: kind.isOwn) {
        case .allowed: "yes"
        case .withheld(.noLikes(let refusal)): "\(refusal)"
        case .withheld(let reason): "\(reason)"
        }
      }
      return "\(name): " + (Set(cells).count == 1 ? cells[0] : cells.joined(separator: " "))
    }

    #expect(table == offer.table + Self.contents)
  }

  @Test func `a direct post is neither boosted nor quoted`() {
    let abilities = Offer.everything.connection.abilities
    for (visibility, isOwn, isShared) in [
      (Visibility.mentioned, false, false), (.mentioned, true, false), (.followers, false, false),
      (.followers, true, true), (.unlisted, false, true), (.everybody, false, true),
    ] {
      let post = Post.sample("1", by: "ada", mentions: [], for: visibility)
      for action in [PostAction.mark(.boosted), .quote] {
        #expect(
          abilities.permission(to: action, on: post, isOwn: isOwn)
            == (isShared ? .allowed : .withheld(.notForOthers)), "\(visibility) \(action)")
      }
      // What was boosted before can be taken back.
      #expect(
        abilities.permission(
          to: .mark(.boosted), on: post.settingMark(.boosted, isSet: true), isOwn: isOwn)
          == .allowed)
    }
  }

  @Test(arguments: Offer.allCases)
  func `a change is supported if and only if its action is allowed for some kind of post`(
    offer: Offer
  ) {
    let abilities = offer.connection.abilities
    let post = Post.ID("1")
    let marks: [Post.UserPostMarks] = [.liked, .boosted, .bookmarked, .hidden]
    var changes = marks.map { (PostAction.mark($0), PendingChange.mark(post, $0, true)) }
    changes += [
      (.reply, .publish(Draft(id: .init("d"), replyTo: post))),
      (.edit, .publish(Draft(id: .init("d"), editing: post))), (.delete, .delete(post)),
    ]

    for (action, change) in changes {
      let isAllowed = Kind.allCases.contains {
        abilities.permission(to: action, on: $0.post, isOwn: $0.isOwn) == .allowed
      }
      #expect(abilities.supportsChange(change) == isAllowed, "\(action)")
    }
  }

  @Test func `a post with a video cannot be deleted and redrafted`() {
    let abilities = Offer.everything.connection.abilities
    let film = Photo(
      id: .init("f"), kind: .video, renditions: [], size: PhotoSize(width: 1, height: 1),
      altText: "")
    let post = Post.sample("1", by: "me")
    let filmed = post.replacingContent(Post.PostContent(text: post.content.text, photos: [film]))

    #expect(abilities.permission(to: .redraft, on: post, isOwn: true) == .allowed)
    #expect(
      abilities.permission(to: .redraft, on: filmed, isOwn: true) == .withheld(.filmIsLost))
  }

  @Test func `a refused like gets the reason of a service where likes may be impossible`() {
    let like = PendingChange.like("1")
    let elsewhere = Offer.everything.connection.abilities
    let there = Offer.photos.connection.abilities

    #expect(
      there.refusalReasonForAllSuchChanges(for: like, after: .refused(nil))
        == .noLikes(.bookmarkInstead))
    #expect(there.refusalReasonForAllSuchChanges(for: like, after: .refused("No.")) == nil)
    #expect(there.refusalReasonForAllSuchChanges(for: like, after: .notFound) == nil)
    #expect(elsewhere.refusalReasonForAllSuchChanges(for: like, after: .refused(nil)) == nil)
  }

  private static let actions: [(String, PostAction)] = [
    ("like", .mark(.liked)), ("boost", .mark(.boosted)), ("bookmark", .mark(.bookmarked)),
    ("hide", .mark(.hidden)), ("likers", .likers), ("boosters", .boosters),
    ("meet", .openProfile(Person.ID("ada"))), ("reply", .reply), ("quote", .quote), ("edit", .edit),
    ("delete", .delete), ("redraft", .redraft), ("reveal", .reveal), ("photo", .viewPhoto(nil)),
    ("poll", .viewPoll),
    ("words", .copyText), ("similar", .findSimilar),
  ]

  /// What depends on the post alone.
  private static let contents = [
    "reveal: nothingHidden nothingHidden nothingHidden nothingHidden yes",
    "photo: noPhoto noPhoto noPhoto noPhoto yes", "poll: noPoll noPoll noPoll yes noPoll",
    "words: yes yes yes yes noWords", "similar: yes yes yes yes noTags",
  ]

  /// Posts of every kind: somebody's, the user's, an answer of each, and one of somebody's that can
  /// be neither answered nor quoted and has a photo; the user's own answer has a poll.
  enum Kind: CaseIterable {
    case theirs, own, theirAnswer, ownAnswer, closed

    var isOwn: Bool { self == .own || self == .ownAnswer }

    var post: Post {
      let isAnswer = self == .theirAnswer || self == .ownAnswer
      let poll = Poll(options: [Poll.PollOption(title: "Rye", votes: 1)], closesAt: nil)
      let photos = self == .closed ? [Photo.sample("a")] : []
      return Post(
        id: Post.ID("1"), author: .sample(isOwn ? "me" : "ada"),
        createdAt: FakeWorld.noon,
        content: Post.PostContent(
          text: RichText(runs: self == .closed ? [] : [RichText.RichTextRun("#rye", .tag("rye"))]),
          warning: self == .closed ? "Bread" : nil,
          photos: photos,
          poll: self == .ownAnswer ? poll : nil),
        reply: isAnswer ? Post.ReplyTarget(to: Post.ID("0"), handle: nil) : nil,
        canBeAnswered: self != .closed, canBeQuoted: self != .closed)
    }
  }

  /// Services of every kind.
  enum Offer: CaseIterable {
    /// All there is.
    case everything
    /// Photographs, for looking with a key.
    case key
    /// Photographs, which somebody keeps who signed in.
    case photos
    /// Photographs with comments, where nobody likes their own.
    case comments
    /// The user's own media, with comments to be hidden.
    case ownMedia

    var connection: ServiceConnection {
      let service = StubService()
      return ServiceConnection(
        account: SignedInAccount.sample.account, streams: [], feeds: service
      ) {
        $0.people = service
        guard self != .key else { return $0.likeRefusal = .needsSignIn }
        $0.publishing = service
        let answers = DraftLimits(
          characters: 9, attachments: 0, visibilities: [.everybody], allowsWarning: false,
          repliesOnly: true)
        switch self {
        case .everything:
          $0.edits = true
          $0.marks = [.liked, .boosted, .bookmarked]
          $0.draftLimits = DraftLimits(
            characters: 9, attachments: 0, visibilities: [.everybody], allowsWarning: false,
            quotes: true)
        case .photos:
          $0.marks = .bookmarked
          $0.likeRefusal = .bookmarkInstead
        case .comments:
          $0.marks = .liked
          $0.canLikeOwn = false
          $0.repliesAreComments = true
          $0.draftLimits = answers
        case .ownMedia:
          $0.people = nil
          $0.marks = .hidden
          $0.likeRefusal = .notFromPrograms
          $0.draftLimits = answers
        case .key: break
        }
      }
    }

    /// What is said of each kind of post, once where it is the same for all.
    var table: [String] {
      let reply = "reply: yes yes yes yes noAnswers"
      let delete = "delete: notYours notToDelete notYours yes notYours"
      let redraft =
        "redraft: notYoursToChange notToDelete notYoursToChange yes notYoursToChange"
      return switch self {
      case .everything:
        [
          "like: yes", "boost: yes", "bookmark: yes", "hide: noHiding", "likers: yes",
          "boosters: yes", "meet: yes", reply, "quote: yes yes yes yes notToQuote",
          "edit: notYoursToChange yes notYoursToChange pollStays notYoursToChange",
          "delete: notYours yes notYours yes notYours",
          "redraft: notYoursToChange yes notYoursToChange yes notYoursToChange",
        ]
      case .key:
        [
          "like: needsSignIn", "boost: noBoosts", "bookmark: noBookmarks", "hide: noHiding",
          "likers: yes", "boosters: yes", "meet: yes", "reply: noWriting", "quote: noWriting",
          "edit: noEdits", "delete: noWriting", "redraft: noWriting",
        ]
      case .photos:
        [
          "like: bookmarkInstead", "boost: noBoosts", "bookmark: yes", "hide: noHiding",
          "likers: yes", "boosters: yes", "meet: yes", "reply: noWriting", "quote: noWriting",
          "edit: noEdits", "delete: noWriting", "redraft: noWriting",
        ]
      case .comments:
        [
          "like: yes notOwnLikes onlyWords onlyWords yes", "boost: noBoosts",
          "bookmark: noBookmarks", "hide: noHiding", "likers: yes yes onlyWords onlyWords yes",
          "boosters: yes yes onlyWords onlyWords yes", "meet: yes", reply, "quote: noQuotes",
          "edit: noEdits", delete, redraft,
        ]
      case .ownMedia:
        [
          "like: notFromPrograms", "boost: noBoosts", "bookmark: noBookmarks",
          "hide: notToHide notToHide yes notToHide notToHide", "likers: noPeople",
          "boosters: noPeople", "meet: noPeople", reply, "quote: noQuotes", "edit: noEdits", delete,
          redraft,
        ]
      }
    }
  }
}
