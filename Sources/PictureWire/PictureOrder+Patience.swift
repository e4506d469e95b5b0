extension PictureOrder {
  /// For how many seconds the decoder works before it gives up by itself.
  public var patience: UInt32 {
    switch job {
    case .show: 2
    case .upload: 10
    }
  }
}
