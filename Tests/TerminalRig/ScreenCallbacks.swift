internal import CVterm

/// The functions by which libvterm reports changes to a ``VirtualScreen``.
let screenCallbacks: VTermScreenCallbacks = {
  var callbacks = VTermScreenCallbacks()
  callbacks.settermprop = { property, value, user in
    guard let value, let user else { return 0 }
    screen(user).note(property, value.pointee)
    return 1
  }
  callbacks.damage = { rect, user in
    guard let user else { return 0 }
    screen(user).onWrite(
      Int(rect.start_row)..<Int(rect.end_row), Int(rect.start_col)..<Int(rect.end_col))
    return 1
  }
  callbacks.bell = { user in
    guard let user else { return 0 }
    screen(user).bellCount += 1
    return 1
  }
  return callbacks
}()

/// Keeps a reply of the virtual terminal until the test takes it.
func keepReply(_ bytes: UnsafePointer<CChar>?, _ count: Int, _ user: UnsafeMutableRawPointer?) {
  guard let user else { return }
  let bytes = UnsafeBufferPointer(start: bytes, count: count)
  screen(user).replies.append(contentsOf: bytes.map(UInt8.init(bitPattern:)))
}

private func screen(_ user: UnsafeMutableRawPointer) -> VirtualScreen {
  Unmanaged<VirtualScreen>.fromOpaque(user).takeUnretainedValue()
}

extension VirtualScreen {
  fileprivate func note(_ property: VTermProp, _ value: VTermValue) {
    switch property {
    case VTERM_PROP_TITLE: title = value.string.map { String(cString: $0) } ?? ""
    case VTERM_PROP_ALTSCREEN: isAlternate = value.boolean != 0
    case VTERM_PROP_CURSORVISIBLE: isCursorVisible = value.boolean != 0
    case VTERM_PROP_MOUSE: mouse = MouseMode(rawValue: value.number) ?? .off
    default: break
    }
  }
}
