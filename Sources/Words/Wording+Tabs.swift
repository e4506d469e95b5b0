package import Terminal

extension Wording {
  /// The name of the scene.
  package var streams: SafeText { say("Streams") }
  /// Whether a stream is a tab.
  package var isTab: SafeText { say("shown as a tab") }
  package var isNoTab: SafeText { say("not shown") }
  /// That the stream one reads became a tab, or is none any more, and how to have it back.
  package func becameTab(_ name: SafeText) -> SafeText {
    say("{stream} is a tab now.", ["stream": name])
  }
  package func noLongerTab(_ name: SafeText, key: String) -> SafeText {
    say(
      "{stream} is no longer a tab · {key} shows it again", ["stream": name, "key": key])
  }
  /// What typing a tag is for.
  package var addTag: SafeText { say("add a tag") }
  /// What the arrows do.
  package var moveTab: SafeText { say("move") }
  /// What Enter does there.
  package var take: SafeText { say("show as a tab") }
  /// That something is no tag.
  package var noTag: SafeText { say("A tag is one word, such as #boats.") }
  /// Why the last tab does not go.
  package var oneTabStays: SafeText { say("At least one stream must stay.") }
}
