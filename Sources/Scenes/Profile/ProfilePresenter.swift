package import FeedDomain
package import Preferences
package import Terminal
import UseCases
package import Words

@MainActor
struct ProfilePresenter {
  let wording: Wording
  let abilities: PostAbilities
  let keys: KeyMap
  /// The kinds of posts that the service lists for a person, such as posts with photos; each is a
  /// tab of the profile scene.
  var parts: [ProfileStreamKind] = [.posts]
  var options = DisplayOptions()

  /// The tabs of the profile scene: one for each kind of posts, and one for the description; only
  /// one if there is one kind of posts.
  private var tabs: [ProfileScene.ProfileTabKind] {
    parts.count > 1 ? parts.map { .part($0) } + [.about] : [.part(parts.first ?? .posts)]
  }

  func viewModel(of state: ProfileScene.SceneState) -> ProfileViewModel {
    let tabs = tabs
    let heading = state.person.map { self.profileHeading(of: $0, isOneself: state.isOneself) }
    let isWall = state.tab == .part(.photos)
    let isQuiet = state.fetchProgress == .idle && state.failure == nil
    let isEmpty = state.isLoaded && state.posts.isEmpty && isQuiet
    var notice: EmptySceneMessage?
    if heading == nil || isWall && state.posts.isEmpty {
      notice =
        heading != nil && isEmpty
        ? EmptySceneMessage(sentence: wording.say("No photos yet."))
        : self.emptySceneMessage(of: state)
    }
    return ProfileViewModel(
      title: heading?.name ?? "",
      tabs: tabs.count > 1 ? tabs.map { ProfileTab(tab: $0, name: wording.name(of: $0)) } : [],
      currentTab: tabs.firstIndex(of: state.tab) ?? 0, heading: heading,
      activity: wording.fetchProgressOrRetryText(
        state.fetchProgress, wording.say("loading"), key: refreshKey),
      failure: heading == nil ? "" : state.failure.map { wording.sentence(for: $0) } ?? "",
      rows: profileRows(of: state, heading), isWall: isWall, hasMore: state.hasMore,
      footer: isEmpty && !isWall ? wording.noPosts : "", notice: notice,
      dialog: state.question.map { confirmationDialog($0, handle: state.account.handle) })
  }

  private var refreshKey: String { keys.keyName(for: .refresh) ?? "" }

  private func profileRows(of state: ProfileScene.SceneState, _ heading: ProfileHeading?)
    -> [ProfileRow]
  {
    var heading = heading
    heading?.isLarge = state.tab == .about
    heading?.isWhole = state.tab == .about || tabs.count == 1
    let head = heading.map { [ProfileRow.heading($0)] } ?? []
    switch state.tab {
    case .about:
      return head + factRowsOrNote(of: state) + collectionRows(of: state)
        + postRows(state.latest, of: state)
    case .part(.photos): return postRows(state.posts, of: state)
    case tabs[0]: return head + collectionRows(of: state) + postRows(state.posts, of: state)
    case .part: return head + postRows(state.posts, of: state)
    }
  }

  /// Returns the row of the profile scene with facts about the person, such as the day of joining.
  /// Without facts, a row that says so, or no row if the person has collections or the profile is
  /// being fetched.
  private func factRowsOrNote(of state: ProfileScene.SceneState) -> [ProfileRow] {
    guard let person = state.person else { return [] }
    func dateFact(_ name: SafeText, at moment: Timestamp?) -> ProfileFact? {
      moment.map {
        ProfileFact(
          name: name,
          text: SafeText(sanitizing: String(wording.dateAndTimeText($0).string.prefix(10))))
      }
    }
    let details = person.details
    let dates = [
      dateFact(wording.say("Joined"), at: details?.joinedAt),
      dateFact(wording.say("Last post"), at: details?.lastPostAt),
    ].compactMap(\.self)
    let fields = (details?.fields ?? []).map { field in
      ProfileFact(
        name: SafeText(sanitizing: field.name),
        value: PostTextParagraphSplitter.textParagraphs(field.value).paragraphs,
        verificationMark: field.isVerified ? "✓ " + wording.say("verified") : "")
    }
    let facts = dates + fields
    // The posts that follow at once are named, so that nobody takes them for facts.
    let latest =
      state.latest.isEmpty || !state.collections.isEmpty
      ? []
      : [
        ProfileFact(name: "", text: ""), ProfileFact(name: wording.say("Latest posts"), text: ""),
      ]
    if !facts.isEmpty { return [.facts(facts + latest)] }
    // With collections the line about missing facts is left out.
    guard state.collections.isEmpty, state.fetchProgress == .idle else { return [] }
    let nothing = wording.say(
      "{service} has no other information.",
      ["service": wording.name(of: state.account.service)])
    return [.facts([ProfileFact(name: "", text: nothing)])]
  }

  private func collectionRows(of state: ProfileScene.SceneState) -> [ProfileRow] {
    let rows = state.collections.map { feed in
      ProfileRow.collection(
        ProfileCollection(feed: feed, name: wording.collectionTitle(wording.name(of: feed))))
    }
    return rows
      + (state.hasMoreCollections ? [.moreCollections(wording.say("More collections"))] : [])
  }

  private func postRows(_ entries: [FeedEntry], of state: ProfileScene.SceneState) -> [ProfileRow] {
    entries.map { entry in
      var item = PostItem(
        entry, of: state.account, isWaiting: state.undelivered.hasUnsentChange(entry.post.id))
      item.isPinned = state.pinned.contains(entry.post.id)
      return .post(item)
    }
  }

  private func emptySceneMessage(of state: ProfileScene.SceneState) -> EmptySceneMessage {
    guard let failure = state.failure else {
      return EmptySceneMessage(
        asking: wording.say("Fetching the profile"), state.fetchProgress, wording, key: refreshKey)
    }
    return EmptySceneMessage(
      sentence: wording.sentence(for: failure), nextStep: wording.retryHint(key: refreshKey))
  }

  private func relationshipText(for relationship: Relationship, _ flags: RelationshipFlags?)
    -> StyledText
  {
    let sentences = flags.map { wording.relationshipSentences(for: $0) } ?? []
    return [
      StyledSpan(wording.relationshipText(relationship), relationship == .followed ? .good : .faint)
    ]
      + sentences.map { StyledSpan(" " + $0, .faint) }
  }

  /// Returns the text about the user's subscription of a web feed: its problem, the first error
  /// in its text, and the time of the last fetch that succeeded; empty for people.
  private func subscriptionText(of subscription: Subscription?) -> StyledText {
    guard let subscription else { return [] }
    let hasProblem = subscription.problem != nil || subscription.flaw != nil
    return wording.subscriptionProblemAndFetchTexts(of: subscription).map {
      StyledSpan(" · " + $0, hasProblem ? .warning : .faint)
    }
  }

  private func profileHeading(of person: Person, isOneself: Bool) -> ProfileHeading {
    let row = PersonRow(person, wording)
    let relationship: Relationship? = isOneself ? .oneself : person.relationship
    return ProfileHeading(
      id: person.id,
      name: options.isDisplayableText(row.name) ? row.name : SafeText(sanitizing: person.handle),
      handle: row.handle,
      bio: options.displayableParagraphs(
        PostTextParagraphSplitter.textParagraphs(person.bio).paragraphs, wording),
      link: person.url.flatMap { SafeWebLink($0) },
      counts: ProfileCountFactory(wording: wording, lists: abilities.people ?? []).profileCounts(
        of: person),
      relationship: relationship.map {
        relationshipText(for: $0, isOneself ? nil : person.relationshipFlags)
          + subscriptionText(of: person.subscription)
      },
      note: person.relationshipFlags.map { $0.note.isEmpty ? "" : wording.privateNoteText($0.note) }
        ?? "",
      isOneself: isOneself, portrait: person.portrait, banner: person.details?.banner,
      hintWords: relationship.map { wording.relationshipUndoHintTexts(for: $0) } ?? [:])
  }

  // MARK: - Confirmations

  private func confirmationDialog(
    _ question: ProfileScene.BlockOrSignOutConfirmation, handle: String
  )
    -> ConfirmationDialog
  {
    let leaving = SignOutDialogFactory(wording: wording, keys: keys)
    return switch question {
    case .block(let person): blockDialog(person)
    case .blockServer(let server): blockDialog(server)
    case .signOut(let losses): leaving.signOutConfirmation(losses, handle: handle)
    case .signingOut: leaving.goingOn
    }
  }

  private func blockDialog(_ person: Person) -> ConfirmationDialog {
    blockDialog(
      .block, wording.say("Block @{handle}?", ["handle": person.handle]),
      wording.say("You will no longer see or follow each other."))
  }

  private func blockDialog(_ server: String) -> ConfirmationDialog {
    blockDialog(
      .blockServer, wording.say("Block all of {server}?", ["server": server]),
      wording.say("You will see nobody from this server, and nobody there can follow you."))
  }

  private func blockDialog(
    _ purpose: ConfirmationDialog.ConfirmedActionKind, _ question: SafeText, _ consequence: SafeText
  ) -> ConfirmationDialog {
    ConfirmationDialog(
      purpose: purpose,
      lines: [[StyledSpan(question, .strong)], [], [StyledSpan(consequence, .faint)]],
      keys: keys.confirmationKeyHints(
        [.open, .block], wording.hintText(of: .block),
        orBack: wording.hintText(of: .back)))
  }
}

/// A factory for the texts with a person's numbers of posts, followers and followed people, as far
/// as known.
struct ProfileCountFactory {
  let wording: Wording
  /// The kinds of lists of people that the service can show, such as followers; only numbers with
  /// such a list can be clicked.
  let lists: PeopleListKinds

  func profileCounts(of person: Person) -> [ProfileHeading.ProfileCount] {
    guard let counts = person.counts else { return [] }
    func peopleListAction(to list: PeopleList) -> ProfileAction? {
      lists.contains(list.kind) ? .people(list) : nil
    }
    return [
      counts.posts.map { .init(words: wording.postCountText($0), action: nil) },
      counts.followers.map {
        .init(
          words: wording.followerCountText($0), action: peopleListAction(to: .followers(person.id)))
      },
      counts.following.map {
        .init(
          words: wording.followedCountText($0), action: peopleListAction(to: .following(person.id)))
      },
    ].compactMap(\.self)
  }
}

extension Wording {
  /// Returns the hint texts, by command, of commands that undo a relationship with a person, such
  /// as "unfollow" and "unmute".
  package func relationshipUndoHintTexts(for relationship: Relationship) -> [Command: SafeText] {
    var words: [Command: SafeText] = [:]
    if relationship.isWanted { words[.follow] = say("unfollow") }
    if relationship.isMuted { words[.mute] = say("unmute") }
    if relationship == .blocked { words[.block] = say("unblock") }
    return words
  }
}

// MARK: - View model

indirect enum ProfileRow: PostRow {
  case heading(ProfileHeading)
  case collection(ProfileCollection)
  /// A kind of row in the profile scene: a text, which loads more collections when the row is
  /// opened.
  case moreCollections(SafeText)
  case facts([ProfileFact])
  case post(PostItem)

  enum ProfileRowID: Hashable {
    case heading, facts
    case collection(Feed)
    case moreCollections
    case post(Post.ID)
  }

  var id: ProfileRowID {
    switch self {
    case .heading: .heading
    case .facts: .facts
    case .collection(let collection): .collection(collection.feed)
    case .moreCollections: .moreCollections
    case .post(let item): .post(item.post.id)
    }
  }

  /// The action of opening a row of the profile scene; nil for the heading, facts and posts.
  var opening: ProfileAction? {
    switch self {
    case .collection(let collection): .collection(collection.feed)
    case .moreCollections: .moreCollections
    case .heading, .facts, .post: nil
    }
  }

  package var post: PostItem? {
    get { if case .post(let item) = self { item } else { nil } }
    set { if let newValue { self = .post(newValue) } }
  }
}

struct ProfileCollection: Equatable {
  let feed: Feed
  let name: SafeText
}

struct ProfileFact: Equatable {
  let name: SafeText
  let value: [[PostViewModel.TextRun]]
  /// The text after the value of a verified field in the profile scene, such as a check mark; empty
  /// if the field is not verified.
  var verificationMark: SafeText = ""

  init(name: SafeText, value: [[PostViewModel.TextRun]], verificationMark: SafeText = "") {
    (self.name, self.value, self.verificationMark) = (name, value, verificationMark)
  }

  init(name: SafeText, text: SafeText) {
    self.init(
      name: name, value: PostTextParagraphSplitter.textParagraphs(RichText(text.string)).paragraphs)
  }
}

struct ProfileHeading: Equatable {
  /// A view model of a number in the profile's heading, of the person's posts, followers or
  /// followed people: the number as text, and the list that a click opens.
  struct ProfileCount: Equatable {
    let words: SafeText
    let action: ProfileAction?
  }

  let id: Person.ID
  let name: SafeText
  let handle: SafeText
  let bio: [[PostViewModel.TextRun]]
  let link: SafeWebLink?
  let counts: [ProfileCount]
  /// The text in the profile's heading about the relationship between the user and the person, with
  /// mutes and other flags; nil if unknown.
  let relationship: StyledText?
  /// The line in the profile's heading with the user's private note about the person; empty for
  /// none.
  var note: SafeText = ""
  let isOneself: Bool
  let portrait: Photo?
  /// The wide picture above the profile's heading; nil if the person has none.
  var banner: Photo?
  /// True if the profile's heading has the whole biography; false if only its beginning.
  var isWhole = true
  /// True if the pictures in the profile's heading are large, as in the profile scene's tab with
  /// the description.
  var isLarge = false
  /// The hint texts, by command, of commands that undo the relationship with the profile's person,
  /// such as "unfollow".
  var hintWords: [Command: SafeText] = [:]
}

enum ProfileAction: Equatable, Sendable {
  /// An action in the profile scene: that of a link or button in a post or biography.
  case post(PostAction)
  /// An action in the profile scene: show the followers or the followed people.
  case people(PeopleList)
  case follow
  /// An action in the profile scene: open a collection as a stream.
  case collection(Feed)
  case moreCollections
}

struct ProfileViewModel: Equatable {
  /// The name of the person as title of the profile scene; empty until loaded.
  var title: SafeText = ""
  /// The tabs of the profile scene; empty if there is only one.
  var tabs: [ProfileTab] = []
  var currentTab = 0
  var heading: ProfileHeading?
  var activity: SafeText = ""
  var failure: SafeText = ""
  var rows: [ProfileRow] = []
  /// True if the profile scene shows the current tab as a grid of photos.
  var isWall = false
  var hasMore = false
  /// The text below the last row of the profile scene that says that there are no posts; empty if
  /// there are posts.
  var footer: SafeText = ""
  /// The message in the profile scene until the profile is loaded, or while the grid of photos is
  /// empty; nil otherwise.
  var notice: EmptySceneMessage?
  var dialog: ConfirmationDialog?
}

struct ProfileTab: Equatable {
  let tab: ProfileScene.ProfileTabKind
  let name: SafeText
}
