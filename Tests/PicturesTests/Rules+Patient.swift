import Pictures

extension PictureDecoder.DecoderConfiguration {
  /// For tests of what is decoded, not of how soon: the machine is busy with the others.
  static var patient: PictureDecoder.DecoderConfiguration {
    var rules = PictureDecoder.DecoderConfiguration()
    rules.timeLimit = .seconds(60)
    return rules
  }
}
