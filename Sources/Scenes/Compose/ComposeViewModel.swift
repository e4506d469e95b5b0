import FeedDomain
import Preferences
import Terminal

/// What the compose scene shows.
struct ComposeViewModel: Equatable {
  /// What is done once.
  enum Cue: Equatable {
    /// Begins with a draft.
    case begin(Draft)
    /// Has these pictures go with it.
    case attach([Draft.Attachment])
    /// Says why a file is not added, and asks for another.
    case refusePicture(Message)
    /// Goes on with a path to one of these.
    case offerPaths([String], beginning: String)
    /// Offers words to go on to.
    case offer([Completion])
    /// Stays open, and says why; where it is losable, what is written is nowhere but here.
    case stay(Message, isLosable: Bool)
    /// Goes away, and says what became of the text.
    case leave(Message?)
    /// Says something.
    case say(Message)
  }

  /// How the text stands that is being written.
  struct Status: Equatable {
    /// How many characters are left.
    var remaining: SafeText = ""
    /// How that is meant: calm, close to the end, or over it.
    var role = Role.faint
    /// That the text is on disk; empty while it is not.
    var saved: SafeText = ""
    /// Whether it could not be saved, so that ending the program would lose it.
    var isUnkept = false
  }

  /// What stands around the text; nil until there is one.
  var frame: Frame?
  /// How the text stands.
  var status = Status()
  /// What is done once.
  var cues: [Cue] = []
}

extension ComposeViewModel {
  /// What may be done on the page besides writing.
  enum Act {
    /// Words are put before the text, and others chosen who see it.
    case warning, audience
    /// Pictures are added, covered, and described anew once they are posted.
    case pictures, covers, descriptions
    /// A poll is added, and more said about the post.
    case poll, more
  }

  /// What stands around the text and does not change while one writes.
  struct Frame: Equatable {
    /// What is written.
    let title: SafeText
    /// The post that is answered.
    let original: Original?
    /// Who may be chosen to see it.
    let audiences: [Audience]
    /// How many pictures can go with it.
    let pictures: Int
    /// What a poll may be that goes with it; nil where none can.
    let polls: PollLimits?
    /// What else can be said about it.
    let more: [MoreForm.Row]
    /// Why what cannot be done cannot be done.
    let withheld: [Act: SafeText]
    /// The words.
    let labels: Labels
  }

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
    let pictures: PictureLabels
    let poll: PollLabels
    let more: MoreLabels
  }

  /// Words about the pictures.
  struct PictureLabels: Equatable {
    let hints: [Hint]
    /// What the first of these keys does instead where a picture is chosen.
    let describe: Hint
    let file: SafeText
    let inWords: SafeText
    let posted: SafeText
    let undescribed: SafeText
    let undescribedAsks: SafeText
    let covered: SafeText
  }

  /// Words about the poll.
  struct PollLabels: Equatable {
    let hints: [Hint]
    let one: SafeText
    let several: SafeText
    /// How long it is open, for each length that can be chosen and that of the draft.
    let lengths: [Duration: SafeText]
    /// Why it cannot stand beside pictures.
    let notAlone: SafeText
  }

  /// Words about what else can be said.
  struct MoreLabels: Equatable {
    let hints: [Hint]
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
  }
}
