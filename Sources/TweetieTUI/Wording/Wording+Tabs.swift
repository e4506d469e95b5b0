internal import Terminal

extension Wording {
  /// The name of the scene.
  var streams: SafeText { say("Streams") }
  /// Whether a stream is a tab.
  var isTab: SafeText { say("shown as a tab") }
  var isNoTab: SafeText { say("not shown") }
  /// Why the last tab does not go.
  var oneTabStays: SafeText { say("One stream must stay.") }
}
