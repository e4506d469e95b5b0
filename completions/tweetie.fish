# Completion of tweetie for fish.
set -l commands login logout accounts feed post like unlike search outbox config doctor
set -l none "not __fish_seen_subcommand_from $commands"
function __tweetie_in
    __fish_seen_subcommand_from $argv
end

complete -c tweetie -f
complete -c tweetie -s h -l help -d "show help"
complete -c tweetie -n "$none" -l version -d "show the version"
complete -c tweetie -n "$none" -l demo -d "try the built-in service"
complete -c tweetie -n "$none" -l no-pictures -d "show no pictures"
complete -c tweetie -n "$none" -l theme -x -a "auto dark light contrast none" -d colours
complete -c tweetie -n "$none; or __tweetie_in feed post like unlike search" -l account -x -d "use this account"
complete -c tweetie -n "$none" -a login -d "sign in"
complete -c tweetie -n "$none" -a logout -d "sign out"
complete -c tweetie -n "$none" -a accounts -d "list the accounts"
complete -c tweetie -n "$none" -a feed -d "print a stream"
complete -c tweetie -n "$none" -a post -d "write a post"
complete -c tweetie -n "$none" -a like -d "like a post"
complete -c tweetie -n "$none" -a unlike -d "take a like back"
complete -c tweetie -n "$none" -a search -d "find posts"
complete -c tweetie -n "$none" -a outbox -d "what waits to be sent"
complete -c tweetie -n "$none" -a config -d "show the settings"
complete -c tweetie -n "$none" -a doctor -d "facts about the installation"
complete -c tweetie -n "__tweetie_in login" -a "tweetie mastodon bluesky unsplash flickr instagram"
complete -c tweetie -n "__tweetie_in login" -l user -x -d "user name"
complete -c tweetie -n "__tweetie_in login" -l password-stdin -d "password from standard input"
complete -c tweetie -n "__tweetie_in login" -l token-stdin -d "token from standard input"
complete -c tweetie -n "__tweetie_in login" -l token-command -x -d "command that prints the password or token"
complete -c tweetie -n "__tweetie_in login" -l server -x -d "the server"
complete -c tweetie -n "__tweetie_in accounts feed search outbox doctor" -l json -d "JSON, an object a line"
complete -c tweetie -n "__tweetie_in feed search" -l offline -d "only what is stored here"
complete -c tweetie -n "__tweetie_in feed search" -s n -l count -x -d "how many posts"
complete -c tweetie -n "__tweetie_in feed" -a "home local federated photos trending nearby likes bookmarks"
complete -c tweetie -n "__tweetie_in post" -l reply-to -x -d "answer this post"
complete -c tweetie -n "__tweetie_in post" -l quote -x -d "show this post inside"
complete -c tweetie -n "__tweetie_in post" -l edit -x -d "change this post of yours"
complete -c tweetie -n "__tweetie_in post" -l visibility -x -a "everybody unlisted followers mentioned"
complete -c tweetie -n "__tweetie_in post" -l media -r -F -d "attach a picture"
complete -c tweetie -n "__tweetie_in post" -l alt -x -d "what the picture shows"
complete -c tweetie -n "__tweetie_in post" -l sensitive -d "cover the pictures"
complete -c tweetie -n "__tweetie_in outbox" -a "list send drop"
complete -c tweetie -n "__tweetie_in config" -l defaults -d "every setting with its default"
