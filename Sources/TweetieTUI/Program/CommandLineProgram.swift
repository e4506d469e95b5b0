import Console
import FeedDomain
import Glibc
import Logging
import Terminal
import Threads

/// The program when it prints and ends.
@MainActor struct CommandLineProgram {
  let launch: Launch
  let options: LaunchOptions
  let services: any ServiceMaking

  func run() -> ExitCode {
    let loop = MainLoop()
    let root = CompositionRoot(launch: launch, loop: loop, services: services)
    let pictures = PictureInterview(
      options: launch.appearance(theme: nil).terminalOptions(
        encoding: TextEncoding(codeset: OutputLook.codeset)))
    let runner = CommandRunner(
      options: options, printer: launch.printer(), wording: launch.wording,
      settings: launch.settings, prompt: TerminalPrompt(), input: StandardInput(),
      examination: { await root.examination(pictures.answers).sections() },
      showTestCard: pictures.showTestCard,
      backstage: { isReading async throws(StoreError) in
        try await root.backstage(isReading: isReading)
      })
    if let command = options.invocation.command { root.tracker.count(Feature(command)) }
    return loop.run {
      let code = await runner.run()
      await root.close()
      root.complainOfLostTokens()
      return code
    }
  }
}
