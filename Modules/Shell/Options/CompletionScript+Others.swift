extension CompletionScript {
  /// The script for zsh, as a file `_NAME` in a folder of `fpath`.
  var zsh: [String] {
    let branches = branches.map { branch in
      let words = branch.next.map { word in
        let path = (branch.words + [word]).joined(separator: " ")
        let text = table.subcommands.first { $0.words == path }?.explanation
        return Self.quoted("\(word):\(text ?? "")")
      }
      return "    \(Self.quoted(branch.words.joined(separator: " "))))"
        + " found=(\(words.joined(separator: " "))); _describe subcommand found ;;"
    }
    let arguments = table.subcommands.compactMap { subcommand -> String? in
      switch subcommand.completion {
      case .nothing: nil
      case .files: "    \(Self.pattern(subcommand))) _files ;;"
      case .choices(let choices):
        "    \(Self.pattern(subcommand))) compadd \(choices.joined(separator: " ")) ;;"
      }
    }
    return [
      "#compdef \(table.name)", "\(function)() {", "  local -a options found typed",
      "  local word is_value",
      "  options=(",
    ] + zshOptions + [
      "  )", "  typed=()", #"  for word in "${(@)words[2,CURRENT-1]}"; do"#,
      "    if [[ -n $is_value ]]; then is_value=", "    else", "      case $word in",
      "        \(namesWithValue.joined(separator: "|"))) is_value=1 ;;", "        -*) ;;",
      #"        *) typed+=("$word") ;;"#, "      esac", "    fi", "  done",
      "  if [[ $PREFIX == -* ]] || [[ -n $is_value ]]; then",
      #"    _arguments $options '*:file:_files' && return"#, "  fi", #"  case "${typed[*]}" in"#,
    ] + branches + arguments + ["  esac", "}", #"\#(function) "$@""#]
  }

  /// The options as arguments of `_arguments`.
  private var zshOptions: [String] {
    table.options.flatMap { option in
      [option.name, option.short].compactMap(\.self).map { name in
        let value = option.value.map { ":\($0.replacing("|", with: " or ")):\(Self.zsh(option))" }
        let text = option.explanation.replacing("[", with: "(").replacing("]", with: ")")
        // With "=" the value can be attached or separate.
        let equals = value == nil ? "" : "="
        return "    \(Self.quoted("\(name)\(equals)[\(text)]\(value ?? "")"))"
      }
    }
  }

  private static func zsh(_ option: CommandTable.Option) -> String {
    if !option.choices.isEmpty { return "(\(option.choices.joined(separator: " ")))" }
    if option.value == "FOLDER" { return "_files -/" }
    return option.takesPath ? "_files" : " "
  }

  /// The script for fish.
  var fish: [String] {
    let complete = "complete -c \(table.name)"
    let options = table.options.map { option in
      let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
      let value =
        option.value == nil
        ? ""
        : option.takesPath
          ? " -r -F" : " -x -a \(Self.quoted(option.choices.joined(separator: " ")))"
      return "\(complete) -l \(option.name.dropFirst(2))\(short)\(value)"
        + " -d \(Self.quoted(option.explanation))"
    }
    let words = branches.flatMap { branch in
      branch.next.map { word in
        let path = (branch.words + [word]).joined(separator: " ")
        let text = table.subcommands.first { $0.words == path }?.explanation ?? ""
        return "\(complete) -f -n \(Self.quoted(condition(branch.words)))"
          + " -a \(word) -d \(Self.quoted(text))"
      }
    }
    let arguments = table.subcommands.compactMap { subcommand -> String? in
      let condition = "\(complete) -n \(Self.quoted(condition(before: subcommand)))"
      switch subcommand.completion {
      case .nothing: return nil
      case .files: return "\(condition) -F"
      case .choices(let choices):
        return "\(condition) -f -a \(Self.quoted(choices.joined(separator: " ")))"
      }
    }
    let head = ["# fish completion of \(table.name)"] + typedWords + ["\(complete) -f"]
    return head + options + words + arguments
  }

  /// The function that prints the words before the cursor, without options and their values.
  private var typedWords: [String] {
    [
      "function \(function)_words", "  set -l is_value no", "  for word in (commandline -opc)",
      "    if test $is_value = yes", "      set is_value no",
      "    else if contains -- $word \(namesWithValue.joined(separator: " "))",
      "      set is_value yes", "    else if not string match -q -- '-*' $word",
      "      echo $word", "    end", "  end", "end",
    ]
  }

  /// The condition that exactly these words were typed before the cursor, without options.
  private func condition(_ words: [String]) -> String {
    let typed = "\(function)_words"
    return "test (count (\(typed))) -eq \(words.count + 1)"
      + (words.isEmpty ? "" : "; and \(beginning(words))")
  }

  /// The condition that a subcommand was typed before the cursor, and its value if it has one.
  private func condition(before subcommand: Subcommand) -> String {
    let (typed, parts) = ("\(function)_words", subcommand.parts)
    let count = parts.count + 1 + (subcommand.hasParameter ? 1 : 0)
    return "test (count (\(typed))) -ge \(count); and \(beginning(parts))"
  }

  /// The condition that the words after the program's name begin with these.
  private func beginning(_ words: [String]) -> String {
    "test (string join \" \" (\(function)_words)[2..\(words.count + 1)])"
      + " = \"\(words.joined(separator: " "))\""
  }
}
