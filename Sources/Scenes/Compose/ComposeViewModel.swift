import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

struct ComposeViewModel: Equatable {
  /// A text with the number of characters left in a post, with its colour.
  struct RemainingCharactersText: Equatable {
    var remaining: SafeText = ""
    var role = TextRole.faint
  }

  /// A status of a draft, which changes while the user types: characters left, spelling, saving.
  struct DraftTypingStatus: Equatable {
    /// The numbers of characters left in each post of the thread, as texts.
    var counts: [RemainingCharactersText] = []
    /// The misspelt words in each post of the thread.
    var misspelt: [Set<String>] = []
    /// The text that says that the draft is saved on disk; empty while it is not.
    var savedNote: SafeText = ""
    /// True if the draft cannot be saved, so that quitting the program would lose it.
    var isUnsaved = false

    func remainingCharactersOfPost(at place: Int) -> RemainingCharactersText {
      counts.indices.contains(place) ? counts[place] : RemainingCharactersText()
    }

    func misspeltWordsOfPost(at place: Int) -> Set<String> {
      misspelt.indices.contains(place) ? misspelt[place] : []
    }
  }

  /// A list of words offered as completions of the typed word, or as corrections of a misspelt one.
  struct OfferedCompletionList: Equatable {
    let kind: ComposeScene.WordSuggestions.WordSuggestionKind
    /// The typed beginning of a word, or the misspelt word, for which other words are offered.
    let typedWord: String
    let words: [OfferedCompletion]
  }

  /// The limits, abilities and texts of the compose page; nil until the draft is loaded.
  var frame: ComposePageConstants?
  var status = DraftTypingStatus()
  var offer: OfferedCompletionList?
  /// The picture and name of the person who writes the draft; nil until the draft is loaded.
  var author: PortraitOrInitial?
}

extension ComposeViewModel {
  init(_ state: ComposeScene.SceneState, _ wording: Wording) {
    guard let page = state.page else { return }
    frame = ComposePageConstants(page.draft, page.limits, answering: page.original, wording)
    // The count is highlighted in the last tenth of the characters, and in the last twenty.
    let close = max(20, page.limits.characters / 10)
    status.counts = state.remaining.map { remaining in
      RemainingCharactersText(
        remaining: SafeText(sanitizing: String(remaining)),
        role: remaining < 0 ? .bad : remaining <= close ? .warning : .faint)
    }
    status.misspelt = state.misspeltWords
    status.savedNote = state.saving == .saved ? wording.say("saved") : ""
    status.isUnsaved = state.saving == .failed
    author = state.author.map { PortraitOrInitial($0) }
    offer = state.offer.map { offer in
      OfferedCompletionList(
        kind: offer.kind, typedWord: offer.typedWord,
        words: offer.words.map { word in
          offer.kind == .path
            ? OfferedCompletion(path: word.text)
            : OfferedCompletion(
              insertedText: word.text,
              displayedText: SafeText(sanitizing: word.text + (word.name.map { "  " + $0 } ?? "")))
        })
    }
  }
}

extension ComposeViewModel {
  /// A feature of the compose page that may be unavailable, such as polls.
  enum ComposeFeature {
    case warning, audience
    /// Enum cases for features of the compose page: adding pictures, covering pictures, editing the
    /// descriptions of published pictures, and removing published pictures.
    case pictures, covers, descriptions, removals
    case poll
    /// A feature of the compose page: the options of a post besides text and pictures, such as its
    /// language and date.
    case more
    /// A feature of the compose page: adding another post to the thread.
    case thread
  }

  /// A set of the compose page's limits, abilities and texts, which stay the same while the user
  /// types.
  // A class, since nearly every function of the page reads it, and would copy a hundred references.
  final class ComposePageConstants: Equatable, Sendable {
    /// The draft as it was loaded into the compose page.
    let draft: Draft
    let limits: DraftLimits
    let title: SafeText
    /// The limits, abilities and texts for the posts after the first in the thread being written,
    /// as an array of one element; empty if no post can follow, and for such a post itself.
    private let later: [ComposePageConstants]
    /// The number of the thread's posts that were published already.
    let preceding: Int
    let original: AnsweredOrQuotedPostText?
    /// The audiences among which the author of a post can choose.
    let audiences: [NamedAudience]
    /// The maximum number of pictures in the post on the compose page, by the service's limits.
    let pictures: Int
    /// The limits of a post's poll; nil if the post cannot have a poll.
    let polls: PollLimits?
    let more: [PostOptionsForm.PostOptionRow]
    /// The texts that explain why features of the compose page are unavailable, by feature.
    let withheld: [ComposeFeature: SafeText]
    let labels: ComposeLabels

    var following: ComposePageConstants { later.first ?? self }

    static func == (one: ComposePageConstants, other: ComposePageConstants) -> Bool {
      one === other
        || (one.draft, one.limits, one.title, one.later, one.preceding, one.original)
          == (
            other.draft, other.limits, other.title, other.later, other.preceding, other.original
          )
          && (one.audiences, one.pictures, one.polls, one.more, one.withheld, one.labels)
            == (
              other.audiences, other.pictures, other.polls, other.more, other.withheld,
              other.labels
            )
    }

    /// Creates the limits, abilities and texts of the compose page for a draft. `posted` is the
    /// number of the thread's posts before a following post; nil for the first post.
    init(
      _ draft: Draft, _ limits: DraftLimits, answering original: Post?, _ wording: Wording,
      following posted: Int? = nil
    ) {
      let isNew = draft.editing == nil
      self.draft = draft
      self.limits = limits
      preceding = posted ?? draft.preceding
      title = wording.composeTitle(of: draft, answering: original)
      self.original = original.map { AnsweredOrQuotedPostText($0, wording) }
      // The audience of a published post cannot be changed.
      audiences = (isNew ? limits.allowedVisibilities(for: draft) : [draft.visibility]).map {
        NamedAudience(visibility: $0, name: wording.visibilityLabel(of: $0))
      }
      pictures = limits.maximumAttachmentCount(for: changedCopy(draft) { $0.poll = nil })
      polls = limits.pollLimits(for: changedCopy(draft) { $0.attachments = [] })
      // Only the first post of a thread has a date; the others are published after it.
      more = PostOptionsForm.optionRows(for: draft, within: limits, wording).filter {
        posted == nil && draft.preceding == 0 || $0 != .moment
      }
      let canFollow = isNew && limits.threads
      // The following post is created without the text, since searching a megabyte at each key
      // would take too long.
      let successor = changedCopy(draft) { $0.text = "" }.successor
      later =
        canFollow && posted == nil
        ? [
          ComposePageConstants(
            successor, limits, answering: nil, wording, following: draft.preceding)
        ]
        : []
      let reasons: [(ComposeFeature, isOffered: Bool, SafeText)] = [
        (
          .warning, limits.allowsWarning,
          wording.say("This service does not support content warnings.")
        ),
        (
          .audience, audiences.count > 1,
          !isNew
            ? wording.say("Who sees a post cannot be changed after posting.")
            : original?.isDirect == true
              ? wording.say("Replies to a direct post are always direct.")
              : wording.say("This service does not let you choose who sees a post.")
        ),
        (
          .pictures, pictures > 0,
          !isNew && !limits.canEditPictures
            ? wording.picturesStay
            : draft.quoting != nil && limits.attachments > 0
              ? wording.say("A post that quotes another cannot have pictures here.")
              : wording.say("No pictures can be posted here.")
        ),
        (.covers, limits.coversPictures, wording.say("This service cannot cover pictures.")),
        (
          .removals, isNew || limits.canEditPictures, wording.picturesStay
        ),
        (
          .descriptions, limits.canEditAltTexts,
          wording.say("The description of a posted picture cannot be changed here.")
        ),
        (
          .poll, polls != nil,
          limits.polls == nil
            ? wording.pollsNotOffered
            : isNew ? wording.pollNotAlone : wording.say("A poll cannot be added after posting.")
        ),
        (.more, !more.isEmpty, wording.say("This service has no more options for posts.")),
        (
          .thread, canFollow,
          isNew
            ? wording.noThreads : wording.say("A published post cannot be made into a thread.")
        ),
      ]
      withheld = Dictionary(
        uniqueKeysWithValues: reasons.filter { !$0.isOffered }.map { ($0.0, $0.2) })
      labels = ComposeLabels(draft, limits, withheld, wording)
    }
  }

  /// A view model of the post that a draft answers or quotes, shown as text above the draft.
  struct AnsweredOrQuotedPostText: Equatable {
    let author: StyledText
    /// The lines of the answered or quoted post's text, one for each paragraph.
    let lines: [SafeText]

    fileprivate init(_ post: Post, _ wording: Wording) {
      let text = wording.foldReasonText(of: post.content)?.string ?? post.content.text.withAddresses
      author = [
        StyledSpan(SafeText(sanitizing: post.author.spokenName), .author), StyledSpan("  "),
        StyledSpan("@\(post.author.handle)", .handle),
      ]
      // No more than these characters and lines fit above a reply.
      lines = Array(SafeText.sanitizedLines(of: String(text.prefix(2000))).prefix(20))
    }
  }

  struct NamedAudience: Equatable {
    let visibility: Visibility
    let name: SafeText
  }
}

extension ComposeViewModel {
  /// A set of the compose page's constant texts: labels, messages and key hints.
  struct ComposeLabels: Equatable {
    let placeholder, warning, discardAsks: SafeText
    /// The message shown when the user adds a post to the thread after an empty one.
    let nothingToFollow: SafeText
    let nothingMisspelt: SafeText
    let versions, noVersions: SafeText
    let hints: [KeyHint]
    let help: KeyHint
    let pictures: PicturePanelLabels
    let poll: PollFormLabels
    let more: PostOptionsLabels
    let audienceHints, versionHints: [KeyHint]

    fileprivate init(
      _ draft: Draft, _ limits: DraftLimits, _ withheld: [ComposeFeature: SafeText],
      _ wording: Wording
    ) {
      // A key is listed if the service offers all features that it needs.
      let keys: [(needs: [ComposeFeature], hint: KeyHint)] = [
        ([], KeyHint(.controlKey("s"), label: wording.say("send"))),
        ([], KeyHint(Key(.escape), label: wording.say("leave, keep draft"))),
        ([.pictures], KeyHint(.controlKey("p"), label: wording.say("picture"))),
        ([], KeyHint(.controlKey("x"), label: wording.say("editor"))),
        ([.warning], KeyHint(.controlKey("t"), label: wording.say("warning"))),
        ([.audience], KeyHint(.controlKey("o"), label: wording.say("who sees it"))),
        ([.poll], KeyHint(.altKey("p"), label: wording.pollKey)),
        ([.more], KeyHint(.altKey("o"), label: wording.say("language and more"))),
        ([.thread], KeyHint(.altKey("n"), label: wording.say("next post of a thread"))),
        ([], KeyHint(.altKey("u"), label: wording.say("undo"))),
        ([], KeyHint(.altKey("x"), label: wording.discardKey)),
        ([], KeyHint(.altKey("h"), label: wording.say("earlier texts"))),
        ([.pictures, .covers], KeyHint(.altKey("s"), label: wording.say("cover pictures"))),
      ]
      hints = keys.filter { $0.needs.allSatisfy { withheld[$0] == nil } }.map(\.hint)
      help = KeyHint(Key(.function(1)), label: wording.say("all keys"))
      placeholder = wording.say("What's on your mind?")
      warning = wording.say("Warning")
      discardAsks = wording.confirmDiscard
      nothingToFollow = wording.say("Write this post before you start the next.")
      nothingMisspelt = wording.say("There is no misspelt word here.")
      versions = wording.say("Earlier texts of this draft")
      noVersions = wording.say("There is no earlier text of this draft.")
      versionHints = [
        KeyHint(Key(.enter), label: wording.say("restore")), .backToTextHint(wording),
        KeyHint(Key(.up), Key(.down), label: wording.say("move")),
      ]
      pictures = PicturePanelLabels(wording, covers: limits.coversPictures)
      poll = PollFormLabels(draft, limits, wording)
      more = PostOptionsLabels(wording)
      audienceHints = [
        KeyHint(Key(.enter), label: wording.choose), .backToTextHint(wording),
        KeyHint(Key(.up), Key(.down), label: wording.say("move")),
      ]
    }
  }

  struct PicturePanelLabels: Equatable {
    let hints: [KeyHint]
    /// The key hint for Enter while a picture of the draft is selected.
    let describe: KeyHint
    let file, description, posted, undescribed, undescribedAsks, covered: SafeText

    fileprivate init(_ wording: Wording, covers: Bool) {
      hints =
        [
          // The key for leaving is the second hint, so that it always fits.
          KeyHint(Key(.enter), label: wording.say("add the picture")), .backToTextHint(wording),
          KeyHint(Key(.tab), label: wording.say("complete the path")),
          KeyHint(Key(.up), Key(.down), label: wording.say("choose a picture")),
          KeyHint(Key(.up, .alt), Key(.down, .alt), label: wording.say("move the picture")),
          KeyHint(.controlKey("d"), label: wording.say("remove the picture")),
        ] + (covers ? [KeyHint(.altKey("s"), label: wording.say("cover them"))] : [])
      describe = KeyHint(Key(.enter), label: wording.say("describe it"))
      file = wording.say("Picture file:")
      description = wording.say("Description:")
      posted = wording.say("(in the post)")
      undescribed = wording.undescribed
      undescribedAsks = wording.say(
        "A picture has no description. Press ^S again to send it anyway.")
      covered = wording.say("pictures covered")
    }
  }

  struct PollFormLabels: Equatable {
    let hints: [KeyHint]
    let one, several: SafeText
    /// The placeholder texts of a poll's empty answers, such as "Answer 1".
    let answers: [SafeText]
    /// The maximum number of poll answers with a placeholder text.
    private static let mostPlaceholders = 40
    /// The texts for the durations of a poll, by duration, including that of the draft.
    let lengths: [Duration: SafeText]
    /// The message shown when a post would have both a poll and pictures.
    let noPollWithPictures: SafeText

    fileprivate init(_ draft: Draft, _ limits: DraftLimits, _ wording: Wording) {
      hints = [
        KeyHint(Key(.enter), label: wording.say("next answer")), .backToTextHint(wording),
        KeyHint(.altKey("s"), label: wording.say("one or several")),
        KeyHint(.altKey("t"), label: wording.say("how long")),
        KeyHint(.controlKey("d"), label: wording.say("remove the answer")),
        KeyHint(Key(.up), Key(.down), label: wording.say("choose an answer")),
      ]
      one = wording.say("one answer")
      several = wording.say("several answers")
      let count = max(limits.polls?.choices ?? 0, (draft.poll?.choices.count ?? 0) + 1, 4)
      answers = (1...min(count, Self.mostPlaceholders)).map {
        wording.say("Answer {number}", ["number": $0])
      }
      let durations = (limits.polls?.lengths ?? []) + (draft.poll.map { [$0.lasts] } ?? [])
      lengths = Dictionary(
        durations.map { ($0, wording.pollClosingText(in: wording.roundedDurationText($0))) },
        uniquingKeysWith: { first, _ in first })
      noPollWithPictures = wording.pollNotAlone
    }
  }

  /// A set of texts for the form in which a post's options, such as language and date, are set.
  struct PostOptionsLabels: Equatable {
    let hints: [KeyHint]
    let language, moment, quotePolicy: SafeText
    /// The hint texts beside the fields of a post's options: `asUsual` for an empty language and
    /// the default quote policy, `now` for an empty date, `languageHint` and `momentHint` while one
    /// is typed.
    private let asUsual, now, languageHint, momentHint: SafeText
    /// The word before the date at which a post is to be published, in the line below the draft.
    let at: SafeText
    let unclear: SafeText
    /// The texts that say who may quote a post, by quote policy: `quoterNames` in the form of
    /// options, `quoterStatus` in the line below the draft.
    private let quoterNames, quoterStatus: [QuotePolicy: SafeText]

    fileprivate init(_ wording: Wording) {
      hints = [
        KeyHint(Key(.enter), label: wording.say("next")), .backToTextHint(wording),
        KeyHint(Key(.left), Key(.right), label: wording.say("choose")),
      ]
      language = wording.say("Language:")
      moment = wording.say("Post it at:")
      quotePolicy = wording.say("Who may quote it:")
      asUsual = wording.asUsual
      now = wording.say("at once")
      languageHint = wording.say("such as en, de or pt-BR")
      momentHint = wording.say("such as 2h, 18:30 or 2026-11-24 09:00")
      at = wording.say("at")
      unclear = wording.momentUnclear
      let policies = QuotePolicy.allCases
      quoterNames = Dictionary(
        uniqueKeysWithValues: policies.map { ($0, wording.quotePolicyLabel(of: $0)) })
      quoterStatus = Dictionary(
        uniqueKeysWithValues: policies.map { ($0, wording.quotePolicySentence(for: $0)) })
    }

    func optionName(of row: PostOptionsForm.PostOptionRow) -> SafeText {
      switch row {
      case .language: language
      case .moment: moment
      case .quotePolicy: quotePolicy
      case .remark(let asked): asked.name
      }
    }

    func quotePolicyName(of quotePolicy: QuotePolicy?) -> SafeText {
      quotePolicy.flatMap { quoterNames[$0] } ?? asUsual
    }

    /// Returns the text below the draft that says who may quote the post; nil for the default.
    func quotePolicyStatus(of quotePolicy: QuotePolicy?) -> SafeText? {
      quotePolicy.flatMap { quoterStatus[$0] }
    }

    func optionHint(of row: PostOptionsForm.PostOptionRow, isEmpty: Bool) -> SafeText {
      row == .moment ? (isEmpty ? now : momentHint) : isEmpty ? asUsual : languageHint
    }
  }
}

extension KeyHint {
  fileprivate static func backToTextHint(_ wording: Wording) -> KeyHint {
    KeyHint(Key(.escape), label: wording.say("back to the text"))
  }
}

extension Wording {
  fileprivate func composeTitle(of draft: Draft, answering original: Post?) -> SafeText {
    if draft.editing != nil { return say("Edit your post") }
    if draft.quoting != nil { return quoteTitle(of: original?.author.handle) }
    let isReply = draft.replyTo != nil || original != nil
    return isReply ? replyTitle(to: original?.author.handle) : say("New post")
  }
}
