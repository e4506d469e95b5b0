import FeedDomain
import Words

/// A namespace for the table of all settings, by which the settings file is read, and from which
/// the list of settings and the manual page are made.
package enum SettingsTable {
  /// The name of the settings file's section that gives keys to the commands of the full screen.
  package static let keySection = "keys"
  /// The name of the settings file's section with programs that get posts and articles.
  package static let shareSection = "share"
  /// The names of the settings file's sections with saved searches and with rules for web feeds.
  package static let ruleSections = ["searches", "rules"]

  package static let all: [SettingDefinition] =
    display + readingAndWriting + alerts + photos + services + programs + log

  private static let display: [SettingDefinition] = [
    SettingDefinition(
      section: "display", key: "theme",
      options: { ThemeChoice.allCases.map(\.rawValue) + $0.ownThemes.keys.sorted() },
      allowed: { ThemeChoice.allCases.map(\.rawValue).joined(separator: ", ") },
      meaning: { $0.say("Colour theme of the screen.") },
      apply: { $1.chooseTheme(named: $0) },
      show: { $0.ownTheme.isEmpty ? $0.theme.rawValue : $0.ownTheme }
    ).live,
    .choiceSetting("display", "colours", { $1(&$0.colours) }) {
      $0.say("Number of colours to use.")
    },
    .choiceSetting("display", "hyperlinks", { $1(&$0.hyperlinks) }) {
      $0.say("Send links to the terminal as clickable hyperlinks.")
    },
    .choiceSetting("display", "synchronized-output", { $1(&$0.synchronizedOutput) }) {
      $0.say("Draw each frame at once, without flicker (synchronized output).")
    },
    .choiceSetting("display", "pictures", { $1(&$0.pictures) }) {
      $0.say("Display method for pictures.")
    },
    .byteCountSetting("display", "photo-cache", { $1(&$0.photoCache) }) {
      $0.say("Maximum size of the photo cache on disk.")
    },
    .settingDefinition(
      "display", "picture-budget", { $1(&$0.pictureBudget) },
      { $0.say("Maximum picture data sent to the terminal per minute; auto limits it over ssh.") },
      allowed: { "auto, off, 500kB, 2MB, …" }, from: { PictureBytesPerMinuteSetting($0) },
      to: { $0.text }),
    .choiceSetting("display", "animations", { $1(&$0.animations) }) {
      $0.say("Show animations and moving pictures.")
    },
    .choiceSetting("display", "name-colours", { $1(&$0.nameColours) }) {
      $0.say("Show each person's name in its own colour.")
    },
    .choiceSetting("display", "people", { $1(&$0.people) }) {
      $0.say("Show profile pictures beside posts, if there is room.")
    },
    .choiceSetting("display", "plain", { $1(&$0.plain) }) {
      $0.say("Full screen in words: no boxes, no spinner, no block characters.")
    }.live,
    .choiceSetting("display", "screen-reader", { $1(&$0.screenReader) }) {
      $0.say("Mode for screen readers: lines to be read aloud instead of a full screen.")
    },
    SettingDefinition(
      section: "display", key: "language",
      options: { _ in ["", "en"] + ChosenTranslationLanguage.languages },
      allowed: { (["en"] + ChosenTranslationLanguage.languages).joined(separator: ", ") },
      meaning: { $0.say("Language of the program; empty: the locale's language.") },
      apply: { text, settings in
        guard text.isEmpty || ChosenTranslationLanguage.translationLanguage(for: text) != nil else {
          return false
        }
        settings.language = text
        return true
      }, show: { $0.language }),
  ]

  private static let readingAndWriting: [SettingDefinition] = [
    .choiceSetting("reading", "order", { $1(&$0.readingOrder) }) {
      $0.say("Order of posts: newest or oldest at the top.")
    }.live,
    .choiceSetting("reading", "times", { $1(&$0.times) }) {
      $0.say("Format of times: relative (how long ago) or clock.")
    }.live,
    .choiceSetting("reading", "threads", { $1(&$0.threads) }) {
      $0.say("Show replies below the post they answer, if both are close in a stream.")
    }.live,
    .choiceSetting("reading", "key-preset", { $1(&$0.keyPreset) }) {
      $0.say("Default keys: Tweetie's own, those of Mastodon's web pages, or those of vi.")
    }.live,
    .choiceSetting("reading", "wall-letters", { $1(&$0.wallLetters) }) {
      $0.say("Use h, j, k and l as arrow keys on photo walls.")
    }.live,
    .durationSetting("reading", "refresh", { $1(&$0.refresh) }) {
      $0.say("Time between automatic refreshes of a stream.")
    }.live,
    .durationSetting("reading", "catch-up-after", { $1(&$0.catchUpAfter) }) {
      $0.say("Time away after which a stream offers to catch up.")
    }.live,
    .numberSetting(
      "reading", "catch-up-posts", { $1(&$0.catchUpPosts) }, examples: "20, 40, 100, …"
    ) {
      $0.say("Minimum number of unread posts for this offer.")
    }.live,
    .choiceSetting("reading", "mouse", { $1(&$0.mouse) }) { $0.say("Use the mouse.") },
    .choiceSetting("reading", "mark-passed-read", { $1(&$0.marksPassed) }) {
      $0.say("Mark entries of web feeds as read once you have moved past them.")
    }.live,
    .durationSetting("writing", "undo", { $1(&$0.undo) }) {
      $0.say("Time to undo public actions before they are sent.")
    },
    .choiceSetting("writing", "spelling", { $1(&$0.spelling) }) {
      $0.say(
        "Underline misspelt words, if hunspell and a dictionary are installed.")
    }.live,
    .choiceSetting("writing", "alt-reminder", { $1(&$0.altReminder) }) {
      $0.say("Ask before a picture without a description is sent.")
    }.live,
  ]

  private static let alerts: [SettingDefinition] = [
    .choiceSetting("alerts", "title", { $1(&$0.title) }) {
      $0.say("Show the number of new notifications in the terminal's title.")
    }.live,
    .choiceSetting("alerts", "mentions", { $1(&$0.mentions) }) {
      $0.say("Alert for mentions and replies.")
    }.live,
    .choiceSetting("alerts", "messages", { $1(&$0.messages) }) {
      $0.say("Alert for direct messages.")
    }.live,
    .choiceSetting("alerts", "notices", { $1(&$0.notifications) }) {
      $0.say("Escape sequence for desktop notifications.")
    },
  ]

  private static let photos: [SettingDefinition] = [
    .textSetting("photos", "place", { $1(&$0.place) }) {
      $0.say("Place for nearby photos: a name or coordinates; empty: detect it.")
    },
    .choiceSetting("photos", "locate", { $1(&$0.locate) }) {
      $0.say("Ask the system's location service where you are.")
    },
    .choiceSetting("photos", "lookup", { $1(&$0.lookup) }) {
      $0.say("Services that look up places by name, also while you type; off: none.")
    },
    .textSetting("photos", "nominatim", { $1(&$0.nominatim) }) {
      $0.say("Address of the Nominatim server.")
    }.risky,
    .textSetting("photos", "photon", { $1(&$0.photon) }) {
      $0.say("Address of the Photon server.")
    }.risky,
    .textSetting("photos", "save-directory", { $1(&$0.saveDirectory) }) {
      $0.say("Folder for saved photos; empty: the desktop's picture folder.")
    }.risky,
  ]

  private static let services: [SettingDefinition] = [
    .textSetting("services", "unsplash-key", { $1(&$0.unsplashKey) }) {
      $0.say("Access key of your Unsplash application; empty: you are asked for it.")
    }.secret,
    .textSetting("services", "unsplash-secret", { $1(&$0.unsplashSecret) }) {
      $0.say("Secret of your Unsplash application; empty: you are asked for it.")
    }.secret,
    .textSetting("services", "flickr-key", { $1(&$0.flickrKey) }) {
      $0.say("Key of your Flickr application; empty: you are asked for it.")
    }.secret,
    .textSetting("services", "flickr-secret", { $1(&$0.flickrSecret) }) {
      $0.say("Secret of your Flickr application; empty: you are asked for it.")
    }.secret,
  ]

  private static let programs: [SettingDefinition] = [
    .textSetting("programs", "editor", { $1(&$0.editor) }) {
      $0.say("Editor for long posts; empty: VISUAL or EDITOR.")
    }.live.risky,
    .textSetting("programs", "opener", { $1(&$0.opener) }) {
      $0.say("Program that opens links; empty: xdg-open.")
    }.live.risky,
    .textSetting("programs", "player", { $1(&$0.player) }) {
      $0.say("Program that plays videos; empty: mpv.")
    }.live.risky,
    .textSetting("programs", "pipe", { $1(&$0.pipe) }) {
      $0.say("Program that a post or article is sent to as its standard input.")
    }.live.risky,
    .choiceSetting("programs", "pipe-form", { $1(&$0.pipeForm) }) {
      $0.say("Form in which it is sent: the text, the link, or a line of JSON.")
    }.live,
    .textSetting("programs", "bookmark", { $1(&$0.bookmark) }) {
      $0.say(
        "Program that bookmarks a post or article: %u is the address, %t the title, %d the beginning."
      )
    }.live.risky,
  ]

  private static let log: [SettingDefinition] = LogChannel.allCases.map { channel in
    .choiceSetting("log", channel.rawValue, { $1(&$0.log[channel, default: .error]) }) {
      $0.say("Log level of {channel}.", ["channel": channel.rawValue])
    }
  }

  /// The names of settings of earlier versions that are environment variables now, and are ignored
  /// in the settings file.
  static let formerNames: Set<String> = [
    "services.unsplash-server", "services.flickr-server", "services.instagram-server",
    "services.instagram-version", "tweetie.latency", "tweetie.new-posts", "tweetie.faults",
    "tweetie.faults-file",
  ]
}
