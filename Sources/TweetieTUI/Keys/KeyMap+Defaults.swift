import Terminal

extension KeyMap {
  /// The keys as they are where the settings say nothing.
  static let defaults = KeyMap(
    names.mapValues { names in
      // A name that is no key would be a slip in the table below; the tests read it back.
      names.split(separator: " ").compactMap { KeyName.key(named: String($0)) }
    })

  /// The table: the names of the keys, the one to show first.
  static let names: [Command: String] = [
    .down: "j down", .up: "k up", .top: "g home", .bottom: "G end",
    .halfPageDown: "ctrl+d", .halfPageUp: "ctrl+u",
    .pageDown: "space pagedown ctrl+f", .pageUp: "pageup ctrl+b",
    .lineDown: "ctrl+e", .lineUp: "ctrl+y", .left: "left", .right: "right",
    .nextStream: "tab", .previousStream: "shift+tab",
    .stream1: "1", .stream2: "2", .stream3: "3", .stream4: "4", .stream5: "5",
    .stream6: "6", .stream7: "7", .stream8: "8", .stream9: "9",
    .open: "enter", .back: "esc q", .quit: "Q ctrl+c",
    .refresh: "r f5", .like: "l", .likers: "L", .boost: "b", .boosters: "W", .bookmark: "B",
    .reply: "R", .compose: "c", .delete: "D", .profile: "p", .ownProfile: "P",
    .reveal: "x", .openLink: "o", .copyLink: "y", .firstUnread: "u", .undo: "U",
    .follow: "f", .followers: "F", .following: "I", .mute: "M", .block: "X",
    .signOut: "S",
    .outbox: "O", .help: "? f1", .repaint: "ctrl+l", .suspend: "ctrl+z",
    .view: "v", .viewPhoto: "z", .pictures: "V",
    .zoomIn: "plus =", .zoomOut: "-", .zoomFit: "0", .nextPhoto: "]", .previousPhoto: "[",
    .details: "i", .savePhoto: "d", .play: "m", .place: "N",
    .send: "s", .edit: "e", .withdraw: "w",
    .notifications: "n", .search: "/", .palette: ":", .log: "J", .vote: "t",
  ]
}
