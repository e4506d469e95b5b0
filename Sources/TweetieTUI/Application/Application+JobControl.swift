import Glibc
import Scenes
import Words

extension Application {
  func receive(signal: Int32) {
    switch signal {
    case SIGWINCH:
      terminal.resized()
      fitPreview()
      redraw()
    case SIGTSTP:
      suspend()
    case SIGCONT:
      // Stopped from outside, there was no moment to give the terminal back.
      terminal.reclaim()
    case SIGCHLD:
      reapChildren()
    case SIGINT, SIGQUIT:
      // While an editor has the terminal these are its own business.
      if editing == nil { end() }
    case SIGHUP:
      // The terminal is gone: nothing may be written to it any more.
      terminal.abandon()
      hangUp()
    default:
      end()
    }
  }

  /// Gives the terminal back and stops, until the shell lets the program go on.
  func suspend() {
    guard editing == nil else {
      raise(SIGSTOP)
      return
    }
    terminal.suspend()
    // The supervisor sees this and stops the whole job.
    raise(SIGSTOP)
    terminal.resume()
    tellTime()
    redraw()
  }

  func edit(_ text: String) {
    guard surroundings.programs.mayStart else {
      return say(Message(text: surroundings.wording.notAllowedHere, tone: .bad))
    }
    guard let session = surroundings.programs.startEditor(on: text, before: terminal.suspend) else {
      terminal.resume()
      return say(Message(text: surroundings.wording.editorFailed, tone: .bad))
    }
    editing = session
  }

  private func reapChildren() {
    var status: CInt = 0
    while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
      guard let session = editing, session.process == process else { continue }
      editing = nil
      terminal.resume()
      switch session.finish(succeeded: status == 0) {
      case .some(let text): _ = stack.front?.handle(.edited(text))
      case .none: say(Message(text: surroundings.wording.editorFailed, tone: .bad))
      }
      redraw()
    }
  }
}
