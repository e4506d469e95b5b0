import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A scene in which things can be done with posts.
@MainActor protocol PostActionScene: Scene {
  /// Puts posts into words, and knows what can be done with them.
  var posts: PostPresentation { get }
  /// Tells the time.
  var world: any World { get }
  /// The post that keys are about; nil for none.
  var chosenPost: PostItem? { get }
  /// Does or takes back an action.
  func toggle(_ action: Post.OwnActions, on post: Post.ID)
  /// Deletes a post.
  func delete(_ post: Post.ID)
  /// Shows or folds what is hidden.
  func reveal(_ post: Post.ID)
  /// Shows another photo of a post.
  func flip(_ post: Post.ID, to photo: Int)
  /// Offers a post's page in place of a link that it does not have.
  func offerPage(of post: Post.ID)
  /// Puts a thumb up beside the heart.
  func flash(_ post: Post.ID)
}

extension PostActionScene {
  var unavailableCommands: [Command] {
    guard let item = chosenPost else { return Command.aboutPosts }
    return posts.abilities(for: item).withheld(from: item, at: world.now)
  }

  func say(_ message: Message) { navigator?.say(message) }

  /// Goes where a command leads from any scene with posts; false where it leads nowhere.
  func go(by command: Command) -> Bool {
    guard let route = Route(command, abilities: posts.abilities) else { return false }
    navigator?.go(to: route)
    return true
  }

  /// Does what a command asks of a post; false where it asks nothing.
  func perform(_ command: Command, on item: PostItem) -> Bool {
    guard
      let intent = PostRequest(
        command, on: item, abilities: posts.abilities(for: item), wording: posts.wording)
    else { return false }
    perform(intent, on: item)
    return true
  }

  /// Likes a post, as two clicks do: where it is liked already the thumb goes up again, and a like is
  /// never taken back.
  func like(_ item: PostItem) {
    if item.post.own.contains(.liked) {
      flash(item.post.id)
    } else {
      _ = perform(.like, on: item)
    }
  }

  /// Does what a click on a part of a post asks for.
  func perform(_ action: PostClick, on item: PostItem) {
    perform(
      PostRequest(action, on: item, abilities: posts.abilities(for: item), wording: posts.wording),
      on: item)
  }

  /// Copies the address of what an action opens, or of the post itself.
  func copyAddress(of action: PostClick?, on item: PostItem) {
    if let address = item.address(of: action), !address.isEmpty {
      navigator?.copy(SafeText(sanitizing: address))
    } else {
      say(Message(text: posts.wording.noAddress, tone: .plain))
    }
  }

  /// Goes where a post leads the account whose it is.
  func go(to route: Route, of item: PostItem) { navigator?.go(to: route.asAccount(of: item)) }

  private func perform(_ intent: PostRequest, on item: PostItem) {
    switch intent {
    case .toggle(let post, let action): toggle(action, on: post)
    case .delete(let post): delete(post)
    case .go(let route): go(to: route, of: item)
    case .open(let link): navigator?.open(link)
    case .browse(let link): navigator?.browse(link)
    case .copy(let text): navigator?.copy(text)
    case .reveal: reveal(item.post.id)
    case .offerPage: offerPage(of: item.post.id)
    case .flip(let post, let photo): flip(post, to: photo)
    case .say(let words): navigator?.say(Message(text: words, tone: .plain))
    }
  }
}

extension PostActionScene where Self: Displaying {
  func perform(_ effect: Effect) {
    if case .flash(let post) = effect { flash(post) } else { navigator?.perform(effect) }
  }
}
