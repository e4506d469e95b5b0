public import FeedDomain

/// Handles what a person asks of a scene. A view sends its requests here.
@MainActor public protocol Interacting<Request>: AnyObject {
  associatedtype Request: Sendable

  /// Handles a request. What a service is asked for goes on after the return, and changes the state
  /// when it arrives.
  func handle(_ request: Request) async
  /// Repeats what was refused before the person signed in again.
  func resume() async
}

extension Interacting {
  /// Does nothing: a scene that asks no service has nothing to repeat.
  public func resume() async {}
}

/// Puts a scene's state into words, and shows the result.
@MainActor public protocol Presenting<State>: AnyObject {
  associatedtype State: Sendable

  /// Shows a state. Called whenever the state changed.
  func present(_ state: State)
  func perform(_ effect: Effect)
}

extension Presenting {
  /// Does nothing: not every scene has effects.
  public func perform(_ effect: Effect) {}
}

/// Shows what a presenter has put into words. Implemented by views.
@MainActor public protocol Displaying<ViewModel>: AnyObject {
  associatedtype ViewModel: Equatable

  /// Shows a view model in place of the one before.
  func display(_ viewModel: ViewModel)
  func perform(_ effect: Effect)
}

extension Displaying {
  /// Does nothing: not every scene has effects.
  public func perform(_ effect: Effect) {}
}

/// An effect: a one-time event in a scene, beside its state.
public enum Effect: Equatable, Sendable {
  /// Ask the person to sign in again: the service rejected the account's token.
  case askToSignIn(Account)
  /// Tell what became of an action of an account's person.
  case action(ActionEvent, of: Account)
  /// Show a thumb beside the heart of a post that was just liked.
  case flash(Post.ID)
  /// Show these pictures below a post of the thread that is being written, an index in the thread.
  case attached([Draft.Attachment], toPost: Int)
  /// Select a row of a stream, at a distance from the top of the screen.
  case select(ReadingPosition)
  /// Show the rows above the selected one, as far as that stays on the screen.
  case showRowsAbove
  /// Go where an address or a handle leads.
  case follow(ResolvableLink)
  /// Open the form of an action about a person, with the answers so far.
  case openForm(ServiceAction.Kind, Person.ID, answers: [InputField: String])
  /// Tell the person something in the bottom line.
  case say(Statement)
  /// Close the scene, and tell the person something.
  case leave(Statement?)
  case play(FilmSource)
  /// Go on with a photo that another account sees, in place of the scene.
  case replacePhoto(Post.ID, index: Int)

  /// Go on with an account, in its stream: it is signed in, or made the active one.
  case signedIn(SignedInAccount)
  /// Go to the first scene: the active account is signed out. The error is why the service could not
  /// be told.
  case signedOut(FeedError?)

  /// A message for the bottom line, before it is put into words.
  public indirect enum Statement: Equatable, Sendable {
    /// A message: a request to the service failed.
    case failed(Step, FeedError)
    case refreshFailed(FeedError)
    /// The service has not gathered the whole stream yet.
    case stillGathering
    /// Everything can be read only with a second account.
    case needsSecondAccount
    /// An account acts on the post from now on; nil if no other account sees the post.
    case actsAs(Account?)
    case fetchingAhead
    case fetchedAhead(OfflineCopy)
    /// A message: reading from or writing to disk failed.
    case storeFailed(StoreError)
    /// A message: the action is not possible, with the reason.
    case unavailable(Permission.Reason)
    case setting(SettingReport)
    case draft(DraftReport)
    /// An answer is longer than the service takes.
    case tooLong(InputField, TextLimit)
    /// A question has to be answered.
    case lacking(InputField)
    /// The change is being sent already, or has been, and cannot be taken back.
    case tooLate
    /// A message: an account signed out; with the error of revoking the token.
    case signedOut(FeedError?)
    /// The text that was entered is none of its kind.
    case invalid(Input)
    /// The service cannot be searched.
    case unsearchable
    /// The service cannot be asked for any part of the search.
    case unaskable
    /// A stream became a tab, or is none any more.
    case tab(Feed, isShown: Bool)
    /// The action is for people who are followed.
    case followFirst
    /// The person does not label posts.
    case labelsNothing
    /// The person is at the reader's own server.
    case ownServer
    case lastTab
    /// There is no further photo on a side.
    case noPhoto(PhotoStep)
    case noFilm
    /// The original of a photo is in a file.
    case photoSaved(path: String)
    case photoNotFetched(FeedError)
    case photoNotSaved(StoreError)
    /// Photos are not saved on this machine, or the service does not hand out the photo.
    case photoNotSavable
  }

  /// A film for the player.
  public enum FilmSource: Equatable, Sendable {
    /// An address that a service named.
    case address(String)
    /// A file that the program made.
    case ownFile(path: String)
  }

  /// The result of changing a setting or a key.
  public enum SettingReport: Equatable, Sendable {
    case invalid(String, name: String, allowed: String)
    /// The change takes effect at the next start.
    case appliesLater
    /// The environment forbids to name a program, a server or a file.
    case restricted
    /// The settings file has no name for the key.
    case unnamedKey
    case notWritten(path: String, StoreError)
  }

  /// What became of a draft, or why a step in writing it failed. `post` is an index in the thread.
  public enum DraftReport: Equatable, Sendable {
    /// The draft is one from before.
    case resumed
    /// The post to edit is being fetched.
    case fetching
    case notFetched(FeedError)
    /// Another window changed or sent the draft: this one is kept beside it.
    case forked
    /// The post is in the outbox.
    case queued(PendingChange, OutboxWaitReason)
    /// There is nothing to send.
    case empty
    case tooLong(by: Int, post: Int)
    /// The service would refuse the post.
    case unfit(DraftProblem, post: Int)
    /// The draft cannot be written to disk; `isLeaving` if the person asked to leave it.
    case notSaved(StoreError, isLeaving: Bool)
    /// The draft is in the outbox, with the other drafts.
    case saved
    case pictureRefused(PictureProblem)
    case tooManyPictures(limit: Int)
    /// The description of a picture is too long.
    case altTextTooLong(by: Int)
    case noSuggestions(for: String)
  }

  /// A kind of text that is entered.
  public enum Input: Equatable, Sendable { case mute, tag }

  /// A step that a service is asked for.
  public enum Step: Equatable, Sendable {
    /// Mark a direct conversation as read.
    case markRead
    case translate
  }
}

/// Requests that every list understands.
package protocol ListRequest: Equatable, Sendable {
  /// Stop fetching: the scene is closed.
  static var close: Self { get }
}

/// Requests that every paged list understands.
package protocol PagedRequest: ListRequest {
  /// Fetch the first page again.
  static var refresh: Self { get }
  /// Fetch the next page: the selection is near the end of the list.
  static var more: Self { get }
}

/// An event about the reader's actions and stored posts, for all scenes with posts or people.
public indirect enum ActionEvent: Equatable, Sendable {
  /// A change is shown; the outbox has stored it or is about to.
  case acted(PendingChange)
  /// A change is delayed until a time, and can be undone.
  case held(PendingChange, until: Timestamp)
  /// A change was withdrawn, or its inverse will be sent.
  case undone(PendingChange)
  case nothingToUndo
  /// The service refused a change, which was rolled back.
  case refused(PendingChange, FeedError)
  /// The service refused a change, and offers nothing of its kind.
  case withheld(PendingChange, Permission.Reason)
  /// A change is being sent.
  case sending(OutboxItem.ID)
  /// The progress of uploading a post's pictures, in 0...1; nil when finished.
  case uploading(OutboxItem.ID, Double?)
  /// The service carried out a change.
  case delivered(PendingChange, Outcome)
  /// A change could not be stored, and was rolled back.
  case notKept(PendingChange, StoreError)
  /// Numbers of waiting and of refused changes, with the latest failure.
  case waiting(Int, FeedError?, refused: Int = 0)
  /// Stored posts with new counts, content or actions; followed by `changed`.
  case stored([Post])
  /// Posts or feeds that look different after a change, a rollback or an update.
  case changed(ChangeSet)
  /// Another process changed the stores, so that everything shown may be outdated.
  case changedElsewhere
  /// The service rejected the token; pending changes are sent after signing in again.
  case signedOut
}

extension Presenting {
  /// Performs the one-time effects of an event.
  func perform(_ event: ActionEvent, of account: Account) {
    switch event {
    case .acted(.mark(let post, .liked, true)): perform(.flash(post))
    case .signedOut: perform(.askToSignIn(account))
    case .acted, .held, .undone, .nothingToUndo, .refused, .withheld, .delivered, .notKept:
      perform(.action(event, of: account))
    case .sending, .uploading, .waiting, .stored, .changed, .changedElsewhere: break
    }
  }
}

/// Weakly held listeners for events.
@MainActor struct Listeners<Event> {
  private struct Entry {
    weak var listener: AnyObject?
    let handler: @MainActor (Event) -> Void
  }

  private var entries: [Entry] = []

  /// Adds a listener, or replaces its callback.
  mutating func add<Listener: AnyObject>(
    _ listener: Listener, _ handler: @escaping @MainActor (Listener, Event) -> Void
  ) {
    entries.removeAll { $0.listener == nil || $0.listener === listener }
    entries.append(
      Entry(listener: listener) { [weak listener] event in
        if let listener { handler(listener, event) }
      })
  }

  func notify(_ event: Event) {
    for entry in entries { entry.handler(event) }
  }
}

/// The photo before or after the one that is shown, in reading order.
public enum PhotoStep: Equatable, Sendable {
  case next
  case previous
}
