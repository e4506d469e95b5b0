package import FeedDomain
package import Terminal

extension Wording {
  package var pictureKey: SafeText { say("picture") }
  package var closeKey: SafeText { say("back to the text") }
  package var noCovers: SafeText { say("This service cannot cover pictures.") }

  package func pictures(showing words: [String]) -> SafeText {
    let count = plural("{count} picture", "{count} pictures", words.count)
    let told = words.filter { !$0.isEmpty }.joined(separator: " · ")
    return told.isEmpty ? count : "\(count): \(told)"
  }

  package func noMorePictures(_ limit: Int) -> SafeText {
    say("A post has at most {count} pictures here.", ["count": limit])
  }

  package func altTextTooLong(by count: Int) -> SafeText {
    plural(
      "The description is {count} character too long.",
      "The description is {count} characters too long.", count)
  }

  package func sentence(for trouble: PictureTrouble) -> SafeText {
    switch trouble {
    case .forbidden: notAllowedHere
    case .missing: say("There is no such file. Tab completes the path.")
    case .unreadable: say("The file cannot be read: check its permissions.")
    case .notAPicture:
      say(
        "The file is not a picture that can be posted: choose a JPEG, PNG, WebP, GIF, AVIF or HEIC."
      )
    case .damaged: say("The picture is damaged: save it again, or choose another.")
    case .tooManyPixels: say("The picture has too many pixels: make it smaller.")
    case .notOpened: say("The picture cannot be opened here. Try: tweetie doctor")
    case .missingLibrary(let library): sentence(forMissing: library)
    case .tookTooLong: say("The picture took too long to open: try again, or choose a smaller one.")
    case .tooLarge(let limit):
      say("The file is too large: make it smaller than {size} MB.", ["size": limit >> 20])
    }
  }
}
