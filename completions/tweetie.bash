# Completion of tweetie for bash. What there is, the program knows.
_tweetie() {
  local rest=$COMP_LINE word i candidate meaning
  local words=()
  # bash parts words at colons and equals signs, which belong to list:NAME and --option=VALUE.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]})) && [[ $rest != [[:blank:]]* ]]; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    rest=${rest#"${rest%%[![:blank:]]*}"}
    rest=${rest#"$word"}
  done
  local current=${words[${#words[@]} - 1]} quote= kept=
  # What is typed so far, without quotes and backslashes.
  case $current in
    \'* | \"*) quote=${current:0:1} current=${current:1} ;;
    *) current=${current//\\/} ;;
  esac
  words[${#words[@]} - 1]=$current
  # All but the part that bash puts the answer in place of.
  if [[ -z $quote && $COMP_WORDBREAKS == *:* && $current == *:* ]]; then kept=${current%:*}:; fi
  if [[ -z $quote && $COMP_WORDBREAKS == *=* && ${current#"$kept"} == *=* ]]; then kept=${current%=*}=; fi
  COMPREPLY=()
  while IFS=$'\t' read -r candidate meaning; do
    if [[ $candidate == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "${current#"$kept"}")
      return
    fi
    # There is more to come behind these.
    [[ $candidate == *[=:@#] ]] && compopt -o nospace 2>/dev/null
    candidate=${candidate#"$kept"}
    [[ -n $candidate ]] || continue
    [[ -n $quote ]] || printf -v candidate %q "$candidate"
    COMPREPLY+=("$candidate")
  done < <("${words[0]/#\~/$HOME}" complete "${words[@]:1}" 2>/dev/null)
}
complete -F _tweetie tweetie
