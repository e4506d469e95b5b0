import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases

@MainActor
final class SignInView: Scene {
  weak var navigator: (any Navigator)?
  let occasion: SignInScene.SignInOccasion
  let options: DisplayOptions
  let send: SceneRequestSender<SignInScene.SceneRequest>
  private(set) var viewModel: SignInViewModel?
  var choices = SignInChoiceList()
  var form = SignInForm()
  var approval = SignInApprovalPage()
  var rects = DrawnSignInFormRects()

  init(
    interactor: any Interacting<SignInScene.SceneRequest>, occasion: SignInScene.SignInOccasion,
    options: DisplayOptions = DisplayOptions()
  ) {
    send = SceneRequestSender(to: interactor)
    self.occasion = occasion
    self.options = options
  }

  var header: SceneHeader {
    SceneHeader(leftText: [
      StyledSpan("Tweetie", .barStrong), StyledSpan(" · ", .barFaint),
      StyledSpan(viewModel?.title ?? ""),
    ])
  }
  var properties: SceneProperties { SceneProperties(takesText: true, fitsBeside: false) }

  var keyHints: [KeyHint] {
    guard !isChecking, let viewModel else { return [] }
    // At the first sign-in, the last hint quits the program, since there is no scene to go back to.
    let out = occasion == .first ? [viewModel.quit].compactMap(\.self) : [viewModel.leave]
    return keyHints(on: viewModel.page) + out
  }

  private func keyHints(on page: SignInViewModel.SignInPageModel?) -> [KeyHint] {
    switch page {
    case .choices, nil: return []
    case .form(let model): return [model.otherServices, model.otherMethod?.hint].compactMap(\.self)
    case .approval(let model):
      return (model.address.isEmpty ? [] : [model.copy])
        + (model.link == nil ? [] : [model.openHint, model.qrCode])
    }
  }

  func isAnimating(at now: Timestamp) -> Bool { isChecking && options.isAnimated }

  func sceneDidAppear() { send.sendOpeningRequestOnce(.open(occasion)) }

  func sceneDidClose() { send.cancelAllRequests() }

  /// Shows in the sign-in form why the form cannot be sent, at the field with the focus.
  func showFieldInstruction(_ words: SafeText) {
    viewModel = viewModel?.replacingProgress(.refused(words, at: form.focus))
    navigator?.requestRedraw()
  }

  /// Removes the instruction that the sign-in form shows for an empty field, if the field has been
  /// filled since.
  func removeFulfilledInstruction() {
    guard case .refused(let words, let field?, _) = viewModel?.state,
      form.isInstructionFulfilled(field, instruction: words)
    else { return }
    viewModel = viewModel?.replacingProgress(.ready)
  }

  var isChecking: Bool {
    if case .checking = viewModel?.state { true } else { false }
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    switch event {
    case .key(let key): return handleKey(key)
    case .paste(let text): pasteText(text)
    case .mouse(let mouse, _): handleMouse(mouse)
    case .command, .edited: return false
    }
    removeFulfilledInstruction()
    navigator?.requestRedraw()
    return true
  }

  private func handleKey(_ key: Key) -> Bool {
    guard !isChecking else {
      if key.code == .escape { send(.cancel) }
      return true
    }
    guard let page = viewModel?.page else { return false }
    let isHandled =
      switch page {
      case .choices: handleChoiceListKey(key)
      case .form(let model): handleFormKey(key, model)
      case .approval(let model): handleApprovalKey(key, model)
      }
    if isHandled {
      removeFulfilledInstruction()
      navigator?.requestRedraw()
    }
    return isHandled
  }

  private func handleChoiceListKey(_ key: Key) -> Bool {
    switch key.code {
    case .escape: leaveChoiceListOrScene()
    case .down, .tab, .character("j"): choices.moveChoiceSelectionWrapping(by: 1)
    case .up, .character("k"): choices.moveChoiceSelectionWrapping(by: -1)
    case .home, .pageUp, .character("g"): _ = choices.selectRow(0)
    case .end, .pageDown, .character("G"): choices.selectLastChoice()
    case .enter: if let request = choices.selected { send(request) }
    case .character(let digit):
      guard let number = digit.wholeNumberValue, choices.selectRow(number - 1) else {
        return false
      }
    default: return false
    }
    return true
  }

  private func leaveChoiceListOrScene() {
    guard let model = choices.model else { return }
    if model.closesScene, occasion == .another {
      navigator?.navigate(to: .back)
    } else if let request = model.leave {
      send(request)
    }
  }

  private func handleFormKey(_ key: Key, _ model: SignInFormModel) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): return leaveFormIfPossible(model)
    case (.tab, .shift), (.up, _): form.moveFieldFocusWrapping(by: -1)
    case (.tab, _), (.down, _): form.moveFieldFocusWrapping(by: 1)
    case (.enter, _) where form.isEmpty && !model.invitation.isEmpty: send(.visit)
    case (.enter, _): submitForm()
    case (.character("o"), .control): if model.otherServices != nil { send(.showServices) }
    case (.character("t"), .control): if let other = model.otherMethod { send(.take(other.method)) }
    default: return form.handleKey(key)
    }
    return true
  }

  private func submitForm() {
    // No error is shown if the focus only moves to the next empty field.
    let before = form.focus
    if form.checkFieldsOrFocusEmpty() {
      send(.submit(form.answers))
    } else if form.focus == before, let instruction = form.instruction {
      showFieldInstruction(instruction)
    }
  }

  /// Goes back from the sign-in form, to the list of services if there is one; returns false if
  /// there is nothing to go back to.
  private func leaveFormIfPossible(_ model: SignInFormModel) -> Bool {
    switch occasion {
    case .again: navigator?.navigate(to: .back)
    case .another: send(.showServices)
    case .first:
      guard model.service.signInRemark != .demo, model.otherServices != nil else { return false }
      send(.showServices)
    }
    return true
  }

  private func handleApprovalKey(_ key: Key, _ model: SignInApprovalModel) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): send(.cancel)
    case (.tab, _), (.up, _), (.down, _): approval.switchFocusOnApprovalPage()
    case (.character("y"), .control): copyApprovalAddress(model)
    case (.character("o"), .control): openApprovalWebPage(model)
    case (.character("r"), .control): showQRCode(of: model)
    case (.character("y"), []) where approval.isAddressFocused: copyApprovalAddress(model)
    case (.character("o"), []) where approval.isAddressFocused: openApprovalWebPage(model)
    case (.enter, _) where approval.isAddressFocused: openApprovalWebPage(model)
    case (.enter, _):
      if !approval.answer.text.isEmpty { send(.answer(Secret(approval.answer.text))) }
    default: return approval.handleKey(key)
    }
    return true
  }

  private func copyApprovalAddress(_ model: SignInApprovalModel) {
    if !model.address.isEmpty { navigator?.copyText(model.address) }
  }

  private func openApprovalWebPage(_ model: SignInApprovalModel) {
    if let link = model.link { navigator?.openInBrowser(link) }
  }

  private func showQRCode(of model: SignInApprovalModel) {
    if let link = model.link { navigator?.navigate(to: .qrCode(link.address)) }
  }

  private func pasteText(_ text: String) {
    guard !isChecking, let page = viewModel?.page else { return }
    switch page {
    case .choices: break
    case .form: form.pasteText(text)
    case .approval: approval.pasteText(text)
    }
  }

  private func handleMouse(_ mouse: MouseEvent) {
    guard case .press = mouse.action, !isChecking, let page = viewModel?.page else { return }
    switch page {
    case .choices:
      if choices.selectChoice(at: mouse.position.row), let request = choices.selected {
        send(request)
      }
    case .form(let model): handleClick(at: mouse.position, model)
    case .approval: _ = approval.placeCursor(at: mouse.position)
    }
  }

  private func handleClick(at position: CellPosition, _ model: SignInFormModel) {
    if rects.service?.contains(position) == true, model.otherServices != nil {
      return send(.showServices)
    }
    if rects.method?.contains(position) == true, let other = model.otherMethod {
      return send(.take(other.method))
    }
    for (field, rect) in rects.fields where rect.contains(position) {
      form.placeCursor(
        at: position.column - rect.origin.column, columns: rect.size.columns, in: field)
    }
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    rects = DrawnSignInFormRects()
    guard let viewModel else { return }
    switch viewModel.page {
    case nil: break
    case .choices:
      choices.drawChoiceList(on: &canvas, in: rect, drawing.theme, isPlain: options.isPlain)
    case .form(let model): drawSignInForm(model, on: &canvas, in: rect, drawing)
    case .approval(let model):
      approval.drawApprovalPage(
        on: &canvas, in: rect, drawing.theme, notice: statusLine(drawing),
        keys: isChecking ? [viewModel.cancel] : model.keys,
        isFocused: drawing.isFront && !isChecking)
    }
  }

  private func drawSignInForm(
    _ model: SignInFormModel, on canvas: inout Canvas, in rect: CellRect,
    _ drawing: DrawingParameters
  ) {
    let theme = drawing.theme
    let columns = SignInLayout.formRowWidth(in: rect)
    let sentence = TextWrapper.wrappedLines(
      of: Line(model.sentence, theme.style(.text)), columns: columns)
    let tip = TextWrapper.wrappedLines(
      of: theme.styledLine(textBelowFields(of: model)), columns: columns
    )
    .filter { $0.columns > 0 }
    let status = TextWrapper.wrappedLines(of: statusLine(drawing), columns: columns).filter {
      $0.columns > 0
    }
    let arrangement = SignInLayout(
      in: rect,
      SignInLayout.SignInFormLayoutInputs(
        sentence: sentence.count, tip: tip.count, status: status.count,
        fields: model.rows.map(\.field), failedField: failedField,
        hasMethodRow: !model.methodName.isEmpty,
        isPlain: options.isPlain))
    let room = arrangement.rect
    if arrangement.isFramed { room.drawFrame(on: &canvas, theme.style(.rule)) }
    for (row, kind) in zip(room.rows, arrangement.rows) {
      let line = CellRect(row: row, column: room.origin.column, rows: 1, columns: columns)
      switch kind {
      case .blank: break
      case .logo(let index):
        writeLine(ProgramLogo.logoLine(index, theme, isASCII: !options.hasSigns), line, on: &canvas)
      case .title: writeLine(Line("Tweetie", theme.style(.strong)), line, on: &canvas)
      case .sentence(let index): writeLine(sentence[index], line, on: &canvas)
      case .tip(let index):
        if tip.indices.contains(index) { writeLine(tip[index], line, on: &canvas) }
      case .status(let index): writeLine(status[index], line, on: &canvas)
      case .service:
        writeLine(
          labelAndValueLine(model.serviceLabel, model.serviceName, model, theme), line, on: &canvas)
        rects.service = line.relativeRect(to: rect)
      case .method:
        writeLine(
          labelAndValueLine(model.methodLabel, model.methodName, model, theme), line, on: &canvas)
        rects.method = line.relativeRect(to: rect)
      case .field(let field):
        let input = drawFormField(field, model, line, arrangement.hasLabels, on: &canvas, drawing)
        rects.fields[field] = input.relativeRect(to: rect)
      case .keys:
        let keys = isChecking ? [viewModel?.cancel].compactMap(\.self) : model.keys
        writeLine(KeyHintLine.keyHintLine(keys, columns: columns, theme: theme), line, on: &canvas)
      }
    }
  }

  private var failedField: SignInField? {
    if case .refused(_, let field, _) = viewModel?.state { field } else { nil }
  }

  /// Returns the text below the sign-in form's fields: the invitation to the demo while nothing is
  /// typed, the advice to use an app password, or the tip.
  private func textBelowFields(of model: SignInFormModel) -> StyledText {
    if form.isEmpty, !model.invitation.isEmpty { return [StyledSpan(model.invitation, .text)] }
    let isOther = !AppPassword.isBeginningOfAppPassword(form[.password].text)
    return isOther && !model.advice.isEmpty ? model.advice : model.tip
  }

  private func statusLine(_ drawing: DrawingParameters) -> Line {
    let theme = drawing.theme
    switch viewModel?.state {
    case .ready?, nil: return Line()
    case .refused(let sentence, _, _)?: return Line(sentence, theme.style(.bad))
    case .checking(let sentence)?:
      guard options.isAnimated else { return Line(sentence, theme.style(.busy)) }
      return Line(
        Spinner.spinnerSign(frame: drawing.frame, options) + " " + sentence, theme.style(.busy))
    }
  }

  private func labelAndValueLine(
    _ label: SafeText, _ value: SafeText, _ model: SignInFormModel, _ theme: Theme
  ) -> Line {
    var line = Line(label, theme.style(.fieldLabel))
    line.appendBlanks(formLabelWidth(model) - line.columns)
    line.append(value, theme.style(.text))
    return line
  }

  private func drawFormField(
    _ field: SignInField, _ model: SignInFormModel, _ rect: CellRect, _ hasLabel: Bool,
    on canvas: inout Canvas, _ drawing: DrawingParameters
  ) -> CellRect {
    let theme = drawing.theme
    let label = model.rows.first { $0.field == field }?.label ?? ""
    let isFocused = drawing.isFront && !isChecking && form.focus == field
    var input = rect
    if hasLabel {
      let role: TextRole = field == failedField ? .bad : isFocused ? .strong : .fieldLabel
      writeLine(Line(label, theme.style(role)), rect, on: &canvas)
      input.origin.column += formLabelWidth(model)
      input.size.columns = max(1, input.size.columns - formLabelWidth(model))
    }
    form[field].drawTextField(on: &canvas, in: input, theme.style(.field), isFocused: isFocused)
    if !hasLabel, form[field].text.isEmpty {
      var style = theme.style(.field)
      style.attributes.insert(.dim)
      writeLine(Line(label, style), input, on: &canvas)
    }
    return input
  }

  private func formLabelWidth(_ model: SignInFormModel) -> Int {
    let labels = [model.serviceLabel] + model.rows.map(\.label)
    let all = model.methodName.isEmpty ? labels : labels + [model.methodLabel]
    return (all.map(TextWidth.columnCount).max() ?? 0) + 2
  }

  private func writeLine(_ line: Line, _ rect: CellRect, on canvas: inout Canvas) {
    canvas.writeLine(line.truncatedLine(columns: rect.size.columns), at: rect.origin, within: rect)
  }
}

extension SignInView: Displaying {
  func display(_ viewModel: SignInViewModel) {
    self.viewModel = viewModel
    switch viewModel.page {
    case nil: break
    case .choices(let model): choices.showChoices(model)
    case .form(let model):
      form.replaceFields(with: model)
      approval.clearApprovalPage()
    case .approval(let model): approval.showApprovalPage(model)
    }
    if case .refused(_, let field, let mustBeRetyped) = viewModel.state {
      form.focusFieldWithError(field, mustBeRetyped: mustBeRetyped)
    }
    navigator?.requestRedraw()
  }

  func perform(_ effect: SceneEffect) {
    if case .signedIn = effect {
      form.clearSecrets()
      approval.clearApprovalPage()
    }
    navigator?.performEffect(effect)
  }
}

/// A record of the rectangles of the sign-in form's parts in the last drawing, relative to the
/// scene, for mouse events.
struct DrawnSignInFormRects {
  var fields: [SignInField: CellRect] = [:]
  var service: CellRect?
  var method: CellRect?
}

extension SignInView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    guard let viewModel else { return ScreenReaderContents(title: "Tweetie", isBusy: true) }
    var words = ScreenReaderContents(title: viewModel.title)
    switch viewModel.page {
    case nil: words.isBusy = true
    case .choices(let model):
      words.notes = [model.question]
      let names = model.choices.map {
        $0.remark.isEmpty ? $0.name : $0.name + ": " + $0.remark
      }
      words.items = ScreenReaderItems(menu: names, selected: choices.selection) { [weak self] in
        _ = self?.choices.selectRow($0)
      }
    case .form(let model):
      words.notes = [
        model.serviceName, model.methodName, model.sentence, textBelowFields(of: model).plain,
      ]
      if let field = form.focus, let row = model.rows.first(where: { $0.field == field }) {
        words.question = ScreenReaderQuestion(row.label, form[field])
      }
    case .approval(let model):
      words.notes = [model.sentence, model.address]
      words.question = ScreenReaderQuestion(model.label, approval.answer)
    }
    switch viewModel.state {
    case .ready: break
    case .checking(let sentence):
      (words.notes, words.question, words.isBusy) = ([sentence], nil, true)
    case .refused(let sentence, _, _): words.notes.append(sentence)
    }
    words.notes.removeAll(where: \.isBlank)
    return words
  }
}
