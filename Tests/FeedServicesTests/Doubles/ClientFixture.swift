import Doubles
import FeedDomain
import Threads

@testable import FeedServices

/// A client with everything around it chosen by the test.
struct ClientFixture {
  let world = PassingWorld()
  let log = LogSpy()
  let transport: StubTransport
  let client: ServiceClient

  init(
    token: Secret? = Secret("canary"), requestRules: any ServiceRequestRules = PlainDialect(),
    renewal: TokenRenewer? = nil, answer: @escaping StubTransport.Answer
  ) {
    transport = StubTransport(answer)
    client = ServiceClient(
      server: "https://home.example", token: token, requestRules: requestRules,
      transport: transport,
      world: world, log: log, thread: SerialThread(name: "test-client"), renewal: renewal)
  }

  func result(of request: HTTPRequest) async -> Result<HTTPReply, FeedError> {
    do throws(FeedError) {
      return .success(try await client.sendRequest(request))
    } catch {
      return .failure(error)
    }
  }
}

/// A service without ways of its own.
struct PlainDialect: ServiceRequestRules {}
