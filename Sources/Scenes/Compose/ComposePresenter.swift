import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts writing into words.
@MainActor final class ComposePresenter: Presenting {
  weak var display: (any Displaying<ComposeViewModel>)?
  private let wording: Wording
  private let undoKey: String
  private var viewModel = ComposeViewModel()
  private var limit = 0

  init(wording: Wording, keys: KeyMap) {
    self.wording = wording
    undoKey = keys.name(for: .undo) ?? ""
  }

  func present(_ response: Compose.Response) {
    switch response {
    case .editing(let draft, let limits, let original, let isResumed):
      limit = limits.characters
      viewModel.frame = ComposeViewModel.Frame(draft, limits, answering: original, wording)
      show([.begin(draft)] + (isResumed ? [.say(plain(wording.say("Your draft is back.")))] : []))
    case .measured(let remaining, let following, _): measure([remaining] + following)
    case .fetching: show(.say(plain(wording.fetchingPost)))
    case .notFetched(let error): show(.leave(bad(wording.notToChange(error))))
    case .saved:
      viewModel.status.saved = wording.say("saved")
      viewModel.status.isUnkept = false
      show()
    case .parted: show(.say(plain(wording.draftParted)))
    case .queued(let item, _, .turn):
      show(.leave(Message(text: wording.queued(item.change, key: undoKey), tone: .good)))
    case .queued(_, _, let wait): show(.leave(plain(wording.postWaits(for: wait))))
    case .empty: show(.stay(plain(wording.nothingToSend), isLosable: false))
    case .tooLong(let count, let post): show(wording.tooLong(by: count), at: post)
    case .unfit(let problem, let post): show(wording.sentence(for: problem), at: post)
    case .notKept(let error):
      viewModel.status.saved = ""
      viewModel.status.isUnkept = true
      let reason = wording.draftNotKept(wording.sentence(for: error))
      show(.stay(bad(reason), isLosable: true))
    case .left(let keptDraft): show(.leave(keptDraft ? plain(wording.draftKept) : nil))
    case .attached(let draft, let post):
      show(.attach(draft.post(post)?.attachments ?? [], post: post))
    case .notAttached(let problem): show(.refusePicture(bad(wording.sentence(for: problem))))
    case .tooManyPictures(let limit): show(.say(bad(wording.noMorePictures(limit))))
    case .altTextTooLong(let count): show(.say(bad(wording.altTextTooLong(by: count))))
    case .paths(let paths, let beginning): show(.offerPaths(paths, beginning: beginning))
    case .emoji(let emoji, let beginning):
      let words = emoji.map {
        Completion(word: $0.word, shown: SafeText(sanitizing: "\($0.word)  \($0.name)"))
      }
      show(.offerEmoji(words, beginning: beginning))
    case .misspelt(let words):
      viewModel.status.misspelt = words
      show()
    case .corrections([], let word):
      show(.say(plain(wording.say("No suggestions for \"{word}\".", ["word": word]))))
    case .corrections(let words, let word):
      show(.correct(words.map { Completion(word: $0, shown: SafeText(sanitizing: $0)) }, of: word))
    case .completions(let words):
      show(.offer(words.map { Completion(word: $0, shown: SafeText(sanitizing: $0)) }))
    }
  }
}

extension ComposePresenter {
  private func show(_ cues: ComposeViewModel.Cue...) { show(cues) }

  private func show(_ cues: [ComposeViewModel.Cue]) {
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }

  /// Says what is wrong with a post of the thread, and goes there.
  private func show(_ problem: SafeText, at post: Int) {
    let isThread = viewModel.status.counts.count > 1
    show((isThread ? [.turn(to: post)] : []) + [.stay(bad(problem), isLosable: false)])
  }

  private func plain(_ words: SafeText) -> Message { Message(text: words, tone: .plain) }

  private func bad(_ words: SafeText) -> Message { Message(text: words, tone: .bad) }

  private func measure(_ remaining: [Int]) {
    viewModel.status.counts = remaining.map { remaining in
      // The last tenth, but at least the last twenty, is close to the end.
      ComposeViewModel.Count(
        remaining: SafeText(sanitizing: String(remaining)),
        role: remaining < 0 ? .bad : remaining <= max(20, limit / 10) ? .warning : .faint)
    }
    // What was measured now is not what was saved before.
    viewModel.status.saved = ""
    show()
  }
}
