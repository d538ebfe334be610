/**
The completion scripts by shell. They call `chainbell --complete -- WORDS`, which prints a candidate on each line, with its description after a tab. If it prints none, files are completed.
*/
export const completionScripts = {
	// Bash splits words at `:` and `=`. The script splits the line at spaces again, and returns only the part after the last `:` or `=`.
	bash: `_chainbell() {
	local line before words
	read -r -a words <<< "\${COMP_LINE:0:COMP_POINT}"
	[[ \${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
	local current=\${words[\${#words[@]}-1]}
	before=\${current%"\${current##*[:=]}"}
	COMPREPLY=()
	while IFS= read -r line; do
		line=\${line%%$'\\t'*}
		COMPREPLY+=("\${line#"$before"}")
	done < <("\${words[0]}" --complete -- "\${words[@]:1}" 2> /dev/null)
	[[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *[:=] ]] && compopt -o nospace
	return 0
}
complete -o default -F _chainbell chainbell`,
	zsh: `#compdef chainbell
_chainbell() {
	local line value
	local -a values shown open openshown
	while IFS= read -r line; do
		value=\${line%%$'\\t'*}
		if [[ $value == *[:=] ]]; then
			open+=("$value")
			openshown+=("\${line/$'\\t'/  -- }")
		else
			values+=("$value")
			shown+=("\${line/$'\\t'/  -- }")
		fi
	done < <("\${words[1]}" --complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)
	if (( \${#values} + \${#open} == 0 )); then
		[[ $PREFIX == --*=* ]] && compset -P '*='
		_files
		return
	fi
	(( \${#values} )) && compadd -l -d shown -a values
	(( \${#open} )) && compadd -S '' -l -d openshown -a open
	return 0
}
compdef _chainbell chainbell`,
	fish: String.raw`function __chainbell_complete
	set -l words (commandline -opc) (commandline -ct)
	set -l found ($words[1] --complete -- $words[2..-1] 2> /dev/null)
	if test (count $found) -gt 0
		printf '%s\n' $found
	else
		set -l option (string match -r -- '^--[\w-]+=' (commandline -ct))
		for file in (__fish_complete_path (string replace -r -- '^--[\w-]+=' '' (commandline -ct)))
			printf '%s\n' "$option$file"
		end
	end
end
complete -c chainbell -f -a '(__chainbell_complete)'`,
} as const;
