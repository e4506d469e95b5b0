import FeedDomain
import Terminal
import UseCases

extension SignInView {
  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key): return handle(key)
    case .paste(let text): paste(text)
    case .mouse(let mouse, _): point(mouse)
    case .command, .edited: return false
    }
    forgetWhatIsThere()
    navigator?.redraw()
    return true
  }

  private func handle(_ key: Key) -> Bool {
    guard !isChecking else {
      if key.code == .escape { send(.cancel) }
      return true
    }
    guard let page = viewModel?.page else { return false }
    let isTaken =
      switch page {
      case .services: choose(key)
      case .form(let model): fill(key, model)
      case .approval(let model): bringBack(key, model)
      }
    if isTaken {
      forgetWhatIsThere()
      navigator?.redraw()
    }
    return isTaken
  }
}

extension SignInView {
  private func choose(_ key: Key) -> Bool {
    switch key.code {
    case .escape: leaveServices()
    case .down, .tab, .character("j"): services.move(by: 1)
    case .up, .character("k"): services.move(by: -1)
    case .enter: if let service = services.selected { send(.choose(service)) }
    case .character(let digit):
      guard let number = digit.wholeNumberValue, services.select(number - 1) else { return false }
    default: return false
    }
    return true
  }

  private func leaveServices() {
    if occasion == .another {
      navigator?.go(to: .back)
    } else if let chosen = services.model?.chosen {
      send(.choose(chosen))
    }
  }

  private func fill(_ key: Key, _ model: SignInFormModel) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): return leave(model)
    case (.tab, .shift), (.up, _): form.move(by: -1)
    case (.tab, _), (.down, _): form.move(by: 1)
    case (.enter, _) where form.isEmpty && !model.invitation.isEmpty: send(.visit)
    case (.enter, _): submit()
    case (.character("o"), .control): if model.otherServices != nil { send(.showServices) }
    case (.character("t"), .control): if let other = model.otherWay { send(.take(other.way)) }
    default: return form.handle(key)
    }
    return true
  }

  private func submit() {
    // Whoever is on the way to the next field need not be told what belongs there.
    let before = form.focus
    if form.isComplete() {
      send(.submit(form.answers))
    } else if form.focus == before, let wanted = form.wanted {
      refuse(wanted)
    }
  }

  private func leave(_ model: SignInFormModel) -> Bool {
    switch occasion {
    case .again: navigator?.go(to: .back)
    case .another: send(.showServices)
    case .first:
      guard model.service.signInNote != .demo, model.otherServices != nil else { return false }
      send(.showServices)
    }
    return true
  }

  private func bringBack(_ key: Key, _ model: SignInApprovalModel) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): send(.cancel)
    case (.tab, _), (.up, _), (.down, _): approval.changeSides()
    case (.character("y"), .control): copy(model)
    case (.character("o"), .control): open(model)
    case (.character("y"), []) where approval.isAtAddress: copy(model)
    case (.character("o"), []) where approval.isAtAddress: open(model)
    case (.enter, _) where approval.isAtAddress: open(model)
    case (.enter, _):
      if !approval.answer.text.isEmpty { send(.answer(Secret(approval.answer.text))) }
    default: return approval.handle(key)
    }
    return true
  }

  private func copy(_ model: SignInApprovalModel) {
    if !model.address.isEmpty { navigator?.copy(model.address) }
  }

  private func open(_ model: SignInApprovalModel) {
    if let link = model.link { navigator?.browse(link) }
  }
}

extension SignInView {
  private func paste(_ text: String) {
    guard !isChecking, let page = viewModel?.page else { return }
    switch page {
    case .services: break
    case .form: form.paste(text)
    case .approval: approval.paste(text)
    }
  }

  private func point(_ mouse: MouseEvent) {
    guard case .press = mouse.action, !isChecking, let page = viewModel?.page else { return }
    switch page {
    case .services:
      if services.point(at: mouse.position.row), let service = services.selected {
        send(.choose(service))
      }
    case .form(let model): point(at: mouse.position, model)
    case .approval: _ = approval.point(at: mouse.position)
    }
  }

  private func point(at position: CellPosition, _ model: SignInFormModel) {
    if rects.service?.contains(position) == true, model.otherServices != nil {
      return send(.showServices)
    }
    if rects.way?.contains(position) == true, let other = model.otherWay {
      return send(.take(other.way))
    }
    for (field, rect) in rects.fields where rect.contains(position) {
      form.point(
        at: position.column - rect.origin.column, columns: rect.size.columns, in: field)
    }
  }
}
