package org.schurmpc.cli.command;

import java.util.List;

/**
 * Configures the log on standard error, written by SLF4J's simple logger: warnings by default,
 * progress with {@code -v}, details with {@code --debug}. Secrets are never logged.
 */
final class Logs {
  private static final String PREFIX = "org.slf4j.simpleLogger.";

  private Logs() {}

  /** Sets the log levels of this process; called before anything is logged. */
  static void configure(List<String> arguments) {
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
  }

  /** Sets a property, unless the user set it with -D. */
  private static void set(String name, String value) {
    if (System.getProperty(PREFIX + name) == null) {
      System.setProperty(PREFIX + name, value);
    }
  }
}
