/// What a piece of the screen means; a theme says how that looks.
package enum Role: Int, CaseIterable {
  case text, faint, strong
  case author, currentAuthor, handle, time
  case link, mention, tag, code, emphasis
  case boost, liked, boosted, bookmarked, count
  case warning, quote, card, poll, photo
  case selection, rule, gap
  case bar, barStrong, barFaint, tab, currentTab
  case good, bad, busy
  case field, fieldLabel, hint, key
  case box
}
