package org.schurmpc.cli.launch;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/**
 * Names the program in help texts and messages as its users start it. The launcher of the app image
 * sets the name in the system property {@value #PROPERTY}, and children inherit it; without the
 * property, the program has the name of its jar.
 */
public final class ShownName {
  /** System property that holds the name. */
  public static final String PROPERTY = "schurmpc.name";

  private static final String START_OF_JAR = "java -jar mpc-bench.jar";

  private ShownName() {}

  private static Optional<String> given() {
    return Optional.ofNullable(System.getProperty(PROPERTY));
  }

  /** Returns the name that the launcher has set, or else the name of the jar. */
  public static String or(String nameOfJar) {
    return given().orElse(nameOfJar);
  }

  /** Returns the JVM options that set the name in a child. */
  static List<String> options() {
    return given().map(name -> "-D" + PROPERTY + "=" + name).stream().toList();
  }

  /** Uses the name that the launcher has set in the help of a command and of its subcommands. */
  public static void showIn(CommandLine line) {
    given().ifPresent(name -> show(name, line));
  }

  private static void show(String name, CommandLine line) {
    line.setCommandName(name);
    showInExamples(name, line);
  }

  private static void showInExamples(String name, CommandLine line) {
    CommandLine.Model.UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    String[] footer = usage.footer().clone();
    for (int i = 0; i < footer.length; i++) {
      footer[i] = footer[i].replace(START_OF_JAR, name);
    }
    usage.footer(footer);
    line.getSubcommands().values().forEach(each -> showInExamples(name, each));
  }
}
