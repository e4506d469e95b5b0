package import FeedDomain

/// A directory of services that offers only a given pretend service.
package struct StubDirectory: ServiceDirectory {
  package let gateway: StubSignIn

  package init(gateway: StubSignIn) { self.gateway = gateway }

  package func signInGateway(to service: Service) -> (any SignInGateway)? { gateway }
  package func eraseDataSharedByAccounts() async { await gateway.forget() }
  package func connection(for account: SignedInAccount) -> ServiceConnection? { nil }
}
