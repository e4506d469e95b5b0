/// What a screen did or learnt without being asked to.
public enum ScreenNews {
  /// It wrote something, as a picture that is ready now.
  case written
  /// The terminal has shown whether it draws emoji sequences in two columns.
  case sequences(areWhole: Bool)
  /// The terminal has shown whether it reads UTF-8, where the locale has no such characters.
  case encoding(isUTF8: Bool)
  /// More is known of how the terminal shows pictures.
  case pictures(PictureAbility)
}
