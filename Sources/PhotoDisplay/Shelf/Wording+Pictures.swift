import FeedDomain
package import Terminal
package import Words

/// What is said of pictures.
extension Wording {
  /// Why a picture is not shown, in the few words that fit into its box.
  package func sentence(for failure: PictureFailure, retryKey: String) -> SafeText {
    switch failure {
    case .notFetched(.notFound): say("This picture is gone.")
    case .notFetched(.misconfigured(let words)): SafeText(sanitizing: words)
    case .notFetched(.missingLibrary(let library)), .unreadable(let library):
      sentence(forMissing: library)
    case .notFetched: say("It could not be fetched. {key} tries again.", ["key": retryKey])
    case .notShowable: say("This picture cannot be shown.")
    case .tookTooLong: say("It took too long to open. {key} tries again.", ["key": retryKey])
    }
  }

  /// That pictures were switched off or on.
  package func pictures(areOn: Bool) -> SafeText {
    areOn ? say("Pictures are shown.") : say("Pictures are hidden.")
  }

  /// Why nothing is looked at more closely.
  package var noPicturesInWords: SafeText { say("Plain mode shows photos in words.") }
}
