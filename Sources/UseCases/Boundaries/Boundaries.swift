public import FeedDomain

/// A protocol for the interactors of scenes, which handle the requests that the scenes' views send.
@MainActor
public protocol Interacting<Request>: AnyObject {
  associatedtype Request: Sendable

  /// Handles a request of a scene. Requests to a service continue after the return, and change the
  /// state when they are answered.
  func handle(_ request: Request) async
  /// Repeats the scene's requests after the user signed in again, since the service may have
  /// refused them before.
  func repeatRequestsAfterSignIn() async
}

extension Interacting {
  /// Repeats no requests after signing in; the default for interactors that send none to a service.
  public func repeatRequestsAfterSignIn() async {}
}

/// A protocol for the presenters of scenes, which put a scene's state into words, and let the view
/// show them.
@MainActor
public protocol Presenting<State>: AnyObject {
  associatedtype State: Sendable

  /// Lets the view show the state of a scene; called after each change of the state.
  func present(_ state: State)
  func perform(_ effect: SceneEffect)
}

extension Presenting {
  /// Ignores an effect; the default for presenters of scenes without effects.
  public func perform(_ effect: SceneEffect) {}
}

/// A protocol for the views of scenes, which show the view models that presenters make.
@MainActor
public protocol Displaying<ViewModel>: AnyObject {
  associatedtype ViewModel: Equatable

  func display(_ viewModel: ViewModel)
  func perform(_ effect: SceneEffect)
}

extension Displaying {
  /// Ignores an effect; the default for views of scenes without effects.
  public func perform(_ effect: SceneEffect) {}
}

/// A one-time event of a scene beside its state, such as a message or a change of scene.
public enum SceneEffect: Equatable, Sendable {
  /// An effect: ask the user to sign in again, since the service rejected the account's token.
  case askToSignIn(Account)
  /// An effect: report the result of a user's action in the account, such as a like.
  case action(ActionReport, of: Account)
  /// An effect: show a thumbs-up for a moment beside the heart of a post that was just liked.
  case flash(Post.ID)
  /// An effect: show these pictures below a post of the thread being written, given by its index.
  case attached([Draft.DraftAttachment], toPost: Int)
  /// An effect: offer the earlier texts of the draft being written, the latest first.
  case offerVersions([EarlierDraftText])
  /// An effect: select a stream's row, and scroll so that it is at a given row of the screen.
  case select(ReadingPosition)
  /// An effect: scroll up to show rows above the selected one, which stays on the screen.
  case showRowsAbove
  /// An effect: open the scene of an address or handle.
  case follow(ResolvableLink)
  /// An effect: open the form of an action about a person, with the values entered so far.
  case openForm(ServiceAction.ServiceActionKind, Person.ID, answers: [InputField: String])
  /// An effect: ask for how long to hide a person's boosts, or to have alerts for their posts.
  case askTime(ServiceAction.ServiceActionKind, Person)
  /// An effect: show a message in the bottom line.
  case say(StatusMessage)
  /// An effect: close the scene, and show a message if there is one.
  case leave(StatusMessage?)
  case play(VideoAddressOrFile)
  /// An effect: open web pages in the browser, given by their addresses.
  case openPages([String])
  /// An effect: play an episode of a podcast in the external player.
  case playEpisode(EpisodePlayback)
  /// An effect: replace this photo scene by one for a photo of another account.
  case replacePhoto(Post.ID, index: Int)

  /// An effect: open the stream of an account that was signed in, or made the active one.
  case signedIn(SignedInAccount)
  /// An effect: return to the first scene, since the active account signed out. The error is nil if
  /// the token was revoked at the service.
  case signedOut(FeedError?)

  /// A message for the screen's bottom line, as a value that a presenter puts into words.
  public indirect enum StatusMessage: Equatable, Sendable {
    case failed(FailedRequestKind, FeedError)
    case refreshFailed(FeedError)
    /// A kind of status message: the service is still assembling the stream.
    case stillGathering
    case needsSecondAccount
    /// A kind of status message: an account acts on the selected post from now on; for nil, no
    /// other account sees the post.
    case actsAs(Account?)
    case offlineCopyStarted
    case offlineCopyEnded(OfflineCopyResult)
    case storeFailed(StoreError)
    case unavailable(ActionPermission.RefusalReason)
    case setting(SettingChangeResult)
    case draft(DraftReport)
    /// A kind of status message: an entered value is longer than the service allows.
    case tooLong(InputField, FormTextLimit)
    /// A kind of status message: a required form field is empty.
    case lacking(InputField)
    /// A kind of status message: the change is being sent or was sent already, and cannot be
    /// withdrawn.
    case tooLate
    /// A kind of status message: an account signed out. The error is that of revoking the token;
    /// nil if the token was revoked.
    case signedOut(FeedError?)
    /// A kind of status message: the entered text is not valid as a mute or hashtag.
    case invalid(InvalidTextKind)
    /// A kind of status message: the typed saved search, or the expression of the typed rule, is
    /// invalid.
    case badSearch(SearchMistake)
    /// A kind of status message: the service has no search.
    case unsearchable
    /// A kind of status message: the service supports no term of the search.
    case unaskable
    /// A kind of status message: a stream was pinned as a tab, or unpinned.
    case tab(Feed, isShown: Bool)
    /// A kind of status message: the action needs the person to be followed first.
    case followFirst
    /// A kind of status message: the boosts of the person with this handle are shown again.
    case boostsShown(handle: String)
    /// A kind of status message: the person is not a labeller, whose labels could be subscribed to.
    case labelsNothing
    /// A kind of status message: the number of replies that were fetched from the post's own
    /// server, with the server's host.
    case missingReplies(Int, from: String)
    case missingRepliesFailed(FeedError, at: String)
    /// A kind of status message: the post's own server is the account's, or cannot be asked for
    /// replies.
    case noMissingReplies
    /// A kind of status message: the person is at the user's own server, which cannot be blocked.
    case ownServer
    case lastTab
    /// A kind of status message: the number of entries to mark as read if the user presses the key
    /// again.
    case confirmsRead(Int)
    /// A kind of status message: all missed posts that the catch-up scene shows were marked as
    /// read.
    case allMissedRead
    /// A kind of status message: there is no photo before or after the shown one.
    case noPhoto(PhotoStepDirection)
    case noFilm
    /// A kind of status message: there is no article before or after the shown one.
    case noArticle(PhotoStepDirection)
    /// A kind of status message: the article on an entry's web page could not be fetched, for this
    /// reason.
    case articleNotFetched(ArticleError)
    /// A kind of status message: an episode was added to the podcasts, or is there already.
    case episodeQueued(isNew: Bool)
    /// A kind of status message: an entry has no audio and no video.
    case noEpisode
    case episodeNotQueued(FeedError)
    case photoSaved(path: String)
    case photoNotFetched(FeedError)
    case photoNotSaved(StoreError)
    /// A kind of status message: photos cannot be saved here, or the service offers no original.
    case photoNotSavable
  }

  public enum VideoAddressOrFile: Equatable, Sendable {
    /// A source of a video for the external player: an address that the service named.
    case address(String)
    /// A source of a video for the external player: the path of a local file, made by the demo
    /// service or downloaded.
    case ownFile(path: String)
  }

  /// An episode of a podcast for the external player.
  public struct EpisodePlayback: Equatable, Sendable {
    public let account: Account.ID
    public let post: Post.ID
    public let source: VideoAddressOrFile
    /// The position in the episode, in seconds, from which the external player plays.
    public let start: Int

    package init(account: Account.ID, post: Post.ID, source: VideoAddressOrFile, start: Int) {
      (self.account, self.post, self.source, self.start) = (account, post, source, start)
    }
  }

  public enum SettingChangeResult: Equatable, Sendable {
    case invalid(String, name: String, allowed: String)
    /// A result of changing a setting: changed, with an effect at the next start.
    case appliesLater
    /// A result of changing a setting: refused in restricted mode, since the setting names a
    /// program, server or file.
    case restricted
    /// A result of assigning a key: refused, since the settings file has no name for the key.
    case unnamedKey
    case notWritten(path: String, StoreError)
  }

  /// A report about a draft, or an error while writing it. `post` is an index in the thread.
  public enum DraftReport: Equatable, Sendable {
    /// A report about a draft: it was saved earlier, and is continued.
    case resumed
    /// A report about a draft: the post to edit is being fetched.
    case fetching
    case notFetched(FeedError)
    /// A report about a draft: it has the content of a post that is being deleted.
    case redrafted
    /// A report about a draft: the content of a published post could not be saved as a draft, so
    /// that the post is not deleted.
    case notRedrafted(RedraftError)
    /// A report about a draft: another window changed or sent the draft, so that this version is
    /// saved as a new draft.
    case savedAsNewDraft
    /// A report about a draft: the post is in the outbox since a time, and waits for this reason;
    /// `until` is the end of the time in which sending can be undone, nil if it cannot.
    case queued(PendingChange, OutboxWaitReason, until: Timestamp? = nil, at: Timestamp? = nil)
    case empty
    case tooLong(by: Int, post: Int)
    /// A report about a draft: the service would refuse a post of the thread, for this problem.
    case invalidPost(DraftProblem, post: Int)
    /// A report about a draft: it could not be saved. `isLeaving` is true if the user asked to
    /// close the scene.
    case notSaved(StoreError, isLeaving: Bool)
    /// A report about a draft: it is saved, and listed in the outbox scene.
    case saved
    case pictureRefused(PictureFileProblem)
    case tooManyPictures(limit: Int)
    /// A report about a draft: a picture's description is too long, by this number of characters.
    case altTextTooLong(by: Int)
    case noSuggestions(for: String)
  }

  /// A kind of entered text, named in messages about invalid text: a mute, a hashtag or a rule.
  public enum InvalidTextKind: Equatable, Sendable { case mute, tag, rule }

  /// A kind of request to a service, named in messages about its failure.
  public enum FailedRequestKind: Equatable, Sendable {
    /// A kind of request to a service, named in messages about its failure: mark a direct
    /// conversation as read.
    case markRead
    case translate
  }
}

/// A reason why the content of a published post could not be saved as a draft; the post stays.
public enum RedraftError: Error, Equatable, Sendable {
  case service(FeedError)
  case store(StoreError)
}

/// A protocol for the requests that all list scenes support.
package protocol ListSceneRequest: Equatable, Sendable {
  /// The request to a list scene to stop fetching, since the scene is closed.
  static var close: Self { get }
}

/// A protocol for the requests that all scenes with a paged list support.
package protocol PagedListSceneRequest: ListSceneRequest {
  /// The request to a list scene to fetch the first page again.
  static var refresh: Self { get }
  /// The request to a list scene to fetch the next page, since the selection is near the end.
  static var more: Self { get }
}

/// A report on what became of the user's actions and of stored posts, sent to all scenes with posts
/// or people.
public indirect enum ActionReport: Equatable, Sendable {
  /// An action report: a change is shown, and is being written to the outbox.
  case performed(PendingChange)
  /// An action report: a change is held back until this time, and can be undone.
  case heldBack(PendingChange, until: Timestamp)
  /// An action report: a change was withdrawn, or its inverse will be sent.
  case undone(PendingChange)
  /// An action report: the undo command removed a local mute, which hid a conversation or a
  /// person's boosts.
  case muteUndone(Mute)
  /// An action report: the undo command could not store that a local mute ends, which stays.
  case muteNotUndone(StoreError)
  /// An action report: the undo command marked this number of web feed entries as read again, or as
  /// unread again if the second value is false.
  case readStatesUndone(Int, Bool)
  case nothingToUndo
  /// An action report: this number of entries was marked as read, or as unread for false.
  case markedRead(Int, Bool)
  /// An action report: the service refused a change, which was rolled back.
  case refused(PendingChange, FeedError)
  /// An action report: the service refused a change, and supports no changes of this kind.
  case withheld(PendingChange, ActionPermission.RefusalReason)
  case sending(OutboxItem.ID)
  /// An action report: this fraction of an outbox item's pictures is uploaded, in 0...1; nil when
  /// finished.
  case uploading(OutboxItem.ID, Double?)
  case delivered(PendingChange, ChangeOutcome)
  /// An action report: a change could not be stored on disk, and was rolled back on the screen.
  case notStored(PendingChange, StoreError)
  /// An action report: the numbers of pending and of refused changes, with the latest failure.
  case waiting(Int, FeedError?, refused: Int = 0)
  /// An action report: these stored posts have new counts, content or marks; the report `changed`
  /// follows.
  case stored([Post])
  /// An action report: these posts or streams must be drawn again after a change or a rollback.
  case changed(StoreChangeSet)
  /// An action report: another process changed the stores, so that all shown posts may be outdated.
  case changedElsewhere
  /// An action report: the service rejected the token; pending changes wait for a new sign-in.
  case signedOut
}

extension Presenting {
  /// Lets a presenter show an action report as an effect: a flash for a like, the prompt to sign in
  /// for a rejected token, a report for the result of an action.
  func performReportEffects(_ report: ActionReport, of account: Account) {
    switch report {
    case .performed(.mark(let post, .liked, true)): perform(.flash(post))
    case .signedOut: perform(.askToSignIn(account))
    case .performed, .heldBack, .undone, .muteUndone, .muteNotUndone, .readStatesUndone,
      .nothingToUndo,
      .markedRead,
      .refused, .withheld,
      .delivered, .notStored:
      perform(.action(report, of: account))
    case .sending, .uploading, .waiting, .stored, .changed, .changedElsewhere: break
    }
  }
}

/// A list of listeners, held weakly, with the callbacks for their events.
@MainActor
struct EventListeners<Event> {
  private struct ListenerEntry {
    weak var listener: AnyObject?
    let handler: @MainActor (Event) -> Void
  }

  private var entries: [ListenerEntry] = []

  /// Adds an event listener, held weakly; the callback of a known listener is replaced.
  mutating func addListener<Listener: AnyObject>(
    _ listener: Listener, _ handler: @escaping @MainActor (Listener, Event) -> Void
  ) {
    entries.removeAll { $0.listener == nil || $0.listener === listener }
    entries.append(
      ListenerEntry(listener: listener) { [weak listener] event in
        if let listener { handler(listener, event) }
      })
  }

  func callListeners(_ event: Event) {
    for entry in entries { entry.handler(event) }
  }
}

/// A direction of a step through photos in reading order: to the next photo or to the previous one.
public enum PhotoStepDirection: Equatable, Sendable {
  case next
  case previous
}

/// A reason why the article of an entry's web page is missing.
public enum MissingArticleReason: CaseIterable, Hashable, Sendable {
  case noArticle, ownNetwork, unreachable, notFound, notAPage, other

  package init(_ error: ArticleError) {
    self =
      switch error {
      case .noArticle: .noArticle
      case .notPublic: .ownNetwork
      case .notAPage: .notAPage
      case .service(.notFound): .notFound
      case .service(let error) where error.isOutOfReach: .unreachable
      case .noAddress, .notWebAddress, .tooLarge, .service, .store: .other
      }
  }
}

/// A count of the posts, conversations, articles and pictures copied for offline reading, with the
/// reason if the copy is incomplete.
public struct OfflineCopyResult: Equatable, Sendable {
  public enum IncompleteCopyReason: Equatable, Sendable {
    case service(FeedError)
    case store(StoreError)
    case budget, calledOff
  }

  public var posts = 0
  public var conversations = 0
  public var pictures = 0
  public var bytes = 0
  public var missingPictures = 0
  /// The number of articles that were fetched from the web pages of entries of web feeds.
  public var articles = 0
  /// The numbers of web pages of entries that could not be fetched, or have no article, by reason.
  public var missingArticles: [MissingArticleReason: Int] = [:]
  /// The number of web pages that were not fetched, since an earlier fetch failed lately, and the
  /// time from which all of them are fetched again.
  public var skippedPages = 0
  public var skippedUntil: Timestamp?
  /// The reason why the offline copy is incomplete; nil if it is complete.
  public var missingPart: IncompleteCopyReason?

  package init() {}

  /// True if an error left the offline copy without any post.
  public var isFailure: Bool {
    switch missingPart {
    case .service, .store: posts == 0
    case nil, .budget, .calledOff: false
    }
  }
}
