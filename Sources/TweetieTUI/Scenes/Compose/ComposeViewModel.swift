import FeedDomain
import Terminal

/// What the compose scene shows around the text.
struct ComposeViewModel: Equatable {
  /// The post that is answered.
  struct Original: Equatable {
    /// Who wrote it.
    let author: StyledText
    /// What it says, a line a paragraph.
    let lines: [SafeText]
  }

  /// Somebody who may be chosen to see it.
  struct Audience: Equatable {
    let visibility: Visibility
    let name: SafeText
  }

  /// Words that do not change while one writes.
  struct Labels: Equatable {
    let placeholder: SafeText
    let warning: SafeText
    let hints: [Hint]
    let help: Hint
    let leaveAnyway: SafeText
    let discardAsks: SafeText
    let noWarnings: SafeText
    let noVisibilities: SafeText
    let picture: SafeText
    let inWords: SafeText
    let posted: SafeText
    let undescribed: SafeText
    let undescribedAsks: SafeText
    let pictureHints: [Hint]
    /// What the first of these keys does instead where a picture is chosen.
    let describe: Hint
    let noPictures: SafeText
    let covered: SafeText
    let noCovers: SafeText
    let poll: PollLabels
    let more: MoreLabels
    let wordsAreSettled: SafeText
  }

  /// Words about what else can be said, which do not change while one writes.
  struct MoreLabels: Equatable {
    let hints: [Hint]
    let nothing: SafeText
    let language: SafeText
    let languageHint: SafeText
    let moment: SafeText
    let momentHint: SafeText
    /// That it is posted at once; before the moment at which it is; that the moment is not clear.
    let now: SafeText
    let at: SafeText
    let unclear: SafeText
    let quoters: SafeText
    /// That it is as usual.
    let usual: SafeText
    /// Who may quote it, beside the question and by itself.
    let quoterNames: [Quoters: SafeText]
    let quotersSaid: [Quoters: SafeText]

    /// What is asked in a row.
    func name(of row: MorePanel.Row) -> SafeText {
      switch row {
      case .language: language
      case .moment: moment
      case .quoters: quoters
      }
    }

    /// What stands beside a field: how it is when it is empty, else how it is written.
    func hint(of row: MorePanel.Row, isEmpty: Bool) -> SafeText {
      row == .moment ? (isEmpty ? now : momentHint) : isEmpty ? usual : languageHint
    }
  }

  /// Words about the poll that do not change while one writes.
  struct PollLabels: Equatable {
    let hints: [Hint]
    let one: SafeText
    let several: SafeText
    /// How long it is open, for each length that can be chosen and that of the draft.
    let lengths: [Duration: SafeText]
    let noPolls: SafeText
    let noPollWithPictures: SafeText
  }

  /// What is written.
  let title: SafeText
  /// The draft as it is at the beginning.
  let draft: Draft
  /// The post that is answered.
  let original: Original?
  /// Who may be chosen to see it.
  let audiences: [Audience]
  /// Whether words can be put before it.
  let allowsWarning: Bool
  /// Whether its pictures can be covered.
  let coversPictures: Bool
  /// How many pictures can go with it.
  let pictures: Int
  /// What a poll may be that goes with it; nil where none can.
  let polls: PollLimits?
  /// What else can be said about it.
  let more: [MorePanel.Row]
  /// Whether what its posted pictures show can be said anew.
  let describesAnew: Bool
  /// Words that do not change.
  let labels: Labels
}

/// How the text stands that is being written.
struct ComposeStatus: Equatable {
  /// How many characters are left.
  var remaining: SafeText = ""
  /// How that is meant: calm, close to the end, or over it.
  var role = Role.faint
  /// That the text is on disk; empty while it is not.
  var saved: SafeText = ""
}

/// A word that can be gone on to.
struct Completion: Equatable {
  /// The word as it is written into the text.
  let word: String
  /// The word as it is shown.
  let shown: SafeText
}

/// Shows writing.
@MainActor protocol ComposeDisplaying: AnyObject {
  /// Begins with a draft.
  func edit(_ viewModel: ComposeViewModel)
  /// Shows how the text stands.
  func show(_ status: ComposeStatus)
  /// Offers words to go on to.
  func offer(_ completions: [Completion])
  /// Shows the pictures that go with it now.
  func show(pictures: [Draft.Attachment])
  /// Says why a file is not added, and asks for another.
  func refusePicture(_ message: Message)
  /// Goes on with a path to one of these.
  func offer(paths: [String], beginning: String)
  /// Stays open, and says why.
  func stay(_ message: Message, isLosable: Bool)
  /// Goes away, and says what became of the text.
  func leave(_ message: Message?)
  /// Says something.
  func say(_ message: Message)
}
