package import FeedDomain
internal import Groundwork
package import Terminal
package import UseCases

extension Wording {
  package func name(of part: ArchivePart) -> SafeText {
    switch part {
    case .posts: say("Posts")
    case .likes: name(of: Feed.likes)
    case .bookmarks: name(of: Feed.bookmarks)
    }
  }

  package func exporting(_ count: Int, pictures: Int) -> SafeText {
    say("Exporting: {what}", ["what": contents(count, pictures)])
  }

  package func exported(_ count: Int, pictures: Int, to file: String) -> SafeText {
    say("{file}: {what}", ["what": contents(count, pictures), "file": file])
  }

  package func exported(_ now: Timestamp) -> SafeText {
    say("Exported on {day}", ["day": localDate(now).isoDay])
  }

  package func endsEarly(_ part: ArchivePart) -> SafeText {
    say("{part}: not all of it could be fetched.", ["part": name(of: part)])
  }

  package func moment(_ moment: Timestamp) -> SafeText {
    let date = localDate(moment)
    return SafeText(sanitizing: "\(date.isoDay) \(date.clock)")
  }

  private func contents(_ count: Int, _ pictures: Int) -> SafeText {
    let parts =
      [posts(count)]
      + (pictures > 0 ? [plural("{count} picture", "{count} pictures", pictures)] : [])
    return parts.joined(separator: ", ")
  }
}
