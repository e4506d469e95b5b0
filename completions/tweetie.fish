# Completion of tweetie for fish. What there is, the program knows.
function __tweetie_complete
    set -l words (commandline -opc)
    command -sq $words[1]; or return
    # What is typed so far, without the quote it begins with.
    set -l current (string replace -r "^['\"]" '' -- (commandline -ct))
    for line in ($words[1] complete $words[2..-1] "$current" 2>/dev/null)
        if string match -q ':files*' -- $line
            # Behind --option= the name of the file begins.
            set -l option (string match -r '^--[a-z-]+=' -- $current)
            for file in (__fish_complete_path (string replace -- "$option" '' "$current"))
                echo -- "$option$file"
            end
        else
            echo -- $line
        end
    end
end

complete -c tweetie -f -a "(__tweetie_complete)"
