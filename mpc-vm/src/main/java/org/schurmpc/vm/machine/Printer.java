package org.schurmpc.vm.machine;

/** Receives what a program prints. */
@FunctionalInterface
public interface Printer {
  /** Shows one line; all values in it were checked. */
  void line(String line);
}
