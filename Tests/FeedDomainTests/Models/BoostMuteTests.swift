import Doubles
import FeedDomain
import Testing

/// Hiding one person's boosts on this machine.
@Suite struct BoostMuteTests {
  private let now = FakeWorld.noon
  private let ada = Person.sample("ada")

  private func mute(until seconds: Int?) -> Mute {
    .boosts(of: "ada", until: seconds.map { now.timeAdvanced(by: .seconds($0)) })
  }

  @Test func `a mute of boosts is parsed from its text, with its end`() {
    for mute in [mute(until: nil), mute(until: 60)] { #expect(Mute(mute.text) == mute) }
    #expect(Mute("boosts:@Ada") == mute(until: nil))
    #expect(Mute("boosts:@ada soon") == .words("boosts:@ada soon"))
  }

  @Test func `a person's boosts are muted until the end of the mute`() {
    let mutes = [mute(until: 60)]

    #expect(mutes.activeBoostMute(of: ada, at: now) == mutes[0])
    #expect(mutes.activeBoostMute(of: .sample("bo"), at: now) == nil)
    #expect(mutes.activeBoostMute(of: ada, at: now.timeAdvanced(by: .seconds(60))) == nil)
    #expect([mute(until: nil)].activeBoostMute(of: ada, at: now) == mute(until: nil))
  }

  @Test func `a mute of boosts with another end replaces the earlier one`() {
    let mutes = [mute(until: 60), .tag("boats")].settingMute(mute(until: nil), isMuted: true)

    #expect(mutes == [mute(until: nil), .tag("boats")])
    #expect(mutes.settingMute(mute(until: 60), isMuted: false) == [.tag("boats")])
  }

  @Test func `a mute of boosts does not hide the person's own posts boosted by others`() {
    let post = Post.sample("1", by: "ada")
    let reader = Account(service: .bluesky, person: Person.ID("me"), handle: "me")
    #expect(
      [mute(until: nil)].foldingMutedPost(post, boostedBy: .sample("bo"), to: reader) == post)
  }
}
