/// What a screen did or learnt without being asked to.
public enum ScreenNews {
  /// It wrote something, as a picture that is ready now.
  case written
  /// The terminal has shown whether it draws emoji sequences in two columns.
  case sequences(areWhole: Bool)
  /// More is known of how the terminal shows pictures.
  case pictures(PictureAbility)
}
