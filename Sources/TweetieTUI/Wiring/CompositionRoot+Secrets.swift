import FeedDomain
import Logging
import UseCases

/// The accounts whose secret a command gives.
extension CompositionRoot {
  /// The accounts as they can be used, and why some stay locked.
  ///
  /// The commands run now, and may ask on the terminal: before the screen is taken, and only where
  /// there are any.
  func opened(
    _ accounts: [SignedInAccount]
  ) throws(StoreError) -> (accounts: [SignedInAccount], failures: [SecretFailure]) {
    guard accounts.contains(where: \.isLocked) else { return (accounts, []) }
    let unlocking = Unlocking(
      directory: services, credentials: storeRoom.credentials, commands: secrets)
    let failures = unlocking.openAll(accounts)
    for failure in failures {
      log.note(.storage, .error, "a command gave no secret: \(failure.reason)")
    }
    return (try storeRoom.credentials.accounts(), failures)
  }
}
