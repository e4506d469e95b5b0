package import FeedDomain
internal import Groundwork
package import Terminal

extension Wording {
  package func sentence(for error: EpisodeDownloadError) -> SafeText {
    switch error {
    case .notPublic: say("The file is in your own network. Links from feeds cannot open it.")
    case .notMedia: say("The link leads to a web page, not to audio or video.")
    case .tooLarge(let limit):
      say("The file is larger than {size}.", ["size": byteCountText(limit).string])
    case .folderFull(let limit):
      say(
        "Your podcasts take up {size}. Remove some first.", ["size": byteCountText(limit).string])
    case .diskFull: say("The disk is nearly full.")
    case .busy: say("Another window is downloading this episode.")
    case .noFolder: say("Nothing can be stored on this machine.")
    case .service(.notFound): say("The file is no longer there.")
    case .service(let error): sentence(for: error)
    case .storage(let error): sentence(for: error)
    }
  }

  package func episodeQueuedMessage(isNew: Bool) -> SafeText {
    isNew ? say("Added to your podcasts.") : say("It is already in your podcasts.")
  }

  package var noEpisode: SafeText { say("There is no audio or video in this entry.") }

  package func episodeNotQueuedMessage(_ error: FeedError) -> SafeText {
    say("Not added to your podcasts: {reason}", ["reason": sentence(for: error).string])
  }

  /// Returns the played part of an episode as text, such as "12:34 of 1:02:03"; the duration alone
  /// for an episode that is not begun or already played; empty if nothing is known.
  package func episodeProgressText(_ queued: QueuedEpisode) -> SafeText {
    let length = queued.episode.seconds.map { Episode.playingTimeText(ofSeconds: $0) }
    guard queued.position > 0, !queued.isPlayed else { return SafeText(sanitizing: length ?? "") }
    let place = Episode.playingTimeText(ofSeconds: queued.position)
    guard let length else { return say("at {time}", ["time": place]) }
    return say("{place} of {length}", ["place": place, "length": length])
  }

  /// Returns the state of an episode's file as text, such as "downloaded, 20 MB"; empty if nothing
  /// is downloaded.
  package func episodeFileStateText(_ file: EpisodeFileState) -> SafeText {
    switch file {
    case .missing: ""
    case .partlyDownloaded(let count):
      say("{size} downloaded", ["size": byteCountText(count).string])
    case .complete(_, let count): say("downloaded, {size}", ["size": byteCountText(count).string])
    }
  }

  package func downloadProgressText(_ progress: ByteTransferProgress?) -> SafeText {
    guard let progress else { return say("downloading") }
    guard let expected = progress.totalBytes, expected > 0 else {
      return say("downloading, {size}", ["size": byteCountText(progress.receivedBytes).string])
    }
    return say(
      "downloading, {percent} % of {size}",
      [
        "percent": min(100, progress.receivedBytes / max(1, expected / 100)),
        "size": byteCountText(expected).string,
      ])
  }

  package func missingPlayerMessage(_ name: String) -> SafeText {
    guard let package = packages.packageName(of: name) else {
      return say("{program} is not installed.", ["program": name])
    }
    return say(
      "{program} is not installed. Install the package {package} to play podcasts.",
      ["program": name, "package": package])
  }
}
