package org.schurmpc.cli.display;

import java.util.List;
import org.schurmpc.core.progress.ProgressLog;

/**
 * Configures the log on standard error, written by SLF4J's simple logger: warnings by default,
 * progress with {@code -v}, details with {@code --debug}. With {@code --log=json}, which services
 * have, Logback writes lines of JSON. Secrets are never logged.
 */
public final class Logs {
  private static final String PROVIDER = "slf4j.provider";
  private static final String LOGBACK = "ch.qos.logback.classic.spi.LogbackServiceProvider";

  private static final String PREFIX = "org.slf4j.simpleLogger.";

  private static final String PROGRESS = "log." + ProgressLog.LOGGER;

  private Logs() {}

  /** Sets the log levels of this process; called before anything is logged. */
  public static void configure(List<String> arguments) {
    if (isJson(arguments) && System.getProperty(PROVIDER) == null) {
      System.setProperty(PROVIDER, LOGBACK);
      System.setProperty("slf4j.internal.verbosity", "WARN"); // no line about the choice
    }
    boolean debug = arguments.contains("--debug");
    boolean verbose = arguments.contains("-v") || arguments.contains("--verbose");
    set("logFile", "System.err");
    set("showThreadName", "false");
    set("showShortLogName", "true");
    set("showDateTime", "true");
    set("dateTimeFormat", "yyyy-MM-dd HH:mm:ss.SSS");
    set("defaultLogLevel", debug ? "debug" : verbose ? "info" : "warn");
    // This project reports network failures itself, in one sentence each.
    set("log.io.netty", debug ? "info" : "off");
    // Malformed calls get an answer each; what clients send must not fill a log.
    set("log.org.eclipse.jetty", debug ? "info" : "off");
  }

  private static boolean isJson(List<String> arguments) {
    int value = arguments.indexOf("--log") + 1;
    return arguments.contains("--log=json")
        || (value > 0 && value < arguments.size() && arguments.get(value).equals("json"));
  }

  /** Returns whether the log can be lines of JSON: the runnable jar can, mpc-cli alone cannot. */
  public static boolean hasJson() {
    return Logs.class.getClassLoader().getResource(LOGBACK.replace('.', '/') + ".class") != null;
  }

  /**
   * Logs what a part of the program does, not warnings alone: for programs that stay up. Called
   * before that part logs anything.
   *
   * @param part the name of a package
   */
  public static void show(String part) {
    set("log." + part, "info");
  }

  /**
   * Logs the progress of long work, if a person reads the log; with {@code -v} it is logged anyway.
   * Called before anything is logged.
   *
   * @param person whether the log goes to a terminal
   * @return the options of a JVM that logs to this one, and logs its progress in the same case
   */
  public static List<String> showProgress(boolean person) {
    if (!person) {
      return List.of();
    }
    set(PROGRESS, "info");
    return List.of("-D" + PREFIX + PROGRESS + "=info");
  }

  /** Returns whether {@link #showProgress} was called for a person, here or in the launcher. */
  public static boolean showsProgress() {
    return "info".equals(System.getProperty(PREFIX + PROGRESS));
  }

  /** Sets a property, unless the user set it with -D. */
  private static void set(String name, String value) {
    if (System.getProperty(PREFIX + name) == null) {
      System.setProperty(PREFIX + name, value);
    }
  }
}
