import FeedDomain
import Words

/// The table of all settings, from which the listing and the manual page are made and the file is
/// read.
package enum SettingsTable {
  /// The settings file's section whose keys are commands of the full screen.
  package static let keySection = "keys"

  package static let all: [SettingDefinition] =
    display + use + alerts + photos + services + programs + log

  private static let display: [SettingDefinition] = [
    SettingDefinition(
      section: "display", key: "theme",
      options: { ThemeChoice.allCases.map(\.rawValue) + $0.ownThemes.keys.sorted() },
      allowed: { ThemeChoice.allCases.map(\.rawValue).joined(separator: ", ") },
      meaning: { $0.say("The colours of the screen.") },
      apply: { $1.choose(theme: $0) },
      show: { $0.ownTheme.isEmpty ? $0.theme.rawValue : $0.ownTheme }
    ).live,
    .choice("display", "colours", { $1(&$0.colours) }) {
      $0.say("How many colours the terminal has.")
    },
    .choice("display", "hyperlinks", { $1(&$0.hyperlinks) }) {
      $0.say("Whether the terminal makes links clickable.")
    },
    .choice("display", "synchronized-output", { $1(&$0.synchronizedOutput) }) {
      $0.say("Whether the terminal is told when a frame begins and ends.")
    },
    .choice("display", "pictures", { $1(&$0.pictures) }) { $0.say("How pictures are shown.") },
    .size("display", "photo-cache", { $1(&$0.photoCache) }) {
      $0.say("How many bytes of photos are kept on disk.")
    },
    .value(
      "display", "picture-budget", { $1(&$0.pictureBudget) },
      { $0.say("How many bytes of pictures a line gets in a minute; auto limits them over ssh.") },
      allowed: { "auto, off, 500kB, 2MB, …" }, from: { PictureBudget($0) }, to: { $0.text }),
    .choice("display", "animations", { $1(&$0.animations) }) {
      $0.say("Whether anything is animated.")
    },
    .choice("display", "name-colours", { $1(&$0.nameColours) }) {
      $0.say("Whether each person's name has a colour of its own.")
    },
    .choice("display", "people", { $1(&$0.people) }) {
      $0.say("Whether people's pictures stand beside their posts, where there is room.")
    },
    .choice("display", "plain", { $1(&$0.plain) }) {
      $0.say("For screen readers: no boxes, no spinner, no block art.")
    }.live,
    SettingDefinition(
      section: "display", key: "language",
      options: { _ in ["", "en"] + CatalogueChoice.languages },
      allowed: { (["en"] + CatalogueChoice.languages).joined(separator: ", ") },
      meaning: { $0.say("The language of the program; empty for the locale's.") },
      apply: { text, settings in
        guard text.isEmpty || CatalogueChoice.language(for: text) != nil else { return false }
        settings.language = text
        return true
      }, show: { $0.language }),
  ]

  private static let use: [SettingDefinition] = [
    .choice("reading", "order", { $1(&$0.order) }) {
      $0.say("Which posts are at the top of a stream.")
    }.live,
    .choice("reading", "times", { $1(&$0.times) }) {
      $0.say("How times are shown: how long ago, or by the clock.")
    }.live,
    .choice("reading", "threads", { $1(&$0.threads) }) {
      $0.say("Whether answers stand below what they answer, where both are near in a stream.")
    }.live,
    .choice("reading", "wall-letters", { $1(&$0.wallLetters) }) {
      $0.say("Whether h, j, k and l move on walls of photos, as the arrows do.")
    }.live,
    .duration("reading", "refresh", { $1(&$0.refresh) }) {
      $0.say("How often a stream looks for new posts by itself.")
    }.live,
    .duration("reading", "catch-up-after", { $1(&$0.catchUpAfter) }) {
      $0.say("After how long an absence a stream offers to catch up.")
    }.live,
    .number("reading", "catch-up-posts", { $1(&$0.catchUpPosts) }, examples: "20, 40, 100, …") {
      $0.say("How many posts must be unread for that.")
    }.live,
    .choice("reading", "mouse", { $1(&$0.mouse) }) { $0.say("Whether the mouse is used.") },
    .duration("writing", "undo", { $1(&$0.undo) }) {
      $0.say("How long you can undo what others will see, before it is sent.")
    },
    .choice("writing", "spelling", { $1(&$0.spelling) }) {
      $0.say(
        "Whether misspelt words are underlined, where hunspell and a dictionary are installed.")
    }.live,
  ]

  private static let alerts: [SettingDefinition] = [
    .choice("alerts", "title", { $1(&$0.title) }) {
      $0.say("Whether the terminal's title shows how many notifications are new.")
    }.live,
    .choice("alerts", "mentions", { $1(&$0.mentions) }) {
      $0.say("How you are called when somebody mentions or answers you.")
    }.live,
    .choice("alerts", "messages", { $1(&$0.messages) }) {
      $0.say("How you are called when somebody writes to you alone.")
    }.live,
    .choice("alerts", "notices", { $1(&$0.notifications) }) {
      $0.say("Which sequence asks the terminal for a notice on the desktop.")
    },
  ]

  private static let photos: [SettingDefinition] = [
    .phrase("photos", "place", { $1(&$0.place) }) {
      $0.say("Where to look for photos nearby: a name, or coordinates; empty to find out.")
    },
    .choice("photos", "locate", { $1(&$0.locate) }) {
      $0.say("Whether the system's location service is asked where you are.")
    },
    .choice("photos", "lookup", { $1(&$0.lookup) }) {
      $0.say("Who is asked where places are: whole names, or also what is typed; off asks nobody.")
    },
    .phrase("photos", "nominatim", { $1(&$0.nominatim) }) {
      $0.say("The address of Nominatim.")
    }.risky,
    .phrase("photos", "photon", { $1(&$0.photon) }) {
      $0.say("The address of Photon.")
    }.risky,
    .phrase("photos", "save-directory", { $1(&$0.saveDirectory) }) {
      $0.say("Where photos are saved; empty for the desktop's picture directory.")
    }.risky,
  ]

  private static let services: [SettingDefinition] = [
    .phrase("services", "unsplash-key", { $1(&$0.unsplashKey) }) {
      $0.say("The access key of your application at Unsplash; empty to be asked for it.")
    }.secret,
    .phrase("services", "unsplash-secret", { $1(&$0.unsplashSecret) }) {
      $0.say("The secret of your application at Unsplash; empty to be asked for it.")
    }.secret,
    .phrase("services", "flickr-key", { $1(&$0.flickrKey) }) {
      $0.say("The key of your application at Flickr; empty to be asked for it.")
    }.secret,
    .phrase("services", "flickr-secret", { $1(&$0.flickrSecret) }) {
      $0.say("The secret of your application at Flickr; empty to be asked for it.")
    }.secret,
  ]

  private static let programs: [SettingDefinition] = [
    .phrase("programs", "editor", { $1(&$0.editor) }) {
      $0.say("The editor for long posts; empty for VISUAL or EDITOR.")
    }.live.risky,
    .phrase("programs", "opener", { $1(&$0.opener) }) {
      $0.say("The program that opens links; empty for xdg-open.")
    }.live.risky,
    .phrase("programs", "player", { $1(&$0.player) }) {
      $0.say("The program that plays videos; empty for mpv.")
    }.live.risky,
  ]

  private static let log: [SettingDefinition] = LogChannel.allCases.map { channel in
    .choice("log", channel.rawValue, { $1(&$0.log[channel, default: .error]) }) {
      $0.say("What is logged about {channel}.", ["channel": channel.rawValue])
    }
  }

  /// Settings of earlier versions that are environment variables now: ignored in a file.
  static let former: Set<String> = [
    "services.unsplash-server", "services.flickr-server", "services.instagram-server",
    "services.instagram-version", "tweetie.latency", "tweetie.new-posts", "tweetie.faults",
    "tweetie.faults-file",
  ]
}
