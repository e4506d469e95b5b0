# Completion of tweetie for bash.
_tweetie() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local commands="login logout accounts whoami feed feeds catch-up fetch export notifications messages search thread show open whois follow unfollow list act post reply delete like unlike boost unboost bookmark unbookmark outbox config doctor help version"
  local command= word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " $commands " in *" $word "*) command=$word && break ;; esac
  done
  COMPREPLY=()
  case $previous in
    --theme) COMPREPLY=($(compgen -W "auto dark light dusk paper ember fjord violet moss contrast none" -- "$current")) && return ;;
    --visibility)
      COMPREPLY=($(compgen -W "everybody unlisted followers mentioned" -- "$current")) && return
      ;;
    --quotable-by) COMPREPLY=($(compgen -W "everybody followers nobody" -- "$current")) && return ;;
    --poll-for) COMPREPLY=($(compgen -W "5m 30m 1h 6h 12h 1d 3d 7d" -- "$current")) && return ;;
    --media) COMPREPLY=($(compgen -f -- "$current")) && return ;;
    --account | --user | --server | --token-command | --alt | --reply-to | --quote | --edit | --poll | --warning | --language | --at | --with | --count | -n) return ;;
  esac
  local words="--help"
  case $command in
    "") words="$commands --account --demo --no-pictures --theme --help -h --version -V" ;;
    login)
      words="tweetie mastodon bluesky unsplash flickr instagram rss"
      words+=" --user --browser --password-stdin --token-stdin --token-command --secret-service --server --help"
      ;;
    accounts | doctor) words="--json --help" ;;
    feed)
      words="home everything local federated photos trending nearby likes bookmarks list:"
      words+=" --count -n --follow --json --offline --account --help"
      ;;
    whoami | whois) words="--json --account --help" ;;
    feeds) words="list add remove import export --trusted --json --account --help" ;;
    catch-up) words="everything --since --order --json --offline --account --help" ;;
    fetch)
      words="home local federated photos trending nearby likes bookmarks list:"
      words+=" --since --threads --pictures --json --account --help"
      ;;
    export) words="--format json html mbox --pictures --account --help" ;;
    list) words="announcements edits familiar featured feeds filters lists scheduled server statistics suggestions trends --count -n --json --account --help" ;;
    act) words="--with --undo --account --help" ;;
    messages) words="--count -n --json --account --help" ;;
    notifications) words="everything --count -n --json --offline --account --help" ;;
    post | reply)
      words="--visibility --media --alt --sensitive --warning --language --quotable-by --at --with"
      words+=" --poll --poll-several --poll-for --account --help"
      [[ $command == post ]] && words+=" --reply-to --quote --edit --thread --dry-run"
      ;;
    thread | show) words="--json --offline --account --help" ;;
    open | follow | unfollow | delete | like | unlike | boost | unboost | bookmark | unbookmark)
      words="--account --help"
      ;;
    help) words=${commands% help version} ;;
    search) words="--count -n --offline --json --account --help" ;;
    outbox) words="list send drop --json --help" ;;
    config) words="--defaults --export --import --dry-run --trusted --help" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _tweetie tweetie
