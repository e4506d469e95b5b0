import Doubles
import FeedDomain

/// Opens the stub for every account.
struct ConnectingDirectory: ServiceDirectory {
  let service: StubService
  let gateway: StubSignIn

  func signInGateway(to service: Service) -> (any SignInGateway)? { gateway }
  func connection(for account: SignedInAccount) -> ServiceConnection? { service.connection }
}
