internal import Terminal

extension Wording {
  /// The name of the scene.
  var streams: SafeText { say("Streams") }
  /// Whether a stream is a tab.
  var isTab: SafeText { say("shown as a tab") }
  var isNoTab: SafeText { say("not shown") }
  /// That the stream one reads became a tab, or is none any more, and how to have it back.
  func becameTab(_ name: String) -> SafeText { say("{stream} is a tab now.", ["stream": name]) }
  func noLongerTab(_ name: String, key: String) -> SafeText {
    say(
      "{stream} is no longer a tab · {key} shows it again", ["stream": name, "key": key])
  }
  /// What typing a tag is for.
  var addTag: SafeText { say("add a tag") }
  /// What the arrows do.
  var moveTab: SafeText { say("move") }
  /// What Enter does there.
  var take: SafeText { say("have it as a tab") }
  /// That something is no tag.
  var noTag: SafeText { say("A tag is one word, as #boats.") }
  /// Why the last tab does not go.
  var oneTabStays: SafeText { say("One stream must stay.") }
}
