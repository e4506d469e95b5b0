import Glibc
import Testing
import Threads

private actor Counter {
  nonisolated let thread: SerialThread
  private(set) var count = 0

  init(on thread: SerialThread) { self.thread = thread }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func add() { count += 1 }
  func threadNumber() -> UInt { UInt(pthread_self()) }
  func politeness() -> CInt { nice(0) }
}

struct SerialThreadTests {
  @Test func `an actor's work always runs on its one thread`() async {
    let counter = Counter(on: SerialThread(name: "test"))

    var threads: Set<UInt> = []
    for _ in 0..<50 { threads.insert(await counter.threadNumber()) }

    #expect(threads.count == 1)
    #expect(threads.first != UInt(pthread_self()))
  }

  @Test func `work from a thousand tasks is done one after the other`() async {
    let counter = Counter(on: SerialThread(name: "test"))

    await withTaskGroup { group in
      for _ in 0..<1000 { group.addTask { await counter.add() } }
    }

    #expect(await counter.count == 1000)
  }

  @Test func `a polite thread has a lower priority, others are unchanged`() async {
    let plain = await Counter(on: SerialThread(name: "test")).politeness()
    let polite = await Counter(on: SerialThread(name: "test", isPolite: true)).politeness()

    #expect(polite == min(19, plain + 5))
    #expect(nice(0) == plain)
  }

  @Test func `two actors may share a thread`() async {
    let thread = SerialThread(name: "test")
    let (one, other) = (Counter(on: thread), Counter(on: thread))

    #expect(await one.threadNumber() == other.threadNumber())
  }
}
