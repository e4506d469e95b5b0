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
    case attach([Draft.Attachment], post: Int = 0)
    /// Goes to that post of the thread.
    case turn(to: Int)
    /// Says why a file is not added, and asks for another.
    case refusePicture(Message)
    /// Goes on with a path to one of these.
    case offerPaths([String], beginning: String)
    /// Offers words to go on to.
    case offer([Completion])
    /// Offers what a misspelt word may have been meant to be.
    case correct([Completion], of: String)
    /// Offers emoji for that beginning, the first of them chosen.
    case offerEmoji([Completion], beginning: String)
    /// Stays open, and says why; where it is losable, what is written is nowhere but here.
    case stay(Message, isLosable: Bool)
    /// Goes away, and says what became of the text.
    case leave(Message?)
    /// Says something.
    case say(Message)
  }

  /// How much of a post is left to write.
  struct Count: Equatable {
    /// How many characters.
    var remaining: SafeText = ""
    /// How that is meant: calm, close to the end, or over it.
    var role = Role.faint
  }

  /// How the text stands that is being written.
  struct Status: Equatable {
    /// How much is left, for each post of the thread.
    var counts: [Count] = []
    /// Which words are misspelt, for each post.
    var misspelt: [Set<String>] = []
    /// That the text is on disk; empty while it is not.
    var saved: SafeText = ""
    /// Whether it could not be saved, so that ending the program would lose it.
    var isUnkept = false

    /// Which words of a post are misspelt.
    func misspelt(at place: Int) -> Set<String> {
      misspelt.indices.contains(place) ? misspelt[place] : []
    }
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
  enum Tool {
    /// Words are put before the text, and others chosen who see it.
    case warning, audience
    /// Pictures are added, covered, and described anew once they are posted.
    case pictures, covers, descriptions
    /// A poll is added, and more said about the post.
    case poll, more
    /// Another post is begun that follows it.
    case thread
  }

  /// What stands around the text and does not change while one writes.
  struct Frame: Equatable {
    /// What is written.
    let title: SafeText
    /// What the service allows.
    let limits: DraftLimits
    /// What stands around the posts that follow, where it is something else.
    let later: [Frame]
    /// How many posts of the thread went out already.
    let preceding: Int
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
    let withheld: [Tool: SafeText]
    /// The words.
    let labels: Labels

    /// What stands around the posts that follow.
    var following: Frame { later.first ?? self }
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
    /// Why no other post follows one in which there is nothing.
    let nothingToFollow: SafeText
    /// That no word is marked as misspelt.
    let nothingMisspelt: SafeText
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
    let quotePolicy: SafeText
    /// That it is as usual.
    let usual: SafeText
    /// Who may quote it, beside the question and by itself.
    let quoterNames: [QuotePolicy: SafeText]
    let quotersSaid: [QuotePolicy: SafeText]
  }
}
