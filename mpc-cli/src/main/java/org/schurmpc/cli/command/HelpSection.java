package org.schurmpc.cli.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The sections in which the help of a command with options of protocols lists its options. */
public enum HelpSection {
  /** What is computed, by whom and on what; options that name no section are here. */
  COMPUTATION("Computation:"),
  /** What the protocols list. */
  PROTOCOL("Protocol (each takes its own options alone):"),
  /** How often something is measured, and where results go. */
  RUNS("Runs and results:"),
  /** How processes reach each other and show who they are. */
  CONNECTION("Connections:"),
  /** The JVM, and what every command understands. */
  PROCESS("Process:");

  private final String heading;

  HelpSection(String heading) {
    this.heading = heading;
  }

  /** Returns the line above the section's options. */
  String heading() {
    return heading;
  }

  /** The section of an option, or of all options of a class that name none themselves. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.FIELD})
  public @interface In {
    /** The section. */
    HelpSection value();
  }
}
