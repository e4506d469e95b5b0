package import FeedDomain
package import Preferences
package import Terminal
package import UseCases
package import Words

extension Navigator {
  /// Performs an effect that a scene's interactor sent, such as a message, a change of scene or a
  /// video to play; does nothing for effects on posts and photos, which the scene performs itself.
  package func performEffect(_ effect: SceneEffect) {
    switch effect {
    case .askToSignIn(let account), .action(.signedOut, of: let account):
      navigate(to: .signIn(again: account))
    case .action(let news, of: let account):
      let undoKey = keys.keyName(for: .undo) ?? ""
      if let message = BottomLineMessage(news, at: account.service, wording, undoKey: undoKey) {
        showMessage(message)
      }
      // A text that was taken back stays in its form.
      if case .undone(.serviceAction(let act)) = news,
        let purpose = FormScene.FormPurpose(reopenedFor: act)
      {
        navigate(to: .asAccount(account.id, .form(purpose)))
      }
    // These effects are performed by the scenes with posts and photos.
    case .flash, .replacePhoto, .attached, .offerVersions, .select, .showRowsAbove: break
    case .play(let source):
      if let film = MediaPlayerAddress(source) {
        playVideo(film)
      } else {
        showMessage(BottomLineMessage(.noFilm, wording, keys))
      }
    case .openPages(let addresses):
      for page in addresses.compactMap({ SafeWebLink($0) }) { openInBrowser(page) }
    case .playEpisode(let playback): playEpisode(playback)
    case .follow(let lead): navigate(to: .linkResolution(lead))
    case .openForm(let kind, let person, let answers):
      navigate(to: .form(FormScene.FormPurpose(kind, .person(person), answers: answers)))
    case .askTime(let kind, let person): navigate(to: .relationshipTime(kind, person))
    case .say(let statement): showMessage(BottomLineMessage(statement, wording, keys))
    case .signedIn(let account): navigate(to: .signedIn(account))
    case .signedOut(let error):
      navigate(to: .signedOut)
      showMessage(BottomLineMessage(.signedOut(error), wording, keys))
    case .leave(let statement):
      navigate(to: .back)
      if let statement { showMessage(BottomLineMessage(statement, wording, keys)) }
    }
  }
}

extension MediaPlayerAddress {
  /// Creates the address of a video from its source; nil if the service sent text that is no web
  /// address, since a service may never name a local file.
  package init?(_ source: SceneEffect.VideoAddressOrFile) {
    switch source {
    case .address(let address):
      guard let link = SafeWebLink(address) else { return nil }
      self.init(link)
    case .ownFile(let path): self.init(ownFile: path)
    }
  }
}

extension FormScene.FormPurpose {
  /// Creates the purpose of the form in which the text of an action was typed, with that text; nil
  /// for other actions.
  fileprivate init?(reopenedFor act: ServiceAction) {
    guard act.answers[.words]?.allSatisfy(\.isWhitespace) == false else { return nil }
    switch act.kind {
    case .message: self.init(act.kind, .person(Person.ID(act.target)), answers: act.answers)
    case .report:
      let post = act.answers[.post].map { FormScene.FormPersonOrPost.post(Post.ID($0)) }
      self.init(act.kind, post ?? .person(Person.ID(act.target)), answers: act.answers)
    case .publishMedia: self.init(act.kind, .nothing, answers: act.answers)
    default: return nil
    }
  }
}

/// A message shown for a few seconds in the bottom line of the screen.
package struct BottomLineMessage: Equatable {
  package enum MessageTone: Equatable {
    case plain
    case good
    case bad
  }

  package var text: SafeText
  package let tone: MessageTone
  /// The moment until which the action of a bottom-line message can be undone, counted down beside
  /// the text; nil for a message without a countdown.
  package var undoableUntil: Timestamp?

  package init(text: SafeText, tone: MessageTone, undoableUntil: Timestamp? = nil) {
    (self.text, self.tone, self.undoableUntil) = (text, tone, undoableUntil)
  }

  /// Returns a message for the bottom line in the neutral tone.
  package static func plain(_ text: SafeText) -> Self { Self(text: text, tone: .plain) }
  package static func good(_ text: SafeText) -> Self { Self(text: text, tone: .good) }
  package static func bad(_ text: SafeText) -> Self { Self(text: text, tone: .bad) }

  /// Returns the number of seconds left for undoing the action of the bottom-line message, rounded
  /// up; nil without a countdown, or after its end.
  package func secondsLeftForUndo(at now: Timestamp) -> Int? {
    guard let end = undoableUntil, end > now else { return nil }
    return Int((end.milliseconds - now.milliseconds + 999) / 1_000)
  }
}

extension BottomLineMessage {
  package init(_ statement: SceneEffect.StatusMessage, _ wording: Wording, _ keys: KeyMap) {
    switch statement {
    case .failed(.markRead, let error):
      self.init(text: wording.conversationNotMarkedReadMessage(error), tone: .bad)
    case .failed(.translate, let error):
      self.init(text: wording.notTranslatedMessage(error), tone: .bad)
    case .refreshFailed(let error):
      let key = keys.keyName(for: .refresh) ?? ""
      self.init(text: wording.refreshFailedMessage(error, key: key), tone: .bad)
    case .stillGathering: self.init(text: wording.stillGathering, tone: .plain)
    case .needsSecondAccount:
      self.init(
        text: wording.say(
          "Everything needs more than one account: {key} adds one.",
          ["key": keys.keyName(for: .addAccount) ?? ""]), tone: .plain)
    case .actsAs(let account):
      self.init(text: wording.switchedActingAccountMessage(account), tone: .plain)
    case .offlineCopyStarted:
      self.init(
        text: wording.offlineCopyStartedMessage(key: keys.keyName(for: .fetchAhead) ?? ""),
        tone: .plain)
    case .offlineCopyEnded(let copy):
      let isMissed = if case .service = copy.missingPart { true } else { false }
      self.init(text: wording.offlineCopyEndedMessage(copy), tone: isMissed ? .bad : .plain)
    case .invalid(.mute): self.init(text: wording.say("Type words, a @name or a #tag."), tone: .bad)
    case .invalid(.rule):
      self.init(
        text: wording.say("Type an action, a part and words: hide title sponsored."), tone: .bad)
    case .badSearch(let mistake): self.init(text: wording.sentence(for: mistake), tone: .bad)
    case .setting(let report): self.init(report, wording)
    case .draft(let report): self.init(report, wording, undoKey: keys.keyName(for: .undo) ?? "")
    case .invalid(.tag):
      self.init(text: wording.say("A tag is one word, such as #boats."), tone: .bad)
    case .tooLate:
      self.init(text: wording.say("It is being sent, or was already sent."), tone: .plain)
    case .confirmsRead(let count):
      self.init(
        text: wording.markReadQuestion(count, key: keys.keyName(for: .markAll) ?? ""), tone: .plain)
    case .allMissedRead:
      self.init(text: wording.say("Everything is marked as read."), tone: .good)
    case .lastTab: self.init(text: wording.lastTabStays, tone: .plain)
    case .noPhoto(let step): self.init(text: wording.noFurtherPhotoMessage(step), tone: .plain)
    case .noFilm: self.init(text: wording.noFilm, tone: .plain)
    case .noArticle(.next): self.init(text: wording.say("This is the last article."), tone: .plain)
    case .noArticle(.previous):
      self.init(text: wording.say("This is the first article."), tone: .plain)
    case .articleNotFetched(let error): self.init(text: wording.sentence(for: error), tone: .bad)
    case .episodeQueued(let isNew):
      self.init(text: wording.episodeQueuedMessage(isNew: isNew), tone: isNew ? .good : .plain)
    case .noEpisode: self.init(text: wording.noEpisode, tone: .plain)
    case .episodeNotQueued(let error):
      self.init(text: wording.episodeNotQueuedMessage(error), tone: .bad)
    case .photoSaved(let path):
      self.init(text: wording.say("Saved as {path}", ["path": path]), tone: .good)
    case .photoNotFetched(let error):
      self.init(text: wording.originalPhotoNotFetchedMessage(error), tone: .bad)
    case .photoNotSaved(let error):
      self.init(text: wording.photoNotSavedMessage(error), tone: .bad)
    case .photoNotSavable:
      self.init(text: wording.say("This photo cannot be saved here."), tone: .plain)
    case .lacking(let field): self.init(text: wording.missingFormAnswerMessage(field), tone: .plain)
    case .tooLong(_, let limit): self.init(text: wording.inputTooLongMessage(limit), tone: .plain)
    case .storeFailed(let error): self.init(text: wording.sentence(for: error), tone: .bad)
    case .unsearchable: self.init(text: wording.unsearchable, tone: .plain)
    case .unaskable: self.init(text: wording.unaskable, tone: .plain)
    case .tab(let feed, let isShown):
      let (name, key) = (wording.name(of: feed), keys.keyName(for: .keepTab) ?? "")
      self.init(
        text: isShown ? wording.tabAddedMessage(name) : wording.tabRemovedMessage(name, key: key),
        tone: .plain)
    case .signedOut(nil): self.init(text: wording.signedOut, tone: .good)
    case .signedOut(let error?):
      self.init(
        text: wording.say(
          "Signed out here, but not at the service. {reason}",
          ["reason": wording.sentence(for: error)]), tone: .plain)
    case .followFirst:
      self.init(
        text: wording.say("Follow them first ({key}).", ["key": keys.keyName(for: .follow) ?? ""]),
        tone: .plain)
    case .boostsShown(let handle):
      let shown = ServiceAction(.hideBoosts, "", detail: handle, isDone: false)
      self.init(text: wording.actionDoneMessage(shown), tone: .plain)
    case .labelsNothing:
      self.init(text: wording.say("This account is not a moderation service."), tone: .plain)
    case .missingReplies(let count, let host):
      self.init(text: wording.addedRepliesText(count, from: host), tone: .good)
    case .missingRepliesFailed(let error, let host):
      self.init(text: wording.missingRepliesNotFetchedText(error, at: host), tone: .bad)
    case .noMissingReplies:
      self.init(
        text: wording.say("No missing replies found: your service seems to have all of them."),
        tone: .plain)
    case .ownServer:
      self.init(text: wording.say("This account is on your own server."), tone: .plain)
    case .unavailable(let reason):
      self.init(text: wording.sentence(for: reason, at: nil), tone: .plain)
    }
  }

  private init(_ report: SceneEffect.SettingChangeResult, _ wording: Wording) {
    switch report {
    case .invalid(let value, let name, let allowed):
      let mistake = SettingMistake(
        line: 0, reason: .badValue(value, key: name, allowed: allowed))
      self.init(text: wording.settingMistakeReasonText(of: mistake), tone: .bad)
    case .appliesLater: self.init(text: wording.fromNextStart, tone: .plain)
    case .restricted: self.init(text: wording.notAllowedHere, tone: .bad)
    case .unnamedKey: self.init(text: wording.say("That key cannot be used."), tone: .bad)
    case .notWritten(let path, let error):
      self.init(text: wording.fileNotWrittenMessage(path, error), tone: .bad)
    }
  }

  private init(_ report: SceneEffect.DraftReport, _ wording: Wording, undoKey: String) {
    let (text, tone): (SafeText, MessageTone)
    switch report {
    case .resumed: (text, tone) = (wording.say("Your draft was restored."), .plain)
    case .fetching: (text, tone) = (wording.say("Fetching your post …"), .plain)
    case .notFetched(.refused(nil)):
      (text, tone) = (wording.sentence(for: .pollStays, at: nil), .bad)
    case .notFetched(let error):
      text = wording.say(
        "Your post cannot be fetched. {reason}", ["reason": wording.sentence(for: error)])
      tone = .bad
    case .redrafted:
      (text, tone) = (wording.say("Your post was deleted. Its text is in this draft."), .good)
    case .notRedrafted(.service(let error)):
      text = wording.postNotRedraftedMessage(wording.sentence(for: error))
      tone = .bad
    case .notRedrafted(.store(let error)):
      text = wording.postNotRedraftedMessage(wording.sentence(for: error))
      tone = .bad
    case .savedAsNewDraft:
      text = wording.say(
        "Another window changed or sent this draft. Yours is kept as a separate draft.")
      tone = .plain
    case .queued(.publish(let draft), .sentNext, _, _) where !draft.following.isEmpty:
      text = wording.say(
        "Your thread will be sent in a moment. {key} cancels it.", ["key": undoKey])
      tone = .good
    case .queued(_, .sentNext, _, _):
      text = wording.say("Your post will be sent in a moment. {key} cancels it.", ["key": undoKey])
      tone = .good
    case .queued(_, let wait, _, let now):
      text = wording.say(
        "Your post is in the outbox. {reason}",
        ["reason": wording.sentence(for: wait, now: now)])
      tone = .plain
    case .empty: (text, tone) = (wording.say("Nothing to send yet."), .plain)
    case .tooLong(let count, _): (text, tone) = (wording.postTooLongMessage(by: count), .bad)
    case .invalidPost(let problem, _): (text, tone) = (wording.sentence(for: problem), .bad)
    case .notSaved(let error, let isLeaving):
      let reason = wording.say(
        "The draft cannot be saved, but is still open. {reason}",
        ["reason": wording.sentence(for: error)])
      let question = wording.leavingUnsavedQuestion
      (text, tone) = (isLeaving ? reason + " " + question : reason, .bad)
    case .saved: (text, tone) = (wording.say("Draft saved in the outbox."), .plain)
    case .pictureRefused(let problem): (text, tone) = (wording.sentence(for: problem), .bad)
    case .tooManyPictures(let limit):
      text = wording.say("A post has at most {count} pictures here.", ["count": limit])
      tone = .bad
    case .altTextTooLong(let count):
      (text, tone) = (wording.altTextTooLongMessage(by: count), .bad)
    case .noSuggestions(let word):
      (text, tone) = (wording.say("No suggestions for \"{word}\".", ["word": word]), .plain)
    }
    var end: Timestamp?
    if case .queued(_, .sentNext, let until, _) = report { end = until }
    self.init(text: text, tone: tone, undoableUntil: end)
  }

  /// Creates the bottom-line message about the outcome of an action; nil if the outcome needs no
  /// message.
  init?(_ news: ActionReport, at service: Service?, _ wording: Wording, undoKey: String) {
    let (text, tone): (SafeText, MessageTone)
    switch news {
    case .heldBack(let change, _):
      (text, tone) = (wording.undoableChangeMessage(change, key: undoKey), .good)
    // A change that only the user sees is sent at once, and can be undone as well.
    case .performed(let change) where change.needsWords && !change.isPublic:
      (text, tone) = (wording.undoableChangeMessage(change, key: undoKey), .good)
    case .delivered(.publish(let draft), .done) where draft.postsAt != nil:
      (text, tone) = (wording.say("Your post is scheduled."), .good)
    case .delivered(let change, let outcome)
    where change.postWithUnintendedExposure(after: outcome) != nil:
      (text, tone) = (wording.exposedTitle, .bad)
    case .delivered(.publish(let draft), _): (text, tone) = (wording.postedMessage(draft), .good)
    case .delivered(.serviceAction(let act), _) where PendingChange.serviceAction(act).isFinal:
      (text, tone) = (wording.actionDoneMessage(act), .good)
    case .delivered(_, .overruled(let count, _)):
      (text, tone) = (wording.changesOverruledByServerMessage(count), .bad)
    case .undone(let change): (text, tone) = (wording.changeUndoneMessage(change), .plain)
    case .muteUndone(let mute): (text, tone) = (wording.muteUndoneMessage(mute), .plain)
    case .muteNotUndone(let error): (text, tone) = (wording.sentence(for: error), .bad)
    case .readStatesUndone(let count, let isRead):
      (text, tone) = (wording.readStatesUndoneMessage(count, isRead), .plain)
    case .nothingToUndo: (text, tone) = (wording.say("Nothing to undo."), .plain)
    case .markedRead(1, _): return nil
    case .markedRead(let count, let isRead):
      text = wording.readStatesChangedMessage(count, isRead, key: undoKey)
      tone = .good
    case .withheld(_, let reason): (text, tone) = (wording.sentence(for: reason, at: service), .bad)
    case .refused(let change, let error):
      (text, tone) = (wording.changeRefusedMessage(change, error), .bad)
    case .notStored(_, let error): (text, tone) = (wording.actionNotSavedMessage(error), .bad)
    case .performed, .sending, .uploading, .delivered, .waiting, .stored, .changed,
      .changedElsewhere,
      .signedOut:
      return nil
    }
    var end: Timestamp?
    if case .heldBack(_, let until) = news { end = until }
    self.init(text: text, tone: tone, undoableUntil: end)
  }
}

extension PendingChange {
  /// True if the pending change needs a message in the bottom line, because no post on the screen
  /// shows the change, such as a follow.
  fileprivate var needsWords: Bool {
    switch self {
    case .follow, .mute, .block, .serviceAction, .mark(_, .pinned, _),
      .mark(_, .conversationMuted, _):
      true
    case .mark, .markRead, .answerFollowRequest, .vote, .publish, .delete: false
    }
  }

  /// True if the pending change is public and cannot be undone, so that its message appears only
  /// after delivery.
  fileprivate var isFinal: Bool { isPublic && inverse == nil }
}
