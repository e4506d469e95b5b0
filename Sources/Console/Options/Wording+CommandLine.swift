import FeedDomain
package import Terminal
package import Words

extension Wording {
  package func sentence(for error: UsageError) -> SafeText {
    switch error {
    case .unknownCommand(let name, nil): say("There is no command {name}.", ["name": name])
    case .unknownCommand(let name, let nearest?):
      say(
        "There is no command {name}. Did you mean {nearest}?", ["name": name, "nearest": nearest])
    case .unknownOption(let name, nil): say("There is no option {name} here.", ["name": name])
    case .unknownOption(let name, let nearest?):
      say(
        "There is no option {name} here. Did you mean {nearest}?",
        ["name": name, "nearest": nearest])
    case .missingValue(let option): say("{option} needs a value.", ["option": option])
    case .unexpectedValue(let option): say("{option} takes no value.", ["option": option])
    case .unknownService(let name, let nearest, let allowed):
      say(
        "There is no service {name}. Did you mean {nearest}? There are: {allowed}.",
        ["name": name, "nearest": nearest, "allowed": allowed])
    case .badValue(let value, let option, let allowed):
      say(
        "{option} cannot be \"{value}\". Possible values: {allowed}.",
        ["option": option, "value": value, "allowed": allowed])
    case .badSearch(let mistake): sentence(for: mistake)
    case .missingOperand(let name): say("{name} is missing.", ["name": name])
    case .unexpectedOperand(let word):
      say("Unexpected argument \"{word}\". Put quotes around text with spaces.", ["word": word])
    case .notUTF8(let word): say("{file} is not UTF-8 text.", ["file": "\"\(word)\""])
    case .contradiction(let one, let other):
      say("{one} and {other} cannot be used together.", ["one": one, "other": other])
    case .missingOption(let name, let option):
      say("{option} needs {name} too.", ["option": option, "name": name])
    case .fileWithoutUse(let file):
      say("Use --export or --import with {file}.", ["file": file])
    case .picturesToOutput:
      say("Pictures cannot be written to standard output: name a file, or leave out --pictures.")
    case .altWithoutMedia: say("--alt must follow the --media that it describes.")
    case .mediaWithoutAlt(let path):
      say("Describe {file} with --alt, for people who cannot see it.", ["file": path])
    }
  }

  private func sentence(for refusal: VoteRefusal) -> SafeText {
    switch refusal {
    case .ownPoll: say("You cannot vote in your own poll.")
    case .answered: say("You have already voted in this poll.")
    case .pollEnded: say("The poll is closed.")
    case .oneAnswer: say("This poll allows only one answer.")
    case .noSuchAnswer(let answer, let answers):
      say(
        "The poll has no answer \"{answer}\". It has: {names}.",
        [
          "answer": answer,
          "names": answers.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", "),
        ])
    }
  }

  func discardedUnsentItemsMessage(_ count: Int) -> SafeText {
    plural(
      "{count} unsent change was discarded.",
      "{count} unsent changes were discarded.", count)
  }

  func currentAccountMessage(for account: Account) -> SafeText {
    say("The current account is {account}.", ["account": accountHandle(of: account).string])
  }

  /// Returns the message after `feeds add` that web feeds belong to an account of their own, which
  /// is not the current one.
  func separateFeedAccountMessage(current: Account, feedAccount feeds: Account) -> SafeText {
    say(
      "Your feeds are a separate account: \"tweetie feed --account {name}\".",
      ["name": feeds.handle]) + " "
      + say(
        "The current account is still {account}.", ["account": accountHandle(of: current).string])
  }

  func postedMessage(_ id: Post.ID) -> SafeText { say("Posted: {id}", ["id": id.rawValue]) }
  func editedMessage(_ id: Post.ID) -> SafeText { say("Edited: {id}", ["id": id.rawValue]) }

  package func sentence(for error: InputReadingError) -> SafeText {
    switch error {
    case .tooLong: say("Standard input is too long for a post.")
    case .notUTF8: say("Standard input is not UTF-8 text.")
    case .failed(let reason): say("Standard input: {reason}.", ["reason": reason])
    }
  }

  package func helpHint(for command: CommandName?) -> SafeText {
    let words = ["tweetie", command?.rawValue, "--help"].compactMap(\.self)
    return say("See \"{command}\".", ["command": words.joined(separator: " ")])
  }

  /// Returns the error message that a service lacks the feature behind a command, or behind a
  /// command with one of its options.
  private func commandNotOfferedMessage(_ command: String) -> SafeText {
    switch command {
    case "read", "feeds mark-read": say("This service does not remember what you have read.")
    case "podcasts", "feeds list": say("This account cannot follow web feeds.")
    case "save":
      say(
        "This account cannot save links. Without {option}, they are saved on this machine.",
        ["option": OptionSpec.account.name])
    case "messages": say("This service does not support direct messages.")
    case "notifications": say("This service does not support notifications.")
    case "like", "unlike": say("This service does not support likes.")
    case "boost", "unboost": say("This service does not support boosts.")
    case "bookmark", "unbookmark": say("This service does not support bookmarks.")
    case "followers", "following": say("This service does not show who follows whom.")
    case "requests": say("This service does not support follow requests.")
    case "follow", "unfollow": say("This service does not let you follow people.")
    case "follow #TAG": say("This service does not let you follow hashtags.")
    case "mute", "unmute", "block", "unblock":
      say("This service does not let you mute or block people.")
    case "feeds @handle": say("This service does not support collections.")
    case "post --edit": say("This service does not let you edit posts.")
    case "post --quote": say("This service does not support quotes.")
    case "post --warning": say("This service does not support content warnings.")
    case "export": say("This service has no posts to export.")
    default:
      say(
        "This account's service does not support \"tweetie {command}\".", ["command": command])
    }
  }

  package func sentence(for failure: CommandFailure) -> SafeText {
    switch failure {
    case .service(let error): sentence(for: error)
    case .feedsFailed(let feeds, let all, _): failedSubscriptionsText(feeds, among: all)
    case .store(let error): sentence(for: error)
    case .input(let error): sentence(for: error)
    case .secret(let error): sentence(for: error)
    case .notSignedIn:
      say("You are not signed in. Try: tweetie login tweetie, or: tweetie feeds add ADDRESS")
    case .noWebFeeds: say("You follow no feeds yet. Try: tweetie feeds add ADDRESS")
    case .noSuchAccount(let name):
      say("No account {name} is signed in. \"tweetie accounts\" lists them.", ["name": name])
    case .severalAccounts(let name):
      say(
        "Several accounts are called {name}. Use an id from \"tweetie accounts\".", ["name": name])
    case .unsupportedService(let service):
      say("This version does not support {service} yet.", ["service": service.rawValue])
    case .withheld(let reason, let service): sentence(for: reason, at: service)
    case .unknownStream(let name, let offered):
      say(
        "This account has no stream \"{name}\". It has: {names}.",
        ["name": name, "names": offered.joined(separator: ", ")])
    case .severalLists(let name, let words):
      say(
        "Several lists are called {name}. Use one of: {names}.",
        ["name": name, "names": words.joined(separator: ", ")])
    case .unknownLocation:
      say("Your location is unknown. Set photos.place in the settings: a name, or 51.5,-0.12.")
    case .notOffered(let command): commandNotOfferedMessage(command)
    case .signIn(let error, let field): signInRefusedMessage(error, at: field)
    case .approval(let error): signInCodeRefusedMessage(error)
    case .noService:
      say(
        "SERVICE is missing. Possible values: {names}.",
        ["names": Service.allCases.map(\.rawValue).joined(separator: ", ")])
    case .noSignInMethod(let service, let option):
      say(
        "You cannot sign in to {service} with {option}.",
        ["option": option, "service": service.rawValue])
    case .needsMore(let service):
      say(
        "{service} asks for a code at each sign-in. Create an app password instead.",
        ["service": service.rawValue])
    case .takesNoServer(let service):
      say("{service} has only one server. Leave --server out.", ["service": service.rawValue])
    case .cannotAsk(let instead):
      say("Input is needed, but there is no terminal. Use {option}.", ["option": instead])
    case .calledOff: sentence(for: FeedError.cancelled)
    case .nothingToPost: say("What do you want to post? Give the text, or pipe it in.")
    case .emptyPost: say("Nothing to post.")
    case .tooLong(let limitExceeded): postTooLongMessage(by: limitExceeded)
    case .answerTooLong(let field, let limit):
      SafeText(sanitizing: "\(field.rawValue): ") + inputTooLongMessage(limit)
    case .invalidDraft(let problem): sentence(for: problem, pictureKey: "--media")
    case .tooManyPictures(let allowed):
      plural(
        "The service accepts {count} picture.", "The service accepts {count} pictures.", allowed)
    case .altTextTooLong(let limitExceeded): altTextTooLongMessage(by: limitExceeded)
    case .visibilityNotOffered(let visibility):
      say("The service has no visibility {name}.", ["name": visibility.rawValue])
    case .unreadableTime: momentUnclear
    case .unreadableFile(let path, let reason):
      say("{file}: {reason}", ["file": path, "reason": reason])
    case .unreadableText(let path, .tooLong): say("{file} is too large.", ["file": path])
    case .unreadableText(let path, .notUTF8): say("{file} is not UTF-8 text.", ["file": path])
    case .unreadableText(let path, .failed(let reason)):
      say("{file}: {reason}", ["file": path, "reason": reason])
    case .inThread(let place, let failure):
      threadPositionText(place) + ": " + sentence(for: failure)
    case .threadTooLong(let most):
      plural("A thread has at most {count} post.", "A thread has at most {count} posts.", most)
    case .unwritable(let step, let reason):
      say("{step}: {reason}", ["step": step, "reason": reason])
    case .notAPicture(let path, let problem):
      say("{file}: {reason}", ["file": path, "reason": sentence(for: problem)])
    case .invalidSettingsArchive(let file, let mistake): sentence(for: mistake, in: file)
    case .restricted: notAllowedHere
    case .fileForbidden(let what):
      say("Restricted mode does not read or write files: {what} is not allowed.", ["what": what])
    case .untrusted(let file):
      say(
        "{file} sets programs or servers, and there is no terminal to confirm them. Use --trusted.",
        ["file": file])
    case .noSuchPost(let id): say("There is no post {id}.", ["id": id.rawValue])
    case .noSuchPerson(let handle): say("There is nobody called @{handle}.", ["handle": handle])
    case .noRequest(let handle):
      say("@{handle} has not asked to follow you. See \"tweetie requests\".", ["handle": handle])
    case .vote(let refusal): sentence(for: refusal)
    case .someNamesFailed(let count, let total):
      plural(
        "{count} of {total} failed.", "{count} of {total} failed.", count,
        ["total": String(total)])
    case .nothingFound(let lead, let service): linkNotFoundMessage(at: lead, service)
    case .oneself: notOneself
    case .noPage(let id): say("The post {id} has no page to open.", ["id": id.rawValue])
    case .noSuchEpisode(let name): say("The podcast queue has no episode {name}.", ["name": name])
    case .noEpisode: noEpisode
    case .episode(let error): sentence(for: error)
    case .player(.notInstalled(let name)): missingPlayerMessage(name)
    case .player(.notStarted):
      say("The player could not be started. Check the setting programs.player.")
    case .player(.forbidden): notAllowedHere
    case .noSuchRule(let number): say("There is no rule {number}.", ["number": number])
    case .article(let error): sentence(for: error)
    case .badSearch(let mistake): sentence(for: mistake)
    case .noSuchSubscription(let name):
      say("Your list has no feed {name}. See \"tweetie feeds list\".", ["name": name])
    case .severalSubscriptions(let name, let addresses):
      say(
        "Several feeds are called {name}. Use an address: {names}.",
        ["name": name, "names": addresses.joined(separator: ", ")])
    case .unreadableFeedList(let file, isTooLarge: true):
      say("{file} is too large, or its folders are nested too deeply.", ["file": file])
    case .unreadableFeedList(let file, isTooLarge: false):
      say("{file} is not a list of feeds.", ["file": file])
    case .noSuchItem(let id):
      say("No waiting item has the id {id}, or it is already being sent.", ["id": id.rawValue])
    case .entriesRejected(let count):
      plural(
        "{count} entry of the list was left out.", "{count} entries of the list were left out.",
        count)
    case .severalItems(let typed, let ids):
      say(
        "Several ids start with {id}: {names}.",
        ["id": typed, "names": ids.map(\.rawValue).joined(separator: ", ")])
    case .unsentPosts(let count):
      plural(
        "{count} change has not been sent and would be lost. See \"tweetie outbox\".",
        "{count} changes have not been sent and would be lost. See \"tweetie outbox\".", count)
        + " " + say("Use {option} to sign out anyway.", ["option": OptionSpec.force.name])
    case .behindOlderItem(nil):
      say("Saved in the outbox. Another running Tweetie will send it.")
    case .behindOlderItem(let error?):
      say(
        "Saved in the outbox. It will be sent after the items before it. {reason}",
        ["reason": sentence(for: error)])
    case .refusedPost(let change, let error, let id):
      refusalSentence(forRefused: change, error) + " "
        + say(
          "The text is saved in the outbox as {id}. See \"tweetie outbox --json\".",
          ["id": id.rawValue])
    case .keptInOutbox(.outcomeUnknown):
      say(
        "The service did not confirm it: it may or may not have been sent. It stays in the outbox, and Tweetie checks before sending it again."
      )
    case .tooVisible(let post, let exposure):
      ([exposedTitle] + excessExposureMessages(for: exposure)).reduce("") { $0 + $1 + " " }
        + say("To delete it: {command}", ["command": "tweetie delete \(post.rawValue)"])
    case .keptInOutbox(let error):
      say("Saved in the outbox. It will be sent later.") + " " + sentence(for: error)
    }
  }
}

package struct UsageErrorReport {
  package let printer: ResultPrinter
  package let wording: Wording

  package init(printer: ResultPrinter, wording: Wording) {
    self.printer = printer
    self.wording = wording
  }

  /// Prints an error line for a mistake in the command line, and a line that names the help;
  /// returns the exit code.
  package func printUsageError(_ error: UsageError, arguments: [String]) -> ExitCode {
    printer.printError(wording.sentence(for: error))
    let command = arguments.lazy.compactMap { CommandName(rawValue: $0) }.first
    printer.printError(wording.helpHint(for: command))
    return .wrongUse
  }
}
