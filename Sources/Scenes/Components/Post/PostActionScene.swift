import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A scene whose selected post can be liked, deleted, opened and so on.
@MainActor protocol PostActionScene: Scene {
  /// The creator of the posts' texts, which also knows the available actions.
  var posts: PostPresentation { get }
  var world: any World { get }
  /// The post that commands apply to; nil for none.
  var chosenPost: PostItem? { get }
  /// Performs an action on a post, such as a like, or undoes it.
  func toggle(_ action: Post.OwnActions, on post: Post.ID)
  func delete(_ post: Post.ID)
  /// Reveals a post's folded text and covered photos, or hides them again.
  func reveal(_ post: Post.ID)
  /// Shows another photo of a post with several.
  func flip(_ post: Post.ID, to photo: Int)
  /// Offers to open the web page of a post that contains no link.
  func offerPage(of post: Post.ID)
  /// Shows a thumbs-up beside a post's like count for a moment.
  func flash(_ post: Post.ID)
}

extension PostActionScene {
  var unavailableCommands: [Command] {
    guard let item = chosenPost else { return Command.aboutPosts }
    return posts.abilities(for: item).withheld(from: item, at: world.now)
  }

  func say(_ message: Message) { navigator?.say(message) }

  /// Navigates to the destination of a command in scenes with posts; returns false for other
  /// commands.
  func go(by command: Command) -> Bool {
    guard let route = Route(command, abilities: posts.abilities) else { return false }
    navigator?.go(to: route)
    return true
  }

  /// Performs a command on a post; returns false if the command does not apply to posts.
  func perform(_ command: Command, on item: PostItem) -> Bool {
    guard
      let intent = PostRequest(
        command, on: item, abilities: posts.abilities(for: item), wording: posts.wording)
    else { return false }
    perform(intent, on: item)
    return true
  }

  /// Likes a post for a double click: a like is never undone, but its thumbs-up is shown again.
  func like(_ item: PostItem) {
    if item.post.own.contains(.liked) {
      flash(item.post.id)
    } else {
      _ = perform(.like, on: item)
    }
  }

  /// Performs the action of a click inside a post.
  func perform(_ action: PostClick, on item: PostItem) {
    perform(
      PostRequest(action, on: item, abilities: posts.abilities(for: item), wording: posts.wording),
      on: item)
  }

  /// Copies the address that a click action opens, or that of the post for nil.
  func copyAddress(of action: PostClick?, on item: PostItem) {
    if let address = item.address(of: action), !address.isEmpty {
      navigator?.copy(SafeText(sanitizing: address))
    } else {
      say(Message(text: posts.wording.noAddress, tone: .plain))
    }
  }

  /// Navigates to a route from a post, as the account that the post belongs to.
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
