extension CompletionScript {
  /// The script for bash 3.2 and later, which needs no other package.
  var bash: [String] {
    let values = table.options.filter { $0.value != nil }.map { option in
      "    \(option.name)) \(Self.bash(option)); return ;;"
    }
    let words = branches.map { branch in
      "    \(Self.quoted(branch.words.joined(separator: " ")))) \(Self.words(branch.next)) ;;"
    }
    let arguments = table.subcommands.compactMap { subcommand in
      Self.bash(subcommand.completion).map {
        "    \(Self.pattern(subcommand))) \($0) ;;"
      }
    }
    let options = table.options.flatMap { [$0.name] + [$0.short].compactMap(\.self) }
    return [
      "# bash completion of \(table.name)", "\(function)() {",
      "  # The name of a file may be a pattern, for which bash would take the files that match it.",
      "  local flags=$-", "  set -f", "  \(function)_reply", "  [[ $flags == *f* ]] || set +f",
      "}", "\(function)_reply() {",
      #"  local IFS=$'\n' current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}"#,
      "  # --option=value is three words.",
      #"  if [[ $current == '=' ]]; then current=; before=${COMP_WORDS[COMP_CWORD-1]}"#,
      #"  elif [[ $before == '=' ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi"#,
      "  COMPREPLY=()", "  case $before in",
    ] + values + [
      "  esac", "  if [[ $current == -* ]]; then", "    \(Self.words(options))", "    return",
      "  fi",
      "  # The words of the subcommand: no options, and no values, which bash breaks at : = and @.",
      "  local typed= word is_value=", #"  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do"#,
      "    if [[ $word =~ ^[@:=]+$ ]]; then is_value=1", "    elif [[ $is_value ]]; then is_value=",
      "    else", "      case $word in",
      "        \(namesWithValue.joined(separator: "|"))) is_value=1 ;;", "        -*) ;;",
      #"        *) typed="${typed:+$typed }$word" ;;"#, "      esac", "    fi", "  done",
      "  if [[ $is_value ]]; then return; fi", "  case $typed in",
    ] + words + arguments + [
      "  esac", "}", "complete -F \(function) \(table.name)",
    ]
  }

  private static func words(_ words: [String]) -> String {
    let list = words.map { $0.replacing("'", with: #"\'"#) }.joined(separator: #"\n"#)
    return #"COMPREPLY=($(compgen -W $'\#(list)' -- "$current"))"#
  }

  private static func bash(_ option: CommandTable.Option) -> String {
    if !option.choices.isEmpty { return words(option.choices) }
    if option.value == "FOLDER" { return paths("d") }
    return option.takesPath ? paths("f") : "COMPREPLY=()"
  }

  private static func bash(_ completion: Subcommand.Completion) -> String? {
    switch completion {
    case .nothing: nil
    case .files: paths("f")
    case .choices(let choices): words(choices)
    }
  }

  /// Completes paths of a kind. Only these are file names: as one, `import` would get a slash if there
  /// is a folder of this name. bash 3.2 has no `compopt`.
  private static func paths(_ kind: Character) -> String {
    #"compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -\#(kind) -- "$current"))"#
  }
}
