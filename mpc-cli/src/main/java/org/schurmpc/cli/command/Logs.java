package org.schurmpc.cli.command;

import java.util.List;

/**
 * What is logged to standard error, by SLF4J's plain logger: by default warnings, with {@code -v}
 * what happens, with {@code --debug} more. Never secrets.
 */
final class Logs {
  private static final String PREFIX = "org.slf4j.simpleLogger.";

  private Logs() {}

  /** Fixes it for this process; before anybody logs. */
  static void configure(List<String> arguments) {
    boolean debug = arguments.contains("--debug");
    boolean verbose = arguments.contains("-v") || arguments.contains("--verbose");
    set("logFile", "System.err");
    set("showThreadName", "false");
    set("showShortLogName", "true");
    set("showDateTime", "true");
    set("dateTimeFormat", "yyyy-MM-dd HH:mm:ss.SSS");
    set("defaultLogLevel", debug ? "debug" : verbose ? "info" : "warn");
    // What goes wrong on the net is said by this project, in a sentence.
    set("log.io.netty", debug ? "info" : "off");
  }

  /** What the user set with -D stays. */
  private static void set(String name, String value) {
    if (System.getProperty(PREFIX + name) == null) {
      System.setProperty(PREFIX + name, value);
    }
  }
}
