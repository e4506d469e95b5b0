internal import Terminal

extension Wording {
  /// The name of the scene.
  var streams: SafeText { say("Streams") }
  /// Whether a stream is a tab.
  var isTab: SafeText { say("shown as a tab") }
  var isNoTab: SafeText { say("not shown") }
  /// What typing a tag is for.
  var addTag: SafeText { say("add a tag") }
  /// What Enter does there.
  var take: SafeText { say("have it as a tab") }
  /// That something is no tag.
  var noTag: SafeText { say("A tag is one word, as #boats.") }
  /// Why the last tab does not go.
  var oneTabStays: SafeText { say("One stream must stay.") }
}
