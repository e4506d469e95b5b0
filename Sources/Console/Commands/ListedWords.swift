internal import FeedDomain
internal import Terminal
internal import UseCases
internal import Words

/// What a service tells besides, as it is printed: what it is, and below it what else there is to say.
struct ListedWords {
  let wording: Wording
  let now: Timestamp

  func lines(for item: Listing.Item) -> [PrintedLine] {
    let (heading, told) = texts(for: item)
    return [PrintedLine(heading, .bold)] + told.map { PrintedLine("  ").adding($0) }
  }
}

extension ListedWords {
  private func texts(for item: Listing.Item) -> (heading: SafeText, told: [SafeText]) {
    switch item {
    case .edition(let edition, let changes):
      let time = wording.relativeTime(edition.moment, now: now)
      return (
        wording.edition(at: time, isFirst: changes == nil),
        (edition.paragraphs + edition.pictures).flatMap(lines)
      )
    case .announcement(let announcement):
      let time = announcement.moment.map { wording.relativeTime($0, now: now) }
      let reactions = announcement.reactions.map(wording.reaction)
      return (
        wording.announced(at: time),
        lines(announcement.text.withAddresses)
          + (reactions.isEmpty ? [] : [reactions.joined(separator: "  ")])
          + [plain(announcement.id)]
      )
    case .server(let facts): return (plain(facts.name), texts(for: facts))
    case .rules(let rules):
      return (wording.rules, rules.enumerated().map { plain("\($0 + 1). \($1)") })
    case .list(let list):
      let mark = list.hasPerson.map { $0 ? "[x] " : "[ ] " } ?? ""
      return (plain(mark + list.title), [plain(list.id)])
    case .trend(let trend): return texts(for: trend)
    case .scheduled(let post):
      let pictures = post.pictures > 0 ? [wording.pictures(post.pictures)] : []
      return (wording.postsAt(moment(post.moment)), lines(post.words) + pictures + [plain(post.id)])
    case .filter(let filter):
      let words = plain(filter.words.joined(separator: ", "))
      let effect = wording.effect(of: filter, until: filter.end.map(moment))
      let title = plain(filter.title.isEmpty ? filter.words.joined(separator: ", ") : filter.title)
      return (title, (title == words ? [] : [words]) + [effect, plain(filter.id)])
    case .statistic(let statistic):
      return (
        wording.name(of: statistic.kind) + " " + wording.number(statistic.total),
        curve(statistic.days)
      )
    case .feed(let feed):
      let asides = [
        "@" + plain(feed.author), feed.likes.map { wording.likes($0, own: feed.isLiked) },
        feed.isPinned ? wording.amongYourStreams : nil,
      ].compactMap(\.self).joined(separator: " · ")
      return (plain(feed.name), lines(feed.words) + [asides, plain(feed.id)])
    }
  }

  private func texts(for facts: ServerFacts) -> [SafeText] {
    let asides = [
      facts.contact.map { wording.runBy($0) }, facts.people.map { wording.activePeople($0) },
      facts.version.isEmpty ? nil : plain(facts.version),
    ].compactMap(\.self)
    return lines(facts.summary.withAddresses)
      + (asides.isEmpty ? [] : [asides.joined(separator: " · ")])
  }

  private func texts(for trend: Trend) -> (heading: SafeText, told: [SafeText]) {
    let told = (trend.people > 0 ? [wording.talking(trend.people)] : []) + curve(trend.uses)
    switch trend.subject {
    case .tag(let tag): return (plain("#\(tag)"), told)
    case .page(let address, let title, let site):
      return (plain(title), [plain(site), plain(address)] + told)
    }
  }

  /// How often in each of the last days.
  private func curve(_ days: [Int]) -> [SafeText] {
    days.isEmpty ? [] : [plain(days.map(String.init).joined(separator: " "))]
  }

  private func moment(_ moment: Timestamp) -> SafeText {
    plain(MomentText(wording) { now }.text(of: moment))
  }

  private func lines(_ text: String) -> [SafeText] {
    SafeText.lines(sanitizing: text).filter { !$0.isBlank }
  }

  private func plain(_ text: String) -> SafeText { SafeText(sanitizing: text) }
}
