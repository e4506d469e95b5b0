internal import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  package func ready(_ provision: Provision) -> SafeText {
    say("Ready: {what}", ["what": contents(of: provision)])
  }

  package func fetching(_ provision: Provision) -> SafeText {
    say("Fetching: {what}", ["what": contents(of: provision)])
  }

  package func fetchesAhead(key: String) -> SafeText {
    let words = say("Fetching what can be read offline.")
    return key.isEmpty ? words : words + " " + say("{key} stops.", ["key": key])
  }

  /// How far it is, in few columns: what is fetched now.
  package func fetchingAhead(_ provision: Provision) -> SafeText {
    let what =
      provision.pictures > 0
      ? pictures(provision.pictures)
      : provision.conversations > 0
        ? conversations(provision.conversations) : posts(provision.posts)
    return say("Fetching: {what}", ["what": what])
  }

  package func fetchedAhead(_ provision: Provision) -> SafeText {
    let why: SafeText? =
      switch provision.shortfall {
      case nil: provision.missingPictures > 0 ? picturesMissing(provision.missingPictures) : nil
      case .budget: fetchedAtOnce
      case .calledOff: say("Stopped.")
      case .service(let error): sentence(for: error)
      case .store(let error): sentence(for: error)
      }
    return ready(provision) + (why.map { " · " + $0 } ?? "")
  }

  package var fetchedAtOnce: SafeText {
    say("That is as much as is fetched at once. Fetch again for the rest.")
  }

  package func picturesMissing(_ count: Int) -> SafeText {
    plural(
      "{count} picture could not be fetched.", "{count} pictures could not be fetched.", count)
  }

  package func pictures(_ count: Int) -> SafeText {
    plural("{count} picture", "{count} pictures", count)
  }

  private func conversations(_ count: Int) -> SafeText {
    plural("{count} conversation", "{count} conversations", count)
  }

  private func contents(of provision: Provision) -> SafeText {
    var parts = [posts(provision.posts)]
    if provision.pictures > 0 {
      parts.append(pictures(provision.pictures))
    }
    if provision.conversations > 0 {
      parts.append(conversations(provision.conversations))
    }
    if provision.bytes > 0 { parts.append(bytes(provision.bytes)) }
    return parts.joined(separator: ", ")
  }
}
