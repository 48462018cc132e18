package org.schurmpc.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the sections in which the help of a command lists the command's options. */
public enum HelpSection {
  /**
   * What is computed, by which parties and on which inputs. Contains all options without a section.
   */
  COMPUTATION("Computation:"),
  /** The options of the protocols. */
  PROTOCOL("Protocol (each takes its own options alone):"),
  /** The number of measurements, and the destination of results. */
  RUNS("Runs and results:"),
  /** The options for connecting processes and authenticating them. */
  CONNECTION("Connections:"),
  /** The JVM, and the options of every command. */
  PROCESS("Process:");

  private final String heading;

  HelpSection(String heading) {
    this.heading = heading;
  }

  /** Returns the heading above the section's options. */
  public String heading() {
    return heading;
  }

  /**
   * Assigns an option to a section; on a class, all its options that are not assigned themselves.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.FIELD})
  public @interface In {
    /** Returns the section. */
    HelpSection value();
  }
}
