// Who may have asked for something that was refused for want of a valid token.

extension StreamInteractor: Resuming {}
extension ConversationInteractor: Resuming {}
extension ProfileInteractor: Resuming {}
extension PeopleInteractor: Resuming {}
extension PhotoInteractor: Resuming {}
extension NoticesInteractor: Resuming {}
extension SearchInteractor: Resuming {}
