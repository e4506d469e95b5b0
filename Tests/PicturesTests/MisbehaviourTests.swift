import Glibc
import PictureSamples
import Pictures
import Terminal
import TerminalRig
import Testing

/// What the client makes of a decoder that was taken over, or is broken.
// One after the other: they count processes by what these are called.
@Suite(.serialized) struct MisbehaviourTests {
  private static let box = PixelSize(width: 40, height: 30)

  @Test(arguments: [
    ("aborts", PictureRefusal.crashed(signal: SIGABRT)),
    ("faults", .crashed(signal: SIGSEGV)),
    ("is-killed", .crashed(signal: SIGKILL)),
    ("leaves", .crashed(signal: 0)),
    ("leaves-early", .crashed(signal: 0)),
    ("cuts-short", .crashed(signal: 0)),
    // Nobody is left to say how it ended.
    ("hangs-silently", .crashed(signal: SIGKILL)),
    ("adds", .badReply), ("floods", .badReply), ("floods-after", .badReply),
    ("writes-html", .badReply), ("draws-larger", .badReply),
  ])
  func `a misbehaving decoder is killed, and the reason reported`(
    name: String, refusal: PictureRefusal
  ) async throws {
    let program = try ProgramUnderTest(misbehaving: name)
    let decoder = PictureDecoder(program: program.path, rules: .patient)

    await #expect(throws: refusal) {
      try await decoder.decodePicture([1, 2, 3], for: Self.box, .whole)
    }
    #expect(Children.count(named: name) == 0)
  }

  @Test func `a decoder that hangs is killed after the time limit`() async throws {
    let program = try ProgramUnderTest(misbehaving: "hangs")
    var rules = PictureDecoder.DecoderConfiguration()
    rules.timeLimit = .milliseconds(30)
    let decoder = PictureDecoder(program: program.path, rules: rules)

    await #expect(throws: PictureRefusal.tooSlow) {
      try await decoder.decodePicture([1, 2, 3], for: Self.box, .whole)
    }
  }

  @Test func `a missing decoder program is reported as not started`() async throws {
    let decoder = PictureDecoder(program: "/nowhere/tweetie-picture")

    await #expect(throws: PictureRefusal.notStarted(code: ENOENT)) {
      try await decoder.decodePicture([1, 2, 3], for: Self.box, .whole)
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `two decoders run at a time, and a cancelled job lets the next one start`() async throws {
    let program = try ProgramUnderTest(misbehaving: "hangs-in-line")
    var rules = PictureDecoder.DecoderConfiguration()
    rules.timeLimit = .seconds(600)
    let decoder = PictureDecoder(program: program.path, rules: rules)
    let tasks = (0..<5).map { _ in
      Task { () async -> PictureRefusal? in
        do throws(PictureRefusal) {
          _ = try await decoder.decodePicture([1, 2, 3], for: Self.box, .whole)
          return nil
        } catch {
          return error
        }
      }
    }

    // The third starts only because one of the first two, or of those waiting, went away.
    for (index, task) in tasks.enumerated() {
      await Children.wait(for: min(2, tasks.count - index), named: "hangs-in-line")
      task.cancel()
      #expect(await task.value == .cancelled)
      #expect(Children.count(named: "hangs-in-line") <= 2)
    }
    #expect(Children.count(named: "hangs-in-line") == 0)
  }

  @Test func `a task cancelled before its request starts no decoder`() async throws {
    let program = try ProgramUnderTest(misbehaving: "answers-nobody")
    let decoder = PictureDecoder(program: program.path, rules: .patient)
    let task = Task { () async -> PictureRefusal? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(PictureRefusal) {
        _ = try await decoder.decodePicture([1, 2, 3], for: Self.box, .whole)
        return nil
      } catch {
        return error
      }
    }

    #expect(await task.value == .cancelled)
  }

  @Test func `hundreds of crashes leave no process and no descriptor behind`() async {
    // In a process of its own, where nobody else opens anything.
    await #expect(processExitsWith: .success) {
      let names = ["aborts", "faults", "floods", "cuts-short", "writes-html", "leaves"]
      let programs = try names.map { try ProgramUnderTest(misbehaving: $0) }
      var rules = PictureDecoder.DecoderConfiguration()
      rules.pause = .zero
      let decoders = programs.map { PictureDecoder(program: $0.path, rules: rules) }
      var before = 0

      for number in 0..<206 {
        // Each has its thread once it has been asked.
        if number == decoders.count { before = Descriptors.count }
        let decoder = decoders[number % decoders.count]
        let box = PixelSize(width: 40, height: 30)
        do throws(PictureRefusal) {
          _ = try await decoder.decodePicture([1], for: box, .whole)
          exit(2)
        } catch {}
      }

      guard Descriptors.count == before else { exit(3) }
      guard ProcessFacts(pid: getpid()).descendants.isEmpty else { exit(4) }
    }
  }

  @Test func `after crashes of one decoder another decodes the next picture`() async throws {
    let program = try ProgramUnderTest(misbehaving: "answers")
    let decoder = PictureDecoder(program: program.path, rules: .patient)
    let broken = PictureDecoder(program: try ProgramUnderTest(misbehaving: "aborts").path)
    for _ in 0..<5 { _ = try? await broken.decodePicture([1], for: Self.box, .whole) }

    let picture = try await decoder.decodePicture([1], for: Self.box, .whole)

    #expect(picture.image.size == Self.box)
  }
}
