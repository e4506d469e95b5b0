import Terminal

extension KeyMap {
  /// The keys as they are where the settings say nothing: of each command, the one to show first.
  ///
  /// Keys rather than their names, since this is read before the first frame.
  static let defaults = KeyMap([
    Binding(.down, ["j", Key(.down)]), Binding(.up, ["k", Key(.up)]),
    Binding(.top, ["g", Key(.home)]), Binding(.bottom, ["G", Key(.end)]),
    Binding(.halfPageDown, [.control("d")]), Binding(.halfPageUp, [.control("u")]),
    Binding(.pageDown, [" ", Key(.pageDown), .control("f")]),
    Binding(.pageUp, [Key(.pageUp), .control("b")]), Binding(.lineDown, [.control("e")]),
    Binding(.lineUp, [.control("y")]),
    Binding(.left, [Key(.left)]), Binding(.right, [Key(.right)]),
    Binding(.nextStream, [Key(.tab)]), Binding(.previousStream, [Key(.tab, .shift)]),
    Binding(.stream1, ["1"]), Binding(.stream2, ["2"]), Binding(.stream3, ["3"]),
    Binding(.stream4, ["4"]), Binding(.stream5, ["5"]), Binding(.stream6, ["6"]),
    Binding(.stream7, ["7"]), Binding(.stream8, ["8"]), Binding(.stream9, ["9"]),
    Binding(.open, [Key(.enter)]), Binding(.back, [Key(.escape), "q"]),
    Binding(.quit, ["Q", .control("c")]),
    Binding(.refresh, ["r", Key(.function(5))]), Binding(.like, ["l"]), Binding(.likers, ["L"]),
    Binding(.boost, ["b"]), Binding(.boosters, ["W"]), Binding(.bookmark, ["B"]),
    Binding(.reply, ["R"]), Binding(.quote, ["C"]), Binding(.compose, ["c"]),
    Binding(.delete, ["D"]),
    Binding(.profile, ["p"]), Binding(.ownProfile, ["P"]),
    Binding(.reveal, ["x"]), Binding(.openLink, ["o"]), Binding(.copyLink, ["y"]),
    Binding(.firstUnread, ["u"]), Binding(.undo, ["U"]),
    Binding(.follow, ["f"]), Binding(.followers, ["F"]), Binding(.following, ["I"]),
    Binding(.mute, ["M"]), Binding(.block, ["X"]), Binding(.signOut, ["S"]),
    Binding(.outbox, ["O"]), Binding(.help, ["?", Key(.function(1))]),
    Binding(.repaint, [.control("l")]), Binding(.suspend, [.control("z")]),
    Binding(.view, ["v"]), Binding(.viewPhoto, ["z"]), Binding(.pictures, ["V"]),
    Binding(.zoomIn, ["+", "="]), Binding(.zoomOut, ["-"]), Binding(.zoomFit, ["0"]),
    Binding(.nextPhoto, ["]"]), Binding(.previousPhoto, ["["]), Binding(.details, ["i"]),
    Binding(.savePhoto, ["d"]), Binding(.play, ["m"]), Binding(.place, ["N"]),
    Binding(.send, ["s"]), Binding(.edit, ["e"]), Binding(.withdraw, ["w"]),
    Binding(.accounts, ["a"]), Binding(.addAccount, ["A"]), Binding(.tabs, ["T"]),
    Binding(.keepTab, ["t"]), Binding(.notifications, ["n"]), Binding(.search, ["/"]),
    Binding(.palette, [":"]), Binding(.log, ["J"]), Binding(.vote, ["E"]),
    Binding(.accept, ["Y"]), Binding(.reject, ["K"]), Binding(.hide, ["H"]),
  ])
}
