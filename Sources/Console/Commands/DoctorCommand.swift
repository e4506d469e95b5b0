/// `tweetie doctor`: what there is to know when something does not work.
struct DoctorCommand: CommandRequest {
  private let json: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    try scanned.expectNoOperands()
    json = scanned.has(.json)
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    DoctorReport(sections: await desk.examination()).print(on: desk.printer, json)
    desk.printer.flush()
    if !json { await desk.showTestCard() }
  }
}
