package import Terminal
package import Words

extension SettingDefinition {
  /// Returns the short name of a setting on the screen, by which the command list finds it.
  package func settingLabel(_ wording: Wording) -> SafeText {
    switch name {
    case "display.theme": wording.say("Theme")
    case "display.colours": wording.say("Number of colours")
    case "display.hyperlinks": wording.say("Clickable links")
    case "display.synchronized-output": wording.say("Synchronized output")
    case "display.pictures": wording.say("Pictures")
    case "display.photo-cache": wording.say("Photo cache")
    case "display.picture-budget": wording.say("Picture data limit")
    case "display.animations": wording.say("Animations")
    case "display.name-colours": wording.say("Coloured names")
    case "display.people": wording.say("Profile pictures")
    case "display.plain": wording.say("Plain screen")
    case "display.screen-reader": wording.say("Screen reader mode")
    case "display.language": wording.say("Language")
    case "reading.order": wording.say("Order of posts")
    case "reading.times": wording.say("Format of times")
    case "reading.threads": wording.say("Replies below posts")
    case "reading.key-preset": wording.say("Key preset")
    case "reading.wall-letters": wording.say("h j k l on photo walls")
    case "reading.refresh": wording.say("Refresh interval")
    case "reading.catch-up-after": wording.say("Catch up after")
    case "reading.catch-up-posts": wording.say("Catch-up minimum")
    case "reading.mouse": wording.say("Mouse")
    case "reading.mark-passed-read": wording.say("Mark passed entries read")
    case "writing.undo": wording.say("Time to undo")
    case "writing.spelling": wording.say("Spell checking")
    case "writing.alt-reminder": wording.say("Reminder of descriptions")
    case "alerts.title": wording.say("Count in window title")
    case "alerts.mentions": wording.say("Alert for mentions")
    case "alerts.messages": wording.say("Alert for messages")
    case "alerts.notices": wording.say("Desktop notifications")
    case "photos.place": wording.say("Place")
    case "photos.locate": wording.say("Location service")
    case "photos.lookup": wording.say("Place search")
    case "photos.nominatim": wording.say("Nominatim server")
    case "photos.photon": wording.say("Photon server")
    case "photos.save-directory": wording.say("Photo folder")
    case "services.unsplash-key": wording.say("Unsplash key")
    case "services.unsplash-secret": wording.say("Unsplash secret")
    case "services.flickr-key": wording.say("Flickr key")
    case "services.flickr-secret": wording.say("Flickr secret")
    case "programs.editor": wording.say("Editor")
    case "programs.opener": wording.say("Browser")
    case "programs.player": wording.say("Video player")
    case "programs.pipe": wording.say("Program for posts")
    case "programs.pipe-form": wording.say("Form of sent posts")
    case "programs.bookmark": wording.say("Bookmark program")
    default:
      section == "log"
        ? wording.say("Log: {channel}", ["channel": key]) : SafeText(sanitizing: name)
    }
  }
}
