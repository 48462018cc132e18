package org.schurmpc.cli.keys;

import java.io.Console;
import java.util.Optional;

/** Asks for secrets on the terminal of this process, without showing what is typed. */
final class TerminalPrompt implements KeyPassphrase.Prompt {
  private final Console console;

  private TerminalPrompt(Console console) {
    this.console = console;
  }

  /** Returns the prompt; empty if standard input or output is not a terminal. */
  @SuppressWarnings("SystemConsoleNull") // null with Java 17 to 21; isTerminal asks newer ones
  static Optional<KeyPassphrase.Prompt> ofThisProcess() {
    Console console = System.console();
    return console == null || !isTerminal(console)
        ? Optional.empty()
        : Optional.of(new TerminalPrompt(console));
  }

  /** Returns what Java 22 and newer say, where a console may be something other than a terminal. */
  private static boolean isTerminal(Console console) {
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true; // an older Java: its consoles are terminals
    }
  }

  @Override
  public char[] ask(String question) {
    char[] answer = console.readPassword("%s", question);
    return answer == null ? new char[0] : answer;
  }
}
